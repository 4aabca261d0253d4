"""The bus of a single process that pretends to be two: everything really goes through bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stammtisch.bus.local import LocalBus


class StrictBus(LocalBus):
    """Nothing that one side holds is the other side's: so it works across machines, too.

    `pack` and `unpack` turn records into bytes and back.
    """

    def __init__(
        self, nobody: Any, pack: Callable[[Any], bytes], unpack: Callable[[bytes], Any]
    ) -> None:
        super().__init__(nobody)
        self._pack = pack
        self._unpack = unpack

    def ask(self, table: str, who: Any, ask: Any, reply: Callable[[Any], None]) -> None:
        super().ask(table, self._travelled(who), self._travelled(ask), self._packing(reply))

    def deliver(self, connection: str, record: Any) -> None:
        super().deliver(connection, self._travelled(record))

    def _packing(self, reply: Callable[[Any], None]) -> Callable[[Any], None]:
        return lambda answer: reply(self._travelled(answer))

    def _travelled(self, record: Any) -> Any:
        return self._unpack(self._pack(record))
