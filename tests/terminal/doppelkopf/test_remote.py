"""Doppelkopf at the table of a real server."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from stammtisch.cli.commands import Parser
from stammtisch.cli.play import app_for, arguments
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.terminal.doppelkopf.screen import DoppelkopfApp
from stammtisch.terminal.tricks.screen import DEAF
from tests.terminal.doppelkopf.harness import SMALL
from tests.terminal.served import served, until


@pytest.fixture
async def url() -> AsyncIterator[str]:
    async with served() as address:
        yield address


def game(*words: str) -> DoppelkopfApp:
    parser = Parser(prog="play")
    arguments(parser)
    rules = DoppelkopfRules.named("house", {"solos": ()})
    app = app_for(parser.parse_args(["doppelkopf", *words]), rules)
    assert isinstance(app, DoppelkopfApp)
    return app


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
