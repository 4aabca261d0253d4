"""A moment at a table: what has just happened, and what one sees and may do now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stammtisch.client.errors import Stale, Unanswered
from stammtisch.protocols.table import messages as wire
from stammtisch.tables.plain import to_plain

if TYPE_CHECKING:
    from stammtisch.client.sitting import Sitting

#: An action as it was listed, in plain form, or as a record of the game.
Action = wire.LegalAction | Mapping[str, Any] | Any


def plain_action(action: Action) -> dict[str, Any]:
    if isinstance(action, wire.LegalAction):
        return action.action
    return dict(action) if isinstance(action, Mapping) else to_plain(action)


@dataclass(frozen=True, slots=True)
class Moment:
    table: Sitting
    #: The table's sequence number; what is meant for this moment names it.
    seq: int
    #: Table time in milliseconds, the time of `deadline`.
    at: int
    #: What happened since the moment before, in plain form.
    events: list[dict[str, Any]]
    #: All that one sees and may do; None where no match is on, or one does not follow by views.
    sight: wire.Sight | None
    #: Nothing of before counts any more: one has just come, or was away for too long.
    anew: bool = False

    @property
    def view(self) -> dict[str, Any] | None:
        return None if self.sight is None else self.sight.view

    @property
    def legal(self) -> list[wire.LegalAction]:
        return [] if self.sight is None else self.sight.legal

    @property
    def my_turn(self) -> bool:
        """Does the match wait for one's seat, which has something to choose from?"""
        return bool(self.legal) and self.sight is not None and self.table.seat in self.sight.turn

    def event(self, type: str) -> dict[str, Any] | None:
        """The last event of that type, if there was one."""
        return next((one for one in reversed(self.events) if one["type"] == type), None)

    @property
    def ended(self) -> dict[str, Any] | None:
        """How the match ended, if it just did."""
        return self.event("ended")

    async def act(self, action: Action) -> bool:
        """Do it, unless something has happened meanwhile: then nothing is done (or, if the
        connection broke, nobody can say), it is False, and the next moment shows how things are."""
        if self.table.known_seq > self.seq:
            return False
        try:
            await self.table.act(action, seq=self.seq)
        except (Stale, Unanswered):
            return False
        return True
