"""What a table does by itself: bots that fill in, clocks that run out, the next match."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from stammtisch.bots.bots import Decision, Reason
from stammtisch.games.game import Refusal
from stammtisch.games.tiles.records import Draw
from stammtisch.replies import Refused
from stammtisch.requests import AddBot, Caller, Configure, Join, Ready, RemoveBot, TakeName
from stammtisch.tables import entries as journal
from stammtisch.tables.encoding import to_plain
from stammtisch.tables.entries import decode
from tests.tables.harness import (
    PEOPLE,
    Pondering,
    TableHarness,
    code,
    names_of,
    on_turn,
    settings,
    who,
)

# --- bots ----------------------------------------------------------------------------------------


def test_bots_fill_the_seats_at_once_where_that_is_wanted() -> None:
    harness = TableHarness(settings(fill_after=0))
    harness.join("ada")
    harness.clock.advance(0)
    assert [place.bot for place in harness.table.state.places] == [
        None,
        "random",
        "random",
        "random",
    ]
    names = [place.name for place in harness.table.state.places]
    assert len(set(names)) == 4
    harness.ask(who("ada"), Ready())
    assert harness.table.state.running


def test_bots_fill_the_seats_after_a_wait_that_begins_with_the_first_person() -> None:
    harness = TableHarness(settings(fill_after=5))
    harness.clock.advance(60_000)
    harness.join("ada")
    harness.clock.advance(4_999)
    assert sum(place.taken for place in harness.table.state.places) == 1
    harness.join("bo")
    harness.clock.advance(1)
    assert [bool(place.bot) for place in harness.table.state.places] == [False, False, True, True]


def test_a_filler_gives_way_before_a_match_but_not_a_bot_that_was_asked_for() -> None:
    harness = TableHarness(settings(fill_after=5))
    harness.join("ada")
    harness.ask(who("ada"), AddBot(level="easy", seat=1))
    harness.clock.advance(5_000)
    assert [info.free for info in harness.table.state.seat_infos()] == [False, False, True, True]
    assert harness.join("eve").seat == 2
    assert harness.join("fay").seat == 3
    assert code(harness.ask(who("cy"), Join())) == "full"
    assert harness.table.state.places[1].bot == "easy"


def test_a_filler_stays_in_a_match() -> None:
    harness = TableHarness(settings(fill_after=0))
    harness.join("ada")
    harness.clock.advance(0)
    harness.ask(who("ada"), Ready())
    assert code(harness.ask(who("eve"), Join())) == "full"
    assert not any(info.free for info in harness.table.state.seat_infos())


def test_who_comes_too_late_is_told_what_there_is_to_hope_for() -> None:
    """Of the bots, one was asked for and stays; watching is as the table has it."""
    for watch in (True, False):
        harness = TableHarness(settings(fill_after=5, watch=watch))
        harness.join("ada")
        harness.ask(who("ada"), AddBot(level="easy", seat=1))
        harness.clock.advance(5_000)
        harness.ask(who("ada"), Ready())
        assert _hopes(harness) == {"after": 2, "watch": watch}
    # Between matches nobody gives way who has not done so already.
    full = TableHarness(settings())
    for name in ("ada", "bo", "cy", "dan"):
        full.join(name)
    assert _hopes(full) == {"after": 0, "watch": True}


def _hopes(harness: TableHarness) -> dict[str, object]:
    refused = harness.ask(who("eve"), Join())
    assert isinstance(refused, Refused)
    assert refused.code == "full"
    return refused.data


def test_bots_are_seated_and_unseated_by_those_who_sit_there() -> None:
    harness = TableHarness()
    harness.join("ada")
    harness.join("eve", watch=True)
    assert code(harness.ask(who("eve"), AddBot(level="easy"))) == "no_seat"
    assert code(harness.ask(who("ada"), AddBot(level="easy", seat=0))) == "seat_taken"
    harness.ask(who("ada"), AddBot(level="easy"))
    assert harness.table.state.places[1].bot == "easy"
    assert code(harness.ask(who("ada"), RemoveBot(seat=2))) == "no_bot"
    assert code(harness.ask(who("ada"), RemoveBot(seat=9))) == "no_bot"
    harness.ask(who("ada"), RemoveBot(seat=1))
    assert not harness.table.state.places[1].taken


def with_bots(executor: Any = None, **changes: Any) -> TableHarness:
    """Ada and three bots, in a match; it is a bot's turn."""
    harness = TableHarness(settings(**changes), executor=executor, seed=3)
    harness.join("ada")
    for _ in range(3):
        harness.ask(who("ada"), AddBot(level="random"))
    harness.ask(who("ada"), Ready())
    if harness.match.mover == 0:
        harness.move()
    return harness


