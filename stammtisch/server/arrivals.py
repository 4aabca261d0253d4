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
    #: Whoever is new needs the key of the house.
    members_only: bool = False
    #: Tables may allow cheats.
    cheats: bool = False


#: Never raises: a session that cannot be has its `closing` set.
SessionFactory = Callable[[Arrival], Session[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """A path on which a protocol is spoken over WebSocket."""

    path: str
    protocol: str
    session: SessionFactory
    #: Texts may also come in binary frames.
    takes_binary: bool = False
    #: Pages of any origin may come in: they bring no right along but what the address says.
    any_origin: bool = False
    #: How the address goes on, for whoever reads it.
    query: str = ""
