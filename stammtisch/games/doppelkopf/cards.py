"""The cards: 9 to ace in four suits, each twice.

A card is a small int, 2 × kind + copy; a kind is suit × 6 + rank. So the two equal cards are
neighbours, and any set of cards is a bit mask of 48 bits. A hand is such a mask.

The joker is no card of its own: where it is played with, the second diamond nine (without nines
the second diamond king) is the joker, is called `j0`, and keeps its eyes, so that there are always
240 of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from stammtisch.games.names import Name, french_name

Card = int
Kind = int
#: A set of cards, one bit each.
Cards = int

SUITS = ("c", "s", "h", "d")
RANKS = ("9", "j", "q", "k", "10", "a")
CARDS = 48

#: The name of each kind: `c9`, `cj`, …, `da`.
KIND_NAMES: tuple[str, ...] = tuple(suit + rank for suit in SUITS for rank in RANKS)
KINDS: dict[str, Kind] = {name: kind for kind, name in enumerate(KIND_NAMES)}
JOKER = "j0"

#: What a generic board calls each card.
CARD_NAMES: Mapping[str | int, Name] = {
    **{suit + rank: french_name(suit, rank) for suit in SUITS for rank in RANKS},
    JOKER: Name("joker"),
}

EYES_OF_RANK = {"9": 0, "j": 2, "q": 3, "k": 4, "10": 10, "a": 11}
#: The eyes of each card.
EYES: tuple[int, ...] = tuple(
    EYES_OF_RANK[rank] for _suit in SUITS for rank in RANKS for _copy in range(2)
)
ALL_EYES = 240


def kind_of(card: Card) -> Kind:
    return card >> 1


def pair(name: str) -> Cards:
    """Both cards of that name."""
    return 3 << 2 * KINDS[name]


def pairs(names: str) -> Cards:
    """All cards of these names, which have blanks between them."""
    cards = 0
    for name in names.split():
        cards |= pair(name)
    return cards


def suit_of(letter: str) -> Cards:
    """All cards of a suit, trump or not."""
    return pairs(" ".join(letter + rank for rank in RANKS))


def rank_of(rank: str) -> Cards:
    """All eight cards of a rank."""
    return pairs(" ".join(suit + rank for suit in SUITS))


def mask(cards: Iterable[Card]) -> Cards:
    held = 0
    for card in cards:
        held |= 1 << card
    return held


def members(cards: Cards) -> Iterator[Card]:
    """The cards of a set, lowest number first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


# --- decks -------------------------------------------------------------------------------------

NINES = rank_of("9")
FULL_DECK: Cards = (1 << CARDS) - 1
#: The second copy of each nine: the four nines that stay in a deck with four of them. One of each
#: suit stays, and of diamonds it is the one that can be the joker.
FOUR_NINES = mask(2 * KINDS[suit + "9"] + 1 for suit in SUITS)

DECKS: dict[str, Cards] = {
    "with_all": FULL_DECK,
    "with_four": FULL_DECK & ~NINES | FOUR_NINES,
    "without": FULL_DECK & ~NINES,
}
#: How many tricks each deck makes: as many as cards in a hand.
TRICKS: dict[str, int] = {deck: cards.bit_count() // 4 for deck, cards in DECKS.items()}


def joker_card(deck: str) -> Card:
    """The card that is the joker, if the table plays with one."""
    return 2 * KINDS["dk" if deck == "without" else "d9"] + 1


# --- names -------------------------------------------------------------------------------------


def name(card: Card, joker: Card = -1) -> str:
    """`cq`, `h10`; `j0` if it is the card that the table has for a joker."""
    return JOKER if card == joker else KIND_NAMES[card >> 1]


def named(cards: Cards, wanted: str, joker: Card = -1) -> Card:
    """The first card of that name among `cards`, or -1."""
    if wanted == JOKER:
        return joker if joker >= 0 and cards >> joker & 1 else -1
    kind = KINDS.get(wanted)
    if kind is None:
        return -1
    for card in (2 * kind, 2 * kind + 1):
        if cards >> card & 1 and card != joker:
            return card
    return -1
