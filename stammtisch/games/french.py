"""The French pack: 52 cards, numbered suit × 13 + rank; and what its cards are called."""

from __future__ import annotations

from collections.abc import Mapping

from stammtisch.games.game import Name

Card = int

SUITS = ("clubs", "diamonds", "hearts", "spades")
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
RANKS = (
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
)
CARDS = len(SUITS) * len(RANKS)
#: The whole pack, in the order in which it is shuffled.
PACK: tuple[Card, ...] = tuple(range(CARDS))
SUIT = tuple(card // 13 for card in PACK)
#: 0 is the ace, 12 the king.
RANK = tuple(card % 13 for card in PACK)
#: Where the ace is the highest: 1 is the two, 13 the ace.
HEIGHT = tuple(rank or 13 for rank in RANK)


def card_of(suit: int, rank: int) -> Card:
    return suit * 13 + rank


def card_name(card: Card) -> str:
    """In full: "seven of spades"."""
    return f"{RANKS[RANK[card]]} of {SUITS[SUIT[card]]}"


_LETTERS = ("a", *map(str, range(2, 11)), "j", "q", "k")
#: Tarok packs have a knight, and a one in the red suits.
_RANK_NAMES = {**dict(zip(_LETTERS, RANKS, strict=True)), "n": "knight", "1": "one"}
_SUIT_NAMES = {"c": "clubs", "s": "spades", "h": "hearts", "d": "diamonds"}


def french_name(suit: str, rank: str) -> Name:
    """Of a card of the French suits, whose words all games share: `french_name("h", "q")`."""
    return Name(
        f"{_RANK_NAMES[rank]} of {_SUIT_NAMES[suit]}",
        "card",
        {"rank": f"rank.{rank}", "suit": f"suit.{suit}"},
    )


#: What a generic board calls each card.
CARD_NAMES: Mapping[str | int, Name] = {
    card: french_name(SUITS[SUIT[card]][0], _LETTERS[RANK[card]]) for card in PACK
}
