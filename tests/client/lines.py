"""Lines of a house in this process, which a test can break where it likes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from stammtisch.app import App
from stammtisch.client import Client, Disconnected
from stammtisch.terminal.local import LocalTransport

#: Far more than anything here takes.
PATIENCE = 60.0


class BrittleLine(LocalTransport):
    """`swallows` says which texts from the house are lost: the line breaks at the first of them."""

    def __init__(self, app: App, swallows: Callable[[str], bool]) -> None:
        super().__init__(app)
        self._swallows = swallows
        self.sent: list[str] = []

    async def send(self, text: str) -> None:
        self.sent.append(text)
        await super().send(text)

    async def receive(self) -> str:
        text = await super().receive()
        if self._swallows(text):
            await self.close()
            raise Disconnected("The line broke.")
        return text


class Exchange:
    """Connects clients to a house, as long as it is not `cut`."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.cut = False
        self.calls = 0
        self._called = asyncio.Event()
        self.lines: list[BrittleLine] = []
        self.swallows: Callable[[str], bool] = lambda text: False

    async def dial(self) -> BrittleLine:
        self.calls += 1
        self._called.set()
        if self.cut:
            raise Disconnected("Nobody answers.")
        line = BrittleLine(self.app, lambda text: self.swallows(text))
        self.lines.append(line)
        return line

    def client(self, *, retry_for: float | None = None) -> Client:
        return Client(self.dial, server="http://house", retry_for=retry_for)

    async def called(self, times: int) -> None:
        """Wait until that many calls have been made."""
        while self.calls < times:
            self._called.clear()
            await self._called.wait()

    async def hang_up(self) -> None:
        """Break the line that is in use."""
        await self.lines[-1].close()
