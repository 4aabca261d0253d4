"""What the terminal believes is what the match shows: checked through whole matches."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.game import Action, Deal, Event, Gone, Timeout
from stammtisch.games.mao.match import MAO
from stammtisch.games.mao.records import (
    Move,
    Moved,
    RoundOver,
    RoundStarted,
    RuleWritten,
    Spot,
    Talk,
    Talked,
    View,
    WriteRule,
)
from stammtisch.protocols.table import messages as wire
from stammtisch.tables.encoding import to_plain
from stammtisch.terminal.mao.hand import t
from stammtisch.terminal.mao.tabletop import MaoTop
from tests.properties import tried
from tests.terminal.card_harness import NAMES, table_message, told

SAYINGS = ("last card", "have a nice day", "hearts", "point of order", "end of point of order")
RULES = ('WHEN king THEN say "meow"', "WHEN two THEN next player draws 2 cards", "Hats off.")


def seated(
    seat: int | None, profile: str = "chaired", view: View | None = None, **options: Any
) -> wire.Table:
    shown = None if view is None else to_plain(view)
    return table_message("mao", profile, options, seat, view=shown)


class Wanderer:
    """Does what is legal at random, mostly what leads somewhere, and lets time pass."""

    def __init__(self, profile: str, rng: Random) -> None:
        self.match = MAO.new(MAO.rules.named(profile, {"rounds": 3}), len(NAMES))
        self.rng = rng
        self.now = 0
        self.deals = 0

    def step(self) -> list[Event]:
        """One step of a table: a new round is dealt at once."""
        events = [] if self.match.awaits_deal else self._move()
        if self.match.awaits_deal:
            self.deals += 1
            events += self.match.apply(None, Deal(b"%d" % self.deals), self.now)
        return events

    def _move(self) -> list[Event]:
        match, rng = self.match, self.rng
        later = self.now + rng.choice((0, 10, 700, 4000, 20_000))
        if match.deadline is not None and match.deadline <= later:
            self.now = max(self.now, match.deadline)
            return match.apply(None, Timeout(), self.now)
        self.now = later
        there = match.view(None).present
        present = [seat for seat in range(match.seats) if there[seat]]
        if rng.random() < 0.01:
            return match.apply(None, Gone(rng.choice(present)), self.now)
        seat = rng.choice(match.turn if match.turn and rng.random() < 0.8 else present)
        return match.apply(seat, self._action(seat), self.now)

    def _action(self, seat: int) -> Action:
        rng, legal = self.rng, self.match.actions(seat)
        # Hands must become small now and then, or nobody ever wins.
        if any(isinstance(one, Move) for one in legal) and rng.random() < 0.6:
            hand = self.match.view(seat).counts[seat]
            return Move(Spot("hand", rng.randrange(hand)), Spot("pile")) if hand else legal[0]
        chosen = rng.choice(legal)
        if isinstance(chosen, Talk):
            return Talk(rng.choice(SAYINGS))
        return WriteRule(rng.choice(RULES)) if isinstance(chosen, WriteRule) else chosen


@tried(40)
@given(
    st.sampled_from([0, 1, 2, 3, None]),
    st.sampled_from(["free", "chaired", "school"]),
    st.integers(0, 2**32),
)
def test_what_is_shown_is_the_view_through_whole_matches(
    seat: int | None, profile: str, luck: int
) -> None:
    wanderer = Wanderer(profile, Random(luck))
    top = MaoTop()
    top.hear(seated(seat, profile, rounds=3))
    for _ in range(250):
        events = wanderer.step()
        told(top, wanderer.match, events, wanderer.now)
        assert top.view is not None and top.view == wanderer.match.view(seat)
        assert list(top.view.hand or ()) == top.fan.cards
        moves = [event for event in events if isinstance(event, Moved)]
        if moves == events and len(moves) == 1 and "into the pile" in top.lines[-1]:
            assert moves[0].target.index != len(top.view.pile) - 1
        if wanderer.match.outcome is not None:
            assert top.finale is not None
            break


@pytest.mark.parametrize(("profile", "words"), [("school", "a rule"), ("chaired", "a secret rule")])
def test_a_rule_that_is_read_out_is_not_called_secret(profile: str, words: str) -> None:
    match = MAO.new(MAO.rules.named(profile), len(NAMES))
    top = MaoTop()
    top.hear(seated(0, profile))
    told(top, match, match.apply(None, Deal(b"seed")))
    told(top, match, [RuleWritten(1, RULES[0]), Talked(None, f"New rule: {RULES[0]}")], 0)
    assert top.lines[-2] == f"Bo wrote {words}."


@pytest.mark.parametrize("written", [True, False])
def test_a_round_that_begins_without_a_rule_of_its_winner_is_told_so(written: bool) -> None:
    match = MAO.new(MAO.rules.named("chaired"), len(NAMES))
    top = MaoTop()
    top.hear(seated(0))
    events = match.apply(None, Deal(b"seed"))
    told(top, match, events, 0)
    started = next(event for event in events if isinstance(event, RoundStarted))
    top.happen(RoundOver(1, (0, 1, 0, 0), 60_000))
    if written:
        top.happen(RuleWritten(1, None))
    top.happen(replace(started, round=2))
    assert written is not (t("no_rule_written", who="Bo") in top.lines)
