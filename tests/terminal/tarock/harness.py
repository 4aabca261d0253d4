"""A harness to test in: the cards are stacked, the clock is moved by hand, the others are tame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from textual.pilot import Pilot

from stammtisch.bots.bots import Decision, Reason
from stammtisch.games.game import Action, Observation
from stammtisch.games.tarock import match as rules
from stammtisch.games.tarock.cards import NAMES, NUMBERS, named
from stammtisch.games.tarock.view import View
from stammtisch.requests import Open
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.bot_executor import Thought
from stammtisch.terminal.tarock.screen import TarockApp
from tests.terminal.card_harness import CardHarness

SMALL = (80, 24)
LARGE = (120, 40)


class StandIn:
    """Does what is listed first: passes, says nothing, plays a low card, goes on.

    `deeds` has, for a seat, what it rather does with its observation, if it is not None.
    """

    def __init__(
        self, deeds: Mapping[int, Callable[[Observation], Action | None]] | None = None
    ) -> None:
        self._deeds = deeds or {}

    def think(self, game: str, level: str, observation: Observation, done: Thought) -> None:
        done(Decision(self.choose(observation), Reason("As the test wants it.")))

    def choose(self, observation: Observation) -> Action | None:
        deed = self._deeds.get(observation.seat if observation.seat is not None else -1)
        action = None if deed is None else deed(observation)
        return observation.actions[0] if action is None else action


def rather(*wanted: Action) -> Callable[[Observation], Action | None]:
    """Do the first of these that can be done as it stands."""

    def deed(observation: Observation) -> Action | None:
        return next((action for action in wanted if action in observation.actions), None)

    return deed


def stack(monkeypatch: pytest.MonkeyPatch, *hands: str, talon: str = "", tricks: int = 12) -> None:
    """Let the seats and the talon get these cards, and any of those that are left, each deal; it
    has fewer tricks where that is wanted."""

    def stacked(seed: bytes, dealer: int, redeal: bool) -> tuple[list[int], list[int]]:
        wanted = [hand.split() for hand in hands] + [[] for _ in range(4 - len(hands))]
        below = talon.split()
        used = {card for cards in (*wanted, below) for card in cards}
        rest = [card for card in NAMES if card not in used]
        for cards, size in ((below, 6), *((hand, tricks) for hand in wanted)):
            while len(cards) < size:
                cards.append(rest.pop(0))
        return [named(hand) for hand in wanted], [NUMBERS[card] for card in below]

    monkeypatch.setattr(rules, "lay_out", stacked)


def shorten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals of two tricks, for what comes after them."""
    stack(monkeypatch, tricks=2)


class Harness(CardHarness[TarockApp]):
    """You are forehand."""

    def __init__(
        self,
        profile: str = "common",
        executor: StandIn | None = None,
        store: SqliteStore | None = None,
        **options: Any,
    ) -> None:
        opening = Open(
            game="tarock",
            profile=profile,
            options=options,
            seats=4,
            bots="random",
            fill_after=0.0,
        )
        super().__init__(TarockApp, opening, executor or StandIn(), store=store)

    @property
    def view(self) -> View:
        view = self.app.top.view
        assert view is not None
        return view

    async def asked(self, pilot: Pilot[str], phase: str) -> None:
        """Until it is one's turn in that phase, and the question listens."""

        def is_asked() -> bool:
            return self.app.top.my_turn and self.view.phase == phase

        await self.until(pilot, is_asked)
        await self.listens(pilot)

    async def answer(self, pilot: Pilot[str], phase: str, *keys: str) -> None:
        """Answer with these keys when one is asked in that phase."""
        await self.asked(pilot, phase)
        await self.done(pilot, *keys)

    async def bid(self, pilot: Pilot[str], contract: str) -> None:
        """Bid that, as the first thing one says."""
        await self.asked(pilot, "bidding")
        choice = self.app.table.choice
        assert choice is not None
        labels = [option.label.partition(",")[0] for option in choice.options]
        await self.done(pilot, "1234567890yuiop"[labels.index(contract)])

    async def my_card(self, pilot: Pilot[str]) -> None:
        """Until one may play a card; nothing is announced before."""

        def goes_on() -> bool:
            return self.app.top.my_turn and self.view.phase in ("announcing", "play")

        while True:
            await self.until(pilot, goes_on)
            if self.view.phase == "play":
                return
            await self.answer(pilot, "announcing", "1")

    async def play_deal(self, pilot: Pilot[str]) -> None:
        """Play the card at the cursor until the deal is over."""
        await self.play_on(pilot, "play", ("scored", "over"))
