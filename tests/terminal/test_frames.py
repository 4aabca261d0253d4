"""Any stored match can be looked at, whatever its game, and whatever the host changed before it."""

from __future__ import annotations

from random import Random
from typing import Any

from stammtisch.bots.bots import Uniform
from stammtisch.requests import Act, Arrange, Configure, Leave, Ready
from stammtisch.tables.record import read_record
from stammtisch.terminal.replay import Frame, frames, look_of
from tests.tables.harness import PEOPLE, TableHarness, settings, who


def looked_at(harness: TableHarness) -> list[Frame]:
    (finished,) = harness.finished_matches
    return list(frames(read_record(harness.record(finished))))


def play(harness: TableHarness, moves: int) -> None:
    """So many moves at random, then somebody leaves and the match is over."""
    rng = Random(5)
    for _ in range(moves):
        match = harness.table.state.match
        assert match is not None
        seat = match.turn[0]
        action = Uniform().choose(match.observation(seat), rng).action
        harness.ask(who(harness.table.state.places[seat].name or ""), Act(action=action))
    harness.ask(who(PEOPLE[0]), Leave())


def seated(**how: Any) -> TableHarness:
    harness = TableHarness(settings(leaver="end", **how))
    for name in PEOPLE:
        harness.join(name)
    return harness


def test_a_game_without_pictures_is_told_in_its_own_words() -> None:
    harness = seated(game="hearts", profile="plain")
    for name in PEOPLE:
        harness.ask(who(name), Ready())
    play(harness, 10)
    shown = looked_at(harness)
    look = look_of("hearts")
    dealt = next(frame for frame in shown if frame.hands)
    assert dealt.match is not None and dealt.hands == [0, 1, 2, 3]
    hands = [look.hand(dealt.match, seat) for seat in range(4)]
    assert len(set(hands)) == 4 and all(
        hand in str(look.scene(dealt.match, PEOPLE)) for hand in hands
    )
    assert any("ada: " in sentence for frame in shown for sentence in frame.sentences)


def test_names_stay_with_their_owners_when_the_seats_are_arranged_anew() -> None:
    harness = seated(game="hearts", profile="plain")
    harness.ask(who("ada"), Arrange(order=[2, 0, 3, 1]))
    for name in PEOPLE:
        harness.ask(who(name), Ready())
    play(harness, 4)
    assert looked_at(harness)[-1].names == ["cy", "ada", "di", "bo"]


def test_a_table_that_has_grown_has_names_for_all_its_seats() -> None:
    harness = TableHarness(settings(game="mao", profile="free", seats=3, leaver="end"))
    harness.join("ada")
    harness.join("bo")
    harness.ask(who("ada"), Configure(seats=4))
    harness.join("cy")
    harness.join("di")
    assert harness.table.state.running
    harness.ask(who("ada"), Leave())
    assert looked_at(harness)[-1].names == ["ada", "bo", "cy", "di"]
