"""Doppelkopf in the terminal, played with its keys."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from stammtisch.cli.commands import Parser
from stammtisch.cli.play import app_for, arguments
from stammtisch.games.doppelkopf.records import Play
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.terminal.dialogs import DEAF, ChoiceSheet, HelpScreen, LogScreen, QuitScreen
from stammtisch.terminal.doppelkopf.dialogs import (
    MatchSheet,
    ReviewScreen,
    RoundSheet,
    ScoreScreen,
    TrickSheet,
)
from stammtisch.terminal.doppelkopf.screen import DoppelkopfApp
from stammtisch.terminal.hand import Hand
from tests.terminal.doppelkopf.parlour import LARGE, SMALL, Parlour, StandIn, shorten, stack

OWN = "h10 cq sq dq cj hj da ca c9 sa s9 ha"


async def begin(parlour: Parlour, pilot: Pilot[str]) -> None:
    """Be healthy, and wait for one's first card."""
    await parlour.asked(pilot, "reservation")
    await parlour.done(pilot, "enter")
    await parlour.my_card(pilot)


async def round_over(parlour: Parlour, pilot: Pilot[str]) -> None:
    await parlour.until(pilot, lambda: parlour.over_it(RoundSheet))
    parlour.clock.advance(int(DEAF * 1000) + 1)


async def test_a_whole_round_by_keys_what_can_be_read_of_it_and_the_begin_of_the_next() -> None:
    parlour = Parlour()
    async with parlour.app.run_test(size=SMALL) as pilot:
        await begin(parlour, pilot)
        await parlour.play_round(pilot)
        await round_over(parlour, pilot)
        (row,) = parlour.view.sheet
        assert f"with {max(row.eyes)} to {min(row.eyes)} eyes" in parlour.shown("round")
        assert "won" in parlour.shown("round")
        for points in row.points:
            assert f" {points}" in parlour.shown("totals")
        # Twelve tricks, each with its winner.
        assert (await parlour.reviewed(pilot, ReviewScreen)).count("★") == 12
        await pilot.press("enter")
        await parlour.until(pilot, lambda: parlour.view.round == 2)
        assert "You said “next round”." in parlour.lines
        await parlour.until(pilot, lambda: parlour.app.screen is parlour.app.table)
        assert "round 2" in parlour.shown("head")


async def test_the_match_ends_after_its_rounds_and_begins_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shorten(monkeypatch)
    parlour = Parlour(rounds=1)
    async with parlour.app.run_test(size=SMALL) as pilot:
        await begin(parlour, pilot)
        await parlour.play_round(pilot)
        await parlour.until(pilot, lambda: parlour.over_it(MatchSheet))
        assert "won the match" in parlour.shown("result")
        parlour.clock.advance(int(DEAF * 1000) + 1)
        await pilot.press("r")
        assert parlour.over_it(ReviewScreen)
        await pilot.press("escape", "a")
        await parlour.asked(pilot, "reservation")


async def test_the_next_match_shows_its_rounds_again(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch)
    parlour = Parlour(executor=StandIn(["end_yes"]))
    async with parlour.app.run_test(size=SMALL) as pilot:
        for _ in range(2):
            await begin(parlour, pilot)
            await parlour.play_round(pilot)
            await round_over(parlour, pilot)
            await pilot.press("e")
            await parlour.until(pilot, lambda: parlour.over_it(MatchSheet))
            assert list(parlour.app.top.finished) == [1]
            parlour.clock.advance(int(DEAF * 1000) + 1)
            await pilot.press("a")


