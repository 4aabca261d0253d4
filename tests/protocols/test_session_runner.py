from __future__ import annotations

import pytest

from stammtisch.protocols.session import Session
from stammtisch.protocols.session_runner import SessionRunner
from stammtisch.replies import ChatMessage, Players
from stammtisch.requests import AskPlayers
from stammtisch.vocabulary import Notice, Reply, Request

HELLO = ChatMessage(reach="everyone", text="hello", sender="bert")


class Echo(Session[str]):
    """Repeats what it hears; `ask` asks the house, `bye` ends, `fail` fails."""

    def receive(self, message: str) -> None:
        if message == "fail":
            raise RuntimeError("told to fail")
        if message == "ask":
            self.asking = AskPlayers()
        elif message == "bye":
            self.closing = "You said so."
        else:
            self.outbox.append(message)

    def answered(self, reply: Reply) -> None:
        self.outbox.append("answered")

    def notified(self, notice: Notice) -> None:
        self.outbox.append("notified")

    def tick(self, now: int) -> None:
        self.outbox.append(f"tick {now}")


class ByHand(SessionRunner[str]):
    def __init__(self, session: Session[str], *, at_once: bool = False) -> None:
        super().__init__(session, self._said)
        self.at_once = at_once
        self.sent: list[list[str]] = []
        self.asked = 0
        self.finished = 0

    def _said(self, messages: list[str]) -> None:
        self.sent.append(messages)

    def _ask(self, request: Request) -> None:
        self.asked += 1
        if self.at_once:
            self.answered(Players(names=[]))

    def _finish(self) -> None:
        self.finished += 1
        self.stop()


def test_messages_wait_for_the_answer_and_notices_do_not() -> None:
    driver = ByHand(Echo())
    for message in ("ask", "one", "ask", "two"):
        driver.received(message)
    assert driver.busy
    driver.notified(HELLO)
    assert driver.sent == [["notified"]]
    driver.answered(Players(names=[]))
    assert driver.sent[1:] == [["answered"], ["one"]]
    assert driver.asked == 2
    driver.answered(Players(names=[]))
    assert driver.sent[3:] == [["answered"], ["two"]]
    assert not driver.busy


def test_an_answer_that_comes_at_once_is_taken_in_its_turn() -> None:
    driver = ByHand(Echo(), at_once=True)
    driver.received("ask")
    driver.received("one")
    assert driver.sent == [["answered"], ["one"]]


def test_nothing_happens_after_the_end() -> None:
    driver = ByHand(Echo())
    driver.received("bye")
    driver.received("one")
    driver.notified(HELLO)
    driver.tick(5)
    assert (driver.sent, driver.finished) == ([], 1)


def test_an_answer_after_the_end_is_not_told_but_leaves_nothing_under_way() -> None:
    driver = ByHand(Echo())
    driver.received("ask")
    driver.stop()
    driver.answered(Players(names=[]))
    assert driver.sent == []
    assert not driver.busy


def test_a_notice_after_the_end_is_not_heard() -> None:
    """The house may tell somebody who has just gone: nothing comes of it."""
    session = Echo()
    driver = ByHand(session)
    driver.stop()
    driver.notified(HELLO)
    assert driver.sent == [] and session.outbox == []


def test_who_sends_no_more_is_answered_first() -> None:
    driver = ByHand(Echo())
    driver.received("ask")
    driver.received("one")
    driver.ended()
    assert driver.finished == 0
    driver.answered(Players(names=[]))
    assert driver.sent == [["answered"], ["one"]]
    assert driver.finished == 1


def test_time_passes_also_while_a_request_is_under_way() -> None:
    driver = ByHand(Echo())
    driver.received("ask")
    driver.tick(1000)
    assert driver.sent == [["tick 1000"]]


def test_a_failure_is_the_drivers_own_matter() -> None:
    with pytest.raises(RuntimeError, match="told to fail"):
        ByHand(Echo()).received("fail")


def test_nothing_is_done_for_a_reader_that_is_held_until_it_goes_on() -> None:
    driver = ByHand(Echo())
    driver.received("ask")
    driver.hold()
    driver.received("one")
    driver.answered(Players(names=[]))
    assert driver.sent == [["answered"]]
    driver.go_on()
    assert driver.sent == [["answered"], ["one"]]


def test_what_the_server_says_while_it_is_asked_is_sent_at_once() -> None:
    class Talking(ByHand):
        def _ask(self, request: Request) -> None:
            self.notified(HELLO)

    driver = Talking(Echo())
    driver.received("ask")
    assert driver.sent == [["notified"]] and driver.busy


def test_what_the_server_says_while_something_is_sent_is_sent_next() -> None:
    class Talking(ByHand):
        def _said(self, messages: list[str]) -> None:
            super()._said(messages)
            if messages == ["one"]:
                self.notified(HELLO)

    driver = Talking(Echo())
    driver.received("one")
    assert driver.sent == [["one"], ["notified"]]


def test_a_notice_that_fails_while_the_server_is_asked_does_not_reach_the_server() -> None:
    class Failing(Echo):
        def notified(self, notice: Notice) -> None:
            raise RuntimeError("told to fail")

    class Talking(ByHand):
        failed = 0

        def _ask(self, request: Request) -> None:
            self.notified(HELLO)
            self.asked += 1

        def _failed(self) -> None:
            self.failed += 1

    driver = Talking(Failing())
    driver.received("ask")
    assert (driver.asked, driver.failed) == (1, 1)
