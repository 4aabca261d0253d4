"""The table of the language: each line can be read, and only in one way."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from typing import Any

import pytest

from stammtisch.games.mao.language import grammar, parse
from stammtisch.games.mao.language.grammar import CARDS, CONDITIONS, DUTIES, PENALTIES, TIMES, Row
from stammtisch.games.mao.language.parse import Reader
from stammtisch.games.mao.language.words import (
    KEYWORDS,
    LIKE,
    NOISE,
    SLOTS,
    SYNONYMS,
    TONGUES,
    Part,
    fold,
    parts_of,
    tokens,
    values_of,
    words_of,
)

TABLES = {
    "conditions": CONDITIONS,
    "duties": DUTIES,
    "times": TIMES,
    "penalties": PENALTIES,
}
HEADING = Part("condition", frozenset(), "", "", optional=False, printed=True)
FILLED = {"n": "3", "ns": "3s", "text": '"hi"', "over": "9", "under": "4"}
CARD = {"en": "red seven", "de": "rote Sieben"}


def lines(forms: tuple[Row, ...], tongue: str) -> Iterator[tuple[Row, str]]:
    """Every line of a table with its slots filled: whole, and as short as may be."""
    for form in forms:
        for said in form.said(tongue):
            for whole in (True, False):
                words = [
                    _word(part, tongue)
                    for part in parts_of(said, tongue)
                    if whole or not part.optional
                ]
                yield form, " ".join(words)


def _word(part: Part, tongue: str) -> str:
    if part.slot is None:
        return part.plain
    if part.slot == "card":
        return CARD[tongue]
    return FILLED.get(part.slot) or next(iter(SLOTS[LIKE.get(part.slot, part.slot)][tongue]))


def read(forms: tuple[Row, ...], text: str, tongue: str) -> Any:
    words = tokens(text)
    found = Reader(text, words, tongue).piece(HEADING, forms, 0, 0)
    assert found is not None, text
    assert found[1] == len(words), text
    return found[0]


@pytest.mark.parametrize("tongue", TONGUES)
@pytest.mark.parametrize("table", TABLES)
def test_every_line_is_read_as_what_it_stands_for(table: str, tongue: str) -> None:
    for form, text in lines(TABLES[table], tongue):
        record = read(TABLES[table], text, tongue)
        assert type(record) is form.record, text
        for name, value in form.fixed.items():
            assert getattr(record, name) == value, text


@pytest.mark.parametrize("tongue", TONGUES)
@pytest.mark.parametrize("table", TABLES)
def test_the_order_of_a_table_does_not_matter(
    table: str, tongue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    forms = TABLES[table]
    texts = [text for _, text in lines(forms, tongue)]
    if table == "conditions":
        texts += [text for _, text in lines(CARDS, tongue)]
    before = [read(forms, text, tongue) for text in texts]
    monkeypatch.setattr(parse, "CARDS", CARDS[::-1])
    assert [read(forms[::-1], text, tongue) for text in texts] == before


@pytest.mark.parametrize("tongue", TONGUES)
def test_synonyms_are_of_words_in_use_and_never_noise_or_keywords(tongue: str) -> None:
    tables = (CARDS, *TABLES.values())
    used = {
        part.plain
        for forms in tables
        for form in forms
        for said in form.said(tongue)
        for part in parts_of(said, tongue)
    }
    assert SYNONYMS[tongue].keys() <= used
    kin = {fold(word) for words in SYNONYMS[tongue].values() for word in words}
    keywords = {fold(word) for words in KEYWORDS[tongue].values() for word in words}
    assert not kin & (keywords | NOISE[tongue])


@pytest.mark.parametrize("tongue", TONGUES)
def test_no_word_of_a_slot_is_noise_or_stands_for_two_values(tongue: str) -> None:
    for slot, words in SLOTS.items():
        assert not values_of(slot, tongue).keys() & NOISE[tongue]
        assert len(values_of(slot, tongue)) == len(words[tongue])


@pytest.mark.parametrize("tongue", TONGUES)
def test_a_language_has_words_for_every_row_and_for_nothing_else(tongue: str) -> None:
    rows: dict[str, set[str]] = {}
    for row in (*CARDS, *CONDITIONS, *DUTIES, *TIMES, *PENALTIES):
        assert row.name not in rows.setdefault(row.part, set())
        rows[row.part].add(row.name)
    assert {part: set(words_of(tongue)[part]) for part in rows} == rows


def test_the_ten_sentences_of_the_grammar_mean_what_stands_there() -> None:
    found = doctest.testmod(grammar)
    assert (found.failed, found.attempted) == (0, 13)


@pytest.mark.parametrize("tongue", ["de", "sl"])
def test_a_rule_is_said_back_with_the_same_words_in_every_language(tongue: str) -> None:
    def plain(language: str) -> set[str]:
        return {key for key in words_of(language)["said"] if not key.startswith("plural.")}

    assert plain(tongue) == plain("en")


def test_authors_are_told_the_same_in_every_language_of_rules() -> None:
    english, german = (words_of(tongue) for tongue in TONGUES)
    for part in ("sentences", "sought", "counted", "slots", "keywords"):
        assert english[part].keys() == german[part].keys()
