"""German endings: what is printed should sound right."""

from __future__ import annotations

from collections.abc import Iterable

_GENDERS = {
    "m": "Rang Ton Bube König",
    "f": "Karte Farbe Zahl Zwei Drei Vier Fünf Sechs Sieben Acht Neun Zehn Dame",
    "n": "Bild Kreuz Karo Herz Pik Ass",
}
_GENDER = {noun: gender for gender, nouns in _GENDERS.items() for noun in nouns.split()}
_ADJECTIVES = {"rote", "schwarze", "gleiche", "zweite", "dritte", "vierte", "fünfte"}
#: What an adjective without an article adds, as the subject and as the object of a sentence.
_ENDINGS = ({"m": "r", "f": "", "n": "s"}, {"m": "n", "f": "", "n": "s"})
#: Only masculine words change as an object.
_OBJECTS = {"Bube": "Buben"}
_ARTICLES = ({"m": "der", "f": "die", "n": "das"}, {"m": "den", "f": "die", "n": "das"})


def inflected(words: Iterable[str], *, is_object: bool) -> list[str]:
    """The words, with "die" and the adjectives in `_ADJECTIVES` made to fit the noun after them."""
    gender: str | None = None
    backwards = []
    for word in reversed(list(words)):
        if word in _GENDER:
            # "Zweite Pik Dame": the last noun is the one that counts.
            gender = gender or _GENDER[word]
            backwards.append(_OBJECTS.get(word, word) if is_object else word)
        elif gender and word in _ADJECTIVES:
            backwards.append(word + _ENDINGS[is_object][gender])
        elif gender and word == "die":
            backwards.append(_ARTICLES[is_object][gender])
        else:
            gender = None
            backwards.append(word)
    return backwards[::-1]


def gender_of(words: Iterable[str]) -> str:
    """That of the last noun."""
    return next((_GENDER[word] for word in reversed(list(words)) if word in _GENDER), "f")
