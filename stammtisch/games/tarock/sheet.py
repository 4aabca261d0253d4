"""The score sheet. Its lines are written out when somebody looks at it: a search never does.

The file runs as it is, and mypyc compiles it.
"""

from __future__ import annotations

from stammtisch.games.game import Seat
from stammtisch.games.tarock.cards import KINGS, NAMES, SUITS, Cards, names_of
from stammtisch.games.tarock.kernel import points_of
from stammtisch.games.tarock.records import Result
from stammtisch.games.tarock.scoring import Score


class Line:
    """A deal that is over, in the table's own numbers: -1 is nobody or nothing."""

    def __init__(
        self,
        deal: int,
        dealer: Seat,
        contract: str,
        declarer: Seat,
        partner: Seat,
        king: int,
        piles: list[Cards],
        tricks: list[int],
        score: Score,
        radli: list[int],
        totals: list[int],
        dealt: list[Cards],
        talon: list[int],
        picked: int,
        discarded: Cards,
    ) -> None:
        self.deal = deal
        self.dealer = dealer
        self.contract = contract
        self.declarer = declarer
        self.partner = partner
        self.king = king
        self.piles = piles
        self.tricks = tricks
        self.score = score
        self.radli = radli
        self.totals = totals
        self.dealt = dealt
        self.talon = talon
        self.picked = picked
        self.discarded = discarded

    def written(self) -> Result:
        return Result(
            deal=self.deal,
            dealer=self.dealer,
            contract=self.contract,
            declarer=self.declarer,
            partner=self.partner if self.partner >= 0 else None,
            called=suit_called(self.king),
            points=self.score.points,
            piles=tuple([points_of(pile) for pile in self.piles]),
            tricks=tuple(self.tricks),
            won=self.score.won,
            items=self.score.items,
            mond=self.score.mond,
            radli=tuple(self.radli),
            doubled=self.score.doubled,
            scores=self.score.seats,
            totals=tuple(self.totals),
            hands=tuple([names_of(hand) for hand in self.dealt]),
            talon=tuple([NAMES[card] for card in self.talon]),
            picked=self.picked if self.picked >= 0 else None,
            discarded=names_of(self.discarded),
        )


class Sheet:
    """All lines of a match; equal matches may share what they have written."""

    __slots__ = ("_fresh", "_written")

    def __init__(self, written: tuple[Result, ...] = ()) -> None:
        self._written = written
        self._fresh: list[Line] = []

    def add(self, line: Line) -> None:
        self._fresh.append(line)

    def results(self) -> tuple[Result, ...]:
        if self._fresh:
            self._written = (*self._written, *[line.written() for line in self._fresh])
            self._fresh = []
        return self._written

    def copy(self) -> Sheet:
        twin = Sheet(self._written)
        twin._fresh = self._fresh[:]
        return twin


def suit_called(king: int) -> str | None:
    return SUITS[KINGS.index(king)] if king >= 0 else None
