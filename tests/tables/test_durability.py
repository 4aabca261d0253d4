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
from stammtisch.replies import Accepted, Actions, Joined, Refused
from stammtisch.requests import (
    Act,
    AddBot,
    Arrange,
    AskActions,
    Caller,
    Configure,
    Join,
    Kick,
    Leave,
    Ready,
    RemoveBot,
    Say,
    TransferHost,
    Unready,
)
from stammtisch.tables.events import Closed, EventBatch
from tests.properties import tried
from tests.tables.harness import PEOPLE, TableHarness, names_of, who

GONE = OutcomeUnknown("Whoever writes has ended.")
FULL = ReadOnly("The disk is full.")


def waiting() -> TableHarness:
    """A match is on, and from now on the journal is written by hand."""
    harness = TableHarness()
    harness.start()
    harness.join("eve", watch=True)
    harness.journal.by_hand = True
    harness.heard.clear()
    return harness


def put(harness: TableHarness) -> tuple[Caller, Act]:
    match = harness.match
    return harness.mover(), Act(action=Put(match.held(match.mover)[0]))


def test_neither_answer_nor_news_leave_before_the_step_is_durable() -> None:
    harness = waiting()
    mover = harness.mover().connection
    answers = harness.begin(*put(harness))
    assert answers == [] and not harness.heard
    harness.journal.commit()
    assert isinstance(answers[0], Accepted)
    others = {*PEOPLE, "eve"} - {mover}
    assert set(harness.heard) == others
    for connection in others:
        assert names_of(harness.told(connection)) == ["PutDown", "Status"]
        assert harness.heard[connection][0].seq == answers[0].seq == harness.table.state.seq


def test_steps_are_told_one_by_one_in_their_order() -> None:
    harness = waiting()
    first = harness.begin(*put(harness))
    second = harness.begin(harness.mover(), Act(action=Draw("exchange")))
    third = harness.begin(*put(harness))
    assert len(harness.journal) == 3
    for answered in range(1, 4):
        harness.journal.commit()
        assert [len(answers) for answers in (first, second, third)] == [
            int(at < answered) for at in range(3)
        ]
        assert len(harness.heard["eve"]) == answered
    seqs = [batch.seq for batch in harness.heard["eve"]]
    assert seqs == sorted(set(seqs))


def test_a_refusal_and_a_question_wait_behind_the_step_they_know_of() -> None:
    harness = waiting()
    harness.begin(*put(harness))
    refused = harness.begin(who("ada"), Act(action=Cheat()))
    question = harness.begin(harness.mover(), AskActions())
    joined = harness.begin(who("fay"), Join(watch=True))
    said = harness.begin(who("fay"), Say(text="Hello."))
    assert not (refused or question or joined or said)
    harness.journal.commit()
    assert not said
    harness.journal.commit()
    assert isinstance(refused[0], Refused)
    assert isinstance(question[0], Actions) and question[0].observation is not None
    assert Draw("exchange") in question[0].observation.actions
    assert isinstance(joined[0], Joined) and joined[0].snapshot.seq == harness.table.state.seq
    assert isinstance(said[0], Accepted)
    assert names_of(harness.told("eve")) == ["PutDown", "Status", "Said"]


def test_one_listener_hears_answers_and_news_in_the_order_in_which_they_happened() -> None:
    harness = waiting()
    heard: list[Any] = []
    harness.heard["eve"] = heard
    harness.begin(*put(harness))
    harness.runner.ask(who("eve"), AskActions(), heard.append)
    harness.begin(who("ada"), Say(text="Well put."))
    harness.journal.commit()
    harness.journal.commit()
    first = [one.events[0] if isinstance(one, EventBatch) else one for one in heard]
    assert names_of(first) == ["PutDown", "Refused", "Said"]


