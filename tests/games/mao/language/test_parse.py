"""The rule language: reading and writing it."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.mao.language.parse import parse, tongue_of
from stammtisch.games.mao.language.rule import (
    Again,
    CardTest,
    Draw,
    Drawn,
    Either,
    Forbidden,
    HandSize,
    InRow,
    Neighbour,
    NextMust,
    Not,
    Reverse,
    Rule,
    Same,
    Say,
    SayName,
    Silent,
    Skip,
    Step,
    Wild,
)
from stammtisch.games.mao.language.say import complaints, printed
from stammtisch.games.mao.language.words import RuleError
from tests.properties import tried

RULEBOOK = Path(__file__).parents[4] / "docs" / "rules" / "mao.md"


def examples() -> list[str]:
    block = re.search(r"```rules\n(.*?)```", RULEBOOK.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    return block[1].splitlines()


def test_the_rulebook_has_thirty_examples() -> None:
    assert len(set(examples())) == 30


@pytest.mark.parametrize("text", examples())
def test_every_example_of_the_rulebook_is_understood(text: str) -> None:
    rule = parse(text)
    assert complaints(rule, []) == []
    assert parse(printed(rule, "en")) == rule == parse(printed(rule, "de"))


def forms_of_the_rulebook() -> list[tuple[str, str]]:
    """Each condition and duty that the rulebook's tables show, as a whole rule."""
    found = []
    text = RULEBOOK.read_text(encoding="utf-8")
    for table, whole in (
        ("condition", {"en": "WHEN {} THEN draw a card", "de": "WENN {} DANN ziehe 2"}),
        ("duty", {"en": "WHEN ace THEN {}", "de": "WENN Ass DANN {}"}),
    ):
        rows = re.search(rf"\| {table} \| English .*?\n\|---.*?\n((?:\|.*\n)+)", text)
        assert rows is not None
        for row in rows[1].splitlines():
            _, _, english, german, _ = row.split("|")
            for tongue, cell in (("en", english), ("de", german)):
                found += [
                    (tongue, whole[tongue].format(form.strip())) for form in re.split("[·;]", cell)
                ]
    return found


@pytest.mark.parametrize(("tongue", "text"), forms_of_the_rulebook())
def test_every_form_of_the_rulebook_is_understood(tongue: str, text: str) -> None:
    rule = parse(text)
    assert tongue_of(text) == tongue
    assert parse(printed(rule, tongue)) == rule


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("when spade then skip", Rule((CardTest(suit=3),), (Skip(),))),
        (
            "If the Seven of Spades, then: say 'Hi there!' within 4 seconds, otherwise penalty 2.",
            Rule((CardTest(suit=3, rank=6),), (Say("Hi there!"),), 4, 2),
        ),
        (
            "WENN dritte rote Karte in Folge DANN umkehren UND nochmal",
            Rule((InRow(3, CardTest(red=True)),), (Reverse(), Again())),
        ),
        (
            "WENN KOENIG und nicht gleiche Farbe DANN alle schweigen",
            Rule((CardTest(rank=12), Not(Same("suit"))), (Silent("everybody"),)),
        ),
        ("WHEN drawing THEN next player draws 3", Rule((Drawn(),), (Draw(3, "next"),))),
        ("WHEN 7 THEN name the suit", Rule((CardTest(rank=6),), (SayName("suit"),))),
        ("WHEN 7 cards left THEN wild suit", Rule((HandSize("is", 7),), (Wild(),))),
    ],
)
def test_a_text_means_its_rule(text: str, rule: Rule) -> None:
    assert parse(text) == rule


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("no talking on fridays", "begins with WHEN"),
        ("WHEN", 'After "WHEN" I expect a condition'),
        ("WHEN purple THEN skip", 'not "purple"'),
        ("WHEN spade skip", 'After "spade" I expect AND or THEN, not "skip"'),
        ("WHEN spade THEN", 'After "THEN" I expect a duty'),
        ('WHEN spade THEN say "meow', "is not closed"),
        ('WHEN spade THEN say "..."', "no words"),
        ("WHEN spade THEN draw 6", "1 to 5, not 6"),
        ("WHEN spade THEN skip WITHIN 61 SECONDS", "1 to 60, not 61"),
        ("WHEN spade THEN skip WITHIN SECONDS", "I expect a number"),
        ("WHEN spade THEN skip ELSE PENALTY 9", "0 to 5, not 9"),
        ("WHEN card above 20 THEN skip", "1 to 13, not 20"),
        (
            "WHEN spade THEN skip please",
            'After "skip" I expect AND, WITHIN, ELSE or the end, not "please"',
        ),
        ("WHEN drawing AND spade THEN skip", "cannot look at a card"),
        ("WHEN drawing THEN wild", "makes no sense after a draw"),
        ("WHEN penalty THEN skip", "makes no sense after a penalty"),
        ("WHEN drawing AND penalty THEN skip", "not both"),
        ("WHEN NOT drawing THEN skip", "NOT goes with"),
        ("WHEN king OR drawing THEN skip", "OR goes with"),
        ("WHEN NOT king OR queen THEN skip", "OR goes with"),
        ("WENN Pik THEN skip", 'Nach "Pik" erwarte ich UND oder DANN, nicht "THEN"'),
    ],
)
def test_an_error_says_what_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(RuleError) as error:
        parse(text)
    assert complaint in str(error.value)
    assert str(error.value).endswith(".")