def test_bots_alone_do_not_start_a_match() -> None:
    harness = TableHarness()
    harness.join("ada")
    for _ in range(3):
        harness.ask(who("ada"), AddBot(level="random"))
    assert not harness.table.state.running
    with pytest.raises(Refusal):
        harness.table.act(1, Draw("main"), harness.clock.now(), 0.0)


def test_a_bot_is_told_only_what_its_seat_sees() -> None:
    executor = Pondering()
    harness = with_bots(executor)
    ((game, level, observation, _),) = executor.asked
    mover = harness.match.mover
    assert (game, level) == ("tiles", "random")
    assert observation == harness.match.observation(mover)
    assert observation.view == harness.match.view(mover)


@pytest.mark.parametrize("pace", [0, 3_000])
def test_the_pace_of_bots_is_a_setting_of_the_table(pace: int) -> None:
    harness = with_bots(pace=pace)
    assert harness.runner.info().pace == pace
    seq = harness.table.state.seq
    if pace:
        harness.clock.advance(pace - 1)
        assert harness.table.state.seq == seq
        harness.clock.advance(1)
        assert harness.table.state.seq == seq + 1
    else:
        harness.clock.advance(0)
        assert on_turn(harness) == "ada"


def decide(executor: Pondering) -> None:
    """Whoever was asked last has thought."""
    (*_, observation, done) = executor.asked.pop()
    done(Decision(observation.actions[0], Reason("This took a while.")))


def moved_after(harness: TableHarness, most: int = 5_000) -> int:
    """Milliseconds until something happens by itself."""
    seq = harness.table.state.seq
    harness.clock.advance(0)
    for waited in range(most):
        if harness.table.state.seq > seq:
            return waited
        harness.clock.advance(1)
    raise AssertionError("nothing happens")


@pytest.mark.parametrize(
    ("thinks", "moves"), [(0, 800), (1, 800), (500, 800), (799, 800), (800, 800), (801, 1_600)]
)
def test_how_long_a_bot_thinks_is_not_seen(thinks: int, moves: int) -> None:
    """It depends on the cards that the bot holds."""
    executor = Pondering()
    harness = with_bots(executor)
    harness.clock.advance(thinks)
    decide(executor)
    assert thinks + moved_after(harness) == moves


@pytest.mark.parametrize(("happens", "moves"), [(100, 800), (400, 800), (401, 1_600), (799, 1_600)])
@pytest.mark.parametrize("thinks", [1, 5, 99, 200])
@pytest.mark.parametrize("meanwhile", [True, False])
def test_how_long_a_bot_thinks_again_is_not_seen(
    happens: int, moves: int, thinks: int, meanwhile: bool
) -> None:
    """Something happens while it thinks, or when it has thought and waits."""
    executor = Pondering()
    harness = with_bots(executor)
    began = harness.clock.now()
    if not meanwhile:
        decide(executor)
    harness.clock.advance(happens)
    harness.ask(Caller("ada", "account-of-ada", "Ada"), TakeName())
    if meanwhile:
        harness.clock.advance(thinks)
        decide(executor)
    harness.clock.advance(thinks)
    decide(executor)
    waited = harness.clock.now() - began
    assert waited + moved_after(harness) == moves


