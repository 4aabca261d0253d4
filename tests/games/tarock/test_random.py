"""Random deals over random options: nothing is refused that is listed, and everything adds up."""

from __future__ import annotations

import os
from random import Random

import pytest

from stammtisch.games.tarock.cards import PACK, named
from stammtisch.games.tarock.kernel import points_of
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import Result
from tests.games.tarock.playing import any_rules, strolled

#: As many matches, of up to four deals each. STAMMTISCH_DEALS asks for more deals than the usual.
MATCHES = int(os.environ.get("STAMMTISCH_DEALS", "300")) // 2


@pytest.mark.parametrize("part", range(4))
def test_random_deals_end_and_add_up(part: int) -> None:
    for seed in range(part, MATCHES, 4):
        rng = Random(seed)
        match = TarockMatch(any_rules(rng, deals=rng.randrange(1, 4)), 4)
        for _ in strolled(match, rng, silent=rng.random()):
            pass
        assert match.outcome is not None, seed
        totals = [0, 0, 0, 0]
        for result in match.sheet.results():
            totals = [one + new for one, new in zip(totals, result.scores, strict=True)]
            assert list(result.totals) == totals, seed
            check_result(result, seed)


def check_result(result: Result, seed: int) -> None:
    dealt = [*result.hands, result.talon]
    assert named(card for cards in dealt for card in cards) == PACK, seed
    assert sum(result.tricks) <= 12
    if result.contract == "klop":
        # Each pile is rounded on its own.
        assert 69 <= sum(result.piles) <= 71
        return
    declarers = {result.declarer, result.partner} - {None}
    shared = sum(item.value for item in result.items if item.seat is None)
    alone = [sum(item.value for item in result.items if item.seat == seat) for seat in range(4)]
    assert result.scores[result.declarer] == shared + alone[result.declarer], seed
    for seat in range(4):
        if seat not in declarers:
            assert result.scores[seat] == alone[seat], seed
    if sum(result.tricks) == 12 and result.contract in ("solo_three", "solo_two", "solo_one"):
        rest = points_of(PACK) - sum(result.piles)
        assert rest >= -2, seed
