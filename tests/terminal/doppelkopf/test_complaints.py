"""Wrong moves and complaints at a lenient table, by keys."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from stammtisch.games.doppelkopf.records import Complain, Play
from stammtisch.games.game import Action, Observation
from stammtisch.terminal.dialogs import ChoiceSheet
from tests.terminal.doppelkopf.parlour import SMALL, Parlour, StandIn, stack

OWN = "h10 cq sq dq cj hj da ca c9 sa s9 ha"
NEXT = "c10 ck cq h9"


def cheat(sight: Observation) -> Action | None:
    """Discards a heart nine on the first club, though there are clubs in the hand."""
    view = sight.view
    wrong = view.phase == "tricks" and not view.tricks and view.mover == sight.seat
    return Play("h9") if wrong and "h9" in view.hand and view.complaint is None else None


async def begin(parlour: Parlour, pilot: Pilot[str]) -> None:
    await parlour.asked(pilot, "reservation")
    await parlour.done(pilot, "enter")
    await parlour.my_card(pilot)


async def complain(parlour: Parlour, pilot: Pilot[str], whom: str, kind: str) -> None:
    await pilot.press("x")
    assert parlour.over_it(ChoiceSheet)
    await pilot.press(whom)
    await parlour.done(pilot, kind)
    parlour.clock.advance(500)
    await pilot.pause()


async def test_a_wrong_card_is_found_and_punished(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, OWN, NEXT)
    parlour = Parlour("lenient", StandIn(deeds={1: cheat}))
    async with parlour.app.run_test(size=SMALL) as pilot:
        await begin(parlour, pilot)
        parlour.app.top.point_at("ca")
        await parlour.done(pilot, "enter")
        await parlour.until(pilot, lambda: "easy_bot1 played ♥9." in parlour.lines)
        await complain(parlour, pilot, "1", "1")
        assert "You accused easy_bot1 of a wrong card." in parlour.lines
        assert "Which move of easy_bot1 was wrong?" in parlour.shown("choice")
        # What was said cannot be a wrong card.
        assert "healthy" not in parlour.shown("choice")
        assert "s left" in parlour.shown("turn")
        await parlour.done(pilot, "1")
        assert "Guilty (by the move pointed out): easy_bot1 lost 5 points." in parlour.lines
        assert parlour.view.points == (0, -5, 0, 0)


async def test_a_complaint_is_withdrawn_only_on_purpose(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, OWN, NEXT)
    parlour = Parlour("lenient")
    async with parlour.app.run_test(size=SMALL) as pilot:
        await begin(parlour, pilot)
        await complain(parlour, pilot, "2", "2")
        await pilot.press("down", "enter")
        await pilot.pause()
        assert "Choose it once more" in parlour.shown("said")
        assert parlour.view.complaint is not None
        await parlour.done(pilot, "enter")
        assert any("the complaint was withdrawn" in line for line in parlour.lines)
        assert parlour.view.points == (-5, 0, 0, 0)


async def test_a_card_that_does_not_follow_is_played_by_a_second_enter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, OWN, "c10")
    parlour = Parlour("lenient")
    async with parlour.app.run_test(size=SMALL) as pilot:
        await begin(parlour, pilot)
        parlour.app.top.point_at("c9")
        await parlour.done(pilot, "enter")
        await parlour.my_card(pilot)
        assert parlour.app.top.playable == ["ha"]
        await pilot.press("home", "enter")
        await pilot.pause()
        assert "♥10 does not follow. Once more plays it" in parlour.shown("said")
        assert len(parlour.app.top.hand) == 11
        await parlour.done(pilot, "enter")
        assert "You played ♥10." in parlour.lines


async def test_one_is_asked_to_judge_what_happened_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, OWN)
    accused: list[int] = []

    def accuse(sight: Observation) -> Action | None:
        if accused or sight.view.phase != "tricks":
            return None
        accused.append(2)
        return Complain(2, "external")

    parlour = Parlour("lenient", StandIn(["accusation_yes"], {1: accuse}))
    async with parlour.app.run_test(size=SMALL) as pilot:
        await parlour.asked(pilot, "reservation")
        await parlour.done(pilot, "enter")
        await parlour.asked(pilot, "accusation_vote")
        choice = parlour.shown("choice")
        assert "easy_bot1 accuses easy_bot2 of something outside the game." in choice
        await parlour.done(pilot, "1")
        await parlour.until(pilot, lambda: parlour.view.complaint is None)
        assert "Guilty (by the others' vote): easy_bot2 lost 5 points." in parlour.lines
