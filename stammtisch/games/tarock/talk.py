"""Announcements and kontra: who speaks next, and what may be said.

The declarer speaks first. With kontra it goes round until three in a row have added nothing to
what was said last (the contract itself counts as said by the declarer); without, everybody speaks
once.
"""

from __future__ import annotations

from dataclasses import dataclass

from stammtisch.games.game import Seat
from stammtisch.games.tarock.cards import PAGAT, Cards
from stammtisch.games.tarock.contracts import Terms
from stammtisch.games.tarock.records import BONUSES, Kontra, Said
from stammtisch.games.tarock.scoring import Promise

_GAME = "game"


@dataclass(frozen=True, slots=True)
class Pledge:
    """An announced bonus; `level` is how often it was doubled."""

    seat: Seat
    bonus: str
    level: int = 0


class Talk:
    """What was announced in one deal; it is over when `next` is None."""

    __slots__ = ("_announces", "_left", "_levels", "level", "next", "pledges", "said", "side")

    def __init__(self, terms: Terms, levels: int, declarer: Seat, side: int) -> None:
        """`side` has a bit for each seat of the declarer's side; kontra can go so many levels."""
        self.side = side
        self.said: list[Said] = []
        self.pledges: list[Pledge] = []
        #: How often the game itself was doubled.
        self.level = 0
        self._announces = terms.announces
        self._levels = levels if terms.kontra else 0
        self.next: Seat | None
        #: How many must stay silent, one after the other, before it is over.
        self._left: int
        if terms.announces:
            self.next, self._left = declarer, 4
        elif terms.kontra:
            # Whoever declares has nothing to double yet.
            self.next, self._left = (declarer + 1) % 4, 3
        else:
            self.next, self._left = None, 0

    def is_declarers(self, seat: Seat) -> bool:
        return self.side >> seat & 1 == 1

    def bonuses(self, hand: Cards, king: int | None) -> tuple[str, ...]:
        """What the next one may announce with that hand, if this king is called."""
        if not self._announces or self.next is None:
            return ()
        own = self.is_declarers(self.next)
        said = [one.bonus for one in self.pledges if self.is_declarers(one.seat) == own]
        return tuple([one for one in holdable(hand, king) if one not in said])

    def kontra(self) -> tuple[str, ...]:
        """What the next one may double: what the other side said last."""
        if self.next is None or not self._levels:
            return ()
        targets = [_GAME] if self._may_double(True, self.level) else []
        found = {one.bonus for one in self.pledges if self._may_double_pledge(one)}
        return (*targets, *(bonus for bonus in BONUSES if bonus in found))

    def _may_double_pledge(self, pledge: Pledge) -> bool:
        return self._may_double(self.is_declarers(pledge.seat), pledge.level)

    def _may_double(self, declarers: bool, level: int) -> bool:
        """May the next one double what one side announced, after so many kontras?"""
        assert self.next is not None
        own = self.is_declarers(self.next) == declarers
        return level < self._levels and own == (level % 2 == 1)

    def say(self, bonuses: tuple[str, ...], kontra: tuple[str, ...]) -> Said:
        """The next one says all that, which must be allowed."""
        seat = self.next
        assert seat is not None
        doubled = tuple([self._double(target) for target in kontra])
        self.pledges += [Pledge(seat, bonus) for bonus in bonuses]
        said = Said(seat, bonuses, doubled)
        self.said.append(said)
        if self._levels and (bonuses or kontra):
            self._left = 3
        else:
            self._left -= 1
        self.next = (seat + 1) % 4 if self._left else None
        return said

    def _double(self, target: str) -> Kontra:
        if target == _GAME:
            self.level += 1
            return Kontra(_GAME, 1 << self.level)
        at = next(
            at
            for at, one in enumerate(self.pledges)
            if one.bonus == target and self._may_double_pledge(one)
        )
        old = self.pledges[at]
        self.pledges[at] = Pledge(old.seat, old.bonus, old.level + 1)
        return Kontra(target, 1 << old.level + 1, old.seat)

    @property
    def factor(self) -> int:
        """What the game itself is multiplied by."""
        return 1 << self.level

    def promises(self) -> tuple[Promise, ...]:
        return tuple(
            [
                Promise(one.bonus, self.is_declarers(one.seat), 1 << one.level)
                for one in self.pledges
            ]
        )

    def locked(self, king: int | None) -> list[Cards]:
        """The cards of the announced ultimos, for each seat."""
        locked = [0, 0, 0, 0]
        for one in self.pledges:
            if one.bonus == "pagat_ultimo":
                locked[one.seat] |= 1 << PAGAT
            elif one.bonus == "kings_ultimo" and king is not None:
                locked[one.seat] |= 1 << king
        return locked

    def copy(self) -> Talk:
        twin = object.__new__(Talk)
        for name in Talk.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.said = self.said[:]
        twin.pledges = self.pledges[:]
        return twin


def holdable(hand: Cards, king: int | None) -> tuple[str, ...]:
    """The bonuses that can be announced with that hand: an ultimo needs its card."""
    needs = {"pagat_ultimo": PAGAT, "kings_ultimo": king}
    return tuple(
        [
            bonus
            for bonus in BONUSES
            if bonus not in needs or ((card := needs[bonus]) is not None and hand >> card & 1)
        ]
    )
