"""The words of the rule language in each language that people speak, and how a text is taken apart.

They are data: `en.json`, `de.json` and `sl.json` beside this file (Slovenian is only spoken to
authors, not read). Each has what the grammar's rows (`grammar.py`) are called in it:

* the forms of the rule language, by which rules are read and printed (`cards`, `conditions`,
  `duties`, `limits`): `a/b` are words that may stand for each other (the first is used for
  printing), `word?` may be left out (and is not printed), `[word]` may be left out, too (and is
  printed), `<slot>` is filled by what `slots` says. `synonyms` says which other words are as good.
  Words in `noise` are passed over wherever they stand. Capitals do not matter, and `ä` is the same
  as `ae`.
* what newcomers call the concepts (`phrases`, in the same notation; `{group}` is one of `groups`).
  Longer phrases are found before shorter ones. A concept with a colon has a value, and two concepts
  with a plus are said in one phrase. Words in `little` say nothing about a rule.
* what an author is told: `sentences`, `sought`, and `said`, the words in which a rule is said back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from stammtisch.games.mao.language import rule as tree


@cache
def words_of(tongue: str) -> dict[str, Any]:
    """All words of a language, as its file has them."""
    found: dict[str, Any] = json.loads((files(__package__) / f"{tongue}.json").read_text("utf-8"))
    return found


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


#: The languages that rules are read in.
TONGUES: Final = ("en", "de")

NOISE = {tongue: frozenset(words_of(tongue)["noise"]) for tongue in TONGUES}
KEYWORDS: dict[str, dict[str, list[str]]] = {
    tongue: words_of(tongue)["keywords"] for tongue in TONGUES
}
#: Other words that are as good as one of a form, wherever it stands: plurals, endings, kin.
SYNONYMS: dict[str, dict[str, list[str]]] = {
    tongue: words_of(tongue)["synonyms"] for tongue in TONGUES
}


def sentence(tongue: str, what: str, /, **values: object) -> str:
    """What an author is told, in that language."""
    said: str = words_of(tongue)["sentences"][what]
    return said.format(**values)


def sought(tongue: str, what: str) -> tuple[str, str]:
    """What can be looked for in a rule: its names, with a bar between them, and a sample."""
    names, sample = words_of(tongue)["sought"][what]
    return names, sample


def wrong(tongue: str, what: str, /, **values: object) -> RuleError:
    return RuleError(sentence(tongue, what, **values))


# --- slots: words that stand for a value ----------------------------------------------------------

#: The values of each slot, in the order of its words. Of several words for one value the first is
#: printed. A "Farbe" of cards is a suit; whether it is red or black is its "Ton".
_VALUES: dict[str, tuple[Any, ...]] = {
    "suit": tuple(range(4)),
    #: "Seven of spades": the same words, but these are printed.
    "suits": tuple(range(4)),
    "rank": tuple(range(13)),
    "colour": (True, False),
    "figure": ("face", "number"),
    "parity": ("even", "odd"),
    "nth": tuple(range(2, tree.MOST_IN_ROW + 1)),
    "side": ("left", "right"),
    "whom": ("next", "left", "right"),
    "aspect": ("suit", "rank", "colour"),
    "what": ("suit", "rank", "card"),
    "n": tuple(range(14)),
    #: What a card is worth: any number, and these.
    "value": (1, 11, 12, 13),
    #: Seconds, with the unit in the same word: figures only.
    "ns": (),
}
#: Other numbers in figures are read as well, but never printed: they are out of all bounds.
_NUMERALS: dict[str, Any] = {str(number): number for number in range(tree.MOST_SECONDS + 1)}


def _slot(slot: str, tongue: str) -> dict[str, Any]:
    words = words_of(tongue)["slots"].get(slot, ())
    found = {
        word: value
        for value, some in zip(_VALUES[slot], words, strict=True)
        for word in some.split()
    }
    if slot == "n":
        return _NUMERALS | found
    return _slot("n", tongue) | found if slot == "value" else found


SLOTS: dict[str, dict[str, dict[str, Any]]] = {
    slot: {tongue: _slot(slot, tongue) for tongue in TONGUES} for slot in _VALUES
}
#: Slots that are filled like another one.
LIKE: dict[str, str] = {"over": "value", "under": "value"}


@cache
def values_of(slot: str, tongue: str) -> dict[str, Any]:
    """What the words of a slot stand for."""
    return {fold(word): value for word, value in SLOTS[LIKE.get(slot, slot)][tongue].items()}


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
            as_good = [other for word in words for other in SYNONYMS[tongue].get(word, ())]
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


# --- German endings: what is printed should sound right -------------------------------------------

_GENDER: dict[str, str] = {
    noun: gender for gender, nouns in words_of("de")["genders"].items() for noun in nouns
}
_ADJECTIVES = frozenset(words_of("de")["adjectives"])
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
