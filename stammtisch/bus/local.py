"""The bus of a single process: a function call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stammtisch.bus.bus import Handler


class LocalBus:
    def __init__(self, nobody: Any) -> None:
        """`nobody` is the answer of a table that nobody hosts."""
        self._nobody = nobody
        self._handlers: dict[str, Handler] = {}
        self._connections: dict[str, Callable[[Any], None]] = {}

    def host(self, table: str, handler: Handler) -> None:
        self._handlers[table] = handler

    def unhost(self, table: str) -> None:
        self._handlers.pop(table, None)

    def ask(self, table: str, who: Any, ask: Any, reply: Callable[[Any], None]) -> None:
        handler = self._handlers.get(table)
        if handler is None:
            reply(self._nobody)
        else:
            handler(who, ask, reply)

    def attach(self, connection: str, deliver: Callable[[Any], None]) -> None:
        self._connections[connection] = deliver

    def detach(self, connection: str) -> None:
        self._connections.pop(connection, None)

    def deliver(self, connection: str, record: Any) -> None:
        to = self._connections.get(connection)
        if to is not None:
            to(record)
