"""A terminal that was closed comes back: as the same person, to the same seat and hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from textual.pilot import Pilot

from stammtisch.cli import main
from stammtisch.cli.arguments import tokens_file
from stammtisch.cli.commands import Parser
from stammtisch.cli.play import app_for, arguments
from stammtisch.client import Tokens, connect
from stammtisch.client.connection import server_address
from stammtisch.games.tiles.match import TILES
from stammtisch.terminal.tiles.screen import TilesApp
from tests.terminal.served import served, until


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("STAMMTISCH_PASSWORD", raising=False)
    return tmp_path


@pytest.fixture
async def url() -> AsyncIterator[str]:
    async with served() as address:
        yield address


def game(*words: str) -> TilesApp:
    parser = Parser(prog="play")
    arguments(parser)
    app = app_for(parser.parse_args(["tiles", *words]), TILES.rules.named("classic"))
    assert isinstance(app, TilesApp)
    return app


@asynccontextmanager
async def seated(*words: str) -> AsyncIterator[tuple[TilesApp, Pilot[str]]]:
    """A game that is on; at the end nobody says goodbye, as if the terminal were killed."""
    app = game(*words)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.top.my_turn)
        yield app, pilot


async def refused(*words: str) -> str:
    """The sentence with which the game ends at once."""
    app = game(*words)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.return_value is not None)
    return str(app.return_value)


def me(app: TilesApp) -> str:
    assert app.top.seat is not None
    return str(app.top.seats[app.top.seat].name)


def held(app: TilesApp) -> list[int]:
    return sorted(tile for tile in app.top.rack.places if tile is not None)


async def test_the_same_seat_and_the_same_hand(url: str) -> None:
    words = ("--server", url, "--bots", "easy", "--name", "Ada")
    async with seated(*words) as (app, _):
        table, hand = app.top.info, held(app)
    assert tokens_file().stat().st_mode & 0o777 == 0o600
    async with seated("--server", url) as (app, _):
        assert table is not None and app.top.info is not None
        assert app.top.info.id == table.id
        assert (me(app), held(app)) == ("Ada", hand)
        await app.guest.leave()
    # Whoever left has no seat to come back to, but is still the same person.
    async with seated(*words) as (app, _):
        assert app.top.info is not None and app.top.info.id != table.id
        assert me(app) == "Ada"


async def test_a_new_table_is_a_new_one_and_the_old_one_is_named(url: str) -> None:
    async with seated("--server", url, "--bots", "easy", "--name", "Ada") as (app, _):
        table = app.top.info
    async with seated("--server", url, "--new", "--bots", "easy") as (app, _):
        assert table is not None and app.top.info is not None
        assert app.top.info.id != table.id
        assert any(f"--table {table.id}" in line for line in app.top.lines)
        assert me(app) == "Ada"


async def test_a_seat_that_is_gone_is_told_and_another_found(url: str) -> None:
    async with seated("--server", url, "--bots", "easy", "--name", "Ada") as (app, _):
        pass
    tokens = Tokens(tokens_file())
    kept = tokens.find(server_address(url), "Ada")
    assert kept is not None and kept.table is not None
    tokens.keep(msgspec.structs.replace(kept, table="gone"))
    async with seated("--server", url, "--bots", "easy") as (app, _):
        assert me(app) == "Ada"
        assert any("You cannot go back to the table where you sat" in one for one in app.top.lines)


async def test_several_people_on_one_machine(url: str) -> None:
    async with (
        seated("--server", url, "--bots", "easy", "--name", "Ada") as (ada, _),
        seated("--server", url, "--bots", "easy", "--name", "Bo") as (bo, _),
    ):
        assert (me(ada), me(bo)) == ("Ada", "Bo")
        first = held(ada)
    async with seated("--server", url, "--name", "Ada") as (ada, _):
        assert held(ada) == first


async def test_two_terminals_of_one_person_share_the_seat(url: str) -> None:
    async with seated("--server", url, "--bots", "easy", "--name", "Ada") as (one, pilot):
        app = game("--server", url)
        async with app.run_test(size=(80, 24)) as other:
            await until(other, lambda: app.top.my_turn)
            assert held(app) == held(one)
            view = one.top.view
            assert view is not None
            if not view.must_put:
                await other.press("d")
                await until(pilot, lambda: one.top.view is not None and one.top.view.must_put)
            await until(other, lambda: held(app) == held(one))
        # The other one is closed, and nobody is away.
        await until(pilot, lambda: one.table.broken is None)
        assert not one.top.seats[one.top.seat or 0].away


async def test_a_registered_account_signs_in(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def getpass(prompt: str) -> str:
        asked.append(prompt)
        return "long enough"

    monkeypatch.setattr("getpass.getpass", getpass)
    async with seated("--server", url, "--bots", "easy", "--name", "Ada") as (app, _):
        hand = held(app)
    # The guest becomes the account, with seat and hand.
    async with seated("--server", url, "--register", "Ada") as (app, _):
        assert (me(app), held(app)) == ("Ada", hand)
    assert asked == [f"Password of Ada at {url}: ", "The same again: "]
    tokens_file().unlink()
    async with seated("--server", url, "--sign-in", "ada", "--bots", "easy") as (app, _):
        assert me(app) == "Ada"
    kept = Tokens(tokens_file()).find(server_address(url))
    assert kept is not None and (kept.name, kept.kind) == ("Ada", "registered")
    async with seated("--server", url) as (app, _):
        assert me(app) == "Ada"
    assert len(asked) == 3
    monkeypatch.setenv("STAMMTISCH_PASSWORD", "not that one")
    said = await refused("--server", url, "--sign-in", "Ada")
    assert said == "That name and password do not belong together."


async def test_a_name_that_nobody_has_or_a_short_password_ends_with_the_servers_sentence(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAMMTISCH_PASSWORD", "not that one")
    said = await refused("--server", url, "--sign-in", "Ada")
    assert said == "That name and password do not belong together."
    monkeypatch.setenv("STAMMTISCH_PASSWORD", "short")
    assert "8 to 200" in await refused("--server", url, "--register", "Ada")
    assert not tokens_file().exists()


async def test_tokens_that_are_worthless(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAMMTISCH_PASSWORD", "long enough")
    tokens = Tokens(tokens_file())
    for words in (("--name", "Bo"), ("--register", "Ada")):
        async with seated("--server", url, "--new", "--bots", "easy", *words):
            pass
    for kept in tokens.of(server_address(url)):
        async with connect(url) as client:
            await client.resume(kept.token)
            await client.sign_out()
    said = await refused("--server", url, "--name", "Ada")
    assert said == "The server does not let you in as Ada any more: sign in again."
    # A guest is a new one.
    async with seated("--server", url, "--bots", "easy", "--name", "Bo") as (app, _):
        assert me(app).startswith("Bo")
    assert [kept.name[:2] for kept in tokens.of(server_address(url))] == ["Bo"]


async def test_a_damaged_file_is_told_and_one_plays_on(url: str) -> None:
    tokens_file().parent.mkdir()
    tokens_file().write_text("nonsense")
    async with seated("--server", url, "--bots", "easy", "--name", "Ada") as (app, _):
        (remark,) = app.remarks
        assert remark.endswith("is damaged, and lies beside it as tokens.json.damaged now.")
        assert remark in app.top.lines
    assert Tokens(tokens_file()).find(server_address(url), "Ada") is not None


async def test_forgetting(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("play", "tiles", "--server", url, "--forget")
    for name in ("Ada", "Bo"):
        async with seated("--server", url, "--bots", "easy", "--name", name):
            pass
    tokens = Tokens(tokens_file())
    address = server_address(url)
    bo = tokens.find(address, "Bo")
    assert bo is not None
    assert await asyncio.to_thread(main, [*words, "--name", "Bo"]) == 0
    assert capsys.readouterr().out == f"You are not Bo at {address} any more.\n"
    assert [kept.name for kept in tokens.of(address)] == ["Ada"]
    async with connect(url) as client:
        with pytest.raises(Exception, match="Nobody here has that token"):
            await client.resume(bo.token)
    assert await asyncio.to_thread(main, list(words)) == 0
    assert await asyncio.to_thread(main, list(words)) == 1
    assert capsys.readouterr().err == f"stammtisch: Nobody is known at {address}.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--sign-in", "Ada"), "of use with --server only"),
        (("--forget",), "of use with --server only"),
        (("--server", "localhost", "--sign-in", "Ada", "--name", "Ada"), "leave --name out"),
        (("--server", "localhost", "--sign-in", "A", "--forget"), "Not allowed with"),
    ],
)
def test_options_that_do_not_fit(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "tiles", *words]) == 2
    assert said.lower() in capsys.readouterr().err.lower()
