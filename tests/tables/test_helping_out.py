"""What a table does by itself: bots that fill in, clocks that run out, the next match."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from stammtisch.bots.bots import Decision
from stammtisch.games.game import Refusal
from stammtisch.games.tiles.records import Draw
from stammtisch.tables import entries as journal
from stammtisch.tables.encoding import to_plain
from stammtisch.tables.entries import decode
from stammtisch.tables.replies import Refused
from stammtisch.tables.requests import AddBot, Caller, Configure, Join, Ready, RemoveBot, TakeName
from tests.tables.sitting import PEOPLE, Pondering, Sitting, code, names_of, on_turn, settings, who

# --- bots ----------------------------------------------------------------------------------------


def test_bots_fill_the_seats_at_once_where_that_is_wanted() -> None:
    sitting = Sitting(settings(fill_after=0))
    sitting.join("ada")
    sitting.clock.advance(0)
    assert [place.bot for place in sitting.table.places] == [None, "random", "random", "random"]
    names = [place.name for place in sitting.table.places]
    assert len(set(names)) == 4
    sitting.ask(who("ada"), Ready())
    assert sitting.table.running


def test_bots_fill_the_seats_after_a_wait_that_begins_with_the_first_person() -> None:
    sitting = Sitting(settings(fill_after=5))
    sitting.clock.advance(60_000)
    sitting.join("ada")
    sitting.clock.advance(4_999)
    assert sum(place.taken for place in sitting.table.places) == 1
    sitting.join("bo")
    sitting.clock.advance(1)
    assert [bool(place.bot) for place in sitting.table.places] == [False, False, True, True]


def test_a_filler_gives_way_before_a_match_but_not_a_bot_that_was_asked_for() -> None:
    sitting = Sitting(settings(fill_after=5))
    sitting.join("ada")
    sitting.ask(who("ada"), AddBot(level="easy", seat=1))
    sitting.clock.advance(5_000)
    assert [info.free for info in sitting.table.seat_infos()] == [False, False, True, True]
    assert sitting.join("eve").seat == 2
    assert sitting.join("fay").seat == 3
    assert code(sitting.ask(who("cy"), Join())) == "full"
    assert sitting.table.places[1].bot == "easy"


def test_a_filler_stays_in_a_match() -> None:
    sitting = Sitting(settings(fill_after=0))
    sitting.join("ada")
    sitting.clock.advance(0)
    sitting.ask(who("ada"), Ready())
    assert code(sitting.ask(who("eve"), Join())) == "full"
    assert not any(info.free for info in sitting.table.seat_infos())


def test_who_comes_too_late_is_told_what_there_is_to_hope_for() -> None:
    """Of the bots, one was asked for and stays; watching is as the table has it."""
    for watch in (True, False):
        sitting = Sitting(settings(fill_after=5, watch=watch))
        sitting.join("ada")
        sitting.ask(who("ada"), AddBot(level="easy", seat=1))
        sitting.clock.advance(5_000)
        sitting.ask(who("ada"), Ready())
        assert _hopes(sitting) == {"after": 2, "watch": watch}
    # Between matches nobody gives way who has not done so already.
    full = Sitting(settings())
    for name in ("ada", "bo", "cy", "dan"):
        full.join(name)
    assert _hopes(full) == {"after": 0, "watch": True}


def _hopes(sitting: Sitting) -> dict[str, object]:
    refused = sitting.ask(who("eve"), Join())
    assert isinstance(refused, Refused)
    assert refused.code == "full"
    return refused.data


def test_bots_are_seated_and_unseated_by_those_who_sit_there() -> None:
    sitting = Sitting()
    sitting.join("ada")
    sitting.join("eve", watch=True)
    assert code(sitting.ask(who("eve"), AddBot(level="easy"))) == "no_seat"
    assert code(sitting.ask(who("ada"), AddBot(level="easy", seat=0))) == "seat_taken"
    sitting.ask(who("ada"), AddBot(level="easy"))
    assert sitting.table.places[1].bot == "easy"
    assert code(sitting.ask(who("ada"), RemoveBot(seat=2))) == "no_bot"
    assert code(sitting.ask(who("ada"), RemoveBot(seat=9))) == "no_bot"
    sitting.ask(who("ada"), RemoveBot(seat=1))
    assert not sitting.table.places[1].taken


def with_bots(executor: Any = None, **changes: Any) -> Sitting:
    """Ada and three bots, in a match; it is a bot's turn."""
    sitting = Sitting(settings(**changes), executor=executor, seed=3)
    sitting.join("ada")
    for _ in range(3):
        sitting.ask(who("ada"), AddBot(level="random"))
    sitting.ask(who("ada"), Ready())
    if sitting.match.mover == 0:
        sitting.move()
    return sitting


