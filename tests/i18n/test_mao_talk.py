"""What the page offers to say at a table of Mao is what the chairman hears, in any language."""

from __future__ import annotations

import pytest

from stammtisch.games.mao.book import BASE, names, suit_named
from stammtisch.games.mao.cards import CARDS, RANK, SUIT, normal
from stammtisch.games.mao.chairman import CLOSING, OPENING
from stammtisch.games.mao.language.rule import SayName
from stammtisch.i18n import LANGUAGES, Language
from stammtisch.i18n.texts import texts

DEMANDED = {
    "phrase.last_card": "last_card_is_told",
    "phrase.nice_day": "seven_is_nice",
    "phrase.thank_you": "penalty_is_thanked",
    "phrase.hail": "royals_are_hailed",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_quick_phrases_are_what_the_base_rules_demand(language: Language) -> None:
    said = texts("mao", language)
    for key, option in DEMANDED.items():
        assert f'say "{said[key]}"' in BASE[option][0]
    assert normal(said["phrase.order"]) in OPENING
    assert normal(said["phrase.order_over"]) in CLOSING


def test_german_names_of_cards_and_suits_are_heard() -> None:
    """The page names cards in German or English, as `spokenName` does it."""
    said = texts("common", "de")
    ranks = ["a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k"]
    for card in range(CARDS):
        suit, rank = said[f"suit.{'cdhs'[SUIT[card]]}"], said[f"rank.{ranks[RANK[card]]}"]
        spoken = said["card"].replace("{suit}", suit).replace("{rank}", rank)
        assert normal(spoken) in names(SayName("card"), card)
        assert suit_named(normal(suit)) == SUIT[card]
