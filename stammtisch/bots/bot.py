"""What a bot is: it is told what its seat sees, and answers with an action and a reason.

Bots remember nothing between two calls, so any process can think for any seat. What they know is
in the sight; what is random comes from the `Random` they are given.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from stammtisch.games.game import Action, Sight


@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot does, and why, in a sentence for people who watch or learn."""

    #: None: nothing for now. It is asked again a little later.
    action: Action | None
    reason: str


class Bot(Protocol):
    """A bot that has a `looks` which is False needs only the actions and the forms: where many
    matches are played its sight may come without a view and without numbers."""

    @property
    def level(self) -> str: ...

    def choose(self, sight: Sight, rng: Random) -> Decision:
        """Choose one of the seat's legal actions, or another one like them where a form leaves its
        player free (what to say, what to pass on)."""
