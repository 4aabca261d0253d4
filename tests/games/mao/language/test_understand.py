from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import Rule
from stammtisch.games.mao.language.say import printed
from stammtisch.games.mao.language.spotting import Guess, lexicon
from stammtisch.games.mao.language.understand import understand
from tests.games.mao.language.test_parse import examples, rules
from tests.properties import tried


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ('When you play a king, say "hail".', 'WHEN king THEN say "hail"'),
        ('When someone plays a king, say "hail".', 'WHEN king THEN say "hail"'),
        ("WHEN king, skip", "WHEN king THEN skip"),
        ("When a king or a queen is played, reverse.", "WHEN king OR queen THEN reverse"),
        ("Kings and queens are wild.", "WHEN king OR queen THEN wild"),
        (
            'Wenn jemand einen König spielt, muss er "Hoch" sagen.',
            'WHEN king THEN say "Hoch"',
        ),
        ("Bei König oder Dame schweigen alle.", "WHEN king OR queen THEN everybody stays silent"),
        (
            'Whoever plays a king without saying "hail" draws two cards.',
            'WHEN king THEN say "hail" ELSE PENALTY 2',
        ),
        (
            'If you play a heart, everybody says "aww" and draws a card.',
            'WHEN heart THEN everybody says "aww" AND everybody draws a card',
        ),
        ('When you play your last card, say "Mao".', 'WHEN no cards left THEN say "Mao"'),
        ('When you have one card left, say "Mao".', 'WHEN last card THEN say "Mao"'),
        ("You can’t play tens.", "WHEN ten THEN forbidden"),
    ],
)
def test_a_sentence_means_its_rule(text: str, rule: str) -> None:
    assert understand(text).rule == parse(rule)


@pytest.mark.parametrize("text", examples())
def test_the_rule_language_itself_is_read_as_ever(text: str) -> None:
    understood = understand(text)
    assert understood.rule == parse(text)
    assert understood.guesses == () and understood.passed == ()


@given(rules, st.sampled_from(["en", "de"]))
@tried(50)
def test_every_rule_of_the_language_is_understood(rule: Rule, tongue: str) -> None:
    understood = understand(printed(rule, tongue))
    assert (understood.rule, understood.tongue) == (rule, tongue)


def test_a_misspelt_word_is_guessed_and_told() -> None:
    understood = understand('When a kign is played, say "hail".')
    assert understood.rule == parse('WHEN king THEN say "hail"')
    assert understood.guesses == (Guess("kign", "king"),)
    assert understand("Wenn Köng, aussetzen.").guesses == (Guess("Köng", "König"),)


def test_a_misspelt_card_is_not_passed_over() -> None:
    assert understand("Whoever plays a red quen draws a card.").rule == parse(
        "WHEN red queen THEN draw a card"
    )


def test_a_guess_that_makes_no_rule_is_asked_for() -> None:
    question = understand("Whoever plays a quen must dance").question
    assert question is not None and "“quen”" in question


def test_words_that_say_nothing_are_passed_over_and_told() -> None:
    understood = understand("Verily, kings are wild, forsooth.")
    assert understood.rule == parse("WHEN king THEN wild")
    assert understood.passed == ("Verily", "forsooth")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Whoever plays a König draws a card.", "“König” is German, the rest is English"),
        ("Wer einen king spielt, zieht eine Karte.", "“king” ist Englisch, der Rest ist Deutsch"),
        ("Whoever plays a king must bow.", "“bow”"),
        ("Kings.", "what is to be done then?"),
        ("Könige.", "was soll dann geschehen?"),
        ("Everybody draws a card.", "When does that hold?"),
        ("Whoever plays a king draws nine cards.", "1 to 5, not 9"),
        ("Wer einen König spielt, zieht neun Karten.", "1 bis 5 Karten, nicht 9"),
        ('Whoever plays a king says "hail', "is not closed"),
        ("WHEN purple THEN skip", 'not "purple"'),
        ("WENN Pik THEN skip", "THEN"),
        ("", "example"),
        ("Beim Ziehen oder bei Herz schweigen alle.", "nicht, wie sie zusammengehören"),
    ],
)
def test_what_is_not_understood_is_asked_about_in_its_own_tongue(text: str, part: str) -> None:
    understood = understand(text)
    assert understood.rule is None
    assert understood.question is not None and part in understood.question


@given(st.text(max_size=80))
@tried(75)
def test_every_text_is_a_rule_or_a_question(text: str) -> None:
    understood = understand(text)
    assert (
        (understood.rule is None) is (understood.text is None) is (understood.question is not None)
    )


@given(st.data())
@tried(100)
def test_every_row_of_known_words_is_a_rule_or_a_question(data: st.DataObject) -> None:
    tongue = data.draw(st.sampled_from(["en", "de"]))
    known = sorted(set(lexicon(tongue).words))
    words = data.draw(st.lists(st.sampled_from([*known, '"x"', ","]), min_size=1, max_size=10))
    understood = understand(" ".join(words))
    assert (understood.rule is None) is (understood.question is not None)
    if understood.rule is not None:
        assert understood.text is not None and parse(understood.text) == understood.rule
