"""A game without a screen of its own is played by its records: the tests' own game, to its end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from stammtisch.cli.commands import Parser
from stammtisch.cli.play import app_for, arguments
from stammtisch.games.games import GAMES, game_named
from stammtisch.i18n import Language
from stammtisch.requests import Open
from stammtisch.tables.bot_executor import InlineExecutor
from stammtisch.terminal.dialogs import DEAF, HelpScreen
from stammtisch.terminal.games import app_of
from stammtisch.terminal.generic import GenericApp, GenericResult, PickDialog
from stammtisch.terminal.replay import ReplayScreen
from stammtisch.terminal.text import speak
from tests.terminal.harness import Harness

SMALL, LARGE = (80, 24), (120, 40)


@pytest.fixture(params=["en", "de", "sl"])
def language(request: pytest.FixtureRequest) -> Iterator[Language]:
    speak(request.param)
    yield request.param
    speak("en")


def room(profile: str, **options: Any) -> Harness[GenericApp]:
    opening = Open(
        game="hearts", profile=profile, options=options, seats=4, bots="easy", fill_after=0.0
    )
    return Harness(GenericApp, opening, InlineExecutor(Random(3)))


def fits(harness: Harness[GenericApp]) -> bool:
    """Everything that matters is on the screen."""
    screen = harness.app.table
    return all(
        screen.region.contains_region(screen.query_one(f"#{name}").region)
        for name in ("head", "view", "turn", "choice", "said", "keys")
    )


async def test_a_match_is_played_to_its_end() -> None:
    harness = room("quick", limit=10)
    top = harness.app.top
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.until(pilot, lambda: top.my_turn)
        assert fits(harness)
        facts = harness.shown("facts")
        assert "▶ You" in facts and "  easy_bot1" in facts and "hand " in facts
        assert " of clubs" in facts
        await pilot.press("question_mark")
        assert harness.over_it(HelpScreen)
        await pilot.press("x", "h")
        await harness.until(pilot, lambda: "Hint: play " in harness.shown("said"), ms=0)
        while top.result is None:
            await harness.until(pilot, lambda: top.my_turn or top.result is not None)
            if top.result is None:
                listed, seq = top.listed[-1], top.seq
                # By the key of an action, or by the cursor and Enter.
                keys = ("end", "enter") if len(top.listed) > 15 else ("down", "up", "1")
                assert f"{top.listed[0].number}: play " in harness.shown("choice")
                await pilot.press(*keys)
                await harness.until(pilot, lambda seq=seq: top.seq != seq, ms=0)  # type: ignore[misc]
                assert listed.action["type"] == "play"
        assert any(line.startswith("You: played (card ") for line in top.lines)
        assert any(line.startswith("easy_bot1: taken") for line in top.lines)
        await harness.until(pilot, lambda: harness.over_it(GenericResult))
        assert "won the match." in harness.shown("result")
        harness.clock.advance(int(DEAF * 1000) + 1)
        await pilot.press("R")
        await harness.until(pilot, lambda: harness.over_it(ReplayScreen), ms=0)
        await pilot.press("end", "q", "q")


async def test_a_form_is_filled_in(language: Language) -> None:
    harness = room("plain")
    top = harness.app.top
    async with harness.app.run_test(size=LARGE) as pilot:
        await harness.until(pilot, lambda: top.my_turn)
        hand = top.view["hand"]
        assert "52: pass …" in harness.shown("choice")
        await pilot.press("enter")
        await harness.until(pilot, lambda: harness.over_it(PickDialog), ms=0)
        await pilot.press("1", "down", "space", "enter")
        # Two are too few.
        assert harness.over_it(PickDialog)
        assert harness.shown("options").count("✓") == 2
        await pilot.press("1", "1", "5", "enter")
        await harness.until(pilot, lambda: bool(top.view["gave"]), ms=0)
        assert sorted(top.view["gave"]) == sorted([hand[0], hand[1], hand[4]])
        ace = {"en": "ace of clubs", "de": "Kreuz Ass", "sl": "križ as"}[language]
        assert top.words.value("card", 0) == ace
        assert fits(harness)


async def test_who_goes_back_from_a_form_does_nothing() -> None:
    harness = room("plain")
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.until(pilot, lambda: harness.app.top.my_turn)
        await pilot.press("enter")
        await harness.until(pilot, lambda: harness.over_it(PickDialog), ms=0)
        await pilot.press("1", "escape")
        assert harness.app.screen is harness.app.table
        assert harness.app.top.view["gave"] == [] and harness.app.top.my_turn


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_with_a_screen(game: str) -> None:
    parser = Parser(prog="play")
    arguments(parser)
    played = game_named(game)
    app = app_for(parser.parse_args([game]), played.rules.named(played.usual_profile))
    assert isinstance(app, app_of(played))
    assert isinstance(app, GenericApp) == (played.terminal is None)