def test_bots_alone_do_not_start_a_match() -> None:
    sitting = Sitting()
    sitting.join("ada")
    for _ in range(3):
        sitting.ask(who("ada"), AddBot(level="random"))
    assert not sitting.table.running
    with pytest.raises(Refusal):
        sitting.table.act(1, Draw("main"), sitting.clock.now(), 0.0)


def test_a_bot_is_told_only_what_its_seat_sees() -> None:
    executor = Pondering()
    sitting = with_bots(executor)
    ((game, level, sight, _),) = executor.asked
    mover = sitting.match.mover
    assert (game, level) == ("tiles", "random")
    assert sight == sitting.match.sight(mover)
    assert sight.view == sitting.match.view(mover)


@pytest.mark.parametrize("pace", [0, 3_000])
def test_the_pace_of_bots_is_a_setting_of_the_table(pace: int) -> None:
    sitting = with_bots(pace=pace)
    assert sitting.runner.info().pace == pace
    seq = sitting.table.seq
    if pace:
        sitting.clock.advance(pace - 1)
        assert sitting.table.seq == seq
        sitting.clock.advance(1)
        assert sitting.table.seq == seq + 1
    else:
        sitting.clock.advance(0)
        assert on_turn(sitting) == "ada"


def decide(executor: Pondering) -> None:
    """Whoever was asked last has thought."""
    (*_, sight, done) = executor.asked.pop()
    done(Decision(sight.actions[0], "This took a while."))


def moved_after(sitting: Sitting, most: int = 5_000) -> int:
    """Milliseconds until something happens by itself."""
    seq = sitting.table.seq
    sitting.clock.advance(0)
    for waited in range(most):
        if sitting.table.seq > seq:
            return waited
        sitting.clock.advance(1)
    raise AssertionError("nothing happens")


@pytest.mark.parametrize(
    ("thinks", "moves"), [(0, 800), (1, 800), (500, 800), (799, 800), (800, 800), (801, 1_600)]
)
def test_how_long_a_bot_thinks_is_not_seen(thinks: int, moves: int) -> None:
    """It depends on the cards that the bot holds."""
    executor = Pondering()
    sitting = with_bots(executor)
    sitting.clock.advance(thinks)
    decide(executor)
    assert thinks + moved_after(sitting) == moves


@pytest.mark.parametrize(("happens", "moves"), [(100, 800), (400, 800), (401, 1_600), (799, 1_600)])
@pytest.mark.parametrize("thinks", [1, 5, 99, 200])
@pytest.mark.parametrize("meanwhile", [True, False])
def test_how_long_a_bot_thinks_again_is_not_seen(
    happens: int, moves: int, thinks: int, meanwhile: bool
) -> None:
    """Something happens while it thinks, or when it has thought and waits."""
    executor = Pondering()
    sitting = with_bots(executor)
    began = sitting.clock.now()
    if not meanwhile:
        decide(executor)
    sitting.clock.advance(happens)
    sitting.ask(Caller("ada", "account-of-ada", "Ada"), TakeName())
    if meanwhile:
        sitting.clock.advance(thinks)
        decide(executor)
    sitting.clock.advance(thinks)
    decide(executor)
    waited = sitting.clock.now() - began
    assert waited + moved_after(sitting) == moves


