"""What every protocol's session is: messages in, messages and requests out, no I/O.

Whoever drives a session (a socket, a test, the terminal client) calls `receive`, `answered`,
`notified` or `tick`, and afterwards takes away what stands in `outbox`, puts `asking` to the house
if there is a request, and closes the connection if `closing` says why. While a request is under
way `receive` must not be called: later messages wait their turn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from stammtisch.house.requests import Notice, Reply, Request

M = TypeVar("M")

#: A close frame without code and reason: the other side sees this number (RFC 6455 7.4.1).
NO_STATUS = 1005


class Session(ABC, Generic[M]):
    """`M` is what one message is on the wire: `str` for lines and JSON, `bytes` for packets."""

    def __init__(self) -> None:
        #: Messages to send, in order.
        self.outbox: list[M] = []
        #: A request for the house.
        self.asking: Request | None = None
        #: Why the connection is to be closed, once the outbox is sent.
        self.closing: str | None = None
        #: The WebSocket code to close with; None is the usual one, `NO_STATUS` is none at all.
        self.close_code: int | None = None

    @abstractmethod
    def receive(self, message: M) -> None:
        """A message came in."""

    @abstractmethod
    def answered(self, reply: Reply) -> None:
        """The house answered the request."""

    @abstractmethod
    def notified(self, notice: Notice) -> None:
        """The house says something unasked."""

    def tick(self, now: int) -> None:
        """Time passes: called about once a second with a monotonic time in milliseconds."""
