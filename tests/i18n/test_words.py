"""Every language says everything, with the same blanks; nothing is said that nobody asks for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import stammtisch.i18n
from stammtisch.i18n import LANGUAGES, Language, Words
from stammtisch.i18n.texts import plural_form, texts

ROOM = Path(stammtisch.i18n.__file__).parent
PARTS = sorted(str(file.parent.relative_to(ROOM)) for file in ROOM.rglob("en.json"))
OTHERS = [language for language in LANGUAGES if language != "en"]
SAID_BY_THE_SERVER = ("refusal.", "meaning.")
"""In English the games say these themselves."""


def blanks(text: str) -> list[str]:
    return sorted(re.findall(r"\{(\w+)", text))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("part", PARTS)
def test_every_language_has_the_words_of_english_and_no_others(
    part: str, language: Language
) -> None:
    english, ours = texts(part, "en"), texts(part, language)
    assert english.keys() - ours.keys() == set()
    more = ours.keys() - english.keys()
    assert {key for key in more if not key.startswith(SAID_BY_THE_SERVER)} == set()


def test_the_same_refusals_and_meanings_are_said_in_every_language_but_english() -> None:
    for part in PARTS:
        assert texts(part, "de").keys() == texts(part, "sl").keys(), part


@pytest.mark.parametrize("part", PARTS)
def test_every_language_has_the_same_blanks_in_every_sentence(part: str) -> None:
    for key, text in texts(part, "en").items():
        for language in OTHERS:
            ours = blanks(texts(part, language)[key])
            assert (key, ours) == (key, [blank for blank in blanks(text) if blank in ours])
            # Only English says "wants" and "want".
            assert (key, set(blanks(text)) - set(ours)) in ((key, set()), (key, {"count"}))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", PARTS)
def test_what_is_counted_has_every_form_of_its_language(part: str, language: Language) -> None:
    forms = {plural_form(language, count) for count in range(200)}
    for key, text in texts(part, language).items():
        for counted in re.findall(r"\{\w+\|([^{}]*)\}", text):
            has = {form.split(":", 1)[0] for form in counted.split("|")}
            assert (key, forms - has) == (key, set())


def test_a_refusal_is_said_by_its_code_else_in_the_servers_words() -> None:
    german = Words("de", "tiles", "common")
    said = german.refusal("unknown_number", "There is no action 7.", {"number": 7})
    assert said == "Einen Zug Nummer 7 gibt es nicht."
    assert german.refusal("odd", "That is odd.", {}) == "That is odd."
