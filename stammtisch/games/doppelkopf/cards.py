"""The cards: 9 to ace in four suits, each twice; and which are trumps in which game.

A card is a small int, 2 × kind + copy; a kind is suit × 6 + rank. So the two equal cards are
neighbours, and any set of cards is a bit mask of 48 bits. A hand is such a mask.

The joker is no card of its own: where it is played with, the second diamond nine (without nines
the second diamond king) is the joker, is called `j0`, and keeps its eyes, so that there are always
240 of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from stammtisch.games.doppelkopf.kernel import TRUMP, Order
from stammtisch.games.french import french_name
from stammtisch.games.game import Name

if TYPE_CHECKING:
    from stammtisch.games.doppelkopf.rules import DoppelkopfRules

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


__all__ = ["TRUMP", "Order", "order_of", "pig_cards", "pigs_possible", "superpig_cards"]

# --- trumps ------------------------------------------------------------------------------------
#
# There are four families of games. In a *suit game* the heart tens, all queens and jacks and one
# suit are trumps; in a *rank game* one to three ranks; in a *pure* solo one suit; in the rest
# nothing. What is no trump goes by suits: a 10 k q j 9.

PICTURES = ("cq", "sq", "hq", "dq", "cj", "sj", "hj", "dj")
IN_SUIT = ("a", "10", "k", "q", "j", "9")

#: The trump suit of each suit game, and the ten that takes the heart ten's place in it if
#: `solo_shift_h10` wants so.
SUIT_GAMES: dict[str, tuple[str, str]] = {
    "normal": ("d", "h10"),
    "wedding": ("d", "h10"),
    "silent_wedding": ("d", "h10"),
    "poverty": ("d", "h10"),
    "black_sow": ("d", "h10"),
    "ramsch": ("d", "h10"),
    "ramsch_sw": ("d", "h10"),
    "solo_null": ("d", "h10"),
    "solo_diamonds": ("d", "h10"),
    "solo_hearts": ("h", "s10"),
    "solo_spades": ("s", "c10"),
    "solo_clubs": ("c", "d10"),
}
#: The ranks that are trumps, the highest first; within a rank it is c s h d.
RANK_GAMES: dict[str, str] = {
    "solo_queen": "q",
    "solo_jack": "j",
    "solo_king": "k",
    "solo_aces": "a",
    "solo_10s": "10",
    "solo_9s": "9",
    "solo_brothel": "q j",
    "solo_monastery": "k j",
    "solo_noble_brothel": "k q",
    "solo_picture": "k q j",
}
PURE_GAMES: dict[str, str] = {
    "solo_pure_clubs": "c",
    "solo_pure_spades": "s",
    "solo_pure_hearts": "h",
    "solo_pure_diamonds": "d",
}
NO_TRUMPS = ("solo_fleshless", "solo_boneless")

#: Every game that is played with cards.
GAME_TYPES = (*SUIT_GAMES, *RANK_GAMES, *PURE_GAMES, *NO_TRUMPS)


def pigs_possible(game: str) -> bool:
    """Foxes can become pigs where the ace of the trump suit is one trump among many."""
    return game in SUIT_GAMES and game != "solo_null"


def pig_cards(game: str) -> Cards:
    """Both aces of the trump suit: the foxes of that game; none where there can be no pigs."""
    return pair(SUIT_GAMES[game][0] + "a") if pigs_possible(game) else 0


def superpig_cards(rules: DoppelkopfRules, game: str) -> Cards:
    """Both nines of the trump suit; its kings in a deck that lacks two nines of a suit."""
    if not pigs_possible(game):
        return 0
    rank = "9" if rules.without9 == "with_all" else "k"
    return pair(SUIT_GAMES[game][0] + rank)


@lru_cache(maxsize=512)
def order_of(rules: DoppelkopfRules, game: str, pigs: Cards = 0, superpigs: Cards = 0) -> Order:
    """The order of a game in which these cards are pigs and superpigs by now."""
    levels = _levels(rules, game, pigs, superpigs)
    group = [card // 12 for card in range(CARDS)]
    strength = [IN_SUIT[::-1].index(RANKS[card // 2 % 6]) for card in range(CARDS)]
    seen = 0
    for height, level in enumerate(levels):
        for card in members(level & ~seen):
            group[card] = TRUMP
            strength[card] = len(levels) - height
        seen |= level
    return Order(group, strength, *_second_wins(rules, game))


def _levels(rules: DoppelkopfRules, game: str, pigs: Cards, superpigs: Cards) -> list[Cards]:
    """The trumps from the highest to the lowest; a card belongs where it stands first."""
    if game in RANK_GAMES:
        ranks = RANK_GAMES[game].split()
        return [pair(suit + rank) for rank in ranks for suit in SUITS]
    if game in PURE_GAMES:
        return [pair(PURE_GAMES[game] + rank) for rank in IN_SUIT]
    if game in NO_TRUMPS:
        return []
    joker = 1 << joker_card(rules.without9)
    suit = SUIT_GAMES[game][0]
    return [
        superpigs,
        joker if rules.joker == "over_pigs" else 0,
        pigs,
        joker if rules.joker == "over_h10" else 0,
        _top_tens(rules, game),
        *map(pair, PICTURES),
        *(pair(suit + rank) for rank in IN_SUIT),
    ]


def _top_tens(rules: DoppelkopfRules, game: str) -> Cards:
    """The tens above all queens: the heart tens or those that take their place."""
    if not rules.heart10 or game not in SUIT_GAMES:
        return 0
    return pair(SUIT_GAMES[game][1] if rules.solo_shift_h10 else "h10")


def _second_wins(rules: DoppelkopfRules, game: str) -> tuple[Cards, Cards]:
    """The cards of which the second beats the first: in any trick, and in the last one."""
    tens = _top_tens(rules, game)
    charlies = pair("cj") if game in SUIT_GAMES and rules.charlie_prio == "second" else 0
    return (
        tens if rules.heart10_prio == "second" else 0,
        (tens if rules.heart10_lasttrick == "second" else 0) | charlies,
    )
