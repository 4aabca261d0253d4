"""A line to a server, which keeps its matches itself."""

from __future__ import annotations

from stammtisch.client.line import SocketLine


class RemoteLine(SocketLine):
    @property
    def match(self) -> None:
        """The server's business."""

    async def archived(self, match: str) -> None:
        """The server's business, too: it has REST for that."""
