"""Doppelkopf in the terminal, played with its keys."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from stammtisch.cli.commands import Parser
from stammtisch.cli.play import app_for, arguments
from stammtisch.games.doppelkopf.records import Play
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.terminal.dialogs import DEAF, ChoiceDialog, HelpScreen, LogScreen, QuitScreen
from stammtisch.terminal.doppelkopf.screen import DoppelkopfApp
from stammtisch.terminal.tricks.dialogs import (
    LookDialog,
    MatchDialog,
    ReviewScreen,
    RoundDialog,
    ScoreScreen,
)
from stammtisch.terminal.tricks.hand import Hand
from tests.terminal.doppelkopf.harness import LARGE, SMALL, Harness, StandIn, shorten, stack

OWN = "h10 cq sq dq cj hj da ca c9 sa s9 ha"


async def begin(harness: Harness, pilot: Pilot[str]) -> None:
    """Be healthy, and wait for one's first card."""
    await harness.asked(pilot, "reservation")
    await harness.done(pilot, "enter")
    await harness.my_card(pilot)


async def round_over(harness: Harness, pilot: Pilot[str]) -> None:
    await harness.until(pilot, lambda: harness.over_it(RoundDialog))
    harness.clock.advance(int(DEAF * 1000) + 1)


async def test_a_whole_round_by_keys_what_can_be_read_of_it_and_the_begin_of_the_next() -> None:
    harness = Harness()
    async with harness.app.run_test(size=SMALL) as pilot:
        await begin(harness, pilot)
        await harness.play_round(pilot)
        await round_over(harness, pilot)
        (row,) = harness.view.sheet
        assert f"with {max(row.eyes)} to {min(row.eyes)} eyes" in harness.shown("round")
        assert "won" in harness.shown("round")
        for points in row.points:
            assert f" {points}" in harness.shown("totals")
        # Twelve tricks, each with its winner.
        assert (await harness.reviewed(pilot, ReviewScreen)).count("★") == 12
        await pilot.press("enter")
        await harness.until(pilot, lambda: harness.view.round == 2)
        assert "You said “next round”." in harness.lines
        await harness.until(pilot, lambda: harness.app.screen is harness.app.table)
        assert "round 2" in harness.shown("head")


async def test_the_match_ends_after_its_rounds_and_begins_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shorten(monkeypatch)
    harness = Harness(rounds=1)
    async with harness.app.run_test(size=SMALL) as pilot:
        await begin(harness, pilot)
        await harness.play_round(pilot)
        await harness.until(pilot, lambda: harness.over_it(MatchDialog))
        assert "won the match" in harness.shown("result")
        harness.clock.advance(int(DEAF * 1000) + 1)
        await pilot.press("r")
        assert harness.over_it(ReviewScreen)
        await pilot.press("escape", "a")
        await harness.asked(pilot, "reservation")


async def test_the_next_match_shows_its_rounds_again(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch)
    harness = Harness(executor=StandIn(["end_yes"]))
    async with harness.app.run_test(size=SMALL) as pilot:
        for _ in range(2):
            await begin(harness, pilot)
            await harness.play_round(pilot)
            await round_over(harness, pilot)
            await pilot.press("e")
            await harness.until(pilot, lambda: harness.over_it(MatchDialog))
            assert list(harness.app.top.finished) == [1]
            harness.clock.advance(int(DEAF * 1000) + 1)
            await pilot.press("a")


async def test_everything_is_on_a_small_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, OWN)
    harness = Harness()
    async with harness.app.run_test(size=SMALL) as pilot:
        await begin(harness, pilot)
        assert "Your turn: lead to the first trick." in harness.shown("turn")
        board = harness.shown("board").splitlines()
        # The next player sits at the left, the previous one at the right.
        (sides,) = [line for line in board if "easy_bot1" in line]
        assert sides.index("easy_bot1") < sides.index("easy_bot3")
        assert "easy_bot2" in board[0] and "You  re" in board[-1]
        hand = harness.shown("hand").splitlines()
        assert " ".join(hand[0].split()) == "▐10 ▌ Q Q Q J J A A 9 A 9 A"
        assert "h10" not in harness.shown("said") and "heart ten, trump" in harness.shown("said")
        for widget in harness.app.screen.query(
            "#head, #board, #turn, #hand, #special, #log, #keys"
        ):
            assert widget.region.height > 0
            assert harness.app.screen.region.contains_region(widget.region), widget.id
        assert not harness.app.screen.query_one("#side").display
        # Trumps lie apart from suits.
        top = harness.app.top
        groups = [[top.hand[place] for place in group] for group in top.groups(top.hand)]
        assert groups == [OWN.split()[:7], ["ca", "c9"], ["sa", "s9"], ["ha"]]


