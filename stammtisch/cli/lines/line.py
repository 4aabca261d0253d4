"""A line to a house: texts of the table protocol in both directions, whatever carries them."""

from __future__ import annotations

from typing import Protocol

from stammtisch.games.game import Match


class Lost(Exception):
    """The line has ended; the sentence says why."""


class Line(Protocol):
    async def send(self, text: str) -> None: ...

    async def receive(self) -> str:
        """The next text from the house; `Lost` when there will be none."""

    async def close(self) -> None: ...

    @property
    def match(self) -> Match | None:
        """The match itself, if the house is one's own and nobody else will play it on."""
