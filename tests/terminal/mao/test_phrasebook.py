from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stammtisch.terminal.mao.tabletop import FOR_RULES, KEYS, Phrasebook

BASE = ("WHEN spade THEN name the card", "WHEN jack THEN wild")
SUITS = ["clubs", "diamonds", "hearts", "spades"]


def book(*rules: str, heard: tuple[str, ...] = ()) -> Phrasebook:
    made = Phrasebook()
    made.learn(rules, heard)
    return made


def test_what_is_heard_later_comes_behind_what_is_there() -> None:
    phrases = book(*BASE)
    assert phrases.phrases("two of spades") == ["two of spades", *SUITS]
    phrases.learn(BASE, ["meow"])
    phrases.learn((*BASE, 'WHEN king THEN say "all hail"'), ["oink", "meow"])
    assert phrases.phrases("ten of spades") == [
        *("ten of spades", *SUITS, "meow"),
        *("all hail", "oink"),
    ]


def test_a_card_that_is_not_there_keeps_its_key() -> None:
    assert book(*BASE).phrases(None) == ["", *SUITS]


def test_the_last_keys_are_for_rules() -> None:
    phrases = book(heard=tuple(f"word {number}" for number in range(30)))
    assert len(phrases.phrases(None)) == len(KEYS) - FOR_RULES
    phrases.learn([f'WHEN king THEN say "rule {number}"' for number in range(9)], [])
    assert phrases.phrases(None)[-FOR_RULES:] == ["rule 0", "rule 1"]
    assert len(phrases.phrases(None)) == len(KEYS)


def test_names_of_cards_verdicts_and_accusations_need_no_key() -> None:
    heard = ("seven of spades", "guilty", "point of order", "Failure to bow", "Meow", "meow!")
    assert book(heard=heard).phrases(None) == ["Meow"]


@given(st.lists(st.lists(st.text(max_size=5), max_size=4), max_size=8))
def test_no_phrase_ever_moves(heard: list[list[str]]) -> None:
    phrases = book(*BASE)
    before = phrases.phrases("ace of spades")
    for words in heard:
        phrases.learn(BASE, words)
        after = phrases.phrases("ace of spades")
        assert after[: len(before)] == before
        before = after
