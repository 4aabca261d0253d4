"""The cards of Mao: numbers 0 to 51, suit × 13 + rank, from an infinite deck."""

from __future__ import annotations

from stammtisch.games.stream import Stream

Card = int

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = (
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
)
CARDS = len(SUITS) * len(RANKS)
SUIT = tuple(card // 13 for card in range(CARDS))
#: 0 is the ace, 12 the king.
RANK = tuple(card % 13 for card in range(CARDS))


def card_name(card: Card) -> str:
    """In full: "seven of spades"."""
    return f"{RANKS[RANK[card]]} of {SUITS[SUIT[card]]}"


class Deck:
    """All cards to come in one round: each is one of the 52, whatever came before."""

    __slots__ = ("_stream", "drawn", "seed")

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        self.seed = seed
        self.drawn = drawn
        self._stream: Stream | None = None

    def draw(self) -> Card:
        card = (self._stream or self._resumed()).below(CARDS)
        self.drawn += 1
        return card

    def copy(self) -> Deck:
        return Deck(self.seed, self.drawn)

    def _resumed(self) -> Stream:
        """The stream after the cards that are drawn already; most copies never need it."""
        self._stream = stream = Stream(self.seed)
        for _ in range(self.drawn):
            stream.below(CARDS)
        return stream
