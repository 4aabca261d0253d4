"""A bug in rules ends a step, not a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stammtisch.games.game import Match
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.games.tiles.records import Draw
from stammtisch.records import ReadOnly
from stammtisch.replies import Accepted, Refused
from stammtisch.requests import Act, AddBot, AskActions, CheckAction, Disconnect, Join, Leave, Ready
from stammtisch.tables import events as news
from stammtisch.tables import state
from stammtisch.tables.runner import TRANSITIONS, Happening, State
from stammtisch.tables.state import TableState
from tests.tables.harness import PEOPLE, TableHarness, settings, who


class Bug(Exception):
    pass


def breaking(
    monkeypatch: pytest.MonkeyPatch, harness: TableHarness, times: int, method: str = "apply"
) -> None:
    """From where the match stands, so many calls of the rules do their work and then fail."""
    real: Callable[..., Any] = getattr(Match, method)
    left, here = [times], harness.match.digest()

    def faulty(match: TilesMatch, *args: Any) -> Any:
        if left[0] and match.digest() == here:
            left[0] -= 1
            if method == "apply":
                real(match, *args)
            raise Bug("A rule is wrong.")
        return real(match, *args)

    monkeypatch.setattr(Match, method, faulty)


def test_whoever_asked_is_told_that_it_is_our_fault_and_the_table_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = TableHarness()
    harness.start()
    harness.move()
    before = (harness.table.state.seq, harness.table.state.hash, harness.match.digest())
    breaking(monkeypatch, harness, 1)
    harness.heard.clear()
    answer = harness.move()
    assert isinstance(answer, Refused) and answer.code == "our_fault"
    assert (harness.table.state.seq, harness.table.state.hash, harness.match.digest()) == before
    assert not harness.heard and harness.counters.failures == 1
    mover = harness.mover()
    assert isinstance(harness.move(), Accepted)
    assert all(len(harness.heard[name]) == 1 for name in PEOPLE if name != mover.name)
    assert TableHarness.again(harness).match.digest() == harness.match.digest()


def test_the_second_failure_at_the_same_place_closes_the_table_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = TableHarness()
    harness.start()
    harness.move()
    durable = list(harness.journal.entries)
    breaking(monkeypatch, harness, 2)
    harness.move()
    harness.heard.clear()
    harness.move()
    assert harness.runner.closed and harness.error is not None
    for name in PEOPLE:
        (batch,) = harness.heard[name]
        (closed,) = batch.events
        assert isinstance(closed, news.Closed) and "twice" in closed.reason
    assert harness.journal.entries == durable
    TableHarness.again(harness).move()


def test_a_step_that_fails_at_its_second_entry_has_not_happened_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = TableHarness()
    for name in PEOPLE:
        harness.join(name)
    for name in PEOPLE[:3]:
        harness.ask(who(name), Ready())
    seq, di = harness.table.state.seq, who(PEOPLE[3])
    with monkeypatch.context() as patch:
        # Her "ready" is written down, the deal that follows from it fails.
        patch.setattr(Match, "apply", failing)
        answer = harness.ask(di, Ready())
    assert isinstance(answer, Refused) and answer.code == "our_fault"
    assert harness.table.state.seq == seq == harness.journal.entries[-1].seq
    assert [info.ready for info in harness.table.state.seat_infos()] == [True, True, True, False]
    assert isinstance(harness.ask(di, Ready()), Accepted) and harness.table.state.running
    assert TableHarness.again(harness).match.digest() == harness.match.digest()


def test_two_failures_at_different_places_close_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = TableHarness()
    harness.start()
    for _ in range(3):
        with monkeypatch.context() as patch:
            breaking(patch, harness, 1)
            assert isinstance(harness.move(), Refused)
        assert isinstance(harness.move(), Accepted)
    assert not harness.runner.closed


def test_a_table_whose_bot_runs_into_the_bug_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = TableHarness()
    harness.join("ada")
    for _ in range(3):
        harness.ask(who("ada"), AddBot(level="random"))
    harness.ask(who("ada"), Ready())
    if harness.match.mover == 0:
        harness.move()
    breaking(monkeypatch, harness, 1)
    seq = harness.table.state.seq
    harness.clock.advance(800)
    assert harness.table.state.seq == seq and harness.counters.failures == 1
    harness.clock.advance(800)
    assert harness.table.state.seq > seq


def test_a_time_out_that_fails_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = TableHarness(settings(options={"turn_clock": 10}))
    harness.start()
    mover = harness.match.mover
    breaking(monkeypatch, harness, 1)
    harness.clock.advance(10_001)
    assert harness.counters.failures == 1 and not harness.runner.closed
    harness.clock.advance(1)
    assert harness.match.mover != mover


def test_a_time_out_that_always_fails_closes_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = TableHarness(settings(options={"turn_clock": 10}))
    harness.start()
    breaking(monkeypatch, harness, 99)
    harness.clock.advance(20_000)
    assert harness.runner.closed and harness.counters.failures == 2


def test_a_long_match_is_read_again_from_the_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "MOST_ENTRIES", 3)
    harness = TableHarness()
    harness.start()
    harness.move()
    before = (harness.table.state.seq, harness.match.digest())
    later: list[Any] = []
    monkeypatch.setattr(harness, "reread", lambda runner, done: later.append(done))
    with monkeypatch.context() as patch:
        breaking(patch, harness, 1)
        harness.move()
    meanwhile = harness.begin(harness.mover(), AskActions())
    assert not meanwhile
    later[0](harness.journal.entries)
    assert (harness.table.state.seq, harness.match.digest()) == before
    assert meanwhile and isinstance(harness.move(), Accepted)


def test_a_question_that_fails_changes_nothing_and_closes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = TableHarness()
    harness.start()
    breaking(monkeypatch, harness, 3, "verify")
    for _ in range(3):
        answer = harness.ask(who("ada"), CheckAction(action=Draw("main")))
        assert isinstance(answer, Refused) and answer.code == "our_fault"
    assert not harness.runner.closed and harness.counters.failures == 3
    assert isinstance(harness.move(), Accepted)


def test_who_was_refused_for_a_reason_is_not_told_that_it_is_our_fault() -> None:
    harness = TableHarness()
    harness.start()
    waiting = who(PEOPLE[(harness.match.mover + 1) % 4])
    answer = harness.ask(waiting, Act(action=Draw("main")))
    assert isinstance(answer, Refused) and answer.code == "not_your_turn"
    assert not harness.counters.failures


def test_a_bot_that_wants_to_move_while_the_journal_is_read_again_moves_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(state, "MOST_ENTRIES", 3)
    harness = TableHarness()
    harness.join("ada")
    for _ in range(3):
        harness.ask(who("ada"), AddBot(level="random"))
    harness.ask(who("ada"), Ready())
    while harness.match.mover == 0:
        harness.move()
    later: list[Any] = []
    monkeypatch.setattr(harness, "reread", lambda runner, done: later.append(done))
    harness.runner._failed(Bug("Somewhere else."))
    seq = harness.table.state.seq
    harness.clock.advance(2000)
    assert harness.table.state.seq == seq
    later[0](harness.journal.entries)
    harness.clock.advance(2000)
    assert harness.table.state.seq > seq


@pytest.mark.parametrize("going", [Leave(), Disconnect()])
def test_who_goes_while_a_rule_fails_is_gone(monkeypatch: pytest.MonkeyPatch, going: Any) -> None:
    harness = TableHarness()
    harness.join("ada")
    harness.join("bo", keep=False)
    failing_once(monkeypatch)
    answer = harness.ask(who("bo"), going)
    assert isinstance(answer, Refused) and answer.code == "our_fault"
    assert list(harness.runner.here.accounts) == ["ada"]
    assert [info.away for info in harness.table.state.seat_infos()[:2]] == [False, True]
    harness.clock.advance(60_000)
    assert not harness.table.state.places[1].taken


def test_who_could_not_sit_down_because_a_rule_failed_is_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = TableHarness()
    harness.join("ada")
    failing_once(monkeypatch)
    assert isinstance(harness.ask(who("bo"), Join()), Refused)
    assert list(harness.runner.here.accounts) == ["ada"]
    assert harness.join("bo").seat == 1


def failing(*args: Any) -> None:
    raise Bug("A rule is wrong.")


def failing_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next change of who sits where fails half done."""
    real, faults = TableState._pass_on, [Bug("A rule is wrong.")]

    def faulty(state: TableState) -> None:
        if faults:
            raise faults.pop()
        real(state)

    monkeypatch.setattr(TableState, "_pass_on", faulty)


