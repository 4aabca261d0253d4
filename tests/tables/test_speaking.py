"""Bots that may speak out of turn: asked once after each step, and nobody waits for them."""

from __future__ import annotations

import pytest

from stammtisch.bots.bots import Decision, Reason
from stammtisch.games.game import Observation
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.games.tiles.records import Draw, Put
from stammtisch.requests import AddBot, Ready, Say
from stammtisch.tables.bot_executor import Thought
from tests.tables.harness import Pondering, TableHarness, who


@pytest.fixture
def pondering() -> Pondering:
    return Pondering()


@pytest.fixture
def harness(monkeypatch: pytest.MonkeyPatch, pondering: Pondering) -> TableHarness:
    """Ada is to move; three bots may say something, and she may, too."""
    monkeypatch.setattr(TilesMatch, "speakers", (0, 1, 2, 3))
    for seed in range(1, 50):
        harness = TableHarness(executor=pondering, seed=seed)
        harness.join("ada")
        for _ in range(3):
            harness.ask(who("ada"), AddBot(level="random"))
        harness.ask(who("ada"), Ready())
        if harness.match.mover == 0:
            return harness
        pondering.asked.clear()
    raise AssertionError("Ada never begins.")


def asked(pondering: Pondering) -> list[tuple[int, Observation, Thought]]:
    """The seats that were asked since the last look, with what they saw."""
    questions = [
        (observation.view.seat, observation, done) for _, _, observation, done in pondering.asked
    ]
    pondering.asked.clear()
    return questions


def test_each_bot_is_asked_once_after_each_step_with_what_it_sees(
    harness: TableHarness, pondering: Pondering
) -> None:
    first = asked(pondering)
    assert [seat for seat, _, _ in first] == [1, 2, 3]
    assert all(observation.view == harness.match.view(seat) for seat, observation, _ in first)
    harness.ask(who("ada"), Say(text="Talk is no step."))
    harness.join("ada", "another device")
    assert not asked(pondering)
    harness.move()
    # And whose turn it is now is asked what to do.
    assert [seat for seat, _, _ in asked(pondering)] == [1, 2, 3, 1]


def test_what_a_bot_says_too_late_is_not_said(harness: TableHarness, pondering: Pondering) -> None:
    (_, _, done), *_ = asked(pondering)
    seq = harness.table.state.seq
    done(Decision(Draw("main"), Reason("I thought it was my turn.")))
    done(Decision(None, Reason("Nothing to say.")))
    done(None)
    harness.clock.advance(800)
    assert harness.table.state.seq == seq
    assert not harness.runner.closed and not harness.counters.failures


@pytest.mark.parametrize(("thinks", "says"), [(0, 200), (30, 200), (200, 200), (201, 400)])
def test_what_a_bot_says_in_time_is_done_and_nobody_sees_how_long_it_thought(
    monkeypatch: pytest.MonkeyPatch,
    harness: TableHarness,
    pondering: Pondering,
    thinks: int,
    says: int,
) -> None:
    *_, (seat, _, done) = asked(pondering)
    real = TilesMatch.apply

    def anybody(match: TilesMatch, by: int | None, action: object, at: int) -> object:
        return real(match, match.mover if by == seat else by, action, at)  # type: ignore[arg-type]

    monkeypatch.setattr(TilesMatch, "apply", anybody)
    seq = harness.table.state.seq
    harness.clock.advance(thinks)
    done(Decision(Put(harness.match.held(0)[0]), Reason("Now or never.")))
    harness.clock.advance(says - thinks - 1)
    assert harness.table.state.seq == seq
    harness.clock.advance(1)
    assert harness.table.state.seq == seq + 1
