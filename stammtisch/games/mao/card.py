"""The cards of Mao: a French pack without end."""

from __future__ import annotations

from stammtisch.games.french import CARDS, RANK, RANKS, SUIT, SUITS, Card, card_name
from stammtisch.games.stream import Stream

__all__ = ["CARDS", "RANK", "RANKS", "SUIT", "SUITS", "Card", "Deck", "card_name"]


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
