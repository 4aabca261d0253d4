"""Everything that one decides before the first trick, with keys."""

from __future__ import annotations

import pytest

from stammtisch.games.game import Observation
from stammtisch.games.tarock.records import Announce, Bid, CallKing
from tests.terminal.tarock.harness import SMALL, Harness, StandIn, rather, stack

OWN = "TS T20 T15 T12 T8 T3 CK CQ C7 SN HK H4"
TALON = "T21 SK D4 D3 H1 H2"


async def test_the_auction_is_shown_listens_after_a_moment_and_a_hint_goes_to_its_bid() -> None:
    harness = Harness(executor=StandIn({2: rather(Bid("two")), 0: rather(Bid("one"))}))
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.until(pilot, lambda: harness.app.top.my_turn)
        bids = harness.view.bids
        await pilot.press("enter")
        await pilot.pause()
        assert harness.view.bids == bids
        await harness.asked(pilot, "bidding")
        choice = harness.shown("choice")
        assert "What do you bid? You are forehand." in choice
        assert "random_bot1 pass, random_bot2 two, random_bot3 pass." in choice
        assert "two, 20: with a king, 2 cards" in choice and "klop" not in choice
        # The keys are for the bids, not for the hand.
        assert harness.shown("hand").splitlines()[-1].split() == ["▲"]
        await pilot.press("h")
        await harness.until(pilot, lambda: "Hint" in harness.shown("said"), ms=0)
        assert harness.shown("said") == "Hint: bid one. As the test wants it."
        await harness.done(pilot, "enter")
        assert "You bid one." in harness.lines


async def test_king_talon_and_cards_to_lay_down(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, OWN, "DK", talon=TALON)
    harness = Harness()
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.bid(pilot, "three")
        await harness.asked(pilot, "calling")
        assert "♣K clubs: your own, you would play alone" in harness.shown("choice")
        await harness.done(pilot, "2")
        await harness.asked(pilot, "exchange")
        choice = harness.shown("choice")
        assert "♠K lies in the talon: you play alone." in choice
        assert "1  Mond ♠K ♦4 (the called king)" in choice
        await pilot.press("2")
        assert "Lay 3 cards down for ♦3 ♥1 ♥2." in harness.shown("choice")
        await pilot.press("escape", "1")
        top = harness.app.top
        assert len(top.hand) == 15 and top.hand[:2] == ("TS", "T21")
        assert all(len(line) <= SMALL[0] for line in harness.shown("hand").splitlines())
        await pilot.press("1")
        assert harness.shown("said") == (
            "Skis cannot be laid down: Pagat, Mond and Skis never are."
        )
        await pilot.press("enter")
        assert harness.shown("said") == "3 cards must be marked; you have marked none."
        for card in ("CQ", "C7", "D4"):
            top.point_at(card)
            await pilot.press("space")
        assert "Marked: ♣Q ♣7 ♦4" in harness.shown("choice")
        await harness.done(pilot, "enter")
        assert "You took ♠K ♦4 Mond and laid down ♣7 ♣Q ♦4." in harness.lines
        assert harness.view.discarded == ("C7", "CQ", "D4")
        await harness.my_card(pilot)
        assert "♠K called, you play alone" in harness.shown("special")
        assert "You  declarer" in harness.shown("board")


async def test_low_cards_that_must_go_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    own = "TS T20 T19 T18 T17 T15 T12 T8 T3 CK HK C7"
    stack(monkeypatch, own, talon="T21 T16 D4 D3 H1 H2")
    harness = Harness()
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.bid(pilot, "solo three")
        await harness.asked(pilot, "exchange")
        await pilot.press("1")
        assert harness.app.top.chosen == ("C7", "D4")


async def test_bonuses_are_marked_and_said_together(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, OWN, talon=TALON)
    harness = Harness()
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.bid(pilot, "solo three")
        await harness.asked(pilot, "exchange")
        await pilot.press("1", "h")
        await harness.until(pilot, lambda: "Hint" in harness.shown("said"), ms=0)
        await harness.done(pilot, "enter")
        await harness.asked(pilot, "announcing")
        assert "1  say: nothing" in harness.shown("choice")
        await pilot.press("2", "down", "down", "space")
        assert "✓ trula" in harness.shown("choice") and "✓ kings" in harness.shown("choice")
        assert "1  say: trula, kings" in harness.shown("choice")
        await harness.done(pilot, "1")
        assert "You said trula and kings." in harness.lines
        await harness.my_card(pilot)
        assert "You: trula · You: kings" in harness.shown("special")
        assert "trula! kings!" in harness.shown("board")


async def test_who_holds_the_called_king_is_told_to_be_the_partner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, OWN, "", "DK")

    def declares(observation: Observation) -> Announce | Bid | CallKing | None:
        if observation.view.phase == "announcing" and not observation.view.said:
            return Announce(("trula",))
        return rather(Bid("two"), CallKing("H"))(observation)  # type: ignore[return-value]

    harness = Harness(executor=StandIn({2: declares}))
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.bid(pilot, "pass")
        await harness.asked(pilot, "announcing")
        # You hold the called king.
        assert "you are the partner" in harness.shown("head")
        assert "♥K called, random_bot2 with you" in harness.shown("special")
        assert "So far: random_bot2 trula" in harness.shown("choice")
        assert "kontra" not in harness.shown("choice")


async def test_an_opponent_says_kontra(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, OWN, "DK")

    def declares(observation: Observation) -> Announce | Bid | CallKing | None:
        if observation.view.phase == "announcing" and not observation.view.said:
            return Announce(("trula",))
        return rather(Bid("two"), CallKing("D"))(observation)  # type: ignore[return-value]

    harness = Harness(executor=StandIn({2: declares}))
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.bid(pilot, "pass")
        await harness.asked(pilot, "announcing")
        assert "♦K called, partner unknown" in harness.shown("special")
        choice = harness.app.table.choice
        assert choice is not None
        labels = [option.label for option in choice.options]
        for wanted in ("· kontra to the game", "· kontra to trula"):
            await pilot.press("1234567890yuiop"[labels.index(wanted)])
        # The cursor is at what is to be said.
        await harness.done(pilot, "enter")
        assert "You said kontra to the game and kontra to trula." in harness.lines
        await harness.my_card(pilot)
        assert harness.view.game_factor == 2
        assert "kontra to the game ×2 · random_bot2: trula ×2" in harness.shown("special")


async def test_a_hand_without_taroks_is_thrown_in(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "CK CQ CN CJ SK SQ SN SJ HK HQ DK DQ")
    harness = Harness(profile="pagat")
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.asked(pilot, "bidding")
        choice = harness.app.table.choice
        assert choice is not None
        labels = [option.label for option in choice.options]
        at = labels.index("no tarok: a new deal, please")
        await harness.done(pilot, "1234567890yuiop"[at])
        told = "You asked for a new deal, without a tarok: ♣J ♣N"
        assert any(line.startswith(told) for line in harness.lines)
        await harness.until(pilot, lambda: sum("forehand" in line for line in harness.lines) == 2)
