"""A wedding: who wins the clarifying trick plays with the bride.

It must be one of the first three tricks, won by another than the bride and of the kind that she
wished for. If there is none she plays alone, a diamond solo in all but name.
"""

from __future__ import annotations

from stammtisch.games.doppelkopf.cards import Card, pairs
from stammtisch.games.doppelkopf.extras import Taken
from stammtisch.games.doppelkopf.kernel import TRUMP, Order
from stammtisch.games.doppelkopf.records import WeddingSettled
from stammtisch.games.doppelkopf.rounds import parties_of
from stammtisch.games.doppelkopf.table import ALL_SEATS, DoppelkopfTable

CLARIFYING_TRICKS = 3
CLUB_QUEENS = pairs("cq")
_GROUPS = {"clubs": 0, "spades": 1, "hearts": 2}
#: Diamonds are trumps; the wish means those that are neither queen nor jack.
_DIAMONDS = pairs("da d10 dk d9")


def fulfils(order: Order, wish: str, lead: Card) -> bool:
    """Is a trick with that card led of the kind that was wished for?"""
    if wish == "foreign":
        return True
    if wish == "diamonds":
        return bool(_DIAMONDS >> lead & 1)
    group = order.group[lead]
    if wish == "trump":
        return group == TRUMP
    return group != TRUMP if wish == "miss" else group == _GROUPS[wish]


def look_at(match: DoppelkopfTable, trick: Taken) -> None:
    """Settle an open wedding, if this trick does."""
    bride, wish = match.soloist, match.wish
    assert bride is not None and wish is not None
    found = trick.winner != bride and fulfils(match.order, wish, trick.cards[0])
    number = len(match.history)
    if found:
        match.partner = trick.winner
        match.re |= 1 << trick.winner
    elif number < CLARIFYING_TRICKS:
        return
    else:
        match.game = "solo_diamonds"
    match.open_party = False
    match.public = ALL_SEATS
    match.settle(number)
    if not match.quiet:
        match.news.append(WeddingSettled(bride, match.partner, number, parties_of(match)))
