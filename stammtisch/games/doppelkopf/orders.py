"""Which cards are trumps in which game, from the highest to the lowest.

There are four families of games. In a *suit game* the heart tens, all queens and jacks and one
suit are trumps; in a *rank game* one to three ranks; in a *pure* solo one suit; in the rest
nothing. What is no trump goes by suits: a 10 k q j 9.
"""

from __future__ import annotations

from functools import lru_cache

from stammtisch.games.doppelkopf.cards import CARDS, RANKS, SUITS, Cards, joker_card, members, pair
from stammtisch.games.doppelkopf.kernel import TRUMP, Order
from stammtisch.games.doppelkopf.rules import DoppelkopfRules

__all__ = ["TRUMP", "Order", "order_of", "pig_cards", "pigs_possible", "superpig_cards"]

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
