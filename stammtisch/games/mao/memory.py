"""What everybody at the table has seen and heard of late.

A player who has to find out a rule must remember what was done, said and punished. Bots keep
nothing between two moves, so the match remembers for them; only what is public, which is the same
for every seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stammtisch.games.game import Event
from stammtisch.games.mao import records
from stammtisch.games.mao.limits import MEMORY
from stammtisch.games.mao.records import Witness


class Memory:
    """The newest `MEMORY` things that happened. What nobody asks for costs next to nothing."""

    __slots__ = ("_fresh", "_told")

    def __init__(self, told: tuple[Witness, ...] = ()) -> None:
        self._told = told
        self._fresh: list[tuple[int, tuple[Event, ...]]] = []

    def note(self, at: int, events: Sequence[Event]) -> None:
        self._fresh.append((at, tuple(events)))
        if len(self._fresh) > 2 * MEMORY:
            del self._fresh[:MEMORY]

    def told(self) -> tuple[Witness, ...]:
        if self._fresh:
            new = [
                witness
                for at, events in self._fresh
                for event in events
                if (witness := _witness(at, event.seen_by(None)))
            ]
            self._told = (*self._told, *new)[-MEMORY:]
            self._fresh.clear()
        return self._told

    def copy(self) -> Memory:
        twin = Memory(self._told)
        twin._fresh = self._fresh[:]
        return twin


def _witness(at: int, event: Event) -> Witness | None:
    read = _READ.get(type(event))
    return None if read is None else Witness(at, event.type, **read(event))


def _moved(event: records.Moved) -> dict[str, Any]:
    piled = event.target if event.target.place == "pile" else event.source
    return {
        "seat": event.seat,
        "card": event.card,
        "source": event.source.place,
        "target": event.target.place,
        "index": piled.index if piled.place == "pile" else None,
        "length": event.length,
        "cause": event.cause,
    }


#: What is remembered of each kind of event; others are not remembered.
_READ: dict[type[Event], Callable[[Any], dict[str, Any]]] = {
    records.RoundStarted: lambda event: {"card": event.discard[-1]},
    records.Talked: lambda event: {"seat": event.seat, "text": event.text},
    records.Moved: _moved,
    records.LastChance: lambda event: {"seat": event.seat},
    records.Accused: lambda event: {
        "seat": event.accuser,
        "accused": event.accused,
        "text": event.reason,
    },
    records.Accepted: lambda event: {"seat": event.accuser, "accused": event.accused},
    records.Cancelled: lambda event: {},
    records.RoundOver: lambda event: {"seat": event.seat},
    records.RuleWritten: lambda event: {"seat": event.seat},
    records.PointOfOrder: lambda event: {
        "seat": event.seat,
        "text": "open" if event.open else "over",
    },
    records.PlayerGone: lambda event: {"seat": event.seat},
}
