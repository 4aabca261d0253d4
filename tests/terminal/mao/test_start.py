"""Mao in the terminal as it is started: with the bots of the house, and at a real server."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from textual.widgets import Static

from stammtisch.cli.commands import Parser
from stammtisch.cli.play import app_for, arguments
from stammtisch.games.mao.match import MAO
from stammtisch.terminal.mao.screen import MaoApp
from tests.terminal.served import served, until


@pytest.fixture
async def url() -> AsyncIterator[str]:
    # Bots are too slow to do anything for somebody who comes back at once.
    async with served(60_000) as address:
        yield address


def game(*words: str) -> MaoApp:
    parser = Parser(prog="play")
    arguments(parser)
    asked = parser.parse_args(["mao", *words])
    app = app_for(asked, MAO.rules.named(asked.profile or "free"))
    assert isinstance(app, MaoApp)
    return app


async def test_two_people_accuse_each_other_and_one_comes_back(url: str) -> None:
    ada = game("--server", url, "--new", "--name", "Ada", "--players", "2")
    async with ada.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(ada.top.invite))
        bo = game("--server", url, "--invite", ada.top.invite, "--name", "Bo")
        async with bo.run_test(size=(80, 24)) as other:
            await until(other, lambda: bo.top.mode == "play")
            await until(pilot, lambda: ada.top.mode == "play")
            await pilot.press("enter", "a", "2")
            await until(other, lambda: bo.top.frozen)
            assert "Ada accused you, and gave no reason." in bo.top.lines

            hand = list(bo.top.fan.held)
            line = bo.guest._line
            assert line is not None
            await line.close()
            await until(other, lambda: bo.table.broken is not None)
            await until(other, lambda: bo.table.broken is None)
            assert bo.top.fan.held == hand
            assert bo.top.frozen

            await other.press("y")
            await until(pilot, lambda: ada.top.mode == "play")
            assert "Bo admitted it." in ada.top.lines
            assert ada.top.view is not None and bo.top.view is not None
            assert ada.top.view.pile == bo.top.view.pile
            assert bo.top.view.counts == (6, 7)

            # The table lives on at the server, so a bot can.
            await other.press("ctrl+c")
            question = bo.screen.query_one("#question", Static)
            assert "let a bot play on" in str(question.render())
            await other.press("ctrl+c")
            await until(other, lambda: not bo.is_running)
            assert bo.farewell == ""


@pytest.mark.parametrize("width", [60, 80])
async def test_the_invitation_is_shown_whole(url: str, width: int) -> None:
    app = game("--server", url, "--new", "--profile", "chaired", "--players", "2")
    async with app.run_test(size=(width, 24)) as pilot:
        await until(pilot, lambda: bool(app.top.invite))
        assert app.top.lines[0] == f"Others find this table with the invitation {app.top.invite}."
        await pilot.press("b")
        await until(pilot, lambda: app.top.running and app.top.view is not None)
        await pilot.pause()
        head = app.table.query_one("#head", Static)
        if width == 80:
            shown = str(head.render())
            assert shown.endswith(f"turns go 1→2   invite {app.top.invite}")
            assert len(shown) <= head.size.width


async def test_the_bots_of_the_house_play_along_and_the_seed_repeats_the_deal() -> None:
    hands = []
    for seed in ("3", "3", "4"):
        app = game("--profile", "chaired", "--seed", seed, "--bot-pace-ms", "20")
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda app=app: app.top.view is not None)  # type: ignore[misc]
            hands.append(list(app.top.fan.cards))
            await pilot.press("d")
            await until(pilot, lambda app=app: _moved(app, "medium_bot1"))  # type: ignore[misc]
    assert hands[0] == hands[1] != hands[2]


def _moved(app: MaoApp, name: str) -> bool:
    return any(line.startswith((f"{name} played", f"{name} drew")) for line in app.top.lines)
