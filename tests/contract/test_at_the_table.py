"""No seat and no onlooker is told more at a table than the game's own redaction gives them.

That the redaction leaks nothing is checked for every game by the contract; here it is checked that
nothing goes past it: not in batches, answers or snapshots, nor on the wire of the table protocol.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from stammtisch.bots.bots import Uniform
from stammtisch.games.game import Event, Match
from stammtisch.games.games import GAMES
from stammtisch.protocols.table.session import TableSession
from stammtisch.replies import Accepted, Joined, Refused
from stammtisch.requests import Act, AskActions, Ready
from stammtisch.tables.encoding import to_plain
from stammtisch.tables.events import EventBatch
from stammtisch.tables.runner import TableRunner
from tests.tables.harness import PEOPLE, TableHarness, settings, who

CASES = [(game.name, profile) for game in GAMES.values() for profile in game.rules.profiles]


class Spied(TableHarness):
    """Compares all that is told with what the game says the listener may know."""

    def __init__(self, game: str, profile: str, seed: int) -> None:
        super().__init__(settings(game=game, profile=profile, seats=4), seed=seed)
        #: The whole truth of the newest step, and what everybody saw after it.
        self.truth: list[Event] = []
        self.after: Match | None = None
        self.compared = 0

    def seat_of(self, connection: str) -> int | None:
        return self.table.state.seat_of(who(connection.removesuffix(" by views")).account)

    def deliver(self, connection: str, batch: EventBatch) -> None:
        super().deliver(connection, batch)
        self.compare(connection, batch)

    def compare(self, connection: str, told: EventBatch | Accepted) -> None:
        seat = self.seat_of(connection)
        events = [event for event in told.events if isinstance(event, Event)]
        assert events == [event.seen_by(seat) for event in self.truth]
        if told.observation is not None:
            assert self.after is not None
            assert told.observation == self.after.observation(seat) and connection.endswith(
                "by views"
            )
        session = TableSession("192.0.2.1")
        session.outbox.clear()
        if isinstance(told, EventBatch):
            session.notified(told)
            for text in session.outbox:
                wire = msgspec.json.decode(text)
                assert wire["events"] == msgspec.json.decode(
                    msgspec.json.encode([to_plain(event) for event in told.events])
                )
                if told.observation is not None:
                    view = msgspec.json.encode(to_plain(told.observation.view))
                    assert wire["observation"]["view"] == msgspec.json.decode(view)
        self.compared += bool(events)

    def compare_snapshot(self, joined: Joined) -> None:
        match = self.table.state.match
        if match is not None:
            assert joined.snapshot.view == match.view(joined.seat)
            if joined.snapshot.observation is not None:
                assert joined.snapshot.observation == match.observation(joined.seat)


def spying(monkeypatch: pytest.MonkeyPatch, harness: Spied) -> None:
    """Note what really happens in each step."""
    real = TableRunner._settle

    def settle(runner: TableRunner, step: Any, *rest: Any) -> None:
        harness.truth = [event for event in step.events if isinstance(event, Event)]
        match = runner.table.state.match
        harness.after = None if match is None else match.copy()
        real(runner, step, *rest)

    monkeypatch.setattr(TableRunner, "_settle", settle)


def playing(harness: Spied, rng: Random, moves: int) -> Iterator[None]:
    for name in PEOPLE:
        harness.join(name)
        harness.join(name, f"{name} by views", follow="views")
    harness.join("eve", watch=True)
    harness.join("eve", "eve by views", watch=True, follow="views")
    for name in PEOPLE:
        harness.ask(who(name), Ready())
    for _ in range(moves):
        match = harness.table.state.match
        if match is None or not harness.table.state.running:
            return
        seats = match.turn or tuple(range(4))
        seat = rng.choice(seats)
        harness.clock.advance(rng.choice((1, 200, 900)))
        match = harness.table.state.match
        assert match is not None
        observation = match.observation(seat)
        if not harness.table.state.running or not observation.actions:
            continue
        action = Uniform().choose(observation, rng).action
        connection = PEOPLE[seat] + rng.choice(("", " by views"))
        answer = harness.ask(who(PEOPLE[seat], connection), Act(action=action))
        if isinstance(answer, Accepted):
            harness.compare(connection, answer)
        else:
            assert isinstance(answer, Refused)
        harness.truth = []
        yield
        harness.ask(who(PEOPLE[seat]), AskActions())
        looker = rng.choice((*PEOPLE, "eve"))
        joined = harness.join(looker, f"{looker} again", watch=True, follow="views")
        harness.compare_snapshot(joined)
        harness.lose(looker, f"{looker} again")


@pytest.mark.parametrize(("game", "profile"), CASES)
def test_nothing_goes_past_the_redaction(
    monkeypatch: pytest.MonkeyPatch, game: str, profile: str
) -> None:
    harness = Spied(game, profile, seed=5)
    spying(monkeypatch, harness)
    for _ in playing(harness, Random(5), 60):
        pass
    assert harness.compared > 50


def test_a_keeper_that_tells_everything_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = Spied("tiles", "classic", seed=5)
    spying(monkeypatch, harness)
    monkeypatch.setattr(TableRunner, "seen", lambda self, told, seat: told)
    with pytest.raises(AssertionError):
        for _ in playing(harness, Random(5), 60):
            pass


def test_a_keeper_that_shows_a_neighbours_observation_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Spied("tiles", "classic", seed=5)
    spying(monkeypatch, harness)
    real = TableRunner._observation
    monkeypatch.setattr(
        TableRunner,
        "_observation",
        lambda self, seat: real(self, None if seat is None else (seat + 1) % 4),
    )
    with pytest.raises(AssertionError):
        for _ in playing(harness, Random(5), 60):
            pass
