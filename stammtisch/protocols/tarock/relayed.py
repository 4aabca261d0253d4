"""A command that came by another way than its session's connection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Relayed:
    """Its response goes to `answer` and not to the connection, which is told the events that come
    of it."""

    command: str
    answer: Callable[[str], None]
