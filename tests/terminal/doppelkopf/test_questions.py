"""Everything that one is asked before the first trick, answered with keys."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from stammtisch.games.doppelkopf.records import Say
from stammtisch.games.game import Action, Observation
from tests.terminal.doppelkopf.parlour import SMALL, Parlour, StandIn, stack

POOR = "cq dj ca c10 ck c9 s10 sk s9 s9 hk hk"
BRIDE = "cq cq sq dq sj dj dj c10 s10 hk h9 h9"
#: Of these nobody has anything to reserve.
RICH = "h10 cq sq dq cj hj da ca c9 sa s9 ha"


async def reserve(parlour: Parlour, pilot: Pilot[str]) -> None:
    await parlour.asked(pilot, "reservation")
    assert "Do you have a reservation?" in parlour.shown("choice")
    await parlour.done(pilot, "2")


async def test_a_question_listens_after_a_moment_and_a_solo_sorts_the_hand_by_its_trumps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, RICH)
    parlour = Parlour()
    async with parlour.app.run_test(size=SMALL) as pilot:
        # A question does not listen at once.
        await parlour.until(pilot, lambda: parlour.app.top.question is not None)
        await pilot.press("enter")
        await pilot.pause()
        assert parlour.app.top.question is not None
        assert not parlour.view.said
        # The hand stays in sight, and its keys rest.
        await parlour.asked(pilot, "reservation")
        assert "healthy" in parlour.shown("choice")
        hand = parlour.shown("hand").splitlines()
        assert "10" in hand[0] and "♥" in hand[1]
        assert hand[2].split() == ["▲"]
        await reserve(parlour, pilot)
        await parlour.asked(pilot, "solo")
        assert "1  queen solo" in parlour.shown("choice")
        await pilot.press("down", "up")
        await parlour.done(pilot, "enter")
        await parlour.my_card(pilot)
        assert parlour.view.game == "solo_queen"
        assert "your queen solo" in parlour.shown("head")
        top = parlour.app.top
        assert [top.hand[place] for place in top.groups(top.hand)[0]] == ["cq", "sq", "dq"]


async def test_a_poverty_is_given_away_with_all_trumps(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, POOR)
    parlour = Parlour(executor=StandIn(["poverty_accept"]), poverty="circulate", solos=())
    async with parlour.app.run_test(size=SMALL) as pilot:
        await reserve(parlour, pilot)
        await parlour.asked(pilot, "poverty")
        await parlour.done(pilot, "1")
        await parlour.asked(pilot, "poverty_trump_choice")
        # The trumps are marked already, the third card is one's own choice.
        assert parlour.app.top.chosen == ("cq", "dj")
        await pilot.press("enter")
        await pilot.pause()
        assert "you have marked 2" in parlour.shown("said")
        await pilot.press("end", "space")
        assert "Marked: ♣Q ♦J ♥K" in parlour.shown("choice")
        await parlour.done(pilot, "enter")
        assert "You put ♣Q ♦J ♥K into the middle." in parlour.lines
        await parlour.my_card(pilot)
        assert parlour.view.game == "poverty"
        assert "went back to you" in parlour.on_table("side")


async def test_a_poverty_is_taken_and_three_cards_go_back(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, RICH, "", "", "hq dj ca c10 c10 ck c9 s10 sk sk hk hk")
    words = ["reservation_yes", "poverty_yes"]
    poor = {3: lambda sight: _first_of(sight, words)}
    parlour = Parlour(executor=StandIn(deeds=poor), poverty="circulate", solos=())
    async with parlour.app.run_test(size=SMALL) as pilot:
        await parlour.asked(pilot, "reservation")
        await parlour.done(pilot, "1")
        await parlour.asked(pilot, "poverty_accept")
        assert "easy_bot3 would give ♥Q ♦J" in parlour.shown("choice")
        await parlour.done(pilot, "1")
        await parlour.asked(pilot, "poverty_return_choice")
        assert len(parlour.app.top.hand) == 15
        for line in parlour.shown("hand").splitlines():
            assert len(line) <= SMALL[0]
        await pilot.press("end", "space", "left", "space", "left", "space")
        await parlour.done(pilot, "enter")
        await parlour.asked(pilot, "poverty_return_trumps")
        await parlour.done(pilot, "enter")
        await parlour.my_card(pilot)
        assert parlour.view.party == "re"
        assert "0 trumps went back to easy_bot3" in parlour.on_table("side")


def _first_of(sight: Observation, words: list[str]) -> Action | None:
    return next((Say(word) for word in words if Say(word) in sight.actions), None)


async def test_a_wedding_with_a_wish_finds_its_partner(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, BRIDE)
    parlour = Parlour(wedding="wish_trick", solos=())
    async with parlour.app.run_test(size=SMALL) as pilot:
        await reserve(parlour, pilot)
        await parlour.asked(pilot, "wedding")
        await parlour.done(pilot, "1")
        await parlour.asked(pilot, "wedding_clarification_trick")
        assert "2  a trump trick" in parlour.shown("choice")
        await parlour.done(pilot, "2")
        await parlour.my_card(pilot)
        assert "a trump trick finds a partner for you" in parlour.shown("special")
        parlour.app.top.point_at("dj")
        await parlour.done(pilot, "enter")
        await parlour.until(pilot, lambda: len(parlour.view.tricks) == 1)
        settled = parlour.view.wedding
        assert settled is not None and settled.partner is not None
        assert any(line.endswith("married you with trick 1.") for line in parlour.lines)
        assert "finds a partner" not in parlour.shown("special")


async def test_a_bad_hand_is_thrown_away_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "c9 c9 s9 s9 h9 h9 d9 d9 ck ck sk sk")
    parlour = Parlour(throw="throw", throw_cases=["5_9"], solos=())
    async with parlour.app.run_test(size=SMALL) as pilot:
        await parlour.asked(pilot, "reservation")
        assert "throw away" in parlour.shown("special")
        await pilot.press("c")
        await parlour.done(pilot, "enter")
        assert parlour.view.sheet[-1].void
        assert any("dealt again" in line for line in parlour.lines)


async def test_pigs_are_announced_as_a_reservation(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "da da h10 cq sq dq cj hj ca c9 sa ha")
    parlour = Parlour(pigs="two_reservation", solos=())
    async with parlour.app.run_test(size=SMALL) as pilot:
        await reserve(parlour, pilot)
        await parlour.asked(pilot, "pigs")
        assert "Do you announce your foxes as pigs?" in parlour.shown("choice")
        await parlour.done(pilot, "1")
        await parlour.asked(pilot, "wedding")
        await parlour.done(pilot, "1")
        await parlour.my_card(pilot)
        assert "pigs!" in parlour.shown("board")


async def test_pigs_are_called_when_one_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, "da da h10 cq sq dq cj hj ca c9 sa ha")
    parlour = Parlour(pigs="one_first", solos=())
    async with parlour.app.run_test(size=SMALL) as pilot:
        await parlour.asked(pilot, "reservation")
        await parlour.done(pilot, "enter")
        await parlour.my_card(pilot)
        await pilot.press("c")
        labels = [option.label for option in parlour.app.screen.choice.options]  # type: ignore[attr-defined]
        await parlour.done(pilot, "1234567890yuiop"[labels.index("pigs")])
        assert "you have called pigs, play one now" in parlour.shown("turn")
        assert parlour.app.top.at_cursor == "da"
        await parlour.done(pilot, "enter")
        assert "You played ♦A as a pig." in parlour.lines
