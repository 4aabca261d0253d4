"""A round as it is looked at afterwards."""

from __future__ import annotations

from stammtisch.games.doppelkopf.records import CardPlayed
from stammtisch.terminal.doppelkopf.presenter import LOOK, hand, scene
from tests.games.doppelkopf.playing import dealt, healthy, play

NAMES = ("Ada", "Bo", "Cy", "Di")
OWN = "h10 cq sq dq cj hj da ca c9 sa s9 ha"


def test_all_hands_and_the_trick_on_the_table_are_shown() -> None:
    match = dealt([OWN])
    healthy(match)
    events = play(match, "sa")
    lines = scene(match, NAMES).plain.splitlines()
    assert "♥10 ♣Q ♠Q ♦Q ♣J ♥J ♦A ♣A ♣9 ♠9 ♥A → ♠A" in lines[0]
    assert lines[2].startswith("▶ Bo")
    assert "re, 0 tricks, 0 eyes, 0 points" in lines[1]
    assert "round 1, normal game" in lines[-1]
    assert hand(match, 0) == "♥10 ♣Q ♠Q ♦Q ♣J ♥J ♦A ♣A ♣9 ♠9 ♥A"
    (played,) = [event for event in events if isinstance(event, CardPlayed)]
    assert LOOK.sentence(match, played, lambda seat: NAMES[seat]) == "Ada played ♠A."