@pytest.mark.parametrize("thinks", [0, 150])
def test_the_pace_counts_from_when_the_bot_came(thinks: int) -> None:
    """Not from an earlier time, when its owner came back before it moved: whether it had thought
    by then is nobody's business."""
    executor = Pondering()
    sitting = Sitting(executor=executor)
    sitting.start()
    name = on_turn(sitting)
    sitting.lose(name)
    if not thinks:
        decide(executor)
    sitting.clock.advance(100)
    sitting.join(name)
    if thinks:
        sitting.clock.advance(thinks)
        decide(executor)
    sitting.clock.advance(250 - thinks)
    sitting.lose(name)
    decide(executor)
    assert moved_after(sitting) == 800


def test_the_host_may_change_the_pace_of_bots() -> None:
    sitting = Sitting()
    sitting.join("ada")
    assert sitting.runner.info().pace is None
    sitting.ask(who("ada"), Configure(pace=250))
    assert sitting.runner.info().pace == 250
    sitting.ask(who("ada"), Configure(pace=None))
    assert sitting.runner.info().pace is None


def test_a_bot_that_waits_is_asked_again() -> None:
    executor = Pondering()
    sitting = with_bots(executor)
    executor.asked.pop()[-1](Decision(None, "Nothing yet."))
    sitting.clock.advance(799)
    assert not executor.asked
    sitting.clock.advance(1)
    seq = sitting.table.seq
    decide(executor)
    sitting.clock.advance(800)
    assert sitting.table.seq == seq + 1


@pytest.mark.parametrize("thought", [None, Decision(Draw("nowhere"), "")])  # type: ignore[arg-type]
def test_legal_play_stands_in_for_a_bot_that_fails(thought: Decision | None) -> None:
    executor = Pondering()
    sitting = with_bots(executor)
    (*_, sight, done) = executor.asked.pop()
    done(thought)
    sitting.clock.advance(800)
    last = decode(sitting.journal.entries[-1].payload)
    assert isinstance(last, journal.Act)
    assert last.action in [to_plain(action) for action in sight.actions]


def test_a_thought_is_not_played_if_something_has_happened_since() -> None:
    executor = Pondering()
    sitting = with_bots(executor)
    (*_, sight, done) = executor.asked.pop()
    sitting.ask(Caller("ada", "account-of-ada", "Ada"), TakeName())
    seq = sitting.table.seq
    done(Decision(sight.actions[0], "Before she was called Ada."))
    sitting.clock.advance(10_000)
    assert sitting.table.seq == seq
    assert len(executor.asked) == 1


def test_a_thought_that_comes_too_late_is_not_played() -> None:
    executor = Pondering()
    sitting = Sitting(executor=executor)
    sitting.start()
    name = on_turn(sitting)
    sitting.lose(name)
    (*_, sight, done) = executor.asked.pop()
    sitting.join(name)
    seq = sitting.table.seq
    done(Decision(sight.actions[0], "Too late."))
    sitting.clock.advance(800)
    assert sitting.table.seq == seq, "The owner is back and plays."


def test_bots_play_one_at_a_time() -> None:
    sitting = with_bots()
    sitting.clock.advance(10_000)
    assert on_turn(sitting) == "ada"
    while sitting.match.mover == 0:
        sitting.move()
    seqs = [sitting.table.seq]
    for _ in range(6):
        sitting.clock.advance(800)
        seqs.append(sitting.table.seq)
    assert [later - sooner for sooner, later in pairwise(seqs)] == [1] * 6
    assert on_turn(sitting) == "ada"


# --- time ----------------------------------------------------------------------------------------


def timed() -> Sitting:
    sitting = Sitting(settings(options={"turn_clock": 30}, leaver="wait"))
    sitting.start()
    return sitting


