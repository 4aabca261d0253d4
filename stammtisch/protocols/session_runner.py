"""Runs a session: in turn what comes in, what the server answers, and what it says unasked.

At most one request is under way; later messages wait in a backlog. The runner has no I/O itself:
how messages leave is given to it, and its subclasses say how the server is asked and how the end
comes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from stammtisch.protocols.session import Session
from stammtisch.replies import Goodbye
from stammtisch.vocabulary import Notice, Reply, Request

M = TypeVar("M")
T = TypeVar("T")


class SessionRunner(ABC, Generic[M]):
    __slots__ = (
        "_backlog",
        "_closed",
        "_ended",
        "_going",
        "_held",
        "_request",
        "_send",
        "_settling",
        "session",
    )

    def __init__(self, session: Session[M], send: Callable[[list[M]], None]) -> None:
        """`send` takes away what the session says."""
        self.session = session
        self._send = send
        #: What the server is working on.
        self._request: Request | None = None
        self._backlog: list[M] | None = None
        self._settling = False
        #: What came in waits until the other side has read what was sent.
        self._held = False
        self._closed = False
        self._ended = False
        #: The server has said goodbye.
        self._going = False

    # --- to be given -----------------------------------------------------------------------------

    @abstractmethod
    def _ask(self, request: Request) -> None:
        """Put the request to the server; `answered` gets the answer, maybe at once."""

    @abstractmethod
    def _finish(self) -> None:
        """All has been said and answered: end the connection, and call `stop`."""

    def _failed(self) -> None:
        """The session has raised what is just being handled."""
        raise

    # --- what happens ----------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        return self._request is not None

    def received(self, message: M) -> None:
        """A message came in."""
        if self._closed:
            return
        if self._request is not None or self._backlog or self._settling or self._held:
            self._keep(message)
        else:
            self._do(self.session.receive, message)

    def notified(self, notice: Notice) -> None:
        """The server says something unasked."""
        if self._closed:
            return
        if type(notice) is Goodbye:
            self._going = True
        self._do(self.session.notified, notice)

    def answered(self, reply: Reply) -> None:
        """The server answers."""
        self._request = None
        if not self._closed:
            self._do(self.session.answered, reply)

    def tick(self, now: int) -> None:
        """About a second has passed."""
        if not self._closed:
            self._do(self.session.tick, now)

    @property
    def closed(self) -> bool:
        return self._closed

    @property
    def held(self) -> bool:
        return self._held

    def hold(self) -> None:
        """The other side has much to read yet: nothing more is done for it until `go_on`."""
        self._held = True

    def go_on(self) -> None:
        if self._held:
            self._held = False
            self._settle()

    def ended(self) -> None:
        """The other side sends no more: finish once everything it sent is answered."""
        self._ended = True
        self._settle()

    def stop(self) -> None:
        """Nothing is heard, said or asked from now on."""
        self._closed = True
        self._backlog = None

    # --- the session -----------------------------------------------------------------------------

    def _keep(self, message: M) -> None:
        """It waits for its turn."""
        if self._backlog is None:
            self._backlog = []
        self._backlog.append(message)

    def _next(self) -> M:
        """What has waited longest."""
        assert self._backlog
        return self._backlog.pop(0)

    def _do(self, call: Callable[[T], None], what: T) -> None:
        """Give the session something. Then send what it says, and do what it wants or what waits
        for it, until there is nothing more, or an answer of the server is waited for.

        Sending or asking may bring more about at once: an answer, a notice, a message. The session
        gets it, and what comes of it is done by the call that is under way.
        """
        if self._settling:
            try:
                call(what)
            except Exception:
                self._failed()
            return
        session = self.session
        self._settling = True
        try:
            call(what)
            while not self._closed:
                if session.outbox:
                    messages, session.outbox = session.outbox, []
                    self._send(messages)
                if session.closing is not None:
                    self._finish()
                    return
                if self._request is None:
                    if session.asking is not None:
                        self._request, session.asking = session.asking, None
                        self._ask(self._request)
                        continue
                    if not self._held:
                        if self._backlog:
                            session.receive(self._next())
                            continue
                        if self._ended:
                            self._finish()
                            return
                if not session.outbox:
                    return
        except Exception:
            self._failed()
        finally:
            self._settling = False

    def _settle(self) -> None:
        """Do what the session wants, or what waits for it."""
        self._do(_nothing, None)


def _nothing(what: None) -> None:
    pass
