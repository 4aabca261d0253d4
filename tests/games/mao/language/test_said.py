from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.mao.language import say
from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import Rule
from stammtisch.games.mao.language.say import said, said_back
from stammtisch.games.mao.language.words import words_of
from tests.games.mao.language.test_parse import rules
from tests.properties import tried


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        (
            'WHEN king THEN say "hail"',
            "whoever plays a king says “hail”",
            "wer einen König spielt, sagt „hail“",
        ),
        (
            "WHEN ace THEN skip",
            "whoever plays an ace skips the next player",
            "wer ein Ass spielt, überspringt den nächsten Spieler",
        ),
        (
            "WHEN king OR queen THEN everybody stays silent",
            "when somebody plays a king or a queen, everybody stays silent",
            "wenn jemand einen König oder eine Dame spielt, gilt: alle schweigen",
        ),
        (
            "WHEN black four THEN forbidden",
            "nobody may play a black four",
            "niemand darf eine schwarze Vier spielen",
        ),
        (
            'WHEN last card THEN say "Mao" WITHIN 5 SECONDS ELSE PENALTY 2',
            "whoever has 1 card left after playing says “Mao”, within 5 seconds;"
            " otherwise it costs 2 cards",
            "wer nach dem Ausspielen 1 Karte übrig hat, sagt „Mao“, innerhalb von 5 Sekunden;"
            " sonst kostet es 2 Karten",
        ),
        (
            "WHEN face card AND same suit THEN draw 2 cards AND extra turn",
            "whoever plays a face card, if it has the same suit as the card before,"
            " draws 2 cards and has another turn",
            "wer ein Bild spielt (wenn sie dieselbe Farbe hat wie die Karte davor),"
            " zieht 2 Karten und ist noch einmal dran",
        ),
        (
            "WHEN third red card in a row THEN next must play heart",
            "when somebody plays a card, if it is the third red card in a row,"
            " the next card must be a heart",
            "wenn jemand eine Karte spielt (wenn es die dritte rote Karte in Folge ist),"
            " gilt: die nächste Karte muss ein Herz sein",
        ),
        (
            'WHEN drawing THEN next player says "x"',
            "when somebody draws a card in turn, the next player says “x”",
            "wenn jemand als Zug eine Karte zieht, gilt: der nächste Spieler sagt „x“",
        ),
    ],
)
def test_a_rule_is_said_in_plain_words(text: str, english: str, german: str) -> None:
    assert said(parse(text), "en") == english
    assert said(parse(text), "de") == german


def test_slovenian_words_are_there_for_the_page() -> None:
    rule = parse('WHEN red king THEN say "živio" AND draw 2 cards')
    assert said(rule, "sl") == "kdor odigra rdečega kralja, reče »živio« in vzame 2 karti"
    assert said(parse("WHEN queen of hearts THEN wild"), "sl").startswith("kdor odigra srčno damo")


def test_the_author_is_asked_whether_that_is_right() -> None:
    rule = parse("WHEN ten THEN draw a card")
    assert said_back(rule, "en") == "So: whoever plays a ten draws 1 card. Right?"
    assert said_back(rule, "de") == "Also: wer eine Zehn spielt, zieht 1 Karte. Richtig?"


@given(rules, st.sampled_from(["en", "de", "sl"]))
@tried(100)
def test_every_rule_can_be_said(rule: Rule, tongue: str) -> None:
    words = said(rule, tongue)
    assert words and "{" not in words


SAID = [
    line.split("\t")
    for line in (Path(__file__).parent / "said.tsv").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize(("text", "english", "german", "slovenian"), SAID)
def test_a_rule_is_said_back_in_every_language(
    text: str, english: str, german: str, slovenian: str
) -> None:
    rule = parse(text)
    assert [said(rule, tongue) for tongue in say.SAID_IN] == [english, german, slovenian]


@pytest.mark.parametrize("tongue", say.SAID_IN)
def test_all_words_for_saying_rules_back_are_used(
    tongue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: set[str] = set()

    class Watched(dict[str, str]):
        def __getitem__(self, key: str) -> str:
            used.add(key)
            return super().__getitem__(key)

    words: dict[str, Any] = words_of(tongue)
    watched = {**words, "said": Watched(words["said"])}
    monkeypatch.setattr(say, "words_of", lambda one: watched if one == tongue else words)
    for text, *_ in SAID:
        said_back(parse(text), tongue, [("kign", "king")], ["please"])
    assert used == set(words["said"])
