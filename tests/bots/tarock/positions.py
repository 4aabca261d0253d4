"""Positions of Tarock in which bots are asked."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from stammtisch.bots.tarock import search
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.rules import TarockRules
from tests.games.tarock.playing import any_rules, strolled

THINKING = ("easy", "medium", "hard")


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hard bot thinks as it always does, but of very few deals."""
    monkeypatch.setattr(search, "CARDS_PLAYED", 200)
    monkeypatch.setattr(search, "LEAST_DEALS", 3)
    monkeypatch.setattr(search, "MOST_DEALS", 4)
    monkeypatch.setattr(search, "STAGE", 2)


def tables(number: int, count: int, steps: int) -> Iterator[TarockMatch]:
    """So many tables of any rules, each at every step of random play."""
    rng = Random(number)
    for _ in range(count):
        yield from strolled_table(any_rules(rng), rng, steps)


def strolled_table(rules: TarockRules, rng: Random, steps: int) -> Iterator[TarockMatch]:
    match = TarockMatch(rules, 4)
    for _ in strolled(match, rng, steps):
        if not match.awaits_deal and match.outcome is None:
            yield match