def test_or_binds_closer_than_and() -> None:
    assert parse("WHEN red card AND king OR queen THEN skip").conditions == (
        CardTest(red=True),
        Either((CardTest(rank=12), CardTest(rank=11))),
    )


def test_the_first_version_of_the_language_has_no_or() -> None:
    """Records of matches in which such a text was not understood must stay what they are."""
    with pytest.raises(RuleError, match="I expect AND or THEN"):
        parse("WHEN king OR queen THEN skip", 1)


# --- all rules -----------------------------------------------------------------------------------

suits, ranks = st.integers(0, 3), st.integers(0, 12)
values = st.integers(1, 13)
kinds: Any = st.sampled_from(["face", "number", "even", "odd"])
whom: Any = st.sampled_from(["player", "next", "left", "right", "everybody"])
compare: Any = st.sampled_from(["is", "above", "below"])
card_tests = st.one_of(
    st.builds(CardTest, suit=suits),
    st.builds(CardTest, rank=ranks),
    st.builds(CardTest, suit=suits, rank=ranks),
    st.builds(CardTest, red=st.booleans()),
    st.builds(CardTest, red=st.booleans(), rank=ranks),
    st.builds(CardTest, red=st.booleans(), kind=kinds),
    st.builds(CardTest, kind=kinds),
    st.builds(CardTest, above=values),
    st.builds(CardTest, below=values),
    st.builds(CardTest, suit=suits, above=values),
    st.builds(CardTest, red=st.booleans(), below=values),
    st.just(CardTest()),
)
plain = st.one_of(
    card_tests,
    st.builds(Same, st.sampled_from(["suit", "rank", "colour"])),
    st.builds(Step, st.booleans()),
    st.builds(HandSize, compare, st.integers(0, 48)),
    st.builds(Neighbour, st.sampled_from(["left", "right"]), compare, st.integers(0, 48)),
    st.builds(InRow, st.integers(2, 5), card_tests),
)
phrases = st.text("abc xyzÄ!,", min_size=1, max_size=30).filter(
    lambda text: text.strip(" !,") != ""
)
duties = st.one_of(
    st.builds(Say, phrases, whom),
    st.builds(SayName, st.sampled_from(["card", "suit", "rank"]), whom),
    st.builds(Silent, whom),
    st.builds(Draw, st.integers(1, 5), whom),
    st.builds(Skip, st.integers(1, 3)),
    st.builds(NextMust, card_tests),
    st.sampled_from([Reverse(), Again(), Wild(), Forbidden()]),
)
either = st.builds(Either, st.lists(plain, min_size=2, max_size=3).map(tuple))
rules = st.builds(
    Rule,
    st.lists(st.one_of(plain, st.builds(Not, plain), either), min_size=1, max_size=3).map(tuple),
    st.lists(duties, min_size=1, max_size=3).map(tuple),
    st.none() | st.integers(1, 60),
    st.none() | st.integers(0, 5),
)


@given(rules, st.sampled_from(["en", "de"]))
@tried(150)
def test_what_is_printed_reads_the_same(rule: Rule, tongue: str) -> None:
    assert parse(printed(rule, tongue)) == rule


@given(st.text(max_size=200))
@tried(150)
def test_any_text_is_a_rule_or_a_rule_error(text: str) -> None:
    for start in ("", "WHEN ", "WHEN spade THEN ", "WENN Pik DANN sage "):
        with suppress(RuleError):
            parse(start + text)
