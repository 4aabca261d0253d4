"""How processes reach each other's tables: plain records in, plain records out.

A table is hosted by one process; a connection hangs on one process. Neither need be this one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

#: Takes who asks, what, and a way to reply.
Handler = Callable[[Any, Any, Callable[[Any], None]], None]


class Bus(Protocol):
    def host(self, table: str, handler: Handler) -> None:
        """What is put to this table is handled here from now on."""

    def unhost(self, table: str) -> None: ...

    def ask(self, table: str, who: Any, ask: Any, reply: Callable[[Any], None]) -> None:
        """Put something to a table. `reply` is called once; nobody hosting it is a refusal."""

    def attach(self, connection: str, deliver: Callable[[Any], None]) -> None:
        """What is meant for this connection is delivered here from now on."""

    def detach(self, connection: str) -> None: ...

    def deliver(self, connection: str, record: Any) -> None:
        """Tell a connection, wherever it hangs; nothing happens if it is gone."""
