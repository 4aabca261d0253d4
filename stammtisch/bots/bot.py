"""What a bot is: it is told what its seat sees, and answers with an action and a reason.

Bots remember nothing between two calls, so any process can think for any seat. What they know is
in the sight; what is random comes from the `Random` they are given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, runtime_checkable

from stammtisch.games.game import Action, Sight
from stammtisch.games.quick import quick


@quick
@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot does, and why, in a sentence for people who watch or learn."""

    #: None: nothing for now. It is asked again a little later.
    action: Action | None
    reason: str


class Bot(Protocol):
    @property
    def level(self) -> str: ...

    def choose(self, sight: Sight, rng: Random) -> Decision:
        """Choose one of the seat's legal actions, or another one like them where a form leaves its
        player free (what to say, what to pass on)."""


@runtime_checkable
class Blind(Protocol):
    """A bot that need not look: where many matches are played it is only told what it may do."""

    @property
    def talks(self) -> float:
        """How likely it is to be asked when it has something to say out of turn, 0 to 1."""

    @property
    def fills_in(self) -> bool:
        """If there is a form for what it picks, is that filled in at random?"""

    @property
    def drifts(self) -> bool:
        """Does it choose cards as `Match.drift` does?"""

    def pick(self, actions: Sequence[Action], rng: Random) -> Action | None:
        """One of the actions, or None for nothing."""

    def why(self, action: Action, count: int) -> str:
        """Why it picked this action of so many: the sentence that `choose` gives."""
