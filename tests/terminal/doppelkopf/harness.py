"""A harness to test in: the cards are stacked, the clock is moved by hand, the others are tame."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from textual.pilot import Pilot

from stammtisch.bots.bots import Decision, Reason
from stammtisch.games.doppelkopf import rounds
from stammtisch.games.doppelkopf.cards import members, named
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Dealt, Play, Say
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.game import Action, Observation
from stammtisch.requests import Open
from stammtisch.tables.bot_executor import Thought
from stammtisch.terminal.doppelkopf.screen import DoppelkopfApp
from tests.terminal.card_harness import CardHarness

SMALL = (80, 24)
LARGE = (120, 40)
#: What is said unless a test wants it otherwise.
TAME = ("reservation_no", "solo_no", "poverty_decline", "continue_yes", "accusation_no")


class StandIn:
    """Says what the test wants, else that there is nothing; plays the first card that it may.

    `deeds` has, for a seat, what it rather does with its observation, if it is not None.
    """

    def __init__(
        self,
        words: Sequence[str] = (),
        deeds: Mapping[int, Callable[[Observation], Action | None]] | None = None,
    ) -> None:
        self._words = (*words, *TAME)
        self._deeds = deeds or {}

    def think(self, game: str, level: str, observation: Observation, done: Thought) -> None:
        done(Decision(self.choose(observation), Reason("As the test wants it.")))

    def choose(self, observation: Observation) -> Action | None:
        deed = self._deeds.get(observation.seat if observation.seat is not None else -1)
        if deed is not None:
            action = deed(observation)
            if action is not None:
                return action
        for word in self._words:
            if Say(word) in observation.actions:
                return Say(word)
        if observation.seat not in observation.turn or observation.view.phase == "end":
            return None
        cards = [action for action in observation.actions if isinstance(action, Play)]
        return cards[0] if cards else observation.actions[0]


def stack(monkeypatch: pytest.MonkeyPatch, *hands: str, tricks: int | None = None) -> None:
    """Let the seats get these cards, and any of those that are left, in every round; it has fewer
    tricks where that is wanted."""
    deal = rounds.deal

    def stacked(match: DoppelkopfMatch, seed: bytes) -> None:
        match.size = tricks or match.size
        deal(match, seed)
        left = match.rules.deck
        held = [0, 0, 0, 0]
        for seat, hand in enumerate(hands):
            for one in hand.split():
                card = named(left, one, match.joker)
                assert card >= 0, f"{one} is dealt already"
                held[seat] |= 1 << card
                left ^= 1 << card
        rest = members(left)
        for seat in range(4):
            while held[seat].bit_count() < match.size:
                held[seat] |= 1 << next(rest)
        match.hands, match.dealt, match.start = held[:], held[:], held[:]
        match.news[-1] = Dealt(match.round, match.first, tuple(match.spread(hand) for hand in held))

    monkeypatch.setattr(rounds, "deal", stacked)


def shorten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds of two tricks, for what comes after them; somebody is re in them, too."""
    stack(monkeypatch, "cq", "", "cq", tricks=2)


class Harness(CardHarness[DoppelkopfApp]):
    def __init__(
        self, profile: str = "house", executor: StandIn | None = None, seed: int = 1, **options: Any
    ) -> None:
        opening = Open(
            game="doppelkopf",
            profile=profile,
            options=options,
            seats=4,
            bots="easy",
            fill_after=0.0,
        )
        super().__init__(DoppelkopfApp, opening, executor or StandIn(), seed)

    @property
    def view(self) -> View:
        view = self.app.top.view
        assert view is not None
        return view

    async def asked(self, pilot: Pilot[str], question: str) -> None:
        """Until one is asked that, and the question listens."""

        def is_asked() -> bool:
            asked = self.app.top.question
            return asked is not None and asked.question == question

        await self.until(pilot, is_asked)
        await self.listens(pilot)

    async def my_card(self, pilot: Pilot[str]) -> None:
        """Until one may play a card."""
        await self.until(pilot, lambda: self.app.top.my_turn and bool(self.app.top.playable))

    async def play_round(self, pilot: Pilot[str]) -> None:
        """Play the card at the cursor until the round is over."""
        await self.play_on(pilot, "tricks", ("end", "over"))
