"""What a player knows who holds cards: where the cursor is among them, and what is marked."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from stammtisch.games.game import Action
from stammtisch.terminal.tabletop import Tabletop
from stammtisch.terminal.tricks.hand import Fan


class CardTop(Tabletop):
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        #: Places in the hand.
        self.cursor = 0
        self.marked: set[int] = set()
        #: What is kept of each round that is over, by its number.
        self.finished: dict[int, Any] = {}
        #: The row of the round that has just ended, until it has been shown.
        self.just_over: Any = None
        self._held: tuple[str, ...] = ()
        self._offered: list[str] = []

    @property
    @abstractmethod
    def hand(self) -> tuple[str, ...]:
        """The player's cards as they are held."""

    @property
    @abstractmethod
    def playable(self) -> list[str]:
        """What may be played now."""

    @property
    @abstractmethod
    def marking(self) -> bool:
        """Are cards to be marked now, and not to be played?"""

    @property
    def playing(self) -> dict[str, Action]:
        """What playing each card is that may be played now."""
        plays: list[Any] = [action for action in self.legal if action.type == "play"]
        return {play.card: play for play in plays}

    @abstractmethod
    def fan(self, *, tall: bool, keys: bool) -> Fan:
        """The hand as it is to be drawn."""

    @property
    def at_cursor(self) -> str | None:
        return self.hand[self.cursor] if self.cursor < len(self.hand) else None

    @property
    def chosen(self) -> tuple[str, ...]:
        return tuple(self.hand[place] for place in sorted(self.marked))

    def places_of(self, cards: Sequence[str]) -> set[int]:
        return {place for place, card in enumerate(self.hand) if card in cards}

    def move(self, steps: int) -> None:
        self.cursor = max(0, min(len(self.hand) - 1, self.cursor + steps))

    def point_at(self, card: str) -> None:
        if card in self.hand:
            self.cursor = self.hand.index(card)

    def toggle(self, place: int) -> None:
        self.marked ^= {place}

    def tricks_won(self, seat: int) -> int:
        tricks = () if self.view is None else self.view.tricks
        return sum(trick.winner == seat for trick in tricks)

    # --- after each step -------------------------------------------------------------------------

    def hold(self) -> None:
        """The hand has changed: the cursor stays at its card, or where that was."""
        hand = self.hand
        card = self._held[self.cursor] if self.cursor < len(self._held) else None
        grown = len(hand) > len(self._held)
        self._held = hand
        if card in hand and not grown:
            self.cursor = hand.index(card)
        self.cursor = max(0, min(self.cursor, len(hand) - 1))

    def follow_turn(self) -> None:
        """When the player's turn comes, the cursor goes to the nearest card that may be played."""
        offered = self.playable if self.my_turn else []
        if offered and offered != self._offered:
            places = self.places_of(offered)
            if self.cursor not in places:
                self.cursor = min(places, key=lambda place: abs(place - self.cursor))
        self._offered = offered
