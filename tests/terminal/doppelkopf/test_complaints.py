"""Wrong moves and complaints at a lenient table, by keys."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from stammtisch.games.doppelkopf.records import Complain, Play
from stammtisch.games.game import Action, Observation
from stammtisch.terminal.dialogs import ChoiceDialog
from tests.terminal.doppelkopf.harness import SMALL, Harness, StandIn, stack

OWN = "h10 cq sq dq cj hj da ca c9 sa s9 ha"
NEXT = "c10 ck cq h9"


def cheat(observation: Observation) -> Action | None:
    """Discards a heart nine on the first club, though there are clubs in the hand."""
    view = observation.view
    wrong = view.phase == "tricks" and not view.tricks and view.mover == observation.seat
    return Play("h9") if wrong and "h9" in view.hand and view.complaint is None else None


async def begin(harness: Harness, pilot: Pilot[str]) -> None:
    await harness.asked(pilot, "reservation")
    await harness.done(pilot, "enter")
    await harness.my_card(pilot)


async def complain(harness: Harness, pilot: Pilot[str], whom: str, kind: str) -> None:
    await pilot.press("x")
    assert harness.over_it(ChoiceDialog)
    await pilot.press(whom)
    await harness.done(pilot, kind)
    harness.clock.advance(500)
    await pilot.pause()


async def test_a_wrong_card_is_found_and_punished(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, OWN, NEXT)
    harness = Harness("lenient", StandIn(deeds={1: cheat}))
    async with harness.app.run_test(size=SMALL) as pilot:
        await begin(harness, pilot)
        harness.app.top.point_at("ca")
        await harness.done(pilot, "enter")
        await harness.until(pilot, lambda: "easy_bot1 played ♥9." in harness.lines)
        await complain(harness, pilot, "1", "1")
        assert "You accused easy_bot1 of a wrong card." in harness.lines
        assert "Which move of easy_bot1 was wrong?" in harness.shown("choice")
        # What was said cannot be a wrong card.
        assert "healthy" not in harness.shown("choice")
        assert "s left" in harness.shown("turn")
        await harness.done(pilot, "1")
        assert "Guilty (by the move pointed out): easy_bot1 lost 5 points." in harness.lines
        assert harness.view.points == (0, -5, 0, 0)


async def test_a_complaint_is_withdrawn_only_on_purpose(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, OWN, NEXT)
    harness = Harness("lenient")
    async with harness.app.run_test(size=SMALL) as pilot:
        await begin(harness, pilot)
        await complain(harness, pilot, "2", "2")
        await pilot.press("down", "enter")
        await pilot.pause()
        assert "Choose it once more" in harness.shown("said")
        assert harness.view.complaint is not None
        await harness.done(pilot, "enter")
        assert any("the complaint was withdrawn" in line for line in harness.lines)
        assert harness.view.points == (-5, 0, 0, 0)


async def test_a_card_that_does_not_follow_is_played_by_a_second_enter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, OWN, "c10")
    harness = Harness("lenient")
    async with harness.app.run_test(size=SMALL) as pilot:
        await begin(harness, pilot)
        harness.app.top.point_at("c9")
        await harness.done(pilot, "enter")
        await harness.my_card(pilot)
        assert harness.app.top.playable == ["ha"]
        await pilot.press("home", "enter")
        await pilot.pause()
        assert "♥10 does not follow. Once more plays it" in harness.shown("said")
        assert len(harness.app.top.hand) == 11
        await harness.done(pilot, "enter")
        assert "You played ♥10." in harness.lines


async def test_one_is_asked_to_judge_what_happened_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, OWN)
    accused: list[int] = []

    def accuse(observation: Observation) -> Action | None:
        if accused or observation.view.phase != "tricks":
            return None
        accused.append(2)
        return Complain(2, "external")

    harness = Harness("lenient", StandIn(["accusation_yes"], {1: accuse}))
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.asked(pilot, "reservation")
        await harness.done(pilot, "enter")
        await harness.asked(pilot, "accusation_vote")
        choice = harness.shown("choice")
        assert "easy_bot1 accuses easy_bot2 of something outside the game." in choice
        await harness.done(pilot, "1")
        await harness.until(pilot, lambda: harness.view.complaint is None)
        assert "Guilty (by the others' vote): easy_bot2 lost 5 points." in harness.lines
