"""What a deal is worth, and the score sheet.

Only the declarer and the partner score; what the opponents achieve is taken from those two. The
file runs as it is, and mypyc compiles it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from stammtisch.games.game import Seat
from stammtisch.games.tarock.cards import (
    ALL_KINGS,
    KINGS,
    NAMES,
    PAGAT,
    SUITS,
    TRULA,
    Cards,
    names_of,
)
from stammtisch.games.tarock.kernel import PLAY_ALL, TAKE_ALL, points_of
from stammtisch.games.tarock.records import Item, Result
from stammtisch.games.tarock.rules import Contract, TarockRules

TRICKS: Final = 12
#: Card points of the whole pack, and those with which the declarer still loses.
ALL_POINTS: Final = 70
HALF: Final = 35
#: What silent bonuses count; announced ones count twice that.
VALUES: Final = {"trula": 10, "kings": 10, "kings_ultimo": 10, "pagat_ultimo": 25, "valat": 250}
#: What a silent valat adds where it replaces nothing.
VALAT_ON_TOP: Final = 50
#: Of a klop without a trick, and of a full one.
KLOP: Final = 70
SHARED_MOND: Final = 20

#: Items are the same few over and over, and never change: each is made once.
item: Final = lru_cache(maxsize=1024)(Item)


@dataclass(frozen=True, slots=True)
class Promise:
    """A bonus that was announced: by the declarer's side or the other, and its kontra factor."""

    bonus: str
    declarers: bool
    factor: int = 1


class LastTrick:
    __slots__ = ("cards", "leader", "winner")

    def __init__(self, leader: Seat, cards: tuple[int, ...], winner: Seat) -> None:
        self.leader = leader
        self.cards = cards
        self.winner = winner

    def seat_of(self, card: int) -> Seat | None:
        if card not in self.cards:
            return None
        return (self.leader + self.cards.index(card)) % 4


class Facts:
    """How a deal ended, but for klop."""

    __slots__ = (
        *("contract", "declarer", "factor", "king", "last", "mond_loser", "mond_taker"),
        *("partner", "pile", "promises", "radelc", "tricks"),
    )

    def __init__(
        self,
        contract: Contract,
        declarer: Seat,
        partner: Seat | None,
        pile: Cards,
        tricks: int,
        king: int | None = None,
        last: LastTrick | None = None,
        promises: tuple[Promise, ...] = (),
        factor: int = 1,
        radelc: bool = False,
        mond_loser: Seat | None = None,
        mond_taker: Seat | None = None,
    ) -> None:
        self.contract = contract
        self.declarer = declarer
        self.partner = partner
        #: All that the declarer's side has won and laid down.
        self.pile = pile
        #: Tricks of the declarer's side.
        self.tricks = tricks
        #: The called king.
        self.king = king
        #: None if neither the pagat nor the called king was in it.
        self.last = last
        self.promises = promises
        #: The kontra factor of the game.
        self.factor = factor
        #: The declarer has a radelc.
        self.radelc = radelc
        #: Who lost the mond, and to whom (None: it stayed in the talon).
        self.mond_loser = mond_loser
        self.mond_taker = mond_taker

    def is_declarers(self, seat: Seat | None) -> bool:
        return seat is not None and seat in (self.declarer, self.partner)


class Score:
    """What came of a deal."""

    __slots__ = ("doubled", "gives_radli", "items", "mond", "points", "seats", "won")

    def __init__(
        self,
        won: bool | None,
        items: tuple[Item, ...],
        seats: tuple[int, ...],
        points: int | None,
        gives_radli: bool,
        mond: Seat | None = None,
        doubled: bool = False,
    ) -> None:
        self.won = won
        self.items = items
        #: Points of the four seats.
        self.seats = seats
        #: Card points of the declarer's side.
        self.points = points
        #: Everybody gets a radelc.
        self.gives_radli = gives_radli
        self.mond = mond
        #: The deal was doubled by a radelc.
        self.doubled = doubled


