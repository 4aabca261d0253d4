"""The rule language as people write it: each text means the rule that is plainly said beside it."""

from __future__ import annotations

import pytest

from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import Penalised, Say, Silent
from stammtisch.games.mao.language.words import SLOTS, RuleError


@pytest.mark.parametrize(
    ("condition", "plain"),
    [
        ("one card left", "last card"),
        ("1 card left", "last card"),
        ("only one card left", "last card"),
        ("no card left", "0 cards left"),
        ("more than one card left", "more than 1 cards left"),
        ("same suit as the previous card", "same suit"),
        ("the same rank as before", "same rank"),
        ("the card is higher than the previous card", "higher than previous"),
        ("card above nine", "card above 9"),
        ("card over thirteen", "card above 13"),
        ("cards below queen", "card below 12"),
        ("card higher than nine", "card above 9"),
        ("red", "red card"),
        ("even", "even card"),
        ("black face", "black face card"),
        ("red above ten", "red card above 10"),
        ("hearts", "heart"),
        ("7s", "seven"),
        ("face cards", "face card"),
        ("a card is played", "any card"),
        ("a card is drawn", "drawing"),
        ("two red cards in a row", "second red card in a row"),
        ("the left neighbour has twelve cards", "left player holds 12 cards"),
    ],
)
def test_english_conditions(condition: str, plain: str) -> None:
    assert parse(f"WHEN {condition} THEN draw 2") == parse(f"WHEN {plain} THEN draw 2")


@pytest.mark.parametrize(
    ("duty", "plain"),
    [
        ("everybody is silent", "everybody stays silent"),
        ("all are silent", "everybody stays silent"),
        ("everyone must be silent", "everybody stays silent"),
        ("say nothing", "stay silent"),
        ("next must play black", "next must play black card"),
        ("the next player must play red", "next must play red card"),
        ("next must play even", "next must play even card"),
        ("next must play hearts", "next must play heart"),
        ("the next card must be a king", "next must play king"),
        ("the next player must draw two cards", "next player draws 2"),
        ("next draws three", "next player draws 3"),
        ("name the suit of the card", "name the suit"),
        ("skip the next player", "skip"),
        ("skip two players", "skip 2"),
    ],
)
def test_english_duties(duty: str, plain: str) -> None:
    assert parse(f"WHEN ace THEN {duty}") == parse(f"WHEN ace THEN {plain}")


@pytest.mark.parametrize(
    ("condition", "plain"),
    [
        ("der linke Spieler eine Karte hält", "linker Spieler hält eine Karte"),
        ("der rechte Nachbar mehr als 7 Karten hat", "rechter Spieler hält mehr als 7 Karten"),
        ("der linke Spieler mehr als eine Karte hält", "linker Spieler hält mehr als 1 Karten"),
        ("höher als die vorherige Karte", "höher als vorher"),
        ("die Karte niedriger als die vorige ist", "niedriger als vorher"),
        ("die gleiche Farbe wie die vorherige Karte", "gleiche Farbe"),
        ("derselbe Rang wie zuvor", "gleicher Rang"),
        ("Herzdame", "Herz Dame"),
        ("Herz-Dame", "Herz Dame"),
        ("Pik-Sieben", "Pik Sieben"),
        ("eine Herzkarte gespielt wird", "Herz"),
        ("KREUZKÖNIG", "Kreuz König"),
        ("eine Karte übrig", "letzte Karte"),
        ("nur noch eine Karte übrig", "letzte Karte"),
        ("keine Karte übrig", "0 Karten übrig"),
        ("mehr als eine Karte übrig", "mehr als 1 Karten übrig"),
        ("Karte über neun", "Karte über 9"),
        ("Karten unter dreizehn", "Karte unter 13"),
        ("Karte höher als Bube", "Karte über 11"),
        ("Damen", "Dame"),
        ("rote Bilder", "rotes Bild"),
        ("eine Karte gezogen wird", "Ziehen"),
        ("drei schwarze Karten hintereinander", "dritte schwarze Karte in Folge"),
    ],
)
def test_german_conditions(condition: str, plain: str) -> None:
    assert parse(f"WENN {condition} DANN ziehe 2") == parse(f"WENN {plain} DANN ziehe 2")