def test_a_failure_after_a_step_takes_nothing_back_that_happened_since_an_earlier_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = TableHarness()
    harness.start()
    with monkeypatch.context() as patch:
        breaking(patch, harness, 1)
        assert isinstance(harness.move(), Refused)
    for _ in range(3):
        assert isinstance(harness.move(), Accepted)
    seq, digest = harness.table.state.seq, harness.match.digest()
    harness.runner._failed(Bug("What the table waits for cannot be worked out."))
    assert (harness.table.state.seq, harness.match.digest()) == (seq, digest)
    assert isinstance(harness.move(), Accepted)


def state_of(harness: TableHarness) -> State:
    return harness.runner.state


def begin_move(harness: TableHarness) -> list[Any]:
    action = harness.match.actions(harness.match.mover)[0]
    return harness.begin(harness.mover(), Act(action=action))


def test_a_journal_that_was_read_for_an_earlier_failure_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(state, "MOST_ENTRIES", 3)
    harness = TableHarness()
    harness.start()
    harness.journal.by_hand = True
    later: list[Any] = []
    monkeypatch.setattr(harness, "reread", lambda runner, done: later.append(done))
    answers = harness.begin(
        harness.mover(), Act(action=harness.match.actions(harness.match.mover)[0])
    )
    harness.runner._failed(Bug("Somewhere else."))
    harness.journal.fail(ReadOnly("The disk is full."))
    assert answers and len(later) == 2
    assert state_of(harness) is State.REREADING
    harness.writing.recovered()
    durable = list(harness.journal.entries)
    later[0](durable)
    assert state_of(harness) is State.OPEN
    moved = harness.begin(
        harness.mover(), Act(action=harness.match.actions(harness.match.mover)[0])
    )
    seq = harness.table.state.seq
    later[1](durable)
    assert harness.table.state.seq == seq > durable[-1].seq
    harness.journal.commit()
    assert isinstance(moved[0], Accepted)


def test_a_closed_table_stays_closed_and_every_other_state_can_end() -> None:
    assert all(before is not State.CLOSED for before, _ in TRANSITIONS)
    for before in set(State) - {State.CLOSED}:
        assert TRANSITIONS[before, Happening.TAKEN_AWAY] is State.CLOSED
        assert before is State.OPEN or before in TRANSITIONS.values()