def test_the_turn_clock_plays_for_who_is_too_slow() -> None:
    sitting = timed()
    mover, seq = sitting.match.mover, sitting.table.seq
    sitting.clock.advance(29_999)
    assert sitting.table.seq == seq
    sitting.clock.advance(1)
    assert sitting.match.mover == (mover + 1) % 4
    assert names_of(sitting.told(PEOPLE[mover]))[-2:] == ["PutDown", "Status"]


def test_a_move_in_time_sets_the_clock_anew() -> None:
    sitting = timed()
    sitting.clock.advance(29_000)
    sitting.move()
    seq = sitting.table.seq
    sitting.clock.advance(29_999)
    assert sitting.table.seq == seq
    sitting.clock.advance(1)
    assert sitting.table.seq == seq + 1


def test_after_a_restart_the_clock_has_what_was_left_of_it() -> None:
    before = timed()
    before.clock.advance(20_000)
    after = Sitting.again(before)
    for name in PEOPLE:
        after.join(name)
    seq = after.table.seq
    after.clock.advance(9_999)
    assert after.table.seq == seq
    after.clock.advance(1)
    assert after.table.seq == seq + 1


def test_after_a_restart_people_have_twenty_seconds_before_bots_sit_in() -> None:
    before = Sitting(settings(leaver="bot"))
    before.start()
    after = Sitting.again(before)
    seq, name = after.table.seq, on_turn(after)
    after.join(PEOPLE[after.match.mover - 1])
    after.clock.advance(20_000)
    assert after.table.seq == seq
    after.clock.advance(800)
    assert after.table.seq == seq + 1
    assert after.join(name).back


def test_after_a_restart_newcomers_wait_as_long_as_bots_for_a_seat_in_a_match() -> None:
    before = Sitting(settings(leaver="bot", grace=1))
    before.start()
    after = Sitting.again(before)
    after.join("ada")
    assert code(after.ask(who("fay"), Join())) == "running"
    after.clock.advance(20_000)
    assert after.join("fay").seat == 1


def test_after_a_restart_a_table_that_nobody_comes_back_to_goes() -> None:
    before = Sitting()
    before.join("ada")
    after = Sitting.again(before)
    after.clock.advance(59_999)
    assert not after.is_forsaken
    after.clock.advance(1)
    assert after.is_forsaken


# --- the end, and again --------------------------------------------------------------------------


def test_after_the_end_the_same_people_can_play_again_with_new_secrets() -> None:
    sitting = Sitting(settings(options={"cheats": True}))
    sitting.start()
    commitment, winner = sitting.table.commitment, on_turn(sitting)
    sitting.win_by_cheating()
    info = sitting.runner.info()
    assert (info.phase, info.winner) == ("over", winner)
    assert not any(seat.ready for seat in info.seats)
    assert sitting.table.commitment != commitment
    for name in PEOPLE:
        sitting.ask(who(name), Ready())
    assert sitting.table.running and sitting.table.match_id == "table1-2"
    assert [match.match for match in sitting.finished_matches] == ["table1-1"]


def test_the_next_match_waits_for_somebody_who_is_away() -> None:
    sitting = Sitting(settings(options={"cheats": True}))
    sitting.start()
    sitting.lose("di" if on_turn(sitting) != "di" else "cy")
    sitting.win_by_cheating()
    here = [name for name in PEOPLE if sitting.table.present[f"account-of-{name}"]]
    for name in here:
        sitting.ask(who(name), Ready())
    assert not sitting.table.running
    sitting.join("eve")
    sitting.ask(who("eve"), Ready())
    assert sitting.table.running


@pytest.mark.parametrize(("comes_back", "counts"), [(True, True), (False, False)])
def test_a_match_in_which_a_bot_sat_in_does_not_count(comes_back: bool, counts: bool) -> None:
    sitting = Sitting(settings(leaver="bot"))
    sitting.start()
    name = on_turn(sitting)
    sitting.lose(name)
    if not comes_back:
        sitting.clock.advance(800)
    sitting.join(name)
    sitting.play_out()
    (finished,) = sitting.finished_matches
    assert finished.same_players is counts
