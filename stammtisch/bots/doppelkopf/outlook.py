"""What a hand is worth before the first card: whole rounds of each game, imagined.

A black sow is sold later; then it is the cards that are left.
"""

from __future__ import annotations

from random import Random

from stammtisch.bots.doppelkopf import thumbs
from stammtisch.bots.doppelkopf.position import tables_of
from stammtisch.bots.doppelkopf.search import NATIVE
from stammtisch.bots.doppelkopf.worth import Worth
from stammtisch.games.doppelkopf.cards import Cards, mask, members
from stammtisch.games.doppelkopf.kernel import club_queens
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.scoring import Words
from stammtisch.games.doppelkopf.table import SEATS
from stammtisch.games.doppelkopf.tricks import SECRET
from stammtisch.games.doppelkopf.wedding import CLARIFYING_TRICKS, CLUB_QUEENS
from stammtisch.games.game import Seat

#: Deals that are imagined: to look at all games, and once more at the best.
DEALS = 40 if NATIVE else 16
MORE_DEALS = 120 if NATIVE else 48
#: So much more must a hand be worth before one says re with it.
SAYS_RE = 0.4

_NO_CALLS: tuple[Words, Words] = ((), ())
_RE: tuple[Words, Words] = (("re",), ())
_KONTRA: tuple[Words, Words] = ((), ("kontra",))


class Outlook:
    """The hand of a seat, and hands that the others may have."""

    def __init__(self, table: DoppelkopfMatch, seat: Seat, rng: Random) -> None:
        self._table = table
        self._seat = seat
        self._rng = rng
        self._hand = table.hands[seat]
        self._gone = mask(card for trick in table.history for card in trick.cards)
        self._left = list(members(table.rules.deck & ~self._hand & ~self._gone))
        self._deals: list[list[Cards]] = []

    def _hands(self, count: int) -> list[list[Cards]]:
        left, seat = self._left, self._seat
        size = self._hand.bit_count()
        while len(self._deals) < count:
            self._rng.shuffle(left)
            parts = (left[:size], left[size : 2 * size], left[2 * size :])
            hands = [0, 0, 0, 0]
            hands[seat] = self._hand
            for step, part in enumerate(parts, start=1):
                hands[(seat + step) & 3] = sum(1 << card for card in part)
            self._deals.append(hands)
        return self._deals[:count]

    def normal(self, deals: int) -> float:
        """The worth of what is played if nobody has a solo."""
        both = self._hand & CLUB_QUEENS == CLUB_QUEENS
        marries = both and self._table.rules.wedding != "none"
        return self.of("wedding" if marries else "normal", deals)

    def of(self, game: str, deals: int) -> float:
        """The mean points of the seat in that game, with re or kontra said if that pays."""
        table, seat = self._table, self._seat
        order = table.order_for(game)
        tables = tables_of(table.rules, order, game)
        factor = table.buck.factor
        said = _RE if game not in SECRET or self._hand & CLUB_QUEENS else _KONTRA
        silent = Worth(table.rules, game, seat, table.size, _NO_CALLS, factor)
        called = Worth(table.rules, game, seat, table.size, said, factor)
        bride, seeks = (seat, CLARIFYING_TRICKS) if game == "wedding" else (-1, 0)
        points = more = 0.0
        for hands in self._hands(deals):
            re = club_queens(hands) if game in SECRET else 1 << seat
            end = thumbs.rollout(
                tables,
                hands,
                self._leader(game),
                [],
                self._gone,
                table.eyes,
                table.won,
                re,
                0 if game in SECRET else sum(1 << at for at in SEATS),
                -1,
                self._rng.getrandbits(31),
                bride,
                seeks,
                table.rules.deck,
            )
            points += silent(end)
            more += called(end)
        return max(points, more - SAYS_RE * deals) / deals

    def _leader(self, game: str) -> Seat:
        table, seat = self._table, self._seat
        if table.history:
            return table.leader
        if not game.startswith("solo_"):
            return table.first
        duty = table.rules.compulsory_solos and not table.solo_done[seat]
        return seat if duty or table.rules.solist_begins else table.first

    def best_solo(self) -> tuple[str, float, float]:
        """The best solo for the hand, its worth, and what a normal game is worth."""
        first = {solo: self.of(solo, DEALS) for solo in self._table.rules.solos}
        best = sorted(first, key=lambda solo: -first[solo])[:2]
        worth = {
            solo: self.of(solo, MORE_DEALS) for solo in best if first[solo] > 0 or len(best) < 2
        }
        if not worth:
            return best[0], first[best[0]], 0.0
        solo = max(worth, key=lambda one: worth[one])
        return solo, worth[solo], self.normal(MORE_DEALS)
