"""Asking, and going on with the answer: what every session does in the same way."""

from __future__ import annotations

from stammtisch.protocols.session import Session
from stammtisch.replies import Players
from stammtisch.requests import AskPlayers, Leave, Ready
from stammtisch.vocabulary import Notice, Reply

NOBODY = Players(names=[])


class Asking(Session[str]):
    def receive(self, message: str) -> None:
        pass

    def notified(self, notice: Notice) -> None:
        pass

    def heard(self, reply: Reply) -> None:
        self.outbox.append("heard")

    def close(self, reply: Reply) -> None:
        self.closing = "That is all."

    def ask_more(self, reply: Reply) -> None:
        self.ask(Ready(), self.heard)


def taken(session: Asking) -> object:
    request, session.asking = session.asking, None
    return request


def test_one_request_is_under_way_and_the_others_wait_in_order() -> None:
    session = Asking()
    for request in (AskPlayers(), Ready(), Leave()):
        session.ask(request, session.heard)
    for request in (AskPlayers(), Ready(), Leave()):
        assert session.asks and taken(session) == request
        session.answered(NOBODY)
    assert session.outbox == ["heard"] * 3
    assert not session.asks and session.asking is None


def test_what_an_answer_asks_comes_before_what_waits() -> None:
    session = Asking()
    session.ask(AskPlayers(), session.ask_more)
    session.ask(Leave(), session.heard)
    taken(session)
    session.answered(NOBODY)
    assert taken(session) == Ready()
    session.answered(NOBODY)
    assert taken(session) == Leave()


def test_a_session_that_closes_asks_nothing_more() -> None:
    session = Asking()
    session.ask(AskPlayers(), session.close)
    session.ask(Leave(), session.heard)
    taken(session)
    session.answered(NOBODY)
    assert session.asking is None and session.outbox == []


def test_a_session_that_closes_takes_no_answer() -> None:
    session = Asking()
    session.ask(AskPlayers(), session.heard)
    session.closing = "The client went."
    session.answered(NOBODY)
    assert session.outbox == []
