from __future__ import annotations

from random import Random

import pytest

from stammtisch.bots.doppelkopf.search import AN_EYE, Points, Worth
from stammtisch.games.doppelkopf.cards import GAME_TYPES
from stammtisch.games.doppelkopf.scoring import Facts, Words, score
from stammtisch.games.doppelkopf.words import DENIALS
from tests.games.doppelkopf.playing import any_rules, rules


def some_calls(party: str, rng: Random) -> Words:
    return (party, *DENIALS)[: rng.choice((0, 0, 1, 2, 3, 4, 5))]


def test_every_number_of_eyes_is_worth_what_the_score_sheet_says() -> None:
    rng = Random(1)
    for _ in range(12):
        table = any_rules(rng)
        game = rng.choice(GAME_TYPES)
        calls = (some_calls("re", rng), some_calls("kontra", rng))
        points = Points(table, game, calls, 2)
        for eyes in rng.sample(range(1, 240), 239):
            special = rng.randrange(-2, 3)
            extras = (("fox",) * special, ("fox",) * -special)
            facts = Facts(game, (eyes, 240 - eyes), (5, 7), calls, extras, 2)
            assert points.of(eyes, (5, 7), special) == score(table, facts).each


def test_a_round_without_a_trick_is_worth_more_than_one_without_eyes() -> None:
    points = Points(rules(), "normal", ((), ()), 1)
    assert points.of(240, (12, 0), 0)[0] == points.of(240, (11, 1), 0)[0] + 1


def test_a_bride_who_stays_alone_has_played_a_solo() -> None:
    worth = Worth(rules(), "wedding", 0, 12)
    both, alone = 0b0011, 0b0001
    end = 130 | 7 << 8 | 32 << 12
    assert worth(end | both << 20) == pytest.approx(1 + 10 * AN_EYE)
    assert worth(end | alone << 20) == pytest.approx(3 + 10 * AN_EYE)
