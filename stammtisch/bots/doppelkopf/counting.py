"""Calls by counting: what the hand was worth at the start, and what the own side has won since."""

from __future__ import annotations

from stammtisch.bots.bot import Decision
from stammtisch.bots.doppelkopf.hands import strength_of
from stammtisch.bots.doppelkopf.position import Position
from stammtisch.games.doppelkopf.calls import least_cards
from stammtisch.games.doppelkopf.kernel import eyes_of
from stammtisch.games.doppelkopf.records import Say
from stammtisch.games.doppelkopf.words import CALLS, DENIALS
from stammtisch.games.game import Sight

#: The strength that each call needs with a partner, and alone; each eye that the own side has won
#: above its share, as far as it is known, counts a little.
NEEDED = {"re": 5.0, "kontra": 8.0, "no90": 8.5, "no60": 10.5, "no30": 12.5, "black": 14.0}
ALONE = 2.5
AN_EYE = 0.04


def last_chance(sight: Sight, position: Position) -> Say | None:
    """The call that must be made before the next card, or not at all."""
    calls = [one for one in sight.actions if isinstance(one, Say) and one.word in CALLS]
    if not calls:
        return None
    table, call = position.table, calls[0]
    limit = least_cards(call.word, table.size, table.settled)
    return call if position.hand.bit_count() <= limit else None


def call_by_counting(sight: Sight, position: Position) -> Decision | None:
    call = last_chance(sight, position)
    if call is None or position.tables.ducking:
        return None
    table = position.table
    worth = strength_of(position.order, table.start[position.seat], table.rules.deck)
    own = position.friends | 1 << position.seat
    won = sum(table.eyes[seat] for seat in range(4) if own >> seat & 1)
    worth += AN_EYE * (won - eyes_of(position.gone) / 2)
    needed = NEEDED[call.word] + (ALONE if position.alone else 0.0)
    if worth < needed:
        return None
    if call.word in DENIALS:
        return Decision(call, "It goes so well that more can be promised.")
    return Decision(call, "The hand is strong enough to say so.")
