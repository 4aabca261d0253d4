"""What a bot makes of its observation: the cards as sets, and what everybody knows."""

from __future__ import annotations

from dataclasses import dataclass

from stammtisch.bots.tarock.thumbs import Knowledge, note
from stammtisch.games.game import Observation, Seat
from stammtisch.games.tarock.cards import KINGS, NUMBERS, PACK, SUITS, Cards, mask, named
from stammtisch.games.tarock.kernel import Manner
from stammtisch.games.tarock.records import Play
from stammtisch.games.tarock.rules import TarockRules, terms_of
from stammtisch.games.tarock.table import TarockTable
from stammtisch.games.tarock.view import View


@dataclass(frozen=True, slots=True)
class Position:
    """A deal in which the seat has to play a card."""

    seat: Seat
    view: View
    manner: Manner
    know: Knowledge
    hand: Cards
    #: What may be played.
    choice: Cards
    leader: Seat
    trick: list[int]
    #: The cards that the others may hold.
    unseen: Cards


def position_from(observation: Observation) -> Position:
    view: View = observation.view
    assert view.seat is not None and view.contract is not None and view.hand is not None
    assert isinstance(observation.rules, TarockRules)
    know = known_from(view)
    hand = named(view.hand)
    own = named(view.discarded or ())
    return Position(
        seat=view.seat,
        view=view,
        manner=terms_of(observation.rules)[view.contract].manner,
        know=know,
        hand=hand,
        choice=mask([NUMBERS[one.card] for one in observation.actions if isinstance(one, Play)]),
        leader=view.seat if view.trick is None else view.trick.leader,
        trick=[] if view.trick is None else [NUMBERS[name] for name in view.trick.cards],
        unseen=PACK & ~know.gone & ~hand & ~own,
    )


def known_from(view: View) -> Knowledge:
    """What everybody knows who has seen what the view shows."""
    assert view.declarer is not None
    rest = [card for at, pile in enumerate(view.piles) if at != view.picked for card in pile]
    king = KINGS[SUITS.index(view.called)] if view.called else -1
    know = Knowledge(named((*rest, *view.shown)), [0, 0, 0, 0], view.declarer, king, 0)
    if king < 0 or know.gone >> king & 1 or view.called in _suits_in_talon(view):
        know.side = 1 << view.declarer
    for trick in (*view.tricks, *(() if view.trick is None else (view.trick,))):
        cards = [NUMBERS[name] for name in trick.cards]
        for place, card in enumerate(cards):
            seat = (trick.leader + place) & 3
            if place:
                note(know, seat, cards[0], card)
            know.gone |= 1 << card
            if card == king and not know.side:
                know.side = 1 << view.declarer | 1 << seat
        if trick.gift is not None:
            know.gone |= 1 << NUMBERS[trick.gift]
    return know


def _suits_in_talon(view: View) -> set[str]:
    """The suits of which the king lies in the talon."""
    return {card[0] for pile in view.piles for card in pile if card[1:] == "K" and card[0] != "T"}


def known_at_start(table: TarockTable) -> Knowledge:
    """What everybody knows when the first card is to be played at an imagined table."""
    open_talon = table.rest_of_talon() if table.piles else 0
    side = 0 if table.king >= 0 and table.king not in table.talon else 1 << table.declarer
    return Knowledge(open_talon, [0, 0, 0, 0], table.declarer, table.king, side)


def side_of(table: TarockTable) -> int:
    """The declarer's side at an imagined table."""
    side = 1 << table.declarer
    return side | 1 << table.partner if table.partner >= 0 else side