async def test_calls_with_their_deadline_nothing_to_complain_about_and_cards_by_the_mouse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, OWN)
    harness = Harness()
    async with harness.app.run_test(size=SMALL) as pilot:
        await begin(harness, pilot)
        assert "re (until 11 cards)" in harness.shown("special")
        assert harness.shown("special").endswith("no 90 (10) · no 60 (9) · no 30 (8) · black (7)")
        await pilot.press("c")
        assert harness.over_it(ChoiceDialog)
        assert "no 90 (until you have 10 cards)" in harness.shown("options")
        await harness.done(pilot, "1")
        assert "You called re." in harness.lines
        assert "re (until" not in harness.shown("special")
        assert "You  re!" in harness.shown("board")
        # Where wrong moves are refused there is nothing to complain about.
        await pilot.press("x")
        await pilot.pause()
        assert harness.app.screen is harness.app.table
        assert "nothing to complain about" in harness.shown("said")
        # The first click chooses a card, and the second plays it.
        await pilot.click(Hand, offset=(7, 1))
        assert harness.top.cursor == 1
        assert "You played ♣Q." not in harness.lines
        await pilot.click(Hand, offset=(7, 1))
        await harness.until(pilot, lambda: "You played ♣Q." in harness.lines)


async def test_a_large_screen_shows_points_and_the_last_trick_beside_the_table() -> None:
    harness = Harness()
    async with harness.app.run_test(size=LARGE) as pilot:
        await begin(harness, pilot)
        await harness.done(pilot, "enter")
        await harness.until(pilot, lambda: bool(harness.view.tricks))
        assert "Points" in harness.shown("side")
        assert "Trick 1:" in harness.shown("side")
        assert len(harness.shown("hand").splitlines()) == 5
        for widget in harness.app.screen.query("#board, #hand, #side, #log"):
            assert harness.app.screen.region.contains_region(widget.region), widget.id


async def test_only_what_follows_is_bright_and_can_be_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, OWN, "c10")
    harness = Harness()
    async with harness.app.run_test(size=SMALL) as pilot:
        await begin(harness, pilot)
        harness.app.top.point_at("c9")
        await harness.done(pilot, "enter")
        await harness.my_card(pilot)
        top = harness.app.top
        # Another led a heart, and the cursor stands at the only card that can be played.
        assert top.playable == ["ha"] and top.at_cursor == "ha"
        keys = harness.shown("hand").splitlines()[-1].split()
        assert keys == ["·1", "·2", "·3", "·4", "·5", "·6", "·7", "·8", "·9", "·0", "▲y"]
        await pilot.press("home", "enter")
        await pilot.pause()
        assert harness.shown("said") == "♥10 cannot be played now: play ♥A."
        assert len(top.hand) == 11


async def test_a_hint_gives_a_reason_and_moves_the_cursor_and_a_key_plays_its_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, OWN)
    advice = {0: lambda observation: Play("ha") if Play("ha") in observation.actions else None}
    harness = Harness(executor=StandIn(deeds=advice))
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.asked(pilot, "reservation")
        await pilot.press("c")
        await pilot.pause()
        assert harness.shown("said") == "There is nothing that you could call now."
        await pilot.press("h")
        await harness.until(pilot, lambda: "Hint" in harness.shown("said"), ms=0)
        assert harness.shown("said").startswith("Hint: healthy")
        await begin(harness, pilot)
        await pilot.press("h")
        await harness.until(pilot, lambda: "Hint" in harness.shown("said"), ms=0)
        assert harness.shown("said") == "Hint: play ♥A. As the test wants it."
        assert harness.app.top.at_cursor == "ha"
        # Wherever the cursor is, a key plays its own card.
        await pilot.press("home")
        await harness.done(pilot, "u")
        assert "You played ♥A." in harness.lines


