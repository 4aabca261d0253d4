"""A line to a house: to one's own in this process, or to a server's."""

from __future__ import annotations

from typing import Protocol

from stammtisch import client
from stammtisch.games.game import Match
from stammtisch.records import MatchRow


class Line(client.Line, Protocol):
    @property
    def match(self) -> Match | None:
        """The match itself, if the house is one's own and nobody else will play it on."""

    async def archived(self, match: str) -> MatchRow | None:
        """A finished match, if the house is one's own: nobody else keeps it."""
