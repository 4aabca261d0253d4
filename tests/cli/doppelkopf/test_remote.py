"""Doppelkopf at the table of a real server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest
from textual.pilot import Pilot

from stammtisch.cli.commands import Parser
from stammtisch.cli.doppelkopf.app import DoppelkopfApp
from stammtisch.cli.lines.local import open_house
from stammtisch.cli.play import app_for, arguments
from stammtisch.cli.terminal.card_screen import DEAF
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.server.server import Server
from stammtisch.server.settings import Settings
from tests.cli.doppelkopf.parlour import SMALL


@pytest.fixture
async def url() -> AsyncIterator[str]:
    house = await open_house(None, 0)
    server = Server(Settings(port=0, tiles_port=-1, cg_port=0, drain_seconds=0), house)
    await server.start()
    yield server.addresses.url
    await server.stop()


def game(*words: str) -> DoppelkopfApp:
    parser = Parser(prog="play")
    arguments(parser)
    rules = DoppelkopfRules.named("house", {"solos": ()})
    app = app_for(parser.parse_args(["doppelkopf", *words]), rules)
    assert isinstance(app, DoppelkopfApp)
    return app


async def until(pilot: Pilot[str], true: Callable[[], bool]) -> None:
    for _ in range(2000):
        if true():
            await pilot.pause()
            return
        await pilot.pause(0.005)
    raise AssertionError("it never came true")


async def test_an_answer_at_a_servers_table_and_a_lost_line(url: str) -> None:
    app = game("--server", url, "--bots", "easy", "--name", "Ada")
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.top.question is not None)
        await pilot.pause(DEAF)
        hand = app.top.hand
        assert len(hand) == 12
        line = app.guest._line
        assert line is not None
        await line.close()
        await until(pilot, lambda: app.table.broken is not None)
        await until(pilot, lambda: app.table.broken is None)
        # What one may do comes with the table again.
        assert app.top.hand == hand
        assert app.top.question is not None and app.top.legal
        await pilot.press("enter")
        await until(pilot, lambda: "You said “healthy”." in app.top.lines)
