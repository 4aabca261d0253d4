"""Everything that one is asked before the first trick, answered with keys."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from stammtisch.games.doppelkopf.records import Say
from stammtisch.games.game import Action, Observation
from tests.terminal.doppelkopf.harness import SMALL, Harness, StandIn, stack

POOR = "cq dj ca c10 ck c9 s10 sk s9 s9 hk hk"
BRIDE = "cq cq sq dq sj dj dj c10 s10 hk h9 h9"
#: Of these nobody has anything to reserve.
RICH = "h10 cq sq dq cj hj da ca c9 sa s9 ha"


async def reserve(harness: Harness, pilot: Pilot[str]) -> None:
    await harness.asked(pilot, "reservation")
    assert "Do you have a reservation?" in harness.shown("choice")
    await harness.done(pilot, "2")


async def test_a_question_listens_after_a_moment_and_a_solo_sorts_the_hand_by_its_trumps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, RICH)
    harness = Harness()
    async with harness.app.run_test(size=SMALL) as pilot:
        # A question does not listen at once.
        await harness.until(pilot, lambda: harness.app.top.question is not None)
        await pilot.press("enter")
        await pilot.pause()
        assert harness.app.top.question is not None
        assert not harness.view.said
        # The hand stays in sight, and its keys rest.
        await harness.asked(pilot, "reservation")
        assert "healthy" in harness.shown("choice")
        hand = harness.shown("hand").splitlines()
        assert "10" in hand[0] and "♥" in hand[1]
        assert hand[2].split() == ["▲"]
        await reserve(harness, pilot)
        await harness.asked(pilot, "solo")
        assert "1  queen solo" in harness.shown("choice")
        await pilot.press("down", "up")
        await harness.done(pilot, "enter")
        await harness.my_card(pilot)
        assert harness.view.game == "solo_queen"
        assert "your queen solo" in harness.shown("head")
        top = harness.app.top
        assert [top.hand[place] for place in top.groups(top.hand)[0]] == ["cq", "sq", "dq"]


async def test_a_poverty_is_given_away_with_all_trumps(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, POOR)
    harness = Harness(executor=StandIn(["poverty_accept"]), poverty="circulate", solos=())
    async with harness.app.run_test(size=SMALL) as pilot:
        await reserve(harness, pilot)
        await harness.asked(pilot, "poverty")
        await harness.done(pilot, "1")
        await harness.asked(pilot, "poverty_trump_choice")
        # The trumps are marked already, the third card is one's own choice.
        assert harness.app.top.chosen == ("cq", "dj")
        await pilot.press("enter")
        await pilot.pause()
        assert "you have marked 2" in harness.shown("said")
        await pilot.press("end", "space")
        assert "Marked: ♣Q ♦J ♥K" in harness.shown("choice")
        await harness.done(pilot, "enter")
        assert "You put ♣Q ♦J ♥K into the middle." in harness.lines
        await harness.my_card(pilot)
        assert harness.view.game == "poverty"
        assert "went back to you" in harness.on_table("side")


async def test_a_poverty_is_taken_and_three_cards_go_back(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, RICH, "", "", "hq dj ca c10 c10 ck c9 s10 sk sk hk hk")
    words = ["reservation_yes", "poverty_yes"]
    poor = {3: lambda observation: _first_of(observation, words)}
    harness = Harness(executor=StandIn(deeds=poor), poverty="circulate", solos=())
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.asked(pilot, "reservation")
        await harness.done(pilot, "1")
        await harness.asked(pilot, "poverty_accept")
        assert "easy_bot3 would give ♥Q ♦J" in harness.shown("choice")
        await harness.done(pilot, "1")
        await harness.asked(pilot, "poverty_return_choice")
        assert len(harness.app.top.hand) == 15
        for line in harness.shown("hand").splitlines():
            assert len(line) <= SMALL[0]
        await pilot.press("end", "space", "left", "space", "left", "space")
        await harness.done(pilot, "enter")
        await harness.asked(pilot, "poverty_return_trumps")
        await harness.done(pilot, "enter")
        await harness.my_card(pilot)
        assert harness.view.party == "re"
        assert "0 trumps went back to easy_bot3" in harness.on_table("side")


def _first_of(observation: Observation, words: list[str]) -> Action | None:
    return next((Say(word) for word in words if Say(word) in observation.actions), None)


async def test_a_wedding_with_a_wish_finds_its_partner(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, BRIDE)
    harness = Harness(wedding="wish_trick", solos=())
    async with harness.app.run_test(size=SMALL) as pilot:
        await reserve(harness, pilot)
        await harness.asked(pilot, "wedding")
        await harness.done(pilot, "1")
        await harness.asked(pilot, "wedding_clarification_trick")
        assert "2  a trump trick" in harness.shown("choice")
        await harness.done(pilot, "2")
        await harness.my_card(pilot)
        assert "a trump trick finds a partner for you" in harness.shown("special")
        harness.app.top.point_at("dj")
        await harness.done(pilot, "enter")
        await harness.until(pilot, lambda: len(harness.view.tricks) == 1)
        settled = harness.view.wedding
        assert settled is not None and settled.partner is not None
        assert any(line.endswith("married you with trick 1.") for line in harness.lines)
        assert "finds a partner" not in harness.shown("special")


async def test_a_bad_hand_is_thrown_away_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "c9 c9 s9 s9 h9 h9 d9 d9 ck ck sk sk")
    harness = Harness(throw="throw", throw_cases=["5_9"], solos=())
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.asked(pilot, "reservation")
        assert "throw away" in harness.shown("special")
        await pilot.press("c")
        await harness.done(pilot, "enter")
        assert harness.view.sheet[-1].void
        assert any("dealt again" in line for line in harness.lines)


async def test_pigs_are_announced_as_a_reservation(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "da da h10 cq sq dq cj hj ca c9 sa ha")
    harness = Harness(pigs="two_reservation", solos=())
    async with harness.app.run_test(size=SMALL) as pilot:
        await reserve(harness, pilot)
        await harness.asked(pilot, "pigs")
        assert "Do you announce your foxes as pigs?" in harness.shown("choice")
        await harness.done(pilot, "1")
        await harness.asked(pilot, "wedding")
        await harness.done(pilot, "1")
        await harness.my_card(pilot)
        assert "pigs!" in harness.shown("board")


async def test_pigs_are_called_when_one_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "da da h10 cq sq dq cj hj ca c9 sa ha")
    harness = Harness(pigs="one_first", solos=())
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.asked(pilot, "reservation")
        await harness.done(pilot, "enter")
        await harness.my_card(pilot)
        await pilot.press("c")
        labels = [option.label for option in harness.app.screen.choice.options]  # type: ignore[attr-defined]
        await harness.done(pilot, "1234567890yuiop"[labels.index("pigs")])
        assert "you have called pigs, play one now" in harness.shown("turn")
        assert harness.app.top.at_cursor == "da"
        await harness.done(pilot, "enter")
        assert "You played ♦A as a pig." in harness.lines
