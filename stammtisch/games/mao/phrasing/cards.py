"""What a card, or a kind of card, is called in a sentence."""

from __future__ import annotations

from stammtisch.games.mao.language.inflection import gender_of, inflected
from stammtisch.games.mao.language.printing import card_words
from stammtisch.games.mao.language.rule import CardTest

_ORDINALS = {
    "en": ("", "", "second", "third", "fourth", "fifth"),
    "de": ("", "", "zweite", "dritte", "vierte", "fünfte"),
}


def card_named(test: CardTest, tongue: str, *, subject: bool = False) -> str:
    """With its article, as the object of a sentence unless it is the subject."""
    if tongue == "sl":
        return _slovenian(test)
    words = card_words(test, tongue)
    if tongue == "en":
        if words[0] == "any":
            return "a card"
        return f"{'an' if words[0][0] in 'aeo' else 'a'} {' '.join(words)}"
    if words[0] == "jede":
        return "eine Karte"
    article = "ein" if gender_of(words) == "n" else "eine"
    if gender_of(words) == "m":
        article = "ein" if subject else "einen"
    return " ".join([article, *inflected(words, is_object=not subject)])


def nth_card(count: int, test: CardTest, tongue: str) -> str:
    """ "The third red card"."""
    if tongue == "sl":
        return f"{count}. karta ({_slovenian(test)})"
    words = card_words(test, tongue)
    words = words[1:] if words[0] in ("any", "jede") else words
    article = "the" if tongue == "en" else {"m": "der", "f": "die", "n": "das"}[gender_of(words)]
    # After a definite article all German adjectives of a subject end alike.
    return " ".join([article, _ORDINALS[tongue][count], *words])


# --- Slovenian: always the object ----------------------------------------------------------------

_SUITS = ("križ", "karo", "srce", "pik")
_OF_SUIT = (
    ("križevega", "križevo"),
    ("karovega", "karovo"),
    ("srčnega", "srčno"),
    ("pikovega", "pikovo"),
)
#: Whether a man, and the word.
_RANKS = (
    *((True, "asa"), (False, "dvojko"), (False, "trojko"), (False, "štirico"), (False, "petico")),
    *((False, "šestico"), (False, "sedmico"), (False, "osmico"), (False, "devetko")),
    *((False, "desetko"), (True, "fanta"), (False, "damo"), (True, "kralja")),
)
_COLOURS = {True: ("rdečega", "rdečo"), False: ("črnega", "črno")}
_KINDS = {
    "face": "figuro",
    "number": "karto s številko",
    "even": "sodo karto",
    "odd": "liho karto",
}


def _slovenian(test: CardTest) -> str:
    if test.rank is not None:
        man, noun = _RANKS[test.rank]
    else:
        man, noun = False, _KINDS.get(test.kind or "", "karto")
        if test.suit is not None and noun == "karto":
            noun = _SUITS[test.suit]
    words = []
    if test.red is not None:
        words.append(_COLOURS[test.red][not man])
    if test.suit is not None and noun != _SUITS[test.suit]:
        words.append(_OF_SUIT[test.suit][not man])
    words.append(noun)
    if test.above is not None:
        words.append(f"nad {test.above}")
    if test.below is not None:
        words.append(f"pod {test.below}")
    return " ".join(words)
