"""The seam between a connection's socket and everything above it.

A `Wire` is what a `Link` sees of its socket, whichever library serves it: a plain TCP stream,
picows, aiohttp, or a list in a test.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol, TypeVar

M = TypeVar("M")


class Close(IntEnum):
    """Why a connection ends: WebSocket's own codes (RFC 6455 7.4.1), used for every wire."""

    DONE = 1000
    GOING_AWAY = 1001
    BROKE_PROTOCOL = 1002
    NOT_TEXT = 1003
    BAD_TEXT = 1007
    NOT_ALLOWED = 1008
    TOO_BIG = 1009
    OUR_FAULT = 1011
    TRY_LATER = 1013


#: The session itself ends the connection and has said all there is to say.
SAID: frozenset[int] = frozenset({Close.DONE, Close.GOING_AWAY})

#: Bytes that are still taken from one that was refused: closing while the other side sends would
#: reset the connection, and it could not read why.
DISCARDED = 262_144


class Wire(Protocol[M]):
    def send(self, messages: list[M]) -> None:
        """Send them in order, without waiting; a reader that is too slow is cut off."""

    def close(self, code: int, reason: str) -> None:
        """End the connection after what was sent has left, with the reason in its protocol's form.

        The link's `lost` is called when it has ended. Closing again changes nothing.
        """

    def abort(self) -> None:
        """End the connection at once, whatever still waits."""

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def tick(self) -> None:
        """About a second has passed: notice silence, and cut what lingers."""
