"""A harness to test in: a clock that is moved by hand, and players with simple habits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.pilot import Pilot

from stammtisch.bots.bots import Decision, Reason
from stammtisch.games.game import Action, Observation
from stammtisch.games.mao.cards import RANK, SUIT
from stammtisch.games.mao.records import Accept, Move, Spot, View, WriteRule
from stammtisch.requests import Open
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.bot_executor import Thought
from stammtisch.terminal.mao.screen import MaoApp
from tests.terminal import harness

SIZE = (80, 24)
#: No words have to be said, so that players who never talk get along.
WORDLESS: dict[str, Any] = {
    "spade_is_named": False,
    "seven_is_nice": False,
    "jack_is_wild": False,
    "last_card_is_told": False,
}
#: Whatever is played stays on the pile, and no offence costs anything.
LENIENT: dict[str, Any] = {"return_card": False, "penalty": 0}
DRAW = Move(Spot("deck"), Spot("hand"))
RULE = 'WHEN king THEN say "meow"'


class StandIn:
    """Plays what fits, or draws; accepts every accusation; writes the same rule each time."""

    def think(self, game: str, level: str, observation: Observation, done: Thought) -> None:
        done(Decision(self.choose(observation.view), Reason("As the test wants it.")))

    def choose(self, view: View) -> Action | None:
        if view.charge is not None:
            return Accept() if view.charge.accused == view.seat else None
        if view.mode == "inBetweenRounds":
            return WriteRule(RULE)
        if view.mode != "play" or view.turn != view.seat:
            return None
        assert view.hand is not None
        place = fitting(view)
        return DRAW if place is None else play(place)


class Patient(StandIn):
    """Rather draws than plays, so that others win."""

    def choose(self, view: View) -> Action | None:
        chosen = super().choose(view)
        few = len(view.hand or ()) < 12
        return DRAW if few and isinstance(chosen, Move) else chosen


class Hasty(StandIn):
    """At a free table: throws card after card."""

    def choose(self, view: View) -> Action | None:
        return play(0) if view.mode == "play" and view.hand else super().choose(view)


def fitting(view: View) -> int | None:
    """The first place in the hand whose card fits on the pile."""
    top = view.pile[-1]
    for place, card in enumerate(view.hand or ()):
        if SUIT[card] == SUIT[top] or RANK[card] == RANK[top]:
            return place
    return None


def play(place: int) -> Move:
    return Move(Spot("hand", place), Spot("pile"))


class Harness(harness.Harness[MaoApp]):
    def __init__(
        self,
        profile: str = "chaired",
        players: int = 3,
        seed: int = 1,
        executor: StandIn | None = None,
        store: SqliteStore | None = None,
        **options: Any,
    ) -> None:
        opening = Open(
            game="mao",
            profile=profile,
            options={"delay": 0, **WORDLESS, **options},
            seats=players,
            bots="easy",
            fill_after=0.0,
        )
        super().__init__(MaoApp, opening, executor or StandIn(), seed, store)

    @property
    def view(self) -> View:
        view = self.app.top.view
        assert view is not None
        return view

    @property
    def my_turn(self) -> bool:
        view = self.app.top.view
        return view is not None and view.mode == "play" and view.turn == self.app.top.seat

    async def settled(self, pilot: Pilot[str], true: Callable[[], bool]) -> None:
        """Until it is true, without a tick of the clock."""
        await self.until(pilot, true, ms=0)

    async def put_cursor_on(self, pilot: Pilot[str], place: int) -> None:
        fan = self.app.top.fan
        steps = fan.places.index(place) - (fan.cursor or 0)
        await pilot.press(*["right" if steps > 0 else "left"] * abs(steps))
        assert fan.at == place
