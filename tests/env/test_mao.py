from __future__ import annotations

import pytest

from stammtisch.bots.mao.player import NO_RULE
from stammtisch.env.mao import RULES, SAYINGS
from stammtisch.games.mao.cards import normal
from stammtisch.games.mao.language.parse import parse


def test_the_phrasebook_has_what_base_rules_and_votes_want_once_each() -> None:
    for phrase in ("have a nice day", "last card", "point of order", "guilty", "seven of spades"):
        assert phrase in SAYINGS
    assert len({normal(text) for text in SAYINGS}) == len(SAYINGS)


@pytest.mark.parametrize("text", [rule for rule in RULES if rule != NO_RULE])
def test_every_rule_that_can_be_written_is_understood(text: str) -> None:
    parse(text)
