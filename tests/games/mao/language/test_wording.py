"""What an author is told: the furthest place that was understood, in the tongue of the rule."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.say import printed
from stammtisch.games.mao.language.words import KEYWORDS, SLOTS, SYNONYMS, RuleError
from tests.properties import tried


def complaint(text: str) -> str:
    with pytest.raises(RuleError) as error:
        parse(text)
    return str(error.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "WHEN ten THEN next must play purple",
            'After "next must play" I expect a card (next must play red card), not "purple".',
        ),
        (
            "WHEN card above fourteen THEN skip",
            'After "card above" I expect a card\'s value (card above 9), not "fourteen".',
        ),
        (
            "WHEN ten THEN say",
            'After "say" I expect words in quotes, "the card", "the suit" or "the rank"'
            ' (say "thank you"), not the end.',
        ),
        (
            "WHEN ten THEN the right player draws purple cards",
            'After "right player draws" I expect a number (right player draws 2 cards),'
            ' not "purple".',
        ),
        (
            "WHEN spade above THEN skip",
            'After "spade above" I expect a card\'s value (spade above 9), not "THEN".',
        ),
        (
            "WHEN the third red THEN skip",
            'After "third red" I expect "card" (third red card in a row), not "THEN".',
        ),
        (
            "WHEN 3 carts left THEN skip",
            'After "3" I expect "cards" (3 cards left), not "carts".',
        ),
        (
            "WHEN ace AND NOT purple THEN skip",
            'After "NOT" I expect a condition (NOT same suit), not "purple".',
        ),
        (
            'WHEN ace THEN say "hi" please',
            'After say "hi" I expect AND, WITHIN, ELSE or the end, not "please".',
        ),
        (
            "WHEN ace THEN skip WITHIN 5",
            'After "WITHIN 5" I expect "seconds" (WITHIN 5 seconds), not the end.',
        ),
        (
            "WHEN ace THEN skip ELSE shame",
            'After "ELSE" I expect a penalty (ELSE PENALTY 2), not "shame".',
        ),
        (
            "WENN Zehn DANN nächster muss lila spielen",
            'Nach "nächster muss" erwarte ich eine Karte (nächster muss rote Karte spielen),'
            ' nicht "lila".',
        ),
        (
            "WENN Zehn DANN der nächste muss Herz",
            'Nach "nächste muss Herz" erwarte ich "spielen" (nächste muss Herz spielen),'
            " nicht das Ende.",
        ),
        (
            "WENN Karte über vierzehn DANN schweige",
            'Nach "Karte über" erwarte ich den Wert einer Karte (Karte über 9), nicht "vierzehn".',
        ),
        (
            "WENN lila DANN schweige",
            'Nach "WENN" erwarte ich eine Bedingung (WENN gleiche Farbe), nicht "lila".',
        ),
        (
            "WENN Herz DANN tanze",
            'Nach "DANN" erwarte ich eine Pflicht (DANN sage "danke"), nicht "tanze".',
        ),
        (
            "WENN Herz DANN schweige INNERHALB von Sekunden",
            'Nach "INNERHALB von" erwarte ich eine Zahl (INNERHALB von 2 Sekunden),'
            ' nicht "Sekunden".',
        ),
        ('WENN Herz DANN sage "Miau', 'Das Zitat "Miau hat kein Ende.'),
        ('WENN Herz DANN sage "!"', "In dem, was gesagt werden soll, stehen keine Worte."),
        ("WENN Herz DANN ziehe 6", "Gezogen werden 1 bis 5 Karten, nicht 6."),
        ("WENN Herz DANN überspringe 4", "Übersprungen werden 1 bis 3 Spieler, nicht 4."),
        ("WENN 50 Karten übrig DANN schweige", "Auf einer Hand sind 0 bis 48 Karten, nicht 50."),
        ("WENN Karte über 20 DANN schweige", "Der Wert einer Karte ist 1 bis 13, nicht 20."),
        (
            "WENN Herz DANN schweige INNERHALB 61s",
            "Die Frist ist 1 bis 60 Sekunden, nicht 61.",
        ),
        ("WENN Herz DANN schweige SONST STRAFE 9", "Die Strafe ist 0 bis 5 Karten, nicht 9."),
        (
            "WENN NICHT Ziehen DANN schweige",
            "NICHT passt nur zu Karten und Händen, nicht zum Ziehen oder zu einer Strafe.",
        ),
        (
            "WENN Ziehen UND Strafe DANN schweige",
            "Eine Karte wird entweder freiwillig oder als Strafe gezogen, nicht beides.",
        ),
        (
            "WENN Ziehen UND Herz DANN schweige",
            "Eine Regel über das Ziehen kann auf keine Karte sehen: niemand sonst kennt sie.",
        ),
        (
            "WENN Strafe DANN überspringe",
            "Eine dieser Pflichten hat nach einer Strafe keinen Sinn.",
        ),
    ],
)
def test_an_error_tells_how_far_the_text_was_understood(text: str, sentence: str) -> None:
    assert complaint(text) == sentence


_SAMPLE = re.compile(r"\((.*)\), (?:not|nicht) ")


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("WHEN ten THEN next must play purple", "WHEN ten THEN {}"),
        ("WHEN ten THEN left player purple", "WHEN ten THEN {}"),
        ("WHEN ten THEN everybody purple", "WHEN ten THEN {}"),
        ("WHEN ten THEN skip next purple", "WHEN ten THEN {}"),
        ("WHEN same THEN wild", "WHEN {} THEN wild"),
        ("WHEN left player holds many cards THEN wild", "WHEN {} THEN wild"),
        ("WHEN higher THEN wild", "WHEN {} THEN wild"),
        ("WENN rechter DANN schweige", "WENN {} DANN schweige"),
        ("WENN zweites DANN schweige", "WENN {} DANN schweige"),
        ("WENN Pik DANN zieht", "WENN Pik DANN {}"),
        ("WENN Pik DANN alle", "WENN Pik DANN {}"),
        ("WENN Pik DANN noch", "WENN Pik DANN {}"),
    ],
)
def test_the_sample_of_an_error_is_understood(text: str, understood: str) -> None:
    told = complaint(text)
    sample = _SAMPLE.search(told)
    if sample is None:
        assert "AND, WITHIN" in told
    else:
        parse(understood.format(sample[1]))


def _vocabulary(tongue: str) -> list[str]:
    slots = [word for slot in SLOTS.values() for word in slot[tongue]]
    plain = [word for words in KEYWORDS[tongue].values() for word in words]
    kin = [word for words in SYNONYMS[tongue].values() for word in words]
    heads = {"en": "say must play in row next than", "de": "sage muss spielen in Folge als alle"}
    return sorted({*slots, *plain, *kin, *SYNONYMS[tongue], *heads[tongue].split(), '"x"', "?!"})


@given(st.data())
@tried(150)
def test_every_row_of_words_is_a_rule_or_gets_a_sentence_in_its_tongue(data: st.DataObject) -> None:
    tongue = data.draw(st.sampled_from(["en", "de"]))
    start = data.draw(
        st.sampled_from({"en": ["WHEN", "WHEN ace THEN"], "de": ["WENN", "WENN Ass DANN"]}[tongue])
    )
    words = data.draw(st.lists(st.sampled_from(_vocabulary(tongue)), max_size=9))
    try:
        rule = parse(" ".join([start, *words]))
    except RuleError as error:
        told = str(error)
        assert told.endswith(".")
        if "xpect" in told or "erwarte" in told:
            assert told.startswith({"en": "After ", "de": "Nach "}[tongue])
    else:
        assert parse(printed(rule, "en")) == rule == parse(printed(rule, "de"))