def test_when_nobody_writes_any_more_the_askers_are_told_and_the_table_closes() -> None:
    harness = waiting()
    first, meanwhile = harness.begin(*put(harness)), harness.begin(who("ada"), AskActions())
    second = harness.begin(harness.mover(), Act(action=Draw("exchange")))
    harness.journal.fail(GONE)
    assert isinstance(harness.error, OutcomeUnknown)
    for (answer,) in (first, meanwhile):
        assert isinstance(answer, Refused) and answer.code == "unknown"
    harness.journal.fail(GONE)
    assert isinstance(second[0], Refused) and second[0].code == "unknown"
    for connection in (*PEOPLE, "eve"):
        (told,) = harness.told(connection)
        assert isinstance(told, Closed)
    late = harness.ask(who("ada"), Say(text="Is anybody here?"))
    assert isinstance(late, Refused) and late.code == "closed"
    harness.clock.advance(10**7)
    assert len(harness.journal) == 0


def test_who_is_told_that_the_table_closes_is_told_of_nothing_that_a_crash_takes_back() -> None:
    harness = waiting()
    durable = harness.table.state.seq
    harness.begin(*put(harness))
    assert harness.table.state.seq > durable
    harness.journal.fail(GONE)
    for connection in (*PEOPLE, "eve"):
        (batch,) = harness.heard[connection]
        assert isinstance(batch.events[0], Closed) and batch.seq == durable
    # With this number they hear of whatever came instead.
    again = TableHarness.again(harness)
    again.move()
    joined = again.join("eve", watch=True, since=durable)
    assert joined.missed is not None and [one.seq for one in joined.missed] == [
        again.table.state.seq
    ]


@pytest.mark.parametrize("error", [GONE, OSError("broken")])
def test_who_is_told_that_it_failed_and_asks_again_at_once_finds_the_table_closed(
    error: Exception,
) -> None:
    harness = waiting()
    heard: list[Any] = []

    def ask_again(answer: Any) -> None:
        heard.append(answer)
        harness.runner.ask(who("ada"), AskActions(), heard.append)

    harness.runner.ask(*put(harness), ask_again)
    harness.journal.fail(error)
    assert [one.code for one in heard] == [
        "unknown" if error is GONE else "not_saved",
        "closed",
    ]


# --- a full disk ---------------------------------------------------------------------------------


def test_a_table_that_could_not_be_written_goes_back_and_goes_on_when_it_can_be() -> None:
    harness = waiting()
    before = (harness.table.state.seq, harness.table.state.hash, harness.match.digest())
    mover = harness.mover()
    first = harness.begin(*put(harness))
    second = harness.begin(harness.mover(), Act(action=Draw("exchange")))
    harness.journal.fail(FULL)
    late = harness.begin(mover, AskActions())
    assert len(first) == 1 and not (second or late)
    # Room again, but too late: it does not follow what is in the journal.
    harness.journal.fail(ValueError("fenced"))
    for (answer,) in (first, second):
        assert isinstance(answer, Refused) and answer.code == "not_saved"
    assert (harness.table.state.seq, harness.table.state.hash, harness.match.digest()) == before
    assert not harness.heard and harness.error is None
    assert isinstance(late[0], Actions) and late[0].seq == harness.table.state.seq
    refused = [harness.ask(*put(harness)), harness.ask(who("ada"), Say(text="What is it?"))]
    refused += [harness.ask(who("ada"), Leave()), harness.ask(who("fay"), Join(late=True))]
    for answer in refused:
        assert isinstance(answer, Refused) and answer.code == "cannot_write"
        assert answer.message == str(FULL)
    assert isinstance(harness.ask(who("ada"), Join()), Joined)
    harness.clock.advance(10**7)
    assert len(harness.journal) == 0
    harness.writing.recovered()
    harness.journal.by_hand = False
    assert isinstance(harness.ask(*put(harness)), Accepted)
    assert TableHarness.again(harness).match.digest() == harness.match.digest()


def test_what_was_not_written_is_not_told_to_who_missed_it() -> None:
    harness = waiting()
    harness.begin(*put(harness))
    harness.journal.fail(FULL)
    harness.writing.recovered()
    harness.journal.by_hand = False
    since = harness.table.state.seq
    harness.move()
    joined = harness.join("eve", "eve again", watch=True, since=since)
    assert joined.missed is not None and len(joined.missed) == 1
    assert names_of(joined.missed[0].events) == ["PutDown", "Status"]


