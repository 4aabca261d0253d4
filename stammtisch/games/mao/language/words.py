"""The words of the rule language, English and German.

A form is written as it is read. `a/b` are words that may stand for each other (the first is used
for printing), `word?` may be left out (and is not printed), `[word]` may be left out, too (and is
printed), `<slot>` is filled by what the table of slots says. `SYNONYMS` says which other words are
as good. Little words in `NOISE` are passed over wherever they stand. Capitals do not matter, and
`ä` is the same as `ae`.

From a text to its words.

The notation of `words.py`, taken apart.

German endings: what is printed should sound right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, Final, NamedTuple

from stammtisch.games.mao.language import rule as tree


class RuleError(Exception):
    """Why a text is no rule of the language: a sentence for its author."""


class OpenQuotationError(RuleError):
    """A quotation begins, and does not end."""

    def __init__(self, rest: str) -> None:
        super().__init__(f"The quotation {rest} is not closed.")
        #: From its mark to the end of the text.
        self.rest = rest


class Token(NamedTuple):
    #: As it was written; of a quotation what stands between the marks.
    text: str
    #: To compare with; None for a quotation.
    word: str | None
    #: Where it stands in the text, marks included.
    start: int
    end: int


_QUOTES = {'"': '"', "“": "”", "„": '“”"', "«": "»", "»": "«", "‚": "‘’'", "'": "'"}
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def fold(word: str) -> str:
    """Capitals and the spelling of umlauts do not matter."""
    return word.casefold().translate(_UMLAUTS)


def tokens(text: str) -> list[Token]:
    found: list[Token] = []
    at = 0
    while at < len(text):
        if closing := _QUOTES.get(text[at]):
            end = next((end for end in range(at + 1, len(text)) if text[end] in closing), None)
            if end is None:
                raise OpenQuotationError(text[at:])
            found.append(Token(unmarked(text[at + 1 : end]), None, at, end + 1))
            at = end + 1
        elif word := _WORD.match(text, at):
            found.append(Token(word[0], fold(word[0]), at, word.end()))
            at = word.end()
        else:
            at += 1
    return found


def unmarked(phrase: str) -> str:
    """Marks within marks say nothing, and would not be printed well."""
    return phrase.replace('"', "")


def parted(token: Token, compounds: dict[str, int]) -> tuple[Token, ...]:
    """The two words of a compound, of whose first the table tells the length."""
    if token.word is None or not (first := compounds.get(token.word)):
        return (token,)
    middle = token.start + first
    return (
        Token(token.text[:first], token.word[:first], token.start, middle),
        Token(token.text[first:], token.word[first:], middle, token.end),
    )


TONGUES: Final = ("en", "de")

NOISE = {
    "en": {"a", "an", "the", "is", "are"},
    "de": {
        *("ein", "eine", "einen", "einer", "eines", "der", "die", "das", "den", "dem"),
        *("wird", "ist", "sind"),
    },
}

KEYWORDS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "when": ("when", "whenever", "if"),
        "then": ("then",),
        "and": ("and",),
        "or": ("or",),
        "not": ("not",),
        "within": ("within",),
        "else": ("else", "otherwise"),
    },
    "de": {
        "when": ("wenn", "falls"),
        "then": ("dann",),
        "and": ("und",),
        "or": ("oder",),
        "not": ("nicht",),
        "within": ("innerhalb", "binnen"),
        "else": ("sonst", "ansonsten"),
    },
}

#: Other words that are as good as one of a form, wherever it stands: plurals, endings, kin.
SYNONYMS: dict[str, dict[str, str]] = {
    "en": {
        "card": "cards",
        "cards": "card",
        "player": "neighbour neighbor",
        "players": "player",
        "everybody": "everyone all",
        "any": "every each",
        "above": "over",
        "below": "under",
        "previous": "before",
        "fewer": "less",
        "holds": "has",
        "says": "say",
        "names": "name",
        "draws": "draw",
        "stay": "be keep",
        "stays": "stay keeps keep",
        "seconds": "second sec secs s",
    },
    "de": {
        "Karte": "Karten",
        "Karten": "Karte",
        "Spieler": "Nachbar",
        "nächster": "nächste nächsten",
        "jede": "irgendeine beliebige",
        "gleiche": "gleicher gleichen dieselbe derselbe selbe",
        "vorher": "zuvor vorherige vorige",
        "niedriger": "tiefer kleiner",
        "höher": "größer",
        "hält": "hat",
        "sage": "sag",
        "schweige": "schweigen",
        "ziehe": "zieh",
        "Sekunden": "Sekunde Sek s",
    },
}

# --- slots: words that stand for a value ----------------------------------------------------------


def _ordered(first: int, *words: str) -> dict[str, Any]:
    """Words for `first` and the numbers after it."""
    return _valued(dict(enumerate(words, first)))


def _valued(words: dict[Any, str]) -> dict[str, Any]:
    """Each word to its value. Of several words for one value the first is printed."""
    return {word: value for value, some in words.items() for word in some.split()}


#: Other numbers in figures are read as well, but never printed: they are out of all bounds.
_NUMERALS = {str(number): number for number in range(tree.MOST_SECONDS + 1)}
_NUMBERS = {
    "en": {
        **_NUMERALS,
        **_ordered(0, "no", "one", "two", "three", "four", "five", "six", "seven", "eight"),
        **_ordered(9, "nine", "ten", "eleven", "twelve", "thirteen"),
    },
    "de": {
        **_NUMERALS,
        **_ordered(0, "keine kein", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben"),
        **_ordered(8, "acht", "neun", "zehn", "elf", "zwölf", "dreizehn"),
    },
}
_WHOM_DE = "linker linke linken", "rechter rechte rechten"

SLOTS: dict[str, dict[str, dict[str, Any]]] = {
    "suit": {
        "en": _ordered(0, "club clubs", "diamond diamonds", "heart hearts", "spade spades"),
        "de": _ordered(0, "Kreuz Kreuze Treff", "Karo Karos", "Herz Herzen", "Pik Piks"),
    },
    "rank": {
        "en": _ordered(
            0,
            *("ace aces", "two 2 twos 2s", "three 3 threes 3s", "four 4 fours 4s"),
            *("five 5 fives 5s", "six 6 sixes 6s", "seven 7 sevens 7s", "eight 8 eights 8s"),
            *("nine 9 nines 9s", "ten 10 tens 10s", "jack jacks", "queen queens", "king kings"),
        ),
        "de": _ordered(
            0,
            *("Ass As Asse", "Zwei 2 Zweien Zweier", "Drei 3 Dreien Dreier"),
            *("Vier 4 Vieren Vierer", "Fünf 5 Fünfen Fünfer", "Sechs 6 Sechsen Sechser"),
            *("Sieben 7 Siebenen Siebener", "Acht 8 Achten Achter", "Neun 9 Neunen Neuner"),
            *("Zehn 10 Zehnen Zehner", "Bube Buben Bauer Bauern", "Dame Damen"),
            "König Könige",
        ),
    },
    "colour": {
        "en": _valued({True: "red", False: "black"}),
        "de": _valued(
            {
                True: "rote rot roter rotes roten",
                False: "schwarze schwarz schwarzer schwarzes schwarzen",
            }
        ),
    },
    "figure": {
        "en": _valued({"face": "face", "number": "number"}),
        "de": _valued(
            {
                "face": "Bild Bilder Bildkarte Bildkarten",
                "number": "Zahl Zahlen Zahlkarte Zahlkarten Zahlenkarte Zahlenkarten",
            }
        ),
    },
    "parity": {
        "en": _valued({"even": "even", "odd": "odd"}),
        "de": _valued(
            {
                "even": "gerade gerader gerades geraden",
                "odd": "ungerade ungerader ungerades ungeraden",
            }
        ),
    },
    "n": _NUMBERS,
    #: What a card is worth.
    "value": {
        "en": {**_NUMBERS["en"], "ace": 1, "jack": 11, "queen": 12, "king": 13},
        "de": {**_NUMBERS["de"], "Ass": 1, "As": 1, "Bube": 11, "Dame": 12, "König": 13},
    },
    #: Seconds, with the unit in the same word: figures only.
    "ns": {"en": {}, "de": {}},
    "nth": {
        "en": _ordered(
            2, "second 2nd two 2", "third 3rd three 3", "fourth 4th four 4", "fifth 5th five 5"
        ),
        "de": _ordered(
            2,
            *("zweite zweites zweiter zwei 2", "dritte drittes dritter drei 3"),
            *("vierte viertes vierter vier 4", "fünfte fünftes fünfter fünf 5"),
        ),
    },
    "side": {
        "en": _valued({"left": "left", "right": "right"}),
        "de": _valued({"left": _WHOM_DE[0], "right": _WHOM_DE[1]}),
    },
    "whom": {
        "en": _valued({"next": "next", "left": "left", "right": "right"}),
        "de": _valued(
            {"next": "nächster nächste nächsten", "left": _WHOM_DE[0], "right": _WHOM_DE[1]}
        ),
    },
    # A "Farbe" of cards is a suit; whether it is red or black is its "Ton".
    "aspect": {
        "en": _valued({"suit": "suit", "rank": "rank", "colour": "colour color"}),
        "de": _valued({"suit": "Farbe", "rank": "Rang", "colour": "Ton"}),
    },
    "what": {
        "en": _valued({"suit": "suit", "rank": "rank", "card": "card"}),
        "de": _valued({"suit": "Farbe", "rank": "Rang", "card": "Karte"}),
    },
}
#: "Seven of spades": the same words, but these are printed.
SLOTS["suits"] = {
    "en": _ordered(0, "clubs club", "diamonds diamond", "hearts heart", "spades spade"),
    "de": SLOTS["suit"]["de"],
}

#: Words that are two words, such as "Herzdame", and the length of the first.
COMPOUNDS: dict[str, dict[str, int]] = {
    "en": {},
    "de": {
        fold(suit + second): len(suit)
        for suit in SLOTS["suit"]["de"]
        for second in (*SLOTS["rank"]["de"], "Karte", "Karten")
    },
}

# --- forms ----------------------------------------------------------------------------------------


class Form(NamedTuple):
    """How something is said in each tongue, and the record that it stands for."""

    en: tuple[str, ...]
    de: tuple[str, ...]
    record: type[Any]
    #: Fields that the form itself decides.
    fixed: dict[str, Any] = {}  # noqa: RUF012

    def said(self, tongue: str) -> tuple[str, ...]:
        return self.en if tongue == "en" else self.de


#: Which field of a record a slot fills, where it is not the slot's own name. `card` is one of
#: `CARDS`, `text` is a quoted phrase.
FIELDS: dict[str, str] = {
    "n": "count",
    "ns": "count",
    "nth": "count",
    "card": "test",
    "text": "phrase",
    "over": "above",
    "under": "below",
    "colour": "red",
    "figure": "kind",
    "parity": "kind",
    "suits": "suit",
    "aspect": "what",
}
#: Slots that are filled like another one.
LIKE: dict[str, str] = {"over": "value", "under": "value"}

#: Which cards.
CARDS: tuple[Form, ...] = tuple(
    Form(en, de, tree.CardTest)
    for en, de in (
        (("<suit> card?",), ("<suit> Karte?",)),
        (("<rank>",), ("<rank>",)),
        (("<rank> of <suits>",), ("<suit> <rank>",)),
        (("<colour> <rank>",), ("<colour> <rank>",)),
        (("<colour> [card]",), ("<colour> [Karte]",)),
        (("<figure> [card]",), ("<figure>",)),
        (("<parity> [card]",), ("<parity> [Karte]",)),
        (("<colour> <figure> [card]",), ("<colour> <figure>",)),
        (("<colour> <parity> [card]",), ("<colour> <parity> [Karte]",)),
        (("<suit> above <over>",), ("<suit> über <over>",)),
        (("<suit> below <under>",), ("<suit> unter <under>",)),
        (("<colour> [card] above <over>",), ("<colour> [Karte] über <over>",)),
        (("<colour> [card] below <under>",), ("<colour> [Karte] unter <under>",)),
        (
            ("card above <over>", "card? higher than <over>"),
            ("Karte über <over>", "Karte? höher als <over>"),
        ),
        (
            ("card below <under>", "card? lower than <under>"),
            ("Karte unter <under>", "Karte? niedriger als <under>"),
        ),
        (("any card", "anything"), ("jede Karte", "alles")),
    )
)


class Part(NamedTuple):
    """A piece of a form: a slot, or words of which one must stand there."""

    slot: str | None
    words: frozenset[str]
    #: The word that is printed, and the little words before it.
    plain: str
    noise: str
    #: It may be left out.
    optional: bool
    printed: bool


@cache
def parts_of(said: str, tongue: str) -> tuple[Part, ...]:
    parts = []
    noise: list[str] = []
    for piece in said.split():
        if piece in NOISE[tongue]:
            noise.append(piece)
            continue
        if piece.startswith("<"):
            part = Part(piece[1:-1], frozenset(), "", " ".join(noise), False, True)
        else:
            words = piece.strip("?[]").split("/")
            as_good = [other for word in words for other in SYNONYMS[tongue].get(word, "").split()]
            part = Part(
                None,
                frozenset(map(fold, (*words, *as_good))),
                words[0],
                " ".join(noise),
                piece.endswith(("?", "]")),
                not piece.endswith("?"),
            )
        parts.append(part)
        noise.clear()
    return tuple(parts)


@cache
def values_of(slot: str, tongue: str) -> dict[str, Any]:
    """What the words of a slot stand for."""
    return {fold(word): value for word, value in SLOTS[LIKE.get(slot, slot)][tongue].items()}


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
