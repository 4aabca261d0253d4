"""The bot that plays any game at random: every legal action is equally likely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from stammtisch.bots.bot import Decision
from stammtisch.games.game import Action


@dataclass(frozen=True, slots=True)
class Uniform:
    level: str = "random"

    def choose(self, view: Any, actions: Sequence[Action], rng: Random) -> Decision:
        return Decision(rng.choice(actions), f"One of {len(actions)} at random.")