@pytest.mark.parametrize("thinks", [0, 150])
def test_the_pace_counts_from_when_the_bot_came(thinks: int) -> None:
    """Not from an earlier time, when its owner came back before it moved: whether it had thought
    by then is nobody's business."""
    executor = Pondering()
    harness = TableHarness(executor=executor)
    harness.start()
    name = on_turn(harness)
    harness.lose(name)
    if not thinks:
        decide(executor)
    harness.clock.advance(100)
    harness.join(name)
    if thinks:
        harness.clock.advance(thinks)
        decide(executor)
    harness.clock.advance(250 - thinks)
    harness.lose(name)
    decide(executor)
    assert moved_after(harness) == 800


def test_the_host_may_change_the_pace_of_bots() -> None:
    harness = TableHarness()
    harness.join("ada")
    assert harness.runner.info().pace is None
    harness.ask(who("ada"), Configure(pace=250))
    assert harness.runner.info().pace == 250
    harness.ask(who("ada"), Configure(pace=None))
    assert harness.runner.info().pace is None


def test_a_bot_that_waits_is_asked_again() -> None:
    executor = Pondering()
    harness = with_bots(executor)
    executor.asked.pop()[-1](Decision(None, Reason("Nothing yet.")))
    harness.clock.advance(799)
    assert not executor.asked
    harness.clock.advance(1)
    seq = harness.table.state.seq
    decide(executor)
    harness.clock.advance(800)
    assert harness.table.state.seq == seq + 1


@pytest.mark.parametrize("thought", [None, Decision(Draw("nowhere"), Reason(""))])  # type: ignore[arg-type]
def test_legal_play_stands_in_for_a_bot_that_fails(thought: Decision | None) -> None:
    executor = Pondering()
    harness = with_bots(executor)
    (*_, observation, done) = executor.asked.pop()
    done(thought)
    harness.clock.advance(800)
    last = decode(harness.journal.entries[-1].payload)
    assert isinstance(last, journal.Act)
    assert last.action in [to_plain(action) for action in observation.actions]


def test_a_thought_is_not_played_if_something_has_happened_since() -> None:
    executor = Pondering()
    harness = with_bots(executor)
    (*_, observation, done) = executor.asked.pop()
    harness.ask(Caller("ada", "account-of-ada", "Ada"), TakeName())
    seq = harness.table.state.seq
    done(Decision(observation.actions[0], Reason("Before she was called Ada.")))
    harness.clock.advance(10_000)
    assert harness.table.state.seq == seq
    assert len(executor.asked) == 1


def test_a_thought_that_comes_too_late_is_not_played() -> None:
    executor = Pondering()
    harness = TableHarness(executor=executor)
    harness.start()
    name = on_turn(harness)
    harness.lose(name)
    (*_, observation, done) = executor.asked.pop()
    harness.join(name)
    seq = harness.table.state.seq
    done(Decision(observation.actions[0], Reason("Too late.")))
    harness.clock.advance(800)
    assert harness.table.state.seq == seq, "The owner is back and plays."


def test_bots_play_one_at_a_time() -> None:
    harness = with_bots()
    harness.clock.advance(10_000)
    assert on_turn(harness) == "ada"
    while harness.match.mover == 0:
        harness.move()
    seqs = [harness.table.state.seq]
    for _ in range(6):
        harness.clock.advance(800)
        seqs.append(harness.table.state.seq)
    assert [later - sooner for sooner, later in pairwise(seqs)] == [1] * 6
    assert on_turn(harness) == "ada"


# --- time ----------------------------------------------------------------------------------------


def timed() -> TableHarness:
    harness = TableHarness(settings(options={"turn_clock": 30}, leaver="wait"))
    harness.start()
    return harness


