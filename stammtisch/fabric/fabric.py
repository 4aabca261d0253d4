"""How processes reach each other's tables: plain records in, plain records out.

A table is hosted by one process; a connection hangs on one process. Neither need be this one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

#: Takes a command and a way to reply.
Handler = Callable[[Any, Callable[[Any], None]], None]


class Fabric(Protocol):
    def host(self, table: str, handler: Handler) -> None:
        """Commands for this table are handled here from now on."""

    def unhost(self, table: str) -> None: ...

    def ask(self, table: str, command: Any, reply: Callable[[Any], None]) -> None:
        """Put a command to a table. `reply` is called once; with None if nobody hosts the table."""

    def attach(self, connection: str, deliver: Callable[[Any], None]) -> None:
        """What is meant for this connection is delivered here from now on."""

    def detach(self, connection: str) -> None: ...

    def deliver(self, connection: str, record: Any) -> None:
        """Tell a connection, wherever it hangs; nothing happens if it is gone."""
