"""What people call the things that stand in a game's records.

A game with boards of its own words its cards there. The generic boards of page and terminal know
nothing of a game but its records, and ask `Game.words`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Name:
    """A name in English, and where it stands in the languages of the server.

    `key` is looked for in `i18n/common` and then in `i18n/<game>`. Its blanks are filled with the
    values of `blanks`, each of which is itself looked for as a key first: `card` with rank `rank.q`
    and suit `suit.h` is "queen of hearts", "Herz Dame". Where there is no such key (in a game of
    another package), people read `text`.
    """

    text: str
    key: str = ""
    blanks: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameWords:
    """The names that a generic board needs."""

    #: Each card as records write it (a word or a number), and its name.
    cards: Mapping[str | int, Name] = field(default_factory=dict)
    #: The fields of actions, events and views that hold cards, alone or in tuples of any depth.
    #: What stands in other fields is no card, though it may be the same number; what is not among
    #: `cards` is none in these fields either.
    card_fields: frozenset[str] = frozenset()
    #: Names of fields and of kinds of action. Those that are missing are read as they are written.
    fields: Mapping[str, Name] = field(default_factory=dict)


_RANKS = {
    "a": "ace",
    "k": "king",
    "q": "queen",
    "n": "knight",
    "j": "jack",
    "10": "ten",
    "9": "nine",
    "8": "eight",
    "7": "seven",
    "6": "six",
    "5": "five",
    "4": "four",
    "3": "three",
    "2": "two",
    "1": "one",
}
_SUITS = {"c": "clubs", "s": "spades", "h": "hearts", "d": "diamonds"}


def french_name(suit: str, rank: str) -> Name:
    """Of a card of the French suits, whose words all games share: `french_name("h", "q")`."""
    return Name(
        f"{_RANKS[rank]} of {_SUITS[suit]}",
        "card",
        {"rank": f"rank.{rank}", "suit": f"suit.{suit}"},
    )


def listed(words: Iterable[str]) -> str:
    """The words as a page of the documentation lists them."""
    return ", ".join(f"`{word}`" for word in words)