def test_the_turn_clock_plays_for_who_is_too_slow() -> None:
    harness = timed()
    mover, seq = harness.match.mover, harness.table.state.seq
    harness.clock.advance(29_999)
    assert harness.table.state.seq == seq
    harness.clock.advance(1)
    assert harness.match.mover == (mover + 1) % 4
    assert names_of(harness.told(PEOPLE[mover]))[-2:] == ["PutDown", "Status"]


def test_a_move_in_time_sets_the_clock_anew() -> None:
    harness = timed()
    harness.clock.advance(29_000)
    harness.move()
    seq = harness.table.state.seq
    harness.clock.advance(29_999)
    assert harness.table.state.seq == seq
    harness.clock.advance(1)
    assert harness.table.state.seq == seq + 1


def test_after_a_restart_the_clock_has_what_was_left_of_it() -> None:
    before = timed()
    before.clock.advance(20_000)
    after = TableHarness.again(before)
    for name in PEOPLE:
        after.join(name)
    seq = after.table.state.seq
    after.clock.advance(9_999)
    assert after.table.state.seq == seq
    after.clock.advance(1)
    assert after.table.state.seq == seq + 1


def test_after_a_restart_people_have_twenty_seconds_before_bots_sit_in() -> None:
    before = TableHarness(settings(leaver="bot"))
    before.start()
    after = TableHarness.again(before)
    seq, name = after.table.state.seq, on_turn(after)
    after.join(PEOPLE[after.match.mover - 1])
    after.clock.advance(20_000)
    assert after.table.state.seq == seq
    after.clock.advance(800)
    assert after.table.state.seq == seq + 1
    assert after.join(name).back


def test_after_a_restart_newcomers_wait_as_long_as_bots_for_a_seat_in_a_match() -> None:
    before = TableHarness(settings(leaver="bot", grace=1))
    before.start()
    after = TableHarness.again(before)
    after.join("ada")
    assert code(after.ask(who("fay"), Join())) == "running"
    after.clock.advance(20_000)
    assert after.join("fay").seat == 1


def test_after_a_restart_a_table_that_nobody_comes_back_to_goes() -> None:
    before = TableHarness()
    before.join("ada")
    after = TableHarness.again(before)
    after.clock.advance(59_999)
    assert not after.is_abandoned
    after.clock.advance(1)
    assert after.is_abandoned


# --- the end, and again --------------------------------------------------------------------------


def test_after_the_end_the_same_people_can_play_again_with_new_secrets() -> None:
    harness = TableHarness(settings(options={"cheats": True}))
    harness.start()
    commitment, winner = harness.table.state.commitment, on_turn(harness)
    harness.win_by_cheating()
    info = harness.runner.info()
    assert (info.phase, info.winner) == ("over", winner)
    assert not any(seat.ready for seat in info.seats)
    assert harness.table.state.commitment != commitment
    for name in PEOPLE:
        harness.ask(who(name), Ready())
    assert harness.table.state.running and harness.table.state.match_id == "table1-2"
    assert [match.match for match in harness.finished_matches] == ["table1-1"]


def test_the_next_match_waits_for_somebody_who_is_away() -> None:
    harness = TableHarness(settings(options={"cheats": True}))
    harness.start()
    harness.lose("di" if on_turn(harness) != "di" else "cy")
    harness.win_by_cheating()
    here = [name for name in PEOPLE if harness.table.here.present[f"account-of-{name}"]]
    for name in here:
        harness.ask(who(name), Ready())
    assert not harness.table.state.running
    harness.join("eve")
    harness.ask(who("eve"), Ready())
    assert harness.table.state.running


@pytest.mark.parametrize(("comes_back", "counts"), [(True, True), (False, False)])
def test_a_match_in_which_a_bot_sat_in_does_not_count(comes_back: bool, counts: bool) -> None:
    harness = TableHarness(settings(leaver="bot"))
    harness.start()
    name = on_turn(harness)
    harness.lose(name)
    if not comes_back:
        harness.clock.advance(800)
    harness.join(name)
    harness.play_out()
    (finished,) = harness.finished_matches
    assert finished.same_players is counts