def test_who_could_not_leave_still_has_the_seat_and_is_away() -> None:
    harness = TableHarness()
    harness.join("ada")
    harness.join("bo")
    harness.journal.by_hand = True
    left = harness.begin(who("bo"), Leave())
    harness.journal.fail(FULL)
    assert isinstance(left[0], Refused)
    assert [place.name for place in harness.table.state.places[:2]] == ["ada", "bo"]
    harness.writing.recovered()
    harness.journal.by_hand = False
    harness.clock.advance(61_000)
    assert harness.table.state.places[1].name is None


# --- talk ----------------------------------------------------------------------------------------


def test_talk_is_heard_and_acknowledged_when_it_is_durable() -> None:
    harness = waiting()
    said = harness.begin(who("ada"), Say(text="Hello."))
    assert not said and not harness.heard and not harness.journal.beside
    harness.journal.commit()
    assert isinstance(said[0], Accepted)
    assert names_of(harness.told("eve")) == ["Said"]
    assert [b'"Hello."' in line.value for line in harness.journal.beside] == [True]


def test_talk_that_could_not_be_kept_is_heard_by_nobody_and_the_table_stays() -> None:
    harness = waiting()
    said = harness.begin(who("ada"), Say(text="Hello."))
    harness.journal.fail(FULL)
    assert isinstance(said[0], Refused) and said[0].code == "not_saved"
    assert not harness.heard and harness.writing.trouble == str(FULL) and not harness.runner.closed
    assert harness.join("eve", "eve again", watch=True).snapshot.chat == []


def test_what_was_never_acknowledged_is_gone_after_a_restart() -> None:
    harness = waiting()
    before = harness.match.digest()
    harness.begin(*put(harness))
    assert harness.match.digest() != before
    assert TableHarness.again(harness).match.digest() == before


def test_a_table_that_everybody_left_is_taken_away_only_when_that_is_durable() -> None:
    harness = TableHarness()
    harness.join("ada")
    harness.journal.by_hand = True
    harness.begin(who("ada"), Leave())
    harness.clock.advance(1000)
    assert not harness.is_abandoned
    harness.journal.commit()
    harness.clock.advance(1)
    assert harness.is_abandoned


# --- all or nothing ------------------------------------------------------------------------------

PLAYED = TableHarness()
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
    st.tuples(people, st.builds(Kick, seat=st.integers(-2, 6))),
    st.tuples(people, st.builds(Unready)),
    st.tuples(people, st.builds(Say, text=st.just("x" * 1001))),
    st.tuples(nobody, st.builds(Leave)),
    st.tuples(st.just(who("eve")), st.builds(TransferHost, seat=st.integers(-2, 6))),
)


@tried(200)
@given(commands)
def test_what_is_refused_changes_nothing_and_nobody_hears_of_it(asked: tuple[Caller, Any]) -> None:
    table = PLAYED.table
    before = (
        table.state.seq,
        table.state.hash,
        table.state.at,
        PLAYED.match.digest(),
        list(table.state.places),
    )
    present, beside = dict(table.here.present), list(PLAYED.journal.beside)
    PLAYED.heard.clear()
    answer = PLAYED.ask(*asked)
    if isinstance(answer, Refused):
        assert answer.message.endswith(".") and " " in answer.message
        after = (
            table.state.seq,
            table.state.hash,
            table.state.at,
            PLAYED.match.digest(),
            list(table.state.places),
        )
        assert after == before
        assert not PLAYED.heard and PLAYED.journal.beside == beside
        assert dict(table.here.present) == present


def test_the_random_commands_above_are_mostly_refused_and_sometimes_not() -> None:
    rng = Random(1)
    harness = TableHarness()
    harness.start()
    answers = [
        type(harness.ask(who(rng.choice(PEOPLE)), Act(action=action)))
        for action in [Draw("main"), *map(Put, range(53))] * 4
    ]
    assert {Refused, Accepted} == set(answers)


@pytest.mark.parametrize("action", [object(), [], Put([], None)])  # type: ignore[arg-type]
def test_what_is_no_action_at_all_is_refused_too(action: Any) -> None:
    harness = TableHarness()
    harness.start()
    before = harness.match.digest()
    assert isinstance(harness.play(action), Refused)
    assert harness.match.digest() == before