async def test_everything_is_on_a_small_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, OWN)
    parlour = Parlour()
    async with parlour.app.run_test(size=SMALL) as pilot:
        await begin(parlour, pilot)
        assert "Your turn: lead to the first trick." in parlour.shown("turn")
        board = parlour.shown("board").splitlines()
        # The next player sits at the left, the previous one at the right.
        (sides,) = [line for line in board if "easy_bot1" in line]
        assert sides.index("easy_bot1") < sides.index("easy_bot3")
        assert "easy_bot2" in board[0] and "You  re" in board[-1]
        hand = parlour.shown("hand").splitlines()
        assert " ".join(hand[0].split()) == "▐10 ▌ Q Q Q J J A A 9 A 9 A"
        assert "h10" not in parlour.shown("said") and "heart ten, trump" in parlour.shown("said")
        for widget in parlour.app.screen.query(
            "#head, #board, #turn, #hand, #special, #log, #keys"
        ):
            assert widget.region.height > 0
            assert parlour.app.screen.region.contains_region(widget.region), widget.id
        assert not parlour.app.screen.query_one("#side").display
        # Trumps lie apart from suits.
        top = parlour.app.top
        groups = [[top.hand[place] for place in group] for group in top.groups(top.hand)]
        assert groups == [OWN.split()[:7], ["ca", "c9"], ["sa", "s9"], ["ha"]]


async def test_calls_with_their_deadline_nothing_to_complain_about_and_cards_by_the_mouse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, OWN)
    parlour = Parlour()
    async with parlour.app.run_test(size=SMALL) as pilot:
        await begin(parlour, pilot)
        assert "re (until 11 cards)" in parlour.shown("special")
        assert parlour.shown("special").endswith("no 90 (10) · no 60 (9) · no 30 (8) · black (7)")
        await pilot.press("c")
        assert parlour.over_it(ChoiceSheet)
        assert "no 90 (until you have 10 cards)" in parlour.shown("options")
        await parlour.done(pilot, "1")
        assert "You called re." in parlour.lines
        assert "re (until" not in parlour.shown("special")
        assert "You  re!" in parlour.shown("board")
        # Where wrong moves are refused there is nothing to complain about.
        await pilot.press("x")
        await pilot.pause()
        assert parlour.app.screen is parlour.app.table
        assert "nothing to complain about" in parlour.shown("said")
        # The first click chooses a card, and the second plays it.
        await pilot.click(Hand, offset=(7, 1))
        assert parlour.top.cursor == 1
        assert "You played ♣Q." not in parlour.lines
        await pilot.click(Hand, offset=(7, 1))
        await parlour.until(pilot, lambda: "You played ♣Q." in parlour.lines)


async def test_a_large_screen_shows_points_and_the_last_trick_beside_the_table() -> None:
    parlour = Parlour()
    async with parlour.app.run_test(size=LARGE) as pilot:
        await begin(parlour, pilot)
        await parlour.done(pilot, "enter")
        await parlour.until(pilot, lambda: bool(parlour.view.tricks))
        assert "Points" in parlour.shown("side")
        assert "Trick 1:" in parlour.shown("side")
        assert len(parlour.shown("hand").splitlines()) == 5
        for widget in parlour.app.screen.query("#board, #hand, #side, #log"):
            assert parlour.app.screen.region.contains_region(widget.region), widget.id


async def test_only_what_follows_is_bright_and_can_be_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, OWN, "c10")
    parlour = Parlour()
    async with parlour.app.run_test(size=SMALL) as pilot:
        await begin(parlour, pilot)
        parlour.app.top.point_at("c9")
        await parlour.done(pilot, "enter")
        await parlour.my_card(pilot)
        top = parlour.app.top
        # Another led a heart, and the cursor stands at the only card that can be played.
        assert top.playable == ["ha"] and top.at_cursor == "ha"
        keys = parlour.shown("hand").splitlines()[-1].split()
        assert keys == ["·1", "·2", "·3", "·4", "·5", "·6", "·7", "·8", "·9", "·0", "▲y"]
        await pilot.press("home", "enter")
        await pilot.pause()
        assert parlour.shown("said") == "♥10 cannot be played now: play ♥A."
        assert len(top.hand) == 11


