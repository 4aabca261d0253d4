"""The terminal game at the table of a real server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from stammtisch.cli.commands import Parser
from stammtisch.cli.output import CliError
from stammtisch.cli.play import app_for, arguments
from stammtisch.games.tiles.match import TILES
from stammtisch.terminal.tiles.screen import TilesApp
from tests.terminal.served import served, until


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


async def test_a_move_at_a_servers_table(url: str) -> None:
    app = game("--server", url, "--bots", "easy", "--name", "Ada")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.top.my_turn)
        assert app.top.invite
        view = app.top.view
        assert view is not None
        if not view.must_put:
            await pilot.press("d")
            await until(pilot, lambda: app.top.view is not None and app.top.view.must_put)
        await pilot.press("enter")
        await until(pilot, lambda: any("You put the" in line for line in app.top.lines))


async def test_two_people_meet_by_invitation(url: str) -> None:
    ada = game("--server", url, "--new", "--name", "Ada")
    async with ada.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(ada.top.invite))
        bo = game("--server", url, "--invite", ada.top.invite, "--name", "Bo")
        async with bo.run_test(size=(80, 24)) as other:
            await until(other, lambda: bo.top.empty_seats == 2)
            await other.press("b", "b")
            await until(pilot, lambda: ada.top.running)
            await until(other, lambda: bo.top.running)
            assert ada.top.info is not None and bo.top.info is not None
            assert ada.top.info.id == bo.top.info.id
            names = [seat.name for seat in ada.top.seats]
            assert names == ["Ada", "Bo", "medium_bot1", "medium_bot2"]


async def test_a_lost_line_comes_back_to_the_same_seat(url: str) -> None:
    app = game("--server", url, "--bots", "easy", "--name", "Ada")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.top.my_turn)
        await pilot.press("s")
        await pilot.pause()
        rack, seat = list(app.top.rack.places), app.top.seat
        line = app.guest._line
        assert line is not None
        await line.close()
        await until(pilot, lambda: app.table.broken is not None)
        assert app.top.rack.places == rack
        await until(pilot, lambda: app.table.broken is None)
        assert app.top.seat == seat
        assert [tile for tile in app.top.rack.places if tile is not None]


async def test_a_wrong_invitation_ends_with_the_servers_sentence(url: str) -> None:
    app = game("--server", url, "--invite", "nonsense")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.return_value is not None)
    assert app.return_value == "That invitation leads to no table any more."


async def test_a_server_that_is_not_there_is_told() -> None:
    taken = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    port = taken.sockets[0].getsockname()[1]
    taken.close()
    await taken.wait_closed()
    app = game("--server", f"127.0.0.1:{port}")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.return_value is not None)
    assert "cannot be reached" in str(app.return_value)


def test_what_is_no_address_of_a_server_is_said() -> None:
    with pytest.raises(CliError, match="is not the address of a server"):
        game("--server", "ftp://example.org")
