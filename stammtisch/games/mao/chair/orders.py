"""What rules want at one moment, newer ones before older ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from stammtisch.games.game import Seat
from stammtisch.games.mao.card import CARDS, RANK, RANKS, SUIT, SUITS, Card
from stammtisch.games.mao.chair.book import InForce
from stammtisch.games.mao.language.clash import clash
from stammtisch.games.mao.language.rule import Duty, Rule, SayName, Whom
from stammtisch.games.mao.language.words import SLOTS
from stammtisch.games.mao.speech import normal

Persons = Callable[[Whom], tuple[Seat, ...]]


class Order(NamedTuple):
    """A duty laid on one seat."""

    number: int
    rule: Rule
    duty: Duty
    seat: Seat


def orders(fitting: Iterable[InForce], persons: Persons) -> list[Order]:
    """What these rules, the oldest first, lay on whom. Where a newer rule contradicts an older one
    the older keeps still, and what two rules both want is done once."""
    found: list[Order] = []
    for number, rule in fitting:
        for duty in rule.duties:
            for seat in persons(getattr(duty, "whom", "player")):
                if found:
                    found = [older for older in found if not _gives_way(older, duty, seat)]
                found.append(Order(number, rule, duty, seat))
    return found


def _gives_way(older: Order, duty: Duty, seat: Seat) -> bool:
    return older.seat == seat and (clash(older.duty, duty) or older.duty == duty)


# --- names ----------------------------------------------------------------------------------------


def suit_named(said: str) -> int | None:
    """The suit whose name was said; `said` must be `normal`."""
    return _SUIT_NAMES.get(said)


def is_name(said: str) -> bool:
    """Whether it is the name of some card, suit or rank; `said` must be `normal`."""
    return said in _ALL_NAMES


def names(duty: SayName, card: Card) -> tuple[str, ...]:
    """All that may be said to name the card, in either tongue, as `normal` words."""
    return _names(duty.what, card)


@cache
def _names(what: str, card: Card) -> tuple[str, ...]:
    suits = [name for name, suit in _SUIT_NAMES.items() if suit == SUIT[card]]
    ranks = [name for name, rank in _RANK_NAMES.items() if rank == RANK[card]]
    if what == "suit":
        return tuple(suits)
    if what == "rank":
        return tuple(ranks)
    return tuple(
        name for suit in suits for rank in ranks for name in (f"{rank} of {suit}", f"{suit} {rank}")
    )


def _spoken(slot: str, plain: tuple[str, ...]) -> dict[str, int]:
    words = dict(zip(plain, range(len(plain)), strict=True))
    for tongue in SLOTS[slot].values():
        words |= tongue
    return {normal(word): value for word, value in words.items()}


_SUIT_NAMES = _spoken("suit", SUITS)
_RANK_NAMES = _spoken("rank", RANKS)
_ALL_NAMES = frozenset(
    {name for card in range(CARDS) for name in names(SayName("card"), card)}
    | _SUIT_NAMES.keys()
    | _RANK_NAMES.keys()
)