def rounded(points: int, step: int) -> int:
    """To the nearest multiple of 5, or as it is if the step is 1."""
    if step == 1:
        return points
    size = (abs(points) + step // 2) // step * step
    return size if points >= 0 else -size


# --- klop --------------------------------------------------------------------------------------


def klop_score(
    rules: TarockRules, points: Sequence[int], tricks: Sequence[int], factor: int = 1
) -> Score:
    """Each plays alone, for as few card points as possible."""
    special: dict[Seat, tuple[str, int]] = {}
    for seat in range(4):
        if tricks[seat] == 0:
            special[seat] = ("klop_empty", KLOP)
        elif points[seat] >= rules.klop_full:
            special[seat] = ("klop_full", -KLOP)
    if special:
        items = [
            item(name, value * factor, factor=factor, seat=seat)
            for seat, (name, value) in special.items()
        ]
    else:
        items = [
            item("klop", -rounded(own, rules.rounding) * factor, factor=factor, seat=seat)
            for seat, own in enumerate(points)
        ]
    scores = [0, 0, 0, 0]
    for one in items:
        assert one.seat is not None
        scores[one.seat] += one.value
    return Score(None, tuple(items), tuple(scores), None, gives_radli=rules.radli)


# --- all other contracts -----------------------------------------------------------------------


def score(rules: TarockRules, facts: Facts) -> Score:
    contract = facts.contract
    points = points_of(facts.pile)
    won = is_won(contract, points, facts.tricks)
    valat = _valat(rules, contract, facts)
    if valat and (valat[0].announced or rules.silent_valat == "replaces"):
        items = valat
        total = _sum(items)
        won = total > 0
    else:
        items = game_items(rules, contract, points, won, facts.factor)
        if contract.bonuses:
            items += valat
            items += _bonuses(rules, facts)
        total = _sum(items)
    doubled = rules.radli and facts.radelc
    if doubled:
        items.append(item("radli", total))
        total *= 2
    scores = [0, 0, 0, 0]
    scores[facts.declarer] = total
    if facts.partner is not None:
        scores[facts.partner] = total if rules.partner_score == "same" else _half(total)
    loser = facts.mond_loser if rules.mond and contract.mond != "nowhere" else None
    if loser is not None:
        for one in _mond(rules, facts, loser):
            assert one.seat is not None
            items.append(one)
            scores[one.seat] += one.value
    return Score(
        won,
        tuple(items),
        tuple(scores),
        points,
        gives_radli=rules.radli and (contract.radli or bool(valat)),
        mond=loser,
        doubled=doubled,
    )


def _sum(items: list[Item]) -> int:
    total = 0
    for one in items:
        total += one.value
    return total


def is_won(contract: Contract, points: int, tricks: int) -> bool:
    """Card points decide, or in beggars and valats the tricks."""
    if contract.goal == PLAY_ALL:
        return points > HALF
    if contract.goal == TAKE_ALL:
        return tricks == TRICKS
    return tricks == 0


def _half(points: int) -> int:
    return points // 2 if points >= 0 else -(-points // 2)


def game_items(
    rules: TarockRules, contract: Contract, points: int, won: bool, factor: int = 1
) -> list[Item]:
    """The contract's value and the difference, without bonuses."""
    value = contract.value if won else -contract.value
    items = [item("contract", value * factor, False, factor)]
    if contract.difference:
        difference = rounded(points - HALF, rules.rounding)
        items.append(item("difference", difference * factor, False, factor))
    return items


def _valat(rules: TarockRules, contract: Contract, facts: Facts) -> list[Item]:
    """All tricks, or the failure to make them. What is announced counts, else what was made."""
    if not contract.bonuses:
        return []
    all_made, none_made = facts.tricks == TRICKS, facts.tricks == 0
    items = [
        _kept(promise, all_made if promise.declarers else none_made)
        for promise in facts.promises
        if promise.bonus == "valat"
    ]
    silent = not items and (all_made or none_made)
    if silent and rules.counts_silent and rules.silent_valat != "none":
        value = VALUES["valat"] if rules.silent_valat == "replaces" else VALAT_ON_TOP
        items.append(item("valat", value if all_made else -value))
    return items


def _bonuses(rules: TarockRules, facts: Facts) -> list[Item]:
    items: list[Item] = []
    silent = rules.counts_silent
    for bonus, (made_by, lost_by) in (
        ("trula", _collected(facts, TRULA)),
        ("kings", _collected(facts, ALL_KINGS)),
        ("kings_ultimo", _king_ultimo(facts)),
        ("pagat_ultimo", _pagat_ultimo(rules, facts)),
    ):
        promised = False
        for promise in facts.promises:
            if promise.bonus == bonus:
                promised = True
                items.append(_kept(promise, made_by == promise.declarers))
        if silent and not promised:
            value = VALUES[bonus]
            if made_by is not None:
                items.append(item(bonus, value if made_by else -value))
            elif lost_by is not None:
                items.append(item(bonus, -value if lost_by else value))
    return items


def _kept(promise: Promise, made: bool) -> Item:
    value = 2 * VALUES[promise.bonus] * promise.factor
    return item(
        promise.bonus,
        value if made == promise.declarers else -value,
        announced=True,
        factor=promise.factor,
    )


#: Of each bonus: whether the declarer's side (True) or the other made it, or lost it; else None.
_MadeLost = tuple[bool | None, bool | None]


def _collected(facts: Facts, wanted: Cards) -> _MadeLost:
    if not wanted & ~facts.pile:
        return True, None
    return (False if not wanted & facts.pile else None), None


def _king_ultimo(facts: Facts) -> _MadeLost:
    if facts.king is None or facts.last is None or facts.king not in facts.last.cards:
        return None, None
    return (True, None) if facts.is_declarers(facts.last.winner) else (None, True)


def _pagat_ultimo(rules: TarockRules, facts: Facts) -> _MadeLost:
    seat = facts.last.seat_of(PAGAT) if facts.last else None
    if seat is None:
        return None, None
    assert facts.last is not None
    side = facts.is_declarers(seat)
    made = facts.last.winner == seat or (
        rules.pagat_to_partner == "won" and facts.is_declarers(facts.last.winner) == side
    )
    return (side, None) if made else (None, side)


def _mond(rules: TarockRules, facts: Facts, loser: Seat) -> list[Item]:
    taker = facts.mond_taker
    # Two opponents of the declarer are not partners: neither has called the other.
    pair = taker != loser and facts.is_declarers(loser) and facts.is_declarers(taker)
    if rules.mond_shared and pair:
        return [item("mond", -SHARED_MOND, seat=seat) for seat in (loser, taker)]
    return [item("mond", -rules.mond, seat=loser)]


# --- the score sheet ---------------------------------------------------------------------------


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
    """All lines of a match; equal matches may share what they have written.

    Lines are written out when somebody looks at them: a search never does.
    """

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
