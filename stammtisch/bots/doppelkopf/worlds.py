"""Hands that the others could have, many of them, quickly.

They keep to the same facts as a table that is imagined from the view: cards played, suits not
followed, club queens by what is known of the parties, a bride's queens, pigs. Where a poverty was
sold, or wrong moves make the facts contradict each other, whole tables are imagined instead.
"""

from __future__ import annotations

from random import Random

from stammtisch.bots.doppelkopf.position import Position
from stammtisch.bots.doppelkopf.thumbs import deal_out
from stammtisch.games.doppelkopf.cards import Cards, members, pairs
from stammtisch.games.doppelkopf.extras import Taken
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.table import SEATS
from stammtisch.games.doppelkopf.tricks import SECRET
from stammtisch.games.game import Seat

_CLUB_QUEENS = pairs("cq")
#: How often one deals anew before one thinks that no deal can succeed.
_TRIES = 4


class Worlds:
    """All that is known of the hidden hands in a position."""

    def __init__(self, position: Position) -> None:
        table, view = position.table, position.view
        self._table = table
        self._view = view
        self._seat = position.seat
        self._others = [seat for seat in SEATS if seat != position.seat]
        self._left: Cards = table.rules.deck & ~position.gone & ~position.hand
        self._played = _played(table)
        self._may = _not_void(table)
        self._sure = [0, 0, 0, 0]
        self._wants: list[Seat] = []
        sold = view.poverty is not None or bool(view.unsold)
        self._plain = not sold and not table.rules.open_cards
        if self._plain:
            self._queens()
            self._pigs()

    def _queens(self) -> None:
        view = self._view
        if view.wedding is not None:
            self._only(_CLUB_QUEENS, view.wedding.bride)
        elif view.game in SECRET:
            for seat in self._others:
                if view.parties[seat] == "kontra":
                    self._may[seat] &= ~_CLUB_QUEENS
                elif view.parties[seat] == "re" and not self._played[seat] & _CLUB_QUEENS:
                    self._wants.append(seat)

    def _pigs(self) -> None:
        for seat, cards in (
            (self._view.pigs, self._table.pig_cards),
            (self._view.superpigs, self._table.superpig_cards),
        ):
            if seat is not None:
                self._only(cards, seat)

    def _only(self, cards: Cards, seat: Seat) -> None:
        """What is left of these cards is in that hand."""
        self._sure[seat] |= cards & self._left
        for other in self._others:
            if other != seat:
                self._may[other] &= ~cards

    def deal(self, rng: Random) -> list[Cards]:
        """The four hands, as they could be."""
        if self._plain:
            for _ in range(_TRIES):
                hands = self._deal(rng)
                if hands:
                    return hands
        return DoppelkopfMatch.imagined(self._table.rules, 4, self._view, rng).hands

    def _deal(self, rng: Random) -> list[Cards]:
        left = self._left
        hands = [0, 0, 0, 0]
        hands[self._seat] = self._table.hands[self._seat]
        for seat in self._others:
            hands[seat] = self._sure[seat]
            left &= ~self._sure[seat]
        for seat in self._wants:
            queens = list(members(left & _CLUB_QUEENS & self._may[seat]))
            if queens:
                queen = 1 << rng.choice(queens)
                hands[seat] |= queen
                left ^= queen
        rooms = [self._view.counts[seat] - hands[seat].bit_count() for seat in self._others]
        if min(rooms) < 0:
            return []
        allowed = [self._may[seat] for seat in self._others]
        dealt = deal_out(list(members(left)), rooms, allowed, rng.getrandbits(31))
        if not dealt:
            return []
        for seat, cards in zip(self._others, dealt, strict=True):
            hands[seat] |= cards
        return hands

    def re_party(self, hands: list[Cards]) -> int:
        """Who would be re if these were the hands."""
        if self._view.game in SECRET:
            return sum(
                1 << seat for seat in SEATS if (hands[seat] | self._played[seat]) & _CLUB_QUEENS
            )
        return sum(1 << seat for seat in SEATS if self._view.parties[seat] == "re")


def _played(table: DoppelkopfMatch) -> list[Cards]:
    """What each seat has played."""
    played = [0, 0, 0, 0]
    for trick in (*table.history, Taken(table.leader, tuple(table.trick), table.leader)):
        for place, card in enumerate(trick.cards):
            played[(trick.leader + place) & 3] |= 1 << card
    for seat, card in table.early.items():
        played[seat] |= 1 << card
    return played


def _not_void(table: DoppelkopfMatch) -> list[Cards]:
    """What each seat may still hold, by the suits that it did not follow."""
    may = [table.rules.deck] * 4
    sow = any(said.word.startswith("black_sow_") for said in table.said)
    running = Taken(table.leader, tuple(table.trick), table.leader)
    for number, trick in enumerate((*table.history, running), start=1):
        # Before a black sow was sold the order was another one.
        order = table.order_for("black_sow") if sow and number <= table.settled else table.order
        for place, card in enumerate(trick.cards):
            if order.group[card] != order.group[trick.cards[0]]:
                may[(trick.leader + place) & 3] &= ~order.follow[trick.cards[0]]
    return may
