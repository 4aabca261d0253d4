"""One's cards as one holds them: in which order, and where the cursor is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stammtisch.games.mao.card import RANK, SUIT, Card

#: Ways to hold the cards, one after the other.
ORDERS: dict[str, Callable[[int, Card], tuple[int, ...]]] = {
    "suit": lambda place, card: (SUIT[card], RANK[card], place),
    "rank": lambda place, card: (RANK[card], SUIT[card], place),
    "came": lambda place, card: (place,),
}


class Fan:
    """The match knows a hand as it came; a player may hold it in another order."""

    def __init__(self) -> None:
        #: As the match has them.
        self.cards: list[Card] = []
        self.order = "suit"
        #: The card under the cursor, as a place in `cards`.
        self.at = 0

    @property
    def places(self) -> list[int]:
        """Places in `cards`, from left to right as they are held."""
        key = ORDERS[self.order]
        return sorted(range(len(self.cards)), key=lambda place: key(place, self.cards[place]))

    @property
    def held(self) -> list[Card]:
        return [self.cards[place] for place in self.places]

    @property
    def cursor(self) -> int | None:
        """Where in `held` the cursor is; None if there are no cards."""
        return self.places.index(self.at) if self.cards else None

    @property
    def card(self) -> Card | None:
        return self.cards[self.at] if self.cards else None

    def take(self, cards: Sequence[Card]) -> None:
        """A whole hand, instead of what there was."""
        if list(cards) != self.cards:
            self.cards = list(cards)
            self.at = self.places[0] if cards else 0

    def add(self, card: Card) -> None:
        self.cards.append(card)

    def remove(self, place: int) -> None:
        """The card at that place in `cards` goes; the cursor stays with its card, if it can."""
        stays = self.cursor or 0
        del self.cards[place]
        if self.at > place:
            self.at -= 1
        elif self.at == place:
            places = self.places
            self.at = places[min(stays, len(places) - 1)] if places else 0

    def move(self, steps: int) -> None:
        cursor = self.cursor
        if cursor is not None:
            self.at = self.places[max(0, min(len(self.cards) - 1, cursor + steps))]

    def sort(self) -> None:
        """Hold the cards in the next order."""
        names = list(ORDERS)
        self.order = names[(names.index(self.order) + 1) % len(names)]
