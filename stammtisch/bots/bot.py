"""What a bot is: it is told what its seat sees, and answers with an action and a reason.

Bots remember nothing between two calls, so any process can think for any seat. What they know is
in the view; what is random comes from the `Random` they are given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from stammtisch.games.game import Action


@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot does, and why, in a sentence for people who watch or learn."""

    #: None: nothing for now. It is asked again a little later.
    action: Action | None
    reason: str


class Bot(Protocol):
    @property
    def level(self) -> str: ...

    def choose(self, view: Any, actions: Sequence[Action], rng: Random) -> Decision:
        """Choose one of the seat's legal `actions`, or another one like them where a game leaves
        its player free (what to say). `view` is the game's record of what the seat sees."""
