from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from stammtisch.net.connection import Connection
from stammtisch.net.frames import Close
from stammtisch.net.registry import STEPS, ConnectionInfo, ConnectionRegistry
from stammtisch.replies import ChatMessage, Goodbye, Refused
from stammtisch.requests import AskPlayers
from stammtisch.tables.outbox import UNKNOWN
from stammtisch.vocabulary import Notice, Reply
from tests.net.rooms import HoldingHouse, Parrot, plain_settings


class Noted:
    """A wire that notes what is done to it."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.closed: list[tuple[int, str]] = []
        self.reading = True
        self.aborted = False
        self.ticks = 0

    def send(self, messages: list[str]) -> None:
        assert not self.closed, "nothing is sent after closing"
        self.sent += messages

    def close(self, code: int, reason: str) -> None:
        self.closed.append((code, reason))

    def abort(self) -> None:
        self.aborted = True

    def pause_reading(self) -> None:
        assert self.reading
        self.reading = False

    def resume_reading(self) -> None:
        assert not self.reading
        self.reading = True

    def tick(self) -> None:
        self.ticks += 1


class Chatterbox(Parrot):
    """Asks the house again after each answer, so many times."""

    def __init__(self, arrival: ConnectionInfo) -> None:
        super().__init__(arrival)
        self.times = 0

    def receive(self, message: str) -> None:
        self.times = int(message)
        super().receive("players")

    def answered(self, reply: Reply) -> None:
        self.times -= 1
        if self.times:
            super().receive("players")
        else:
            self.outbox.append("enough")


class FailsAtNotices(Parrot):
    def notified(self, notice: Notice) -> None:
        raise RuntimeError("no notices, please")


@pytest.fixture
async def app() -> AsyncIterator[HoldingHouse]:
    app = HoldingHouse()
    await app.open()
    yield app
    await app.close()


def linked(
    app: HoldingHouse, kind: type[Parrot] = Parrot, **changes: object
) -> tuple[Connection[str], Noted, ConnectionRegistry]:
    registry = ConnectionRegistry(app, plain_settings(**changes))
    wire = Noted()
    link = Connection(
        registry, kind(ConnectionInfo(address="192.0.2.7", now=0)), wire, "192.0.2.7", "table"
    )
    link.open()
    return link, wire, registry


async def test_messages_wait_while_a_request_is_under_way(app: HoldingHouse) -> None:
    link, wire, _ = linked(app)
    app.holding = True
    for message in ("players", "one", "players", "two"):
        link.received(message)
    assert wire.sent == []
    assert len(app.held) == 1
    app.release()
    assert wire.sent == ["Players", "one"]
    app.release()
    assert wire.sent == ["Players", "one", "Players", "two"]
    assert not link.busy


class Punctual(Parrot):
    """Needs a tick at a moment between two usual ones."""

    def __init__(self, arrival: ConnectionInfo) -> None:
        super().__init__(arrival)
        self.due = arrival.now + 1_020
        self.ticks: list[int] = []
        self.ticked_when_due = asyncio.Event()

    def tick(self, now: int) -> None:
        self.ticks.append(now)
        if self.due is not None and now >= self.due:
            self.due = None
            self.ticked_when_due.set()


async def test_a_session_is_ticked_when_it_is_due(app: HoldingHouse) -> None:
    link, wire, _ = linked(app, Punctual)
    session = link.session
    assert isinstance(session, Punctual)
    link.tick(1_000)
    await asyncio.wait_for(session.ticked_when_due.wait(), 20)
    assert session.ticks == [1_000, 1_020]
    assert wire.ticks == 1, "for the wire no second has passed"


class Candid(Parrot):
    says_unknown = True


@pytest.mark.parametrize("kind", [Parrot, Candid])
async def test_who_cannot_be_told_that_the_outcome_is_unknown_is_told_nothing(
    app: HoldingHouse, kind: type[Parrot]
) -> None:
    link, wire, _ = linked(app, kind)
    app.holding = True
    link.received("players")
    link.answered(Refused(code="unknown", message="Nobody knows."))
    if kind is Candid:
        assert wire.sent == ["Refused"] and not wire.closed
    else:
        assert wire.sent == [] and wire.closed == [(Close.GOING_AWAY, UNKNOWN.message)]
    assert not link.busy


async def test_notices_come_through_while_a_request_is_under_way(app: HoldingHouse) -> None:
    link, wire, _ = linked(app)
    app.holding = True
    link.received("players")
    link.notified(ChatMessage(reach="everyone", text="hello", sender="bert"))
    assert wire.sent == ["heard hello"]
    app.release()
    assert wire.sent == ["heard hello", "Players"]


async def test_a_full_backlog_stops_reading_until_half_of_it_is_done(app: HoldingHouse) -> None:
    link, wire, _ = linked(app, backlog=4)
    app.holding = True
    link.received("players")
    for number in range(3):
        link.received(str(number))
        assert wire.reading
    link.received("players")
    assert not wire.reading
    app.release()
    assert wire.sent == ["Players", "0", "1", "2"]
    assert wire.reading


async def test_answers_given_at_once_do_not_nest(app: HoldingHouse) -> None:
    link, wire, registry = linked(app, Chatterbox)
    link.received("20000")
    assert wire.sent == ["enough"]
    assert registry.counters.requests == {AskPlayers: 20000}


async def test_a_session_that_fails_ends_its_connection(
    app: HoldingHouse, caplog: pytest.LogCaptureFixture
) -> None:
    link, wire, registry = linked(app)
    link.received("fail")
    link.received("more")
    assert [code for code, _ in wire.closed] == [Close.OUR_FAULT]
    assert wire.sent == []
    assert registry.counters.failures == 1
    assert "RuntimeError: told to fail" in caplog.text


async def test_a_session_that_fails_at_a_notice_does_not_hurt_who_caused_it(
    app: HoldingHouse,
) -> None:
    bad, bad_wire, _ = linked(app, FailsAtNotices)
    good, good_wire, _ = linked(app)
    for link, name in ((bad, "bert"), (good, "anna")):
        link.received(f"enter {name}")
        await app.idle()
    good.received("shout hello")
    await app.idle()
    assert [code for code, _ in bad_wire.closed] == [Close.OUR_FAULT]
    assert good_wire.sent == ["Entered", "Talked"]
    assert good_wire.closed == []


async def test_nothing_is_heard_or_sent_after_the_end(app: HoldingHouse) -> None:
    link, wire, _ = linked(app)
    app.holding = True
    link.received("players")
    link.received("waits")
    link.lost()
    app.release()
    link.notified(ChatMessage(reach="everyone", text="x", sender="y"))
    link.received("late")
    assert wire.sent == []
    assert app.connections == {}


async def test_closing_waits_for_what_was_said_before(app: HoldingHouse) -> None:
    link, wire, _ = linked(app)
    link.received("bye")
    assert wire.sent == ["goodbye"]
    assert wire.closed == [(Close.DONE, "You said so.")]


async def test_a_goodbye_of_the_house_is_going_away(app: HoldingHouse) -> None:
    link, wire, _ = linked(app)
    link.notified(Goodbye(reason="The house closes."))
    assert wire.sent == ["goodbye: The house closes."]
    assert wire.closed == [(Close.GOING_AWAY, "The house closes.")]


async def test_when_the_other_side_has_ended_its_requests_are_still_answered(
    app: HoldingHouse,
) -> None:
    link, wire, _ = linked(app)
    app.holding = True
    link.received("players")
    link.received("last")
    link.ended()
    assert wire.closed == []
    app.release()
    assert wire.sent == ["Players", "last"]
    assert wire.closed == [(Close.DONE, "")]


async def test_a_second_passes_once_for_each_link_in_a_round(app: HoldingHouse) -> None:
    registry = ConnectionRegistry(app, plain_settings())
    wires = [Noted() for _ in range(3 * STEPS)]
    links = [
        Connection(registry, Parrot(ConnectionInfo(address="x", now=0)), wire, "x", "table")
        for wire in wires
    ]
    for link in links:
        link.open()
    for step in range(STEPS):
        before = sum(wire.ticks for wire in wires)
        registry.tick(step, 5000 + step)
        assert sum(wire.ticks for wire in wires) - before == 3, "all steps have equal work"
    assert all(wire.ticks == 1 for wire in wires)
    links[0].lost()
    assert len(registry.connections()) == 3 * STEPS - 1


async def test_a_link_that_listens_no_more_still_gets_its_answer(app: HoldingHouse) -> None:
    link, wire, _ = linked(app)
    app.holding = True
    link.received("players")
    link.received("waits")
    link.listen_no_more()
    link.received("late")
    app.release()
    assert wire.sent == ["Players"]


async def test_too_many_messages_end_the_connection(app: HoldingHouse) -> None:
    link, wire, registry = linked(app, rate=1, burst=3)
    for _ in range(5):
        link.received("x")
    assert wire.sent == ["x"] * 3
    assert [code for code, _ in wire.closed] == [Close.NOT_ALLOWED]
    assert registry.counters.refused == {"rate": 1}


async def test_no_rate_is_no_limit(app: HoldingHouse) -> None:
    link, wire, _ = linked(app, rate=0)
    for _ in range(2000):
        link.received("x")
    assert len(wire.sent) == 2000


async def test_whose_connection_is_closed_has_left_the_house_at_once(app: HoldingHouse) -> None:
    link, wire, _ = linked(app, rate=1, burst=1)
    for message in ("one", "two"):
        link.received(message)
    assert wire.closed and link.peer.gone
    link.lost()
