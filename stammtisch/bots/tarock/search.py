"""Trying everything that can be done in deals that are imagined and played to their end.

In each imagined deal every choice is tried with the same cards, so that little of the difference
between two choices is chance. What falls behind is tried no further. The work is bounded by a
number of deals, never by a clock: the same observation and the same luck make the same decision.

Tables that look like the real one to a seat, and are likely by how the others have bid.

What the end of an imagined deal is worth to a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Generic, TypeVar

from stammtisch.bots.tarock.hands import NEEDED, call_by_counting, exchange_by_counting, strength_of
from stammtisch.bots.tarock.position import known_at_start, side_of
from stammtisch.bots.tarock.thumbs import Knowledge, rollout
from stammtisch.games.game import Rules, Seat
from stammtisch.games.tarock.cards import SUITS
from stammtisch.games.tarock.kernel import points_of, side_pile
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.rules import PASS
from stammtisch.games.tarock.sampling import Imagination, Lie
from stammtisch.games.tarock.table import TarockTable
from stammtisch.games.tarock.view import View

#: Of so many tables the likeliest is taken: in the auction, where that is cheap, and later.
DRAWS_EARLY, DRAWS = 8, 2
#: A hand as good as that would hardly have passed; one that is better would not beg.
_PASSES_UP_TO = 9.3
_BEGS_UP_TO = 5.0
_BEGGARS = ("beggar", "open_beggar")


class Worlds:
    """All that a view tells, to draw many tables from."""

    def __init__(self, rules: Rules, view: View) -> None:
        self._rules = rules
        self._imagination = Imagination(rules, view)
        self._draws = DRAWS if view.tricks else DRAWS_EARLY
        self._least: dict[Seat, float] = {}
        self._most: dict[Seat, float] = {}
        for made in view.bids:
            if made.seat == view.seat or made.contract == "klop":
                continue
            if made.contract in _BEGGARS:
                self._most[made.seat] = _BEGS_UP_TO
                self._least.pop(made.seat, None)
            elif made.contract != PASS:
                self._least[made.seat] = NEEDED.get(made.contract, NEEDED["solo_without"])
            elif made.seat not in self._least and made.seat not in self._most:
                self._most[made.seat] = _PASSES_UP_TO

    def draw(self, rng: Random) -> TarockMatch:
        """Of some ways in which the cards may lie, the one that surprises least by the bids."""
        best = self._imagination.lie(rng)
        least = self._surprise(best)
        for _ in range(self._draws - 1):
            if least <= 0.0:
                break
            other = self._imagination.lie(rng)
            surprise = self._surprise(other)
            if surprise < least:
                best, least = other, surprise
        return self._imagination.laid_out(TarockMatch(self._rules, 4), best)

    def _surprise(self, lie: Lie) -> float:
        """By how much the hands are weaker or stronger than the bids."""
        surprise = 0.0
        for seat, least in self._least.items():
            surprise += max(0.0, least - strength_of(lie.dealt[seat]))
        for seat, most in self._most.items():
            surprise += max(0.0, strength_of(lie.dealt[seat]) - most)
        return surprise


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


#: Cards that may be played in imagined deals for one decision: it bounds the time.
CARDS_PLAYED = 12_000
#: Deals that are imagined at least and at most.
LEAST_DEALS, MOST_DEALS = 16, 48
#: After so many deals each, choices that fall behind are left out: those that are worse by more
#: standard errors than this, and the worse half of more than a few.
STAGE = 8
BEHIND = 2.0
FEW = 4

Option = TypeVar("Option")


@dataclass(slots=True)
class Tried(Generic[Option]):
    """A choice, and the worth of each of the deals in which it was made."""

    option: Option
    worths: list[float] = field(default_factory=list)

    @property
    def deals(self) -> int:
        return len(self.worths)

    @property
    def mean(self) -> float:
        return sum(self.worths) / max(1, len(self.worths))

    def is_behind(self, best: Tried[Option]) -> bool:
        """Is it worse than the best by more than chance explains, or never different from it?"""
        gaps = [one - own for one, own in zip(best.worths, self.worths, strict=True)]
        mean = sum(gaps) / len(gaps)
        spread = sum([(gap - mean) ** 2 for gap in gaps])
        return mean >= BEHIND * sqrt(spread) / len(gaps)


def try_all(
    options: Sequence[Option],
    worlds: Worlds,
    worth: Callable[[TarockMatch, Option], float],
    cards_left: int,
    rng: Random,
    *,
    keep_all: bool = False,
) -> list[Tried[Option]]:
    """All choices, the best first. With `keep_all`, all of them are tried to the end."""
    deals = CARDS_PLAYED // (max(4, cards_left) * len(options))
    deals = max(LEAST_DEALS, min(MOST_DEALS, deals))
    running = [Tried(option) for option in options]
    dropped: list[Tried[Option]] = []
    for number in range(1, deals + 1):
        table = worlds.draw(rng)
        for tried in running:
            tried.worths.append(worth(table, tried.option))
        if number % STAGE == 0 and not keep_all:
            running.sort(key=lambda tried: -tried.mean)
            best = running[0]
            left = [one for one in running if one is best or not one.is_behind(best)]
            if len(left) > FEW:
                left = left[: max(FEW, (len(running) + 1) // 2)]
            dropped = [one for one in running if one not in left] + dropped
            running = left
            if len(running) == 1:
                break
    running.sort(key=lambda tried: -tried.mean)
    return running + dropped


# --- a deal to its end -------------------------------------------------------------------------


def worth_of_card(table: TarockMatch, know: Knowledge, card: int, seat: Seat) -> float:
    """Of the deal if the seat plays that card now; the table stays as it is."""
    before = table.tricks
    assert before is not None
    tricks = before.copy()
    twin = Knowledge(know.gone, know.voids[:], know.declarer, know.king, know.side)
    rollout(tricks, twin, card, side_of(table))
    table.tricks = tricks
    try:
        return worth_to(table, seat)
    finally:
        table.tricks = before


def worth_played_on(table: TarockMatch, seat: Seat) -> float:
    """Of a deal that has not come to its first card yet: everybody goes on by counting, and says
    nothing. The table is played to its end."""
    if table.phase == "calling":
        table.call_king(SUITS.index(call_by_counting(table.hands[table.declarer])))
    if table.phase == "exchange":
        assert table.terms is not None
        size = table.terms.contract.pile
        hand = table.hands[table.declarer]
        table.take_pile(
            *exchange_by_counting(hand, table.piles, table.open_piles(), size, table.rules)
        )
    while table.phase == "announcing":
        table.say((), ())
    assert table.tricks is not None
    rollout(table.tricks, known_at_start(table), -1, side_of(table))
    return worth_to(table, seat)
