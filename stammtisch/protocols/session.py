"""What every protocol's session is: messages in, messages and requests out, no I/O.

What runs a session (a socket, a test, the terminal client) calls `receive`, `answered`, `notified`
or `tick`, and afterwards takes away what stands in `outbox`, puts `asking` to the server if there
is a request, and closes the connection if `closing` says why. While a request is under way
`receive` must not be called: later messages wait their turn. `session_runner.py` does all that.

A stream may keep a gap between messages (for clients that lose what they find in one read), and a
protocol can have a longer pause before a message, as when cards are dealt calmly: then the pause
is part of the message, and the protocol's framing tells it (`Framing.pause`). The message waits in
the stream's queue and not in the session, and whatever is said later waits behind it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from typing import ClassVar, Generic, TypeAlias, TypeVar

from stammtisch.vocabulary import Notice, Reply, Request

M = TypeVar("M")

#: What is to be done with the answer to a request.
Then: TypeAlias = Callable[[Reply], None]

#: A close frame without code and reason: the other side sees this number (RFC 6455 7.4.1).
NO_STATUS = 1005


class Session(ABC, Generic[M]):
    """`M` is what one message is on the wire: `str` for lines and JSON, `bytes` for packets."""

    #: The protocol can tell a client that nobody knows whether something has happened. Where it
    #: cannot, the connection ends without an answer: an error would say that nothing has.
    says_unknown: ClassVar[bool] = False
    #: The monotonic time in milliseconds at which the session needs a tick: the usual ones come up
    #: to a second late. The runner looks here after each tick.
    due: int | None = None

    def __init__(self) -> None:
        #: Messages to send, in order.
        self.outbox: list[M] = []
        #: A request for the server.
        self.asking: Request | None = None
        #: What takes the answer to the request that is under way.
        self._then: Then | None = None
        #: Requests that wait until there is none under way.
        self._queued: deque[tuple[Request, Then]] = deque()
        #: Why the connection is to be closed, once the outbox is sent.
        self.closing: str | None = None
        #: The WebSocket code to close with; None is the usual one, `NO_STATUS` is none at all.
        self.close_code: int | None = None
        #: The client has said that it needs no gaps between messages (nor pauses).
        self.unpaced = False

    @abstractmethod
    def receive(self, message: M) -> None:
        """A message came in."""

    def ask(self, request: Request, then: Then) -> None:
        """Put a request to the server, now or after the one that is under way.

        `then` takes the answer. It may ask again, and that comes before all that waits. No answer
        is taken, and nothing is asked, once the connection is to be closed.
        """
        if self._then is None:
            self.asking, self._then = request, then
        else:
            self._queued.append((request, then))

    @property
    def asks(self) -> bool:
        """A request is under way."""
        return self._then is not None

    def answered(self, reply: Reply) -> None:
        """The server answered the request."""
        then, self._then = self._then, None
        if then is not None and self.closing is None:
            then(reply)
            if self._queued and self._then is None and self.closing is None:
                self.asking, self._then = self._queued.popleft()

    @abstractmethod
    def notified(self, notice: Notice) -> None:
        """The server says something unasked."""

    def tick(self, now: int) -> None:
        """Time passes: called about once a second with a monotonic time in milliseconds."""