@pytest.mark.parametrize(
    ("duty", "plain"),
    [
        ("nächster Spieler muss Herz spielen", "nächster muss Herz spielen"),
        ("der nächste muss Herz spielen", "nächster muss Herz spielen"),
        ("muss der nächste Spieler einen roten König spielen", "nächster muss roter König spielen"),
        ("der nächste muss schwarz spielen", "nächster muss schwarze Karte spielen"),
        ("die nächste Karte muss gerade sein", "nächster muss gerade Karte spielen"),
        ("zieht der nächste zwei Karten", "nächster Spieler zieht 2"),
        ("muss der linke Spieler eine Karte ziehen", "linker Spieler zieht 1"),
        ('nächster Spieler muss "Miau" sagen', 'nächster Spieler sagt "Miau"'),
        ('"Miau" sagen', 'sage "Miau"'),
        ("2 Karten ziehen", "ziehe 2"),
        ("alle müssen schweigen", "alle schweigen"),
        ("schweigen", "schweige"),
        ("sage nichts", "schweige"),
        ("den Rang nennen", "nenne den Rang"),
        ("setzt der nächste Spieler aus", "überspringe"),
    ],
)
def test_german_duties(duty: str, plain: str) -> None:
    assert parse(f"WENN Ass DANN {duty}") == parse(f"WENN Ass DANN {plain}")


@pytest.mark.parametrize(
    ("ending", "within", "penalty"),
    [
        ("WHEN ace THEN wild WITHIN 5s", 5, None),
        ("WHEN ace THEN wild within 5 sec", 5, None),
        ("WHEN ace THEN wild WITHIN five SECONDS ELSE PENALTY two", 5, 2),
        ("WHEN ace THEN wild ELSE draw 2 cards", None, 2),
        ("WHEN ace THEN wild ELSE draw a card", None, 1),
        ("WHEN ace THEN wild otherwise a penalty of 3 cards", None, 3),
        ("WENN Ass DANN Wunschfarbe INNERHALB von 5 Sekunden", 5, None),
        ("WENN Ass DANN Wunschfarbe binnen 5s", 5, None),
        ("WENN Ass DANN Wunschfarbe SONST ziehe 2 Karten", None, 2),
        ("WENN Ass DANN Wunschfarbe SONST ziehe eine Karte", None, 1),
        ("WENN Ass DANN Wunschfarbe SONST eine Strafkarte", None, 1),
        ("WENN Ass DANN Wunschfarbe INNERHALB zehn Sekunden SONST STRAFE zwei", 10, 2),
    ],
)
def test_endings(ending: str, within: int | None, penalty: int | None) -> None:
    rule = parse(ending)
    assert (rule.within, rule.penalty) == (within, penalty)


@pytest.mark.parametrize("tongue", ["en", "de"])
def test_number_words_go_up_to_thirteen(tongue: str) -> None:
    whole = {"en": "WHEN {} cards left THEN skip", "de": "WENN {} Karten übrig DANN überspringe"}
    counts = set()
    for word, value in SLOTS["n"][tongue].items():
        if not word.isdecimal():
            assert (
                parse(whole[tongue].format(word)).conditions
                == parse(whole[tongue].format(value)).conditions
            )
            counts.add(value)
    assert counts == set(range(14))


# --- phrases without quotation marks --------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "duty"),
    [
        ("WHEN ace THEN say hello", Say("hello")),
        ("WHEN ace THEN say: The end is near!", Say("The end is near!")),
        ("WHEN ace THEN say last card.", Say("last card")),
        ("WHEN ace THEN the next player says good night", Say("good night", "next")),
        ("WENN Ass DANN sage letzte Karte", Say("letzte Karte")),
        ("WENN Ass DANN sagen alle Gute Nacht", Say("Gute Nacht", "everybody")),
        ("WENN Ass DANN sag nichts", Silent()),
    ],
)
def test_a_phrase_that_ends_the_rule_needs_no_marks(text: str, duty: Say) -> None:
    assert parse(text).duties == (duty,)


def test_a_phrase_without_marks_may_not_swallow_more_duties() -> None:
    with pytest.raises(RuleError, match=r'in quotes .*: say "hello there" AND skip.$'):
        parse("WHEN ten THEN say hello there AND skip")
    with pytest.raises(RuleError, match=r'in quotes .*: everybody says "the end" WITHIN 5s.$'):
        parse("WHEN ten THEN everybody says the end WITHIN 5s")
    with pytest.raises(RuleError, match=r'Anführungszeichen.*: sage "hallo" SONST STRAFE 2.$'):
        parse("WENN Zehn DANN sage hallo SONST STRAFE 2")
    with pytest.raises(RuleError, match=r'Anführungszeichen.*: nächster muss "hallo" sagen.$'):
        parse("WENN Zehn DANN nächster muss hallo sagen")


def test_to_name_the_card_is_no_phrase() -> None:
    assert parse("WHEN ace THEN say the card") == parse("WHEN ace THEN name the card")


def test_a_penalty_is_a_happening_before_then_and_a_price_after_else() -> None:
    rule = parse("WHEN penalty THEN say thanks")
    assert rule.conditions == (Penalised(),)
    assert rule.penalty is None
