from __future__ import annotations

from random import Random

import pytest

from stammtisch.bots.mao.conditions import coverage
from stammtisch.bots.mao.evidence import CUSTOMS
from stammtisch.bots.mao.player import NO_RULE, PHRASES, new_rule
from stammtisch.games.mao.book import Written
from stammtisch.games.mao.cards import normal, says
from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import CardTest, Forbidden, Rule, Same, Say, SayName
from stammtisch.games.mao.language.say import complaints
from tests.games.mao.playing import fresh


def rules(level: str, profile: str, count: int = 120) -> list[Rule]:
    view = fresh(profile, 3).match.view(0)
    texts = [new_rule(level, view, Random(number)) for number in range(count)]
    return [parse(text) for text in texts if text != NO_RULE]


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_all_rules_are_understood_and_contradict_no_custom(level: str) -> None:
    found = rules(level, "chaired")
    assert len(set(found)) > 20
    for rule in found:
        assert complaints(rule, map(parse, CUSTOMS)) == []


def test_harder_levels_write_harder_rules() -> None:
    assert all(
        isinstance(rule.conditions[0], CardTest) and rule.conditions[0].rank is not None
        for rule in rules("easy", "chaired")
    )
    twofold = {
        level: sum(len(rule.conditions) > 1 for rule in rules(level, "chaired"))
        for level in ("medium", "hard")
    }
    assert twofold["medium"] == 0
    assert twofold["hard"] > 30


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_without_chairman_rules_are_such_that_players_can_enforce_them(level: str) -> None:
    for rule in rules(level, "free"):
        assert all(isinstance(duty, Say | SayName | Forbidden) for duty in rule.duties)


def test_a_forbidden_card_can_still_be_played_in_another_way() -> None:
    found = [rule for rule in rules("hard", "chaired") if Forbidden() in rule.duties]
    assert found
    assert all(Same("rank") in rule.conditions for rule in found)


def test_the_more_rules_there_are_the_more_seldom_a_new_one_speaks() -> None:
    match = fresh("chaired", 3).match
    match.written = [Written(1, "Something.", 0) for _ in range(6)]
    for number in range(40):
        text = new_rule("hard", match.view(0), Random(number))
        if text != NO_RULE:
            assert coverage(parse(text).conditions) <= 0.08


def test_ones_own_words_are_not_used_twice() -> None:
    match = fresh("chaired", 3).match
    match.written = [Written(0, f'WHEN ace THEN say "{phrase}"', 0) for phrase in PHRASES[1:]]
    for number in range(40):
        text = new_rule("easy", match.view(0), Random(number))
        assert text == NO_RULE or f'"{PHRASES[0]}"' in text


def test_no_two_phrases_are_taken_for_each_other() -> None:
    spoken = [normal(phrase) for phrase in PHRASES]
    for one in spoken:
        assert [other for other in spoken if says(other, one)] == [one]


def test_the_random_bot_writes_no_rule_of_the_language() -> None:
    assert new_rule("random", fresh("chaired", 3).match.view(0), Random(1)) == NO_RULE
