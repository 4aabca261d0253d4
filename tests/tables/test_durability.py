"""Nobody learns of anything before it is durable; refused means that nothing happened."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.game import Deal, Timeout
from stammtisch.games.tiles.records import Cheat, Draw, Put
from stammtisch.records import OutcomeUnknown, ReadOnly
from stammtisch.tables.events import Closed, EventBatch
from stammtisch.tables.replies import Accepted, Actions, Joined, Refused
from stammtisch.tables.requests import (
    Act,
    AddBot,
    Arrange,
    AskActions,
    Caller,
    Configure,
    Dismiss,
    Entrust,
    Join,
    Leave,
    Ready,
    RemoveBot,
    Say,
    Unready,
)
from tests.properties import tried
from tests.tables.sitting import PEOPLE, Sitting, names_of, who

GONE = OutcomeUnknown("Whoever writes has ended.")
FULL = ReadOnly("The disk is full.")


def waiting() -> Sitting:
    """A match is on, and from now on the journal is written by hand."""
    sitting = Sitting()
    sitting.start()
    sitting.join("eve", watch=True)
    sitting.journal.by_hand = True
    sitting.heard.clear()
    return sitting


def put(sitting: Sitting) -> tuple[Caller, Act]:
    match = sitting.match
    return sitting.mover(), Act(action=Put(match.held(match.mover)[0]))


def test_neither_answer_nor_news_leave_before_the_step_is_durable() -> None:
    sitting = waiting()
    mover = sitting.mover().connection
    answers = sitting.begin(*put(sitting))
    assert answers == [] and not sitting.heard
    sitting.journal.commit()
    assert isinstance(answers[0], Accepted)
    others = {*PEOPLE, "eve"} - {mover}
    assert set(sitting.heard) == others
    for connection in others:
        assert names_of(sitting.told(connection)) == ["PutDown", "Status"]
        assert sitting.heard[connection][0].seq == answers[0].seq == sitting.table.seq


def test_steps_are_told_one_by_one_in_their_order() -> None:
    sitting = waiting()
    first = sitting.begin(*put(sitting))
    second = sitting.begin(sitting.mover(), Act(action=Draw("exchange")))
    third = sitting.begin(*put(sitting))
    assert len(sitting.journal) == 3
    for answered in range(1, 4):
        sitting.journal.commit()
        assert [len(answers) for answers in (first, second, third)] == [
            int(at < answered) for at in range(3)
        ]
        assert len(sitting.heard["eve"]) == answered
    seqs = [batch.seq for batch in sitting.heard["eve"]]
    assert seqs == sorted(set(seqs))


def test_a_refusal_and_a_question_wait_behind_the_step_they_know_of() -> None:
    sitting = waiting()
    sitting.begin(*put(sitting))
    refused = sitting.begin(who("ada"), Act(action=Cheat()))
    question = sitting.begin(sitting.mover(), AskActions())
    joined = sitting.begin(who("fay"), Join(watch=True))
    said = sitting.begin(who("fay"), Say(text="Hello."))
    assert not (refused or question or joined or said)
    sitting.journal.commit()
    assert not said
    sitting.journal.commit()
    assert isinstance(refused[0], Refused)
    assert isinstance(question[0], Actions) and question[0].sight is not None
    assert Draw("exchange") in question[0].sight.actions
    assert isinstance(joined[0], Joined) and joined[0].snapshot.seq == sitting.table.seq
    assert isinstance(said[0], Accepted)
    assert names_of(sitting.told("eve")) == ["PutDown", "Status", "Said"]


def test_one_listener_hears_answers_and_news_in_the_order_in_which_they_happened() -> None:
    sitting = waiting()
    heard: list[Any] = []
    sitting.heard["eve"] = heard
    sitting.begin(*put(sitting))
    sitting.runner.ask(who("eve"), AskActions(), heard.append)
    sitting.begin(who("ada"), Say(text="Well put."))
    sitting.journal.commit()
    sitting.journal.commit()
    first = [one.events[0] if isinstance(one, EventBatch) else one for one in heard]
    assert names_of(first) == ["PutDown", "Refused", "Said"]


def test_when_nobody_writes_any_more_the_askers_are_told_and_the_table_closes() -> None:
    sitting = waiting()
    first, meanwhile = sitting.begin(*put(sitting)), sitting.begin(who("ada"), AskActions())
    second = sitting.begin(sitting.mover(), Act(action=Draw("exchange")))
    sitting.journal.fail(GONE)
    assert isinstance(sitting.error, OutcomeUnknown)
    for (answer,) in (first, meanwhile):
        assert isinstance(answer, Refused) and answer.code == "unknown"
    sitting.journal.fail(GONE)
    assert isinstance(second[0], Refused) and second[0].code == "unknown"
    for connection in (*PEOPLE, "eve"):
        (told,) = sitting.told(connection)
        assert isinstance(told, Closed)
    late = sitting.ask(who("ada"), Say(text="Is anybody here?"))
    assert isinstance(late, Refused) and late.code == "closed"
    sitting.clock.advance(10**7)
    assert len(sitting.journal) == 0


def test_who_is_told_that_the_table_closes_is_told_of_nothing_that_a_crash_takes_back() -> None:
    sitting = waiting()
    durable = sitting.table.seq
    sitting.begin(*put(sitting))
    assert sitting.table.seq > durable
    sitting.journal.fail(GONE)
    for connection in (*PEOPLE, "eve"):
        (batch,) = sitting.heard[connection]
        assert isinstance(batch.events[0], Closed) and batch.seq == durable
    # With this number they hear of whatever came instead.
    again = Sitting.again(sitting)
    again.move()
    joined = again.join("eve", watch=True, since=durable)
    assert joined.missed is not None and [one.seq for one in joined.missed] == [again.table.seq]


@pytest.mark.parametrize("error", [GONE, OSError("broken")])
def test_who_is_told_that_it_failed_and_asks_again_at_once_finds_the_table_closed(
    error: Exception,
) -> None:
    sitting = waiting()
    heard: list[Any] = []

    def ask_again(answer: Any) -> None:
        heard.append(answer)
        sitting.runner.ask(who("ada"), AskActions(), heard.append)

    sitting.runner.ask(*put(sitting), ask_again)
    sitting.journal.fail(error)
    assert [one.code for one in heard] == [
        "unknown" if error is GONE else "not_saved",
        "closed",
    ]


# --- a full disk ---------------------------------------------------------------------------------


def test_a_table_that_could_not_be_written_goes_back_and_goes_on_when_it_can_be() -> None:
    sitting = waiting()
    before = (sitting.table.seq, sitting.table.hash, sitting.match.digest())
    mover = sitting.mover()
    first = sitting.begin(*put(sitting))
    second = sitting.begin(sitting.mover(), Act(action=Draw("exchange")))
    sitting.journal.fail(FULL)
    late = sitting.begin(mover, AskActions())
    assert len(first) == 1 and not (second or late)
    # Room again, but too late: it does not follow what is in the journal.
    sitting.journal.fail(ValueError("fenced"))
    for (answer,) in (first, second):
        assert isinstance(answer, Refused) and answer.code == "not_saved"
    assert (sitting.table.seq, sitting.table.hash, sitting.match.digest()) == before
    assert not sitting.heard and sitting.error is None
    assert isinstance(late[0], Actions) and late[0].seq == sitting.table.seq
    refused = [sitting.ask(*put(sitting)), sitting.ask(who("ada"), Say(text="What is it?"))]
    refused += [sitting.ask(who("ada"), Leave()), sitting.ask(who("fay"), Join(late=True))]
    for answer in refused:
        assert isinstance(answer, Refused) and answer.code == "cannot_write"
        assert answer.message == str(FULL)
    assert isinstance(sitting.ask(who("ada"), Join()), Joined)
    sitting.clock.advance(10**7)
    assert len(sitting.journal) == 0
    sitting.runner.go_on()
    sitting.journal.by_hand = False
    assert isinstance(sitting.ask(*put(sitting)), Accepted)
    assert Sitting.again(sitting).match.digest() == sitting.match.digest()


def test_what_was_not_written_is_not_told_to_who_missed_it() -> None:
    sitting = waiting()
    sitting.begin(*put(sitting))
    sitting.journal.fail(FULL)
    sitting.runner.go_on()
    sitting.journal.by_hand = False
    since = sitting.table.seq
    sitting.move()
    joined = sitting.join("eve", "eve again", watch=True, since=since)
    assert joined.missed is not None and len(joined.missed) == 1
    assert names_of(joined.missed[0].events) == ["PutDown", "Status"]


def test_who_could_not_leave_still_has_the_seat_and_is_away() -> None:
    sitting = Sitting()
    sitting.join("ada")
    sitting.join("bo")
    sitting.journal.by_hand = True
    left = sitting.begin(who("bo"), Leave())
    sitting.journal.fail(FULL)
    assert isinstance(left[0], Refused)
    assert [place.name for place in sitting.table.places[:2]] == ["ada", "bo"]
    sitting.runner.go_on()
    sitting.journal.by_hand = False
    sitting.clock.advance(61_000)
    assert sitting.table.places[1].name is None


# --- talk ----------------------------------------------------------------------------------------


def test_talk_is_heard_and_acknowledged_when_it_is_durable() -> None:
    sitting = waiting()
    said = sitting.begin(who("ada"), Say(text="Hello."))
    assert not said and not sitting.heard and not sitting.journal.chat
    sitting.journal.commit()
    assert isinstance(said[0], Accepted)
    assert names_of(sitting.told("eve")) == ["Said"]
    assert [line.text for line in sitting.journal.chat] == ["Hello."]


def test_talk_that_could_not_be_kept_is_heard_by_nobody_and_the_table_stays() -> None:
    sitting = waiting()
    said = sitting.begin(who("ada"), Say(text="Hello."))
    sitting.journal.fail(FULL)
    assert isinstance(said[0], Refused) and said[0].code == "not_saved"
    assert not sitting.heard and sitting.trouble is FULL and not sitting.runner.closed
    assert sitting.join("eve", "eve again", watch=True).snapshot.chat == []


def test_what_was_never_acknowledged_is_gone_after_a_restart() -> None:
    sitting = waiting()
    before = sitting.match.digest()
    sitting.begin(*put(sitting))
    assert sitting.match.digest() != before
    assert Sitting.again(sitting).match.digest() == before


def test_a_table_that_everybody_left_is_taken_away_only_when_that_is_durable() -> None:
    sitting = Sitting()
    sitting.join("ada")
    sitting.journal.by_hand = True
    sitting.begin(who("ada"), Leave())
    sitting.clock.advance(1000)
    assert not sitting.is_forsaken
    sitting.journal.commit()
    sitting.clock.advance(1)
    assert sitting.is_forsaken


# --- all or nothing ------------------------------------------------------------------------------

PLAYED = Sitting()
PLAYED.start()
PLAYED.join("eve", watch=True)
for _ in range(6):
    PLAYED.move()

tiles = st.one_of(st.integers(-3, 60), st.none(), st.text(max_size=2), st.booleans())
racks = st.one_of(st.none(), st.lists(tiles, max_size=26).map(tuple), st.just((None,) * 24))
actions = st.one_of(
    st.builds(Put, tiles, racks),
    st.builds(Draw, st.sampled_from(["main", "exchange", "", "rack"])),
    st.sampled_from([Cheat(), Deal(b"mine"), Timeout(), None, 5, "put", {"type": "draw"}]),
)
seats = st.one_of(st.none(), st.integers(-2, 6))
people = st.sampled_from([*PEOPLE, "eve", "nobody"]).map(who)
nobody = st.just(who("nobody"))
commands: st.SearchStrategy[tuple[Caller, Any]] = st.one_of(
    st.tuples(people, st.builds(Act, action=actions)),
    st.tuples(people, st.builds(Ready, nonce=st.one_of(st.none(), st.text(max_size=3)))),
    st.tuples(people, st.builds(Join, seat=seats, since=st.one_of(st.none(), st.integers(-5, 99)))),
    st.tuples(people, st.builds(AddBot, level=st.just("random"), seat=seats)),
    st.tuples(people, st.builds(RemoveBot, seat=st.integers(-2, 6))),
    st.tuples(people, st.builds(Configure, options=st.just({"turn_clock": 5}))),
    st.tuples(people, st.builds(Arrange, order=st.permutations(range(4)))),
    st.tuples(people, st.builds(Dismiss, seat=st.integers(-2, 6))),
    st.tuples(people, st.builds(Unready)),
    st.tuples(people, st.builds(Say, text=st.just("x" * 1001))),
    st.tuples(nobody, st.builds(Leave)),
    st.tuples(st.just(who("eve")), st.builds(Entrust, seat=st.integers(-2, 6))),
)


@tried(200)
@given(commands)
def test_what_is_refused_changes_nothing_and_nobody_hears_of_it(asked: tuple[Caller, Any]) -> None:
    table = PLAYED.table
    before = (table.seq, table.hash, table.at, PLAYED.match.digest(), list(table.places))
    present, chat = dict(table.present), list(PLAYED.journal.chat)
    PLAYED.heard.clear()
    answer = PLAYED.ask(*asked)
    if isinstance(answer, Refused):
        assert answer.message.endswith(".") and " " in answer.message
        after = (table.seq, table.hash, table.at, PLAYED.match.digest(), list(table.places))
        assert after == before
        assert not PLAYED.heard and PLAYED.journal.chat == chat
        assert dict(table.present) == present


def test_the_random_commands_above_are_mostly_refused_and_sometimes_not() -> None:
    rng = Random(1)
    sitting = Sitting()
    sitting.start()
    answers = [
        type(sitting.ask(who(rng.choice(PEOPLE)), Act(action=action)))
        for action in [Draw("main"), *map(Put, range(53))] * 4
    ]
    assert {Refused, Accepted} == set(answers)


@pytest.mark.parametrize("action", [object(), [], Put([], None)])  # type: ignore[arg-type]
def test_what_is_no_action_at_all_is_refused_too(action: Any) -> None:
    sitting = Sitting()
    sitting.start()
    before = sitting.match.digest()
    assert isinstance(sitting.play(action), Refused)
    assert sitting.match.digest() == before
