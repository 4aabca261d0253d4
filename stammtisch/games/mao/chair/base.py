"""The card rules of Mao as it is really played: each an option, said in the rule language."""

from __future__ import annotations

from functools import cache

from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import Rule
from stammtisch.games.mao.rules import MaoRules

#: Option -> what it puts in force.
BASE: dict[str, tuple[str, ...]] = {
    "spade_is_named": ("WHEN spade THEN name the card",),
    "seven_is_nice": ('WHEN seven THEN say "have a nice day" AND next player draws a card',),
    "ace_skips": ("WHEN ace THEN skip",),
    "eight_reverses": ("WHEN eight THEN reverse",),
    "jack_is_wild": ("WHEN jack THEN wild",),
    "last_card_is_told": ('WHEN last card THEN say "last card"',),
    "royals_are_hailed": (
        'WHEN king THEN say "all hail the chairman"',
        'WHEN queen THEN say "all hail the chairwoman"',
    ),
    "penalty_is_thanked": ('WHEN penalty THEN say "thank you"',),
}


def base_texts(rules: MaoRules) -> tuple[str, ...]:
    """The base rules in force, oldest first."""
    values = rules.values()
    return tuple(text for option, texts in BASE.items() if values[option] for text in texts)


@cache
def base_rules(texts: tuple[str, ...]) -> tuple[Rule, ...]:
    return tuple(map(parse, texts))
