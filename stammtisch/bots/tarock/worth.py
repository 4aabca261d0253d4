"""What the end of an imagined deal is worth to a seat."""

from __future__ import annotations

from stammtisch.games.game import Seat
from stammtisch.games.tarock.kernel import points_of, side_pile
from stammtisch.games.tarock.table import TarockTable

#: Game points for a card point: of two ways that are worth the same, the safer one.
A_POINT = 0.05


def worth_to(table: TarockTable, seat: Seat) -> float:
    """The seat's points, less what the others have on average: only who declares scores, so the
    others can but take from that."""
    scores = table.scored().seats
    return scores[seat] - (sum(scores) - scores[seat]) / 3 + A_POINT * _card_points(table, seat)


def _card_points(table: TarockTable, seat: Seat) -> float:
    assert table.tricks is not None and table.terms is not None
    if table.terms.contract.name == "klop":
        return -points_of(table.tricks.piles[seat])
    side = 1 << table.declarer
    if table.partner >= 0:
        side |= 1 << table.partner
    own = points_of(side_pile(table.tricks, side))
    if table.terms.contract.negative:
        return 0.0
    return own if side >> seat & 1 else -own