async def test_a_hint_gives_a_reason_and_moves_the_cursor_and_a_key_plays_its_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, OWN)
    advice = {0: lambda sight: Play("ha") if Play("ha") in sight.actions else None}
    parlour = Parlour(executor=StandIn(deeds=advice))
    async with parlour.app.run_test(size=SMALL) as pilot:
        await parlour.asked(pilot, "reservation")
        await pilot.press("c")
        await pilot.pause()
        assert parlour.shown("said") == "There is nothing that you could call now."
        await pilot.press("h")
        await parlour.until(pilot, lambda: "Hint" in parlour.shown("said"), ms=0)
        assert parlour.shown("said").startswith("Hint: healthy")
        await begin(parlour, pilot)
        await pilot.press("h")
        await parlour.until(pilot, lambda: "Hint" in parlour.shown("said"), ms=0)
        assert parlour.shown("said") == "Hint: play ♥A. As the test wants it."
        assert parlour.app.top.at_cursor == "ha"
        # Wherever the cursor is, a key plays its own card.
        await pilot.press("home")
        await parlour.done(pilot, "u")
        assert "You played ♥A." in parlour.lines


async def test_what_lies_over_the_table_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch)
    parlour = Parlour()
    async with parlour.app.run_test(size=SMALL) as pilot:
        await begin(parlour, pilot)
        await parlour.play_round(pilot)
        # A key that was pressed for the last card does not close the round's sheet.
        await parlour.until(pilot, lambda: parlour.over_it(RoundSheet), ms=0)
        await pilot.press("enter", "v")
        assert parlour.over_it(RoundSheet)
        await round_over(parlour, pilot)
        await pilot.press("v")
        assert parlour.over_it(ReviewScreen)
        await pilot.press("escape", "s")
        assert parlour.over_it(ScoreScreen)
        assert "normal game" in parlour.shown("paper")
        assert "won" in parlour.shown("below")
        await pilot.press("escape", "escape")
        assert parlour.app.screen is parlour.app.table
        assert "How shall it go on?" in parlour.shown("choice")
        await pilot.press("w")
        assert parlour.over_it(TrickSheet)
        assert "Trick 2:" in parlour.shown("trick")
        await pilot.press("space", "question_mark")
        assert parlour.over_it(HelpScreen)
        await pilot.press("x", "l")
        assert parlour.over_it(LogScreen)
        await pilot.press("escape", "t")
        parlour.app.screen.query_one(Input).value = "good luck"
        await pilot.press("enter")
        await parlour.until(pilot, lambda: "you: good luck" in parlour.lines, ms=0)
        await pilot.press("q")
        assert parlour.over_it(QuitScreen)
        await pilot.press("n")
        assert parlour.app.screen is parlour.app.table


async def test_open_hands_can_be_looked_at() -> None:
    parlour = Parlour(open_cards=True)
    async with parlour.app.run_test(size=SMALL) as pilot:
        await begin(parlour, pilot)
        await pilot.press("w")
        shown = [str(part.render()) for part in parlour.app.screen.query(Static)]
        assert any(words.count("easy_bot") == 3 and "♣" in words for words in shown)


async def test_votes_that_differ_are_shown_and_can_be_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shorten(monkeypatch)
    parlour = Parlour()
    async with parlour.app.run_test(size=SMALL) as pilot:
        await begin(parlour, pilot)
        await parlour.play_round(pilot)
        await round_over(parlour, pilot)
        await pilot.press("e")
        await parlour.until(pilot, lambda: parlour.view.votes[0] == "end")
        await parlour.until(pilot, lambda: parlour.view.votes.count("continue") == 3)
        choice = parlour.shown("choice")
        assert "easy_bot1, easy_bot2 and easy_bot3 want the next round." in choice
        assert "You want to end." in choice
        await parlour.done(pilot, "1")
        await parlour.until(pilot, lambda: parlour.view.round == 2)


async def test_what_others_did_meanwhile_is_not_played_into() -> None:
    """A card is played by what is on the screen: one that was meant for another moment is not."""
    parlour = Parlour()
    async with parlour.app.run_test(size=SMALL) as pilot:
        await begin(parlour, pilot)
        top = parlour.app.top
        current = top.seq
        top.seq = current - 1
        before = top.hand
        await pilot.press("enter")
        await parlour.until(pilot, lambda: top.seq == current, ms=0)
        assert top.hand == before
        assert "meanwhile" not in parlour.shown("said")
        await parlour.done(pilot, "enter")
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
