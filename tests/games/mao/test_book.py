from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.mao.book import Book
from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import Situation, applies
from stammtisch.games.mao.match import MaoMatch
from stammtisch.games.mao.rules import MaoRules

TEXTS = (
    "WHEN seven THEN skip",
    "WHEN red card AND same suit THEN reverse",
    "WHEN not spade AND higher than previous THEN draw 2 cards",
    'WHEN second red card in a row THEN say "twice"',
    'WHEN last card THEN say "last card"',
    "WHEN left player holds fewer than 3 cards THEN draw a card",
    "WHEN right player holds more than 3 cards AND king THEN skip",
    "WHEN drawing THEN stay silent",
    'WHEN penalty AND more than 4 cards left THEN say "thank you"',
)
RULES = list(enumerate(map(parse, TEXTS)))
sizes = st.integers(0, 7)
cards = st.integers(0, 51)
plays = st.builds(
    lambda hand, left, right, row: Situation("play", hand, left, right, tuple(row), row[-2]),
    *(sizes, sizes, sizes),
    st.lists(cards, min_size=2, max_size=5),
)
moments = plays | st.builds(Situation, st.sampled_from(("draw", "penalty")), sizes, sizes, sizes)


@given(moments)
def test_a_book_opens_at_the_rules_that_apply_oldest_first(now: Situation) -> None:
    assert Book(RULES).fitting(now) == [one for one in RULES if applies(one[1], now)]


def test_a_chairman_takes_notice_of_new_rules_and_forgets_old_ones() -> None:
    match = MaoMatch(MaoRules.named("chaired"), 4)
    chair = match.chair
    assert chair is not None
    base = len(chair.base)
    rule = parse(TEXTS[0])
    assert len(chair.book_with([]).rules) == base
    assert chair.book_with([None, rule]).rules[base:] == ((1, rule),)
    twin = chair.copy(match)
    assert len(twin.book_with([None, None]).rules) == base
    assert len(chair.book_with([None, rule]).rules) == base + 1
