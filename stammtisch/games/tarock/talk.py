"""Announcements and kontra: who speaks next, and what may be said.

The declarer speaks first. With kontra it goes round until three in a row have added nothing to
what was said last (the contract itself counts as said by the declarer); without, everybody speaks
once.

What may be said must not tell whose partner somebody is. So a bonus can be announced if nobody has
announced it who may be on one's own side, and doubled if whoever announced it is known to be on
the other one.

The file runs as it is, and mypyc compiles it.
"""

from __future__ import annotations

from dataclasses import dataclass

from stammtisch.games.game import Seat
from stammtisch.games.tarock.cards import PAGAT, Cards
from stammtisch.games.tarock.records import BONUSES, Kontra, Said
from stammtisch.games.tarock.rules import Terms
from stammtisch.games.tarock.scoring import Promise

_GAME = "game"
#: All that can be doubled.
TARGETS = (_GAME, *BONUSES)
#: For each declarer, the sides that are possible: with each of the others, or alone, with the
#: called king in his own hand.
_SIDES = tuple(tuple(1 << declarer | 1 << seat for seat in range(4)) for declarer in range(4))
#: Nothing, said by each seat.
_SILENCE = tuple(Said(seat, (), ()) for seat in range(4))


@dataclass(frozen=True, slots=True)
class Pledge:
    """An announced bonus; `level` is how often it was doubled."""

    seat: Seat
    bonus: str
    level: int = 0


class Talk:
    """What was announced in one deal; it is over when `next` is None."""

    __slots__ = (
        *("_declarer", "_left", "_levels", "_terms"),
        *("level", "next", "pledges", "said", "side", "sides"),
    )

    def __init__(
        self, terms: Terms, levels: int, declarer: Seat, side: int, *, secret: bool = False
    ) -> None:
        """`side` has a bit for each seat of the declarer's side, which nobody knows but who holds
        the called king if it is `secret`; kontra can go so many levels."""
        self.side = side
        #: The sides that are possible for somebody who sees nobody's cards.
        self.sides = _SIDES[declarer] if secret else (side,)
        self.said: list[Said] = []
        self.pledges: list[Pledge] = []
        #: How often the game itself was doubled.
        self.level = 0
        self._declarer = declarer
        self._terms = terms
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

    def known_to(self, seat: Seat, side: int) -> tuple[int, ...]:
        """The sides that are possible for the seat by its own cards, if that is the true one."""
        alone = 1 << self._declarer
        if len(self.sides) == 1 or side & ~alone == 1 << seat:
            return (side,)
        if seat == self._declarer:
            return (side,) if side == alone else tuple([one for one in self.sides if one != alone])
        return tuple([one for one in self.sides if not one >> seat & 1])

    def bonuses(self, hand: Cards, king: int | None) -> tuple[str, ...]:
        """What the next one may announce with that hand, if this king is called."""
        if not self._terms.announces or self.next is None:
            return ()
        known = self.known_to(self.next, self.side)
        return tuple([one for one in holdable(hand, king) if self._is_new(one, self.next, known)])

    def _is_new(self, bonus: str, seat: Seat, known: tuple[int, ...]) -> bool:
        """Has nobody announced it who may be on the seat's side?"""
        return not any(
            one.bonus == bonus and _together(seat, one.seat, side)
            for one in self.pledges
            for side in known
        )

    def kontra(self) -> tuple[str, ...]:
        """What the next one may double: what the other side said last."""
        if self.next is None or not self._levels:
            return ()
        known = self.known_to(self.next, self.side)
        return tuple([one for one in TARGETS if self._doubled(one, self.next, known) is not None])

    def _doubled(self, target: str, seat: Seat, known: tuple[int, ...]) -> int | None:
        """Which of the pledges the seat doubles with that, -1 for the game; None if it may not."""
        if target == _GAME:
            allowed = self._may_double(seat, self._declarer, self.level, known)
            return -1 if allowed else None
        for at, one in enumerate(self.pledges):
            if one.bonus == target and self._may_double(seat, one.seat, one.level, known):
                return at
        return None

    def _may_double(self, seat: Seat, speaker: Seat, level: int, known: tuple[int, ...]) -> bool:
        """May the seat double what the speaker announced, after so many kontras?"""
        own = level % 2 == 1
        return level < self._levels and all(_together(seat, speaker, one) == own for one in known)

    def say(self, bonuses: tuple[str, ...], kontra: tuple[str, ...]) -> Said:
        """The next one says all that, which must be allowed."""
        seat = self.next
        assert seat is not None
        if not bonuses and not kontra:
            said = _SILENCE[seat]
            self._left -= 1
        else:
            said = self._speak(seat, bonuses, kontra)
            self._left = 3 if self._levels else self._left - 1
        self.said.append(said)
        self.next = seat + 1 & 3 if self._left else None
        return said

    def _speak(self, seat: Seat, bonuses: tuple[str, ...], kontra: tuple[str, ...]) -> Said:
        targets = self._targets(seat, kontra, self.side)
        self.sides = tuple(
            [one for one in self.sides if self._could_say(seat, bonuses, kontra, targets, one)]
        )
        doubled = tuple([self._double(target) for target in targets])
        self.pledges += [Pledge(seat, bonus) for bonus in bonuses]
        return Said(seat, bonuses, doubled)

    def _targets(self, seat: Seat, kontra: tuple[str, ...], side: int) -> list[int | None]:
        known = self.known_to(seat, side)
        return [self._doubled(target, seat, known) for target in kontra]

    def _could_say(
        self,
        seat: Seat,
        bonuses: tuple[str, ...],
        kontra: tuple[str, ...],
        targets: list[int | None],
        side: int,
    ) -> bool:
        """Could the seat say that, and mean that, if this were the declarer's side?"""
        if "kings_ultimo" in bonuses and side != 1 << self._declarer | 1 << seat:
            return False
        known = self.known_to(seat, side)
        if not all(self._is_new(bonus, seat, known) for bonus in bonuses):
            return False
        return self._targets(seat, kontra, side) == targets

    def _double(self, target: int | None) -> Kontra:
        assert target is not None
        if target < 0:
            self.level += 1
            return Kontra(_GAME, 1 << self.level)
        old = self.pledges[target]
        self.pledges[target] = Pledge(old.seat, old.bonus, old.level + 1)
        return Kontra(old.bonus, 1 << old.level + 1, old.seat)

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
        twin = Talk(self._terms, self._levels, self._declarer, self.side)
        twin.sides = self.sides
        twin.said = self.said[:]
        twin.pledges = self.pledges[:]
        twin.level = self.level
        twin.next = self.next
        twin._left = self._left
        return twin


def _together(one: Seat, other: Seat, side: int) -> bool:
    return (side >> one & 1) == (side >> other & 1)


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
