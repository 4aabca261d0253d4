"""How a connection becomes a session: what is known of it, and who makes the session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from stammtisch.protocols.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """What is known of a connection before it says anything."""

    address: str
    #: Monotonic time in milliseconds.
    now: int
    #: The address's query, of a WebSocket.
    query: Mapping[str, str] = field(default_factory=dict)


#: Never raises: a session that cannot be has its `closing` set.
SessionFactory = Callable[[Arrival], Session[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """A path on which a protocol is spoken over WebSocket."""

    path: str
    protocol: str
    session: SessionFactory
    #: Only requests that have this key in their query are meant.
    key: str | None = None
    #: Texts may also come in binary frames.
    takes_binary: bool = False

    def leads(self, path: str, query: Mapping[str, str]) -> bool:
        return path == self.path and (self.key is None or self.key in query)
