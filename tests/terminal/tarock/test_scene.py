"""A deal as it is looked at afterwards."""

from __future__ import annotations

from stammtisch.games.tarock.records import CallKing, CardPlayed
from stammtisch.terminal.replay import look_of
from stammtisch.terminal.tarock.presenter import LOOK, hand, scene
from tests.games.tarock.playing import bid, dealt, play

NAMES = ("Ada", "Bo", "Cy", "Di")
OWN = "TS T20 T15 T12 T8 T3 CK CQ C7 SN HK H4"


def test_all_hands_the_talon_and_the_trick_on_the_table_are_shown() -> None:
    match = dealt([OWN, "DK"], "T21 SK D4 D3 H1 H2")
    bid(match, "pass", "pass", "pass", "three")
    match.apply(0, CallKing("D"))
    match.apply(0, match.actions(0)[0])
    events = play(match, "HK")
    lines = scene(match, NAMES).plain.splitlines()
    assert "Skis Mond T20 T15 T12 T8 T3 ♣K ♠K" in lines[0] and lines[0].endswith("→ ♥K")
    assert lines[1].strip() == "declarer, 0 tricks, 0 points"
    assert lines[2].startswith("▶ Bo") and lines[3].strip().startswith("partner")
    assert "deal 1, three, ♦K called" in scene(match, NAMES).plain
    assert "talon Mond ♠K ♦4 ♦3 ♥1 ♥2" in scene(match, NAMES).plain
    assert hand(match, 0).startswith("Skis Mond T20")
    (played,) = [event for event in events if isinstance(event, CardPlayed)]
    assert LOOK.sentence(match, played, lambda seat: NAMES[seat]) == "Ada played ♥K."


def test_replays_show_tarock_as_the_game_says() -> None:
    assert look_of("tarock") is LOOK