async def test_what_lies_over_the_table_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch)
    harness = Harness()
    async with harness.app.run_test(size=SMALL) as pilot:
        await begin(harness, pilot)
        await harness.play_round(pilot)
        # A key that was pressed for the last card does not close the round's sheet.
        await harness.until(pilot, lambda: harness.over_it(RoundDialog), ms=0)
        await pilot.press("enter", "v")
        assert harness.over_it(RoundDialog)
        await round_over(harness, pilot)
        await pilot.press("v")
        assert harness.over_it(ReviewScreen)
        await pilot.press("escape", "s")
        assert harness.over_it(ScoreScreen)
        assert "normal game" in harness.shown("paper")
        assert "won" in harness.shown("below")
        await pilot.press("escape", "escape")
        assert harness.app.screen is harness.app.table
        assert "How shall it go on?" in harness.shown("choice")
        await pilot.press("w")
        assert harness.over_it(LookDialog)
        assert "Trick 2:" in harness.shown("look")
        await pilot.press("space", "question_mark")
        assert harness.over_it(HelpScreen)
        await pilot.press("x", "l")
        assert harness.over_it(LogScreen)
        await pilot.press("escape", "t")
        harness.app.screen.query_one(Input).value = "good luck"
        await pilot.press("enter")
        await harness.until(pilot, lambda: "you: good luck" in harness.lines, ms=0)
        await pilot.press("q")
        assert harness.over_it(QuitScreen)
        await pilot.press("n")
        assert harness.app.screen is harness.app.table


async def test_open_hands_can_be_looked_at() -> None:
    harness = Harness(open_cards=True)
    async with harness.app.run_test(size=SMALL) as pilot:
        await begin(harness, pilot)
        await pilot.press("w")
        shown = [str(part.render()) for part in harness.app.screen.query(Static)]
        assert any(words.count("easy_bot") == 3 and "♣" in words for words in shown)


async def test_votes_that_differ_are_shown_and_can_be_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shorten(monkeypatch)
    harness = Harness()
    async with harness.app.run_test(size=SMALL) as pilot:
        await begin(harness, pilot)
        await harness.play_round(pilot)
        await round_over(harness, pilot)
        await pilot.press("e")
        await harness.until(pilot, lambda: harness.view.votes[0] == "end")
        await harness.until(pilot, lambda: harness.view.votes.count("continue") == 3)
        choice = harness.shown("choice")
        assert "easy_bot1, easy_bot2 and easy_bot3 want the next round." in choice
        assert "You want to end." in choice
        await harness.done(pilot, "1")
        await harness.until(pilot, lambda: harness.view.round == 2)


async def test_what_others_did_meanwhile_is_not_played_into() -> None:
    """A card is played by what is on the screen: one that was meant for another moment is not."""
    harness = Harness()
    async with harness.app.run_test(size=SMALL) as pilot:
        await begin(harness, pilot)
        top = harness.app.top
        current = top.seq
        top.seq = current - 1
        before = top.hand
        await pilot.press("enter")
        await harness.until(pilot, lambda: top.seq == current, ms=0)
        assert top.hand == before
        assert "meanwhile" not in harness.shown("said")
        await harness.done(pilot, "enter")
        assert len(top.hand) == len(before) - 1


def game(*words: str) -> DoppelkopfApp:
    parser = Parser(prog="play")
    arguments(parser)
    asked = parser.parse_args(["doppelkopf", "--bot-pace-ms", "0", *words])
    app = app_for(asked, DoppelkopfRules.named(asked.profile or "house"))
    assert isinstance(app, DoppelkopfApp)
    return app


@pytest.mark.parametrize("profile", ["house", "ddv", "lenient"])
async def test_each_profile_can_be_played(profile: str) -> None:
    app = game("--profile", profile, "--seed", "2")
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(400):
            if app.top.view is not None:
                break
            await pilot.pause(0.005)
        await pilot.pause()
        assert f"doppelkopf · {profile}   round 1" in str(
            app.screen.query_one("#head", Static).render()
        )
