"""The usual ways in which an event hides something (see `Event.seen_by`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from stammtisch.games.game import Event, Seat

E = TypeVar("E", bound=Event)
T = TypeVar("T")


def own_only(parts: Sequence[T | None], seat: Seat | None) -> tuple[T | None, ...]:
    """Of what lies with each seat, the seat's own; None for the others. What is empty hides
    nothing."""
    return tuple([part if at == seat or not part else None for at, part in enumerate(parts)])


def veiled(event: E, insiders: Sequence[Seat], seat: Seat | None, *fields: str) -> E:
    """The event whole for its insiders; for all others these fields are None."""
    return event if seat in insiders else replace(event, **dict.fromkeys(fields))
