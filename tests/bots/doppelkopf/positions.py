"""Positions of Doppelkopf in which bots are asked."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from stammtisch.bots.doppelkopf import search
from stammtisch.bots.doppelkopf import search as outlook
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.game import Seat
from tests.games.doppelkopf.playing import any_rules, dealt, rules, step

THINKING = ("easy", "medium", "hard")


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hard bot thinks as it always does, but of very few deals."""
    monkeypatch.setattr(search, "CARDS_PLAYED", 400)
    monkeypatch.setattr(search, "LEAST_DEALS", 4)
    monkeypatch.setattr(outlook, "DEALS", 3)
    monkeypatch.setattr(outlook, "MORE_DEALS", 4)


def random_table(profile: DoppelkopfRules, rng: Random, steps: int) -> Iterator[DoppelkopfMatch]:
    """A table of random players after each of so many steps."""
    match = DoppelkopfMatch(profile, 4)
    for number in range(steps):
        if match.outcome is not None:
            return
        step(match, rng, number)
        if not match.awaits_deal and match.outcome is None:
            yield match


def asked(match: DoppelkopfMatch) -> list[Seat]:
    """Everybody whom a table would ask now."""
    return [*match.turn, *(seat for seat in match.speakers if seat not in match.turn)]


def tables(number: int, count: int, steps: int) -> Iterator[DoppelkopfMatch]:
    """So many tables of any rules, at every step."""
    rng = Random(number)
    for _ in range(count):
        yield from random_table(any_rules(rng), rng, steps)


def house_tables(number: int, count: int, steps: int) -> Iterator[DoppelkopfMatch]:
    rng = Random(number)
    for _ in range(count):
        yield from random_table(rules(), rng, steps)


def round_of(*hands: str, profile: str = "house", **options: Any) -> DoppelkopfMatch:
    """A round in which the first seats hold these cards, and whatever is left."""
    return dealt([*hands, *[""] * (4 - len(hands))], profile, **options)
