from __future__ import annotations

import pytest

from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.say import printed


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("WHEN ace THEN name the rank", "WENN Ass DANN nenne den Rang"),
        ("WHEN ace THEN name the suit", "WENN Ass DANN nenne die Farbe"),
        (
            "WHEN ace THEN everybody names the rank",
            "WENN Ass DANN alle nennen den Rang",
        ),
        ("WHEN same rank THEN skip", "WENN gleicher Rang DANN überspringe"),
        ("WHEN same colour THEN skip", "WENN gleicher Ton DANN überspringe"),
        ("WHEN same suit THEN skip", "WENN gleiche Farbe DANN überspringe"),
        ("WHEN red king THEN skip", "WENN roter König DANN überspringe"),
        ("WHEN red queen THEN skip", "WENN rote Dame DANN überspringe"),
        ("WHEN black ace THEN skip", "WENN schwarzes Ass DANN überspringe"),
        ("WHEN black face card THEN skip", "WENN schwarzes Bild DANN überspringe"),
        ("WHEN red even card THEN skip", "WENN rote gerade Karte DANN überspringe"),
        ("WHEN third heart in a row THEN skip", "WENN drittes Herz in Folge DANN überspringe"),
        (
            "WHEN third queen of spades in a row THEN skip",
            "WENN dritte Pik Dame in Folge DANN überspringe",
        ),
        (
            "WHEN second red jack in a row THEN skip",
            "WENN zweiter roter Bube in Folge DANN überspringe",
        ),
        (
            "WHEN ace THEN next must play red jack",
            "WENN Ass DANN nächster muss roten Buben spielen",
        ),
        (
            "WHEN left player has more than one card THEN skip",
            "WENN linker Spieler hält mehr als eine Karte DANN überspringe",
        ),
        (
            "WHEN ace THEN say 'die Rang' WITHIN 5s ELSE draw 2 cards",
            'WENN Ass DANN sage "die Rang" INNERHALB 5 SEKUNDEN SONST STRAFE 2',
        ),
    ],
)
def test_german_is_printed_as_it_is_spoken(text: str, german: str) -> None:
    assert printed(parse(text), "de") == german
    assert parse(german) == parse(text)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("if red, then next must play black", "WHEN red card THEN next must play black card"),
        ("when 1 card left then everyone is silent", "WHEN last card THEN everybody stays silent"),
        ("WENN Herzdame DANN ziehe zwei", "WHEN queen of hearts THEN draw 2 cards"),
        ("WENN Ass DANN sage Miau", 'WHEN ace THEN say "Miau"'),
    ],
)
def test_what_is_printed_is_the_plainest_form(text: str, plain: str) -> None:
    assert printed(parse(text)) == plain
