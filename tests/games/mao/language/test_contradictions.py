from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import Rule, Situation, applies, contradicts, possible
from stammtisch.games.mao.language.say import complaints
from tests.games.mao.language.test_parse import rules
from tests.properties import tried


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ('spade THEN say "a"', "seven THEN stay silent", True),
        ('spade THEN say "a"', "heart THEN stay silent", False),
        ('spade THEN say "a"', 'seven THEN say "b"', False),
        ('spade THEN say "a"', "spade THEN left player stays silent", False),
        ('spade THEN left player says "a"', "seven THEN everybody stays silent", True),
        ("jack THEN wild", "face card THEN forbidden", True),
        ("ace THEN skip", "same rank THEN extra turn", True),
        ("ace THEN next must play heart", "ace THEN next must play spade", True),
        ("ace THEN next must play heart", "ace THEN next must play seven", False),
        ("card below 5 THEN wild", "card above 4 THEN forbidden", False),
        ("last card THEN wild", "more than 1 card left THEN forbidden", False),
        ("same suit THEN wild", "same colour THEN forbidden", True),
        ("same suit THEN wild", "not same colour THEN forbidden", False),
        ("higher than previous THEN wild", "ace THEN forbidden", False),
        ("second red card in a row THEN wild", "same colour AND spade THEN forbidden", False),
        ('drawing THEN say "a"', "any card THEN stay silent", False),
        ("left player holds one card THEN wild", "left player holds 2 cards THEN forbidden", False),
        ("left player holds one card THEN wild", "right player holds 2 cards THEN forbidden", True),
    ],
)
def test_contradictions_are_found(one: str, two: str, expected: bool) -> None:
    first, second = parse(f"WHEN {one}"), parse(f"WHEN {two}")
    assert contradicts(first, second) is contradicts(second, first) is expected


def test_a_rule_that_cannot_happen_or_contradicts_itself_is_told() -> None:
    assert "never happen" in complaints(parse("WHEN spade AND red card THEN skip"), [])[0]
    assert "itself" in complaints(parse("WHEN spade THEN skip AND extra turn"), [])[0]
    known = parse("WHEN jack THEN wild")
    (sentence,) = complaints(parse("WHEN face card THEN forbidden"), [known])
    assert sentence == "It contradicts the rule: WHEN jack THEN wild. The newer rule wins."
    (satz,) = complaints(parse("WENN Bild DANN verboten"), [known], "de")
    assert satz.startswith("Sie widerspricht der Regel: WENN Bube DANN Wunschfarbe.")


@pytest.mark.parametrize(
    ("text", "hopeless"),
    [
        ("any card THEN forbidden", True),
        ("no cards left THEN forbidden", True),
        ("fewer than 3 cards left THEN forbidden", True),
        ("red card AND no cards left THEN forbidden", False),
        ("same suit THEN forbidden", False),
        ("more than 1 card left THEN forbidden", False),
    ],
)
def test_the_author_of_a_rule_that_keeps_everybody_from_winning_is_warned(
    text: str, hopeless: bool
) -> None:
    told = complaints(parse(f"WHEN {text}"), [])
    assert any("Nobody can go out" in sentence for sentence in told) is hopeless


@given(rules)
@tried(60)
def test_what_can_happen_is_called_possible(rule: Rule) -> None:
    """Checked against moments of the game, one by one."""
    sizes = (0, 1, 7)
    for card, before, third in product(range(0, 52, 5), range(0, 52, 7), (0, 20, 51)):
        row = (third, third, third, before, card)
        for hand in sizes:
            if applies(rule, Situation("play", hand, hand, 7, row, before)):
                assert possible(rule.conditions)
                return
