"""A deal that was written down, played again.

It has `[seat, phase, action]` for each step: `bid`, `callking`, `exchange` (first `pile:i`, then
one card at a time) and `play`. Nobody announces anything in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from stammtisch.games.game import Action
from stammtisch.games.tarock import talon
from stammtisch.games.tarock.cards import LOW_CARDS, NUMBERS, TAROKS, TRULA, Cards
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import Announce, Bid, CallKing, Exchange, Play
from stammtisch.games.tarock.refusals import refusal
from stammtisch.games.tarock.rules import TarockRules


class Replay:
    """One deal; the seat of the first forehand is given."""

    def __init__(
        self, rules: TarockRules, forehand: int, hands: Sequence[Cards], cards: Sequence[int]
    ) -> None:
        carry = {"deals": 0, "dealer": (forehand + 3) % 4, "totals": [0] * 4, "radli": [0] * 4}
        # It waits after the deal, so that the cards stay on the table.
        self.match = TarockMatch(replace(rules, deals=0, pause=1), 4, carry)
        self.match.lay(hands, cards)
        #: How many choices there were before each step.
        self.counts: list[int] = []
        self._pile: int | None = None
        self._down: list[str] = []

    def step(self, seat: int, phase: str, what: str) -> None:
        match = self.match
        while match.phase == "announcing":
            match.apply(match.mover, Announce())
        if seat not in match.turn:
            raise refusal("bad_position", problem=f"it is not the turn of seat {seat!r}")
        if phase == "exchange":
            self._exchange(seat, what)
            return
        self.counts.append(len(match.actions(seat)))
        kinds: dict[str, type[Any]] = {"bid": Bid, "callking": CallKing, "play": Play}
        if phase not in kinds:
            raise refusal("bad_position", problem=f"there is no phase {phase!r}")
        # A king is called by its suit, or by its name.
        action: Action = kinds[phase](what[:1] if phase == "callking" else what)
        match.apply(seat, action)

    def _exchange(self, seat: int, what: str) -> None:
        match = self.match
        if match.phase != "exchange":
            raise refusal("wrong_phase")
        if self._pile is None:
            self.counts.append(len(match.actions(seat)))
            self._pile = int(what.removeprefix("pile:"))
            return
        if not 0 <= self._pile < len(match.piles):
            raise refusal("invalid_pick", piles=len(match.piles))
        self.counts.append(self._left_to_lay_down().bit_count())
        self._down.append(what)
        assert match.terms is not None
        if len(self._down) == match.terms.contract.pile:
            match.apply(seat, Exchange(self._pile, tuple(self._down)))

    def _left_to_lay_down(self) -> Cards:
        """What may be laid down next, one card after the other."""
        match = self.match
        assert self._pile is not None
        held = match.hands[match.declarer] | match.piles[self._pile]
        for name in self._down:
            held &= ~(1 << NUMBERS[name])
        if match.rules.free_tarok_discard:
            return talon.discardable(held, 1, free=True)
        return held & LOW_CARDS or held & TAROKS & ~TRULA


def replayed(
    rules: TarockRules,
    forehand: int,
    hands: Sequence[Cards],
    cards: Sequence[int],
    actions: Iterable[tuple[int, str, str]],
) -> dict[str, Any]:
    """What came of the deal; refused if a step is not legal, or if it does not end."""
    replay = Replay(rules, forehand, hands, cards)
    for seat, phase, what in actions:
        replay.step(seat, phase, what)
    match = replay.match
    if match.phase != "scored":
        raise refusal("bad_position", problem="the deal is not played to its end")
    (result,) = match.sheet.results()
    assert match.tricks is not None
    return {
        "contract": result.contract,
        "legal_counts": replay.counts,
        "scores": list(result.scores),
        "declarer": result.declarer,
        "partner": result.partner,
        "called": result.called,
        "tricks": list(result.tricks),
        "trick_winners": list(match.tricks.winners),
        "mond_loser": result.mond,
        "king_in_talon": match.king in match.talon,
        "points": list(result.piles),
    }
