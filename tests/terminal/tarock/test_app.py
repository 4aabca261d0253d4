"""Tarock in the terminal, played with its keys."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from stammtisch.cli.commands import Parser
from stammtisch.cli.play import app_for, arguments
from stammtisch.games.tarock.records import Bid, Play
from stammtisch.games.tarock.rules import TarockRules
from stammtisch.terminal.dialogs import DEAF, HelpScreen, LogScreen, QuitScreen
from stammtisch.terminal.tarock.screen import TarockApp
from stammtisch.terminal.tricks.dialogs import (
    LookDialog,
    MatchDialog,
    ReviewScreen,
    RoundDialog,
    ScoreScreen,
)
from stammtisch.terminal.tricks.hand import Hand
from tests.terminal.tarock.harness import LARGE, SMALL, Harness, StandIn, rather, shorten, stack

OWN = "TS T20 T15 T12 T8 T3 CK CQ C7 SN HK H4"


async def begin_klop(harness: Harness, pilot: Pilot[str]) -> None:
    await harness.bid(pilot, "klop")
    await harness.my_card(pilot)


async def deal_over(harness: Harness, pilot: Pilot[str]) -> None:
    await harness.until(pilot, lambda: harness.over_it(RoundDialog), ms=50)
    harness.clock.advance(int(DEAF * 1000) + 1)


async def test_a_whole_deal_by_keys_what_can_be_read_of_it_and_the_begin_of_the_next() -> None:
    harness = Harness(pause=600)
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.bid(pilot, "three")
        await harness.answer(pilot, "calling", "1")
        await harness.asked(pilot, "exchange")
        await pilot.press("2")
        await pilot.press("h")
        await harness.until(pilot, lambda: "Hint: take" in harness.shown("said"), ms=0)
        await harness.done(pilot, "enter")
        await harness.my_card(pilot)
        await harness.play_deal(pilot)
        await deal_over(harness, pilot)
        (result,) = harness.view.sheet
        assert result.contract == "three" and result.declarer == 0
        assert f"with {result.points} card points" in harness.shown("round")
        for item in result.items:
            assert f"{item.value:+d}" in harness.shown("round")
        for total in result.totals:
            assert f" {total}" in harness.shown("totals")
        # Twelve tricks, each with its winner, and the cards of the talon that were taken.
        assert (await harness.reviewed(pilot, ReviewScreen)).count("★") == 13
        await pilot.press("enter")
        await harness.until(pilot, lambda: harness.view.deal == 2)
        assert "You want the next deal." in harness.lines
        await harness.until(pilot, lambda: harness.app.screen is harness.app.table)
        assert "deal 2 of 12" in harness.shown("head")


async def test_a_sheet_that_is_read_for_long_stays_when_the_next_deal_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shorten(monkeypatch)
    harness = Harness(pause=5)
    async with harness.app.run_test(size=SMALL) as pilot:
        await begin_klop(harness, pilot)
        await harness.play_deal(pilot)
        await harness.until(pilot, lambda: harness.over_it(RoundDialog), ms=10)
        await pilot.press("enter", "v")
        assert harness.over_it(RoundDialog)
        await harness.until(pilot, lambda: harness.view.deal == 2)
        assert harness.over_it(RoundDialog)
        await pilot.press("enter")
        assert harness.app.screen is harness.app.table
        assert harness.shown("said") != "That is not possible at this point of the deal."


async def test_the_match_ends_after_its_deals_and_begins_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shorten(monkeypatch)
    harness = Harness(deals=1)
    async with harness.app.run_test(size=SMALL) as pilot:
        await begin_klop(harness, pilot)
        await harness.play_deal(pilot)
        await harness.until(pilot, lambda: harness.over_it(MatchDialog))
        assert "won the match" in harness.shown("result")
        harness.clock.advance(int(DEAF * 1000) + 1)
        await pilot.press("r")
        assert harness.over_it(ReviewScreen)
        await pilot.press("escape", "a")
        await harness.asked(pilot, "bidding")


async def test_everything_is_on_a_small_screen_and_can_be_played_with_the_mouse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, OWN)
    harness = Harness()
    async with harness.app.run_test(size=SMALL) as pilot:
        await pilot.press("question_mark")
        (words,) = harness.app.screen.query("#words")
        assert harness.app.screen.region.contains_region(words.region)
        assert "Any key goes back." in str(words.render())
        assert all(len(line) <= 74 for line in str(words.render()).splitlines())
        await pilot.press("x")
        await begin_klop(harness, pilot)
        assert "Your turn: lead to the first trick." in harness.shown("turn")
        board = harness.shown("board").splitlines()
        # The turn goes against the clock: the next player sits at the right.
        (sides,) = [line for line in board if "random_bot1" in line]
        assert sides.index("random_bot3") < sides.index("random_bot1")
        assert "random_bot2" in board[0] and "You" in board[-1]
        hand = harness.shown("hand").splitlines()
        # Taroks lie at the left, apart from the suits.
        assert hand[0].replace("▐", " ").replace("▌", " ").split() == (
            ["S", "20", "15", "12", "8", "3", "K", "Q", "7", "N", "K", "4"]
        )
        assert hand[1].replace("▐", " ").replace("▌", " ").split()[:2] == ["Ski", "T"]
        assert "Skis, tarok, counts 5" in harness.shown("said")
        for widget in harness.app.screen.query(
            "#head, #board, #turn, #hand, #special, #log, #keys"
        ):
            assert widget.region.height > 0
            assert harness.app.screen.region.contains_region(widget.region), widget.id
        assert not harness.app.screen.query_one("#side").display
        # The first click chooses a card, and the second plays it.
        await pilot.click(Hand, offset=(7, 1))
        assert harness.top.cursor == 1
        assert "You played T20." not in harness.lines
        await pilot.click(Hand, offset=(7, 1))
        await harness.until(pilot, lambda: "You played T20." in harness.lines)


async def test_a_large_screen_shows_points_and_the_last_trick_beside_the_table() -> None:
    harness = Harness()
    async with harness.app.run_test(size=LARGE) as pilot:
        await begin_klop(harness, pilot)
        await harness.done(pilot, "enter")
        await harness.until(pilot, lambda: bool(harness.view.tricks))
        assert "Points" in harness.shown("side")
        assert "Trick 1:" in harness.shown("side") and "of the talon" in harness.shown("side")
        assert len(harness.shown("hand").splitlines()) == 5
        for widget in harness.app.screen.query("#board, #hand, #side, #log"):
            assert harness.app.screen.region.contains_region(widget.region), widget.id


async def test_only_what_follows_is_bright_and_can_be_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, OWN, "SK S7", "S8", "S9")
    lead = StandIn({1: rather(Bid("beggar"), Play("S7")), 2: rather(Play("S8"))})
    harness = Harness(executor=lead)
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.bid(pilot, "pass")
        await harness.my_card(pilot)
        top = harness.app.top
        assert top.playable == ["SN"] and top.at_cursor == "SN"
        keys = harness.shown("hand").splitlines()[-1].split()
        assert keys == ["·1", "·2", "·3", "·4", "·5", "·6", "·7", "·8", "·9", "▲0", "·y", "·u"]
        await pilot.press("home", "enter")
        await pilot.pause()
        assert harness.shown("said") == "Skis cannot be played now: play ♠N."
        assert len(top.hand) == 12
        await harness.done(pilot, "0")
        assert any(line.startswith("You played ♠N.") for line in harness.lines)


async def test_an_open_beggars_hand_is_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, OWN, "", "C8 C9 C10 S7 S8 S9 H3 H2 H1 D4 D3 T1")
    harness = Harness(executor=StandIn({2: rather(Bid("open_beggar"), Play("D3"))}))
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.bid(pilot, "pass")
        await harness.my_card(pilot)
        await harness.done(pilot, "enter")
        await harness.until(pilot, lambda: bool(harness.view.open_hand))
        shown = harness.shown("special")
        assert shown.startswith("random_bot2, open: Pagat ♣10 ♣9 ♣8")
        assert "open beggar of random_bot2" in harness.shown("head")


async def test_what_lies_over_the_table_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, tricks=7)
    harness = Harness(pause=600)
    async with harness.app.run_test(size=SMALL) as pilot:
        await begin_klop(harness, pilot)
        await harness.play_deal(pilot)
        await deal_over(harness, pilot)
        await pilot.press("v")
        assert harness.over_it(ReviewScreen)
        paper = harness.shown("paper")
        # Seven tricks, each with its winner, and the talon's cards with the first six.
        assert paper.count("★") == 7 and paper.count("+ ") == 6
        await pilot.press("escape", "s")
        assert harness.over_it(ScoreScreen)
        assert "klop" in harness.shown("paper") and "card points" in harness.shown("below")
        await pilot.press("escape", "escape")
        assert harness.app.screen is harness.app.table
        assert "How shall it go on?" in harness.shown("choice")
        await pilot.press("w")
        assert harness.over_it(LookDialog)
        assert "Trick 7:" in harness.shown("look")
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


async def test_a_wish_to_adjourn_is_shown_and_can_be_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shorten(monkeypatch)
    harness = Harness(pause=600)
    async with harness.app.run_test(size=SMALL) as pilot:
        await begin_klop(harness, pilot)
        await harness.play_deal(pilot)
        await deal_over(harness, pilot)
        await pilot.press("d")
        await harness.until(pilot, lambda: harness.view.votes[0] == "adjourn", ms=0)
        await harness.until(pilot, lambda: harness.view.votes.count("continue") == 3)
        choice = harness.shown("choice")
        assert "random_bot1, random_bot2 and random_bot3 want the next deal." in choice
        assert "You want to adjourn." in choice
        await harness.done(pilot, "1")
        await harness.until(pilot, lambda: harness.view.deal == 2)


def game(*words: str) -> TarockApp:
    parser = Parser(prog="play")
    arguments(parser)
    asked = parser.parse_args(["tarock", "--bots", "random", "--bot-pace-ms", "0", *words])
    app = app_for(asked, TarockRules.named(asked.profile or "common"))
    assert isinstance(app, TarockApp)
    return app


@pytest.mark.parametrize("profile", ["common", "pagat", "tarok_net"])
async def test_each_profile_can_be_played(profile: str) -> None:
    app = game("--profile", profile, "--seed", "2")
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(400):
            if app.top.view is not None and app.top.view.deal:
                break
            await pilot.pause(0.005)
        await pilot.pause()
        assert f"tarock · {profile}   deal 1" in str(app.screen.query_one("#head", Static).render())
