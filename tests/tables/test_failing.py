"""A bug in rules ends a step, not a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stammtisch.games.game import Match
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.games.tiles.records import Draw
from stammtisch.tables import events as news
from stammtisch.tables import state
from stammtisch.tables.replies import Accepted, Refused
from stammtisch.tables.requests import Act, AddBot, AskActions, Join, Leave, LoseTouch, Ready, Why
from stammtisch.tables.table import Table
from tests.tables.sitting import PEOPLE, Sitting, settings, who


class Bug(Exception):
    pass


def breaking(
    monkeypatch: pytest.MonkeyPatch, sitting: Sitting, times: int, method: str = "apply"
) -> None:
    """From where the match stands, so many calls of the rules do their work and then fail."""
    real: Callable[..., Any] = getattr(Match, method)
    left, here = [times], sitting.match.digest()

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
    sitting = Sitting()
    sitting.start()
    sitting.move()
    before = (sitting.table.seq, sitting.table.hash, sitting.match.digest())
    breaking(monkeypatch, sitting, 1)
    sitting.heard.clear()
    answer = sitting.move()
    assert isinstance(answer, Refused) and answer.code == "our_fault"
    assert (sitting.table.seq, sitting.table.hash, sitting.match.digest()) == before
    assert not sitting.heard and sitting.runner.failures == 1
    mover = sitting.mover()
    assert isinstance(sitting.move(), Accepted)
    assert all(len(sitting.heard[name]) == 1 for name in PEOPLE if name != mover.name)
    assert Sitting.again(sitting).match.digest() == sitting.match.digest()


def test_the_second_failure_at_the_same_place_closes_the_table_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = Sitting()
    sitting.start()
    sitting.move()
    durable = list(sitting.journal.entries)
    breaking(monkeypatch, sitting, 2)
    sitting.move()
    sitting.heard.clear()
    sitting.move()
    assert sitting.runner.closed and sitting.error is not None
    for name in PEOPLE:
        (batch,) = sitting.heard[name]
        (closed,) = batch.events
        assert isinstance(closed, news.Closed) and "twice" in closed.reason
    assert sitting.journal.entries == durable
    Sitting.again(sitting).move()


def test_a_step_that_fails_at_its_second_entry_has_not_happened_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = Sitting()
    for name in PEOPLE:
        sitting.join(name)
    for name in PEOPLE[:3]:
        sitting.ask(who(name), Ready())
    seq, di = sitting.table.seq, who(PEOPLE[3])
    with monkeypatch.context() as patch:
        # Her "ready" is written down, the deal that follows from it fails.
        patch.setattr(Match, "apply", failing)
        answer = sitting.ask(di, Ready())
    assert isinstance(answer, Refused) and answer.code == "our_fault"
    assert sitting.table.seq == seq == sitting.journal.entries[-1].seq
    assert [info.ready for info in sitting.table.seat_infos()] == [True, True, True, False]
    assert isinstance(sitting.ask(di, Ready()), Accepted) and sitting.table.running
    assert Sitting.again(sitting).match.digest() == sitting.match.digest()


def test_two_failures_at_different_places_close_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting()
    sitting.start()
    for _ in range(3):
        with monkeypatch.context() as patch:
            breaking(patch, sitting, 1)
            assert isinstance(sitting.move(), Refused)
        assert isinstance(sitting.move(), Accepted)
    assert not sitting.runner.closed


def test_a_table_whose_bot_runs_into_the_bug_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting()
    sitting.join("ada")
    for _ in range(3):
        sitting.ask(who("ada"), AddBot(level="random"))
    sitting.ask(who("ada"), Ready())
    if sitting.match.mover == 0:
        sitting.move()
    breaking(monkeypatch, sitting, 1)
    seq = sitting.table.seq
    sitting.clock.advance(800)
    assert sitting.table.seq == seq and sitting.runner.failures == 1
    sitting.clock.advance(800)
    assert sitting.table.seq > seq


def test_a_time_out_that_fails_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(settings(options={"turn_clock": 10}))
    sitting.start()
    mover = sitting.match.mover
    breaking(monkeypatch, sitting, 1)
    sitting.clock.advance(10_001)
    assert sitting.runner.failures == 1 and not sitting.runner.closed
    sitting.clock.advance(1)
    assert sitting.match.mover != mover


def test_a_time_out_that_always_fails_closes_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(settings(options={"turn_clock": 10}))
    sitting.start()
    breaking(monkeypatch, sitting, 99)
    sitting.clock.advance(20_000)
    assert sitting.runner.closed and sitting.runner.failures == 2


def test_a_long_match_is_read_again_from_the_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "MOST_ENTRIES", 3)
    sitting = Sitting()
    sitting.start()
    sitting.move()
    before = (sitting.table.seq, sitting.match.digest())
    later: list[Any] = []
    monkeypatch.setattr(sitting, "reread", lambda runner, done: later.append(done))
    with monkeypatch.context() as patch:
        breaking(patch, sitting, 1)
        sitting.move()
    meanwhile = sitting.begin(sitting.mover(), AskActions())
    assert not meanwhile
    later[0](sitting.journal.entries)
    assert (sitting.table.seq, sitting.match.digest()) == before
    assert meanwhile and isinstance(sitting.move(), Accepted)


def test_a_question_that_fails_changes_nothing_and_closes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = Sitting()
    sitting.start()
    breaking(monkeypatch, sitting, 3, "verify")
    for _ in range(3):
        answer = sitting.ask(who("ada"), Why(action=Draw("main")))
        assert isinstance(answer, Refused) and answer.code == "our_fault"
    assert not sitting.runner.closed and sitting.runner.failures == 3
    assert isinstance(sitting.move(), Accepted)


def test_who_was_refused_for_a_reason_is_not_told_that_it_is_our_fault() -> None:
    sitting = Sitting()
    sitting.start()
    waiting = who(PEOPLE[(sitting.match.mover + 1) % 4])
    answer = sitting.ask(waiting, Act(action=Draw("main")))
    assert isinstance(answer, Refused) and answer.code == "not_your_turn"
    assert not sitting.runner.failures


def test_a_bot_that_wants_to_move_while_the_journal_is_read_again_moves_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(state, "MOST_ENTRIES", 3)
    sitting = Sitting()
    sitting.join("ada")
    for _ in range(3):
        sitting.ask(who("ada"), AddBot(level="random"))
    sitting.ask(who("ada"), Ready())
    while sitting.match.mover == 0:
        sitting.move()
    later: list[Any] = []
    monkeypatch.setattr(sitting, "reread", lambda runner, done: later.append(done))
    sitting.runner._failed(Bug("Somewhere else."))
    seq = sitting.table.seq
    sitting.clock.advance(2000)
    assert sitting.table.seq == seq
    later[0](sitting.journal.entries)
    sitting.clock.advance(2000)
    assert sitting.table.seq > seq


@pytest.mark.parametrize("going", [Leave(), LoseTouch()])
def test_who_goes_while_a_rule_fails_is_gone(monkeypatch: pytest.MonkeyPatch, going: Any) -> None:
    sitting = Sitting()
    sitting.join("ada")
    sitting.join("bo", keep=False)
    failing_once(monkeypatch)
    answer = sitting.ask(who("bo"), going)
    assert isinstance(answer, Refused) and answer.code == "our_fault"
    assert list(sitting.runner.here.accounts) == ["ada"]
    assert [info.away for info in sitting.table.seat_infos()[:2]] == [False, True]
    sitting.clock.advance(60_000)
    assert not sitting.table.places[1].taken


def test_who_could_not_sit_down_because_a_rule_failed_is_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = Sitting()
    sitting.join("ada")
    failing_once(monkeypatch)
    assert isinstance(sitting.ask(who("bo"), Join()), Refused)
    assert list(sitting.runner.here.accounts) == ["ada"]
    assert sitting.join("bo").seat == 1


def failing(*args: Any) -> None:
    raise Bug("A rule is wrong.")


def failing_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next change of who sits where fails half done."""
    real, faults = Table._pass_on, [Bug("A rule is wrong.")]

    def faulty(table: Table) -> None:
        if faults:
            raise faults.pop()
        real(table)

    monkeypatch.setattr(Table, "_pass_on", faulty)
