"""What makes one level of bots different from another."""

from __future__ import annotations

from dataclasses import dataclass

from stammtisch.bots.mao.conditions import NARROW, SIMPLE, WIDE, Imagination
from stammtisch.games.mao.limits import MEMORY


@dataclass(frozen=True, slots=True)
class Traits:
    level: str
    #: How many of the things that happened it can recall.
    recall: int
    #: The conditions that it can think of; None: it does not wonder about rules.
    imagination: Imagination | None
    #: How often it forgets to say what it knows that it must.
    forgets: float
    #: How often it sees that its own rule is broken.
    notices: float
    #: Whether it weighs its cards, or plays any that fits.
    weighs: bool
    #: Whether its accusations tell the words that were missing.
    tells: bool


TRAITS: dict[str, Traits] = {
    traits.level: traits
    for traits in (
        Traits("random", 40, None, 0.1, 0.0, weighs=False, tells=True),
        Traits("easy", 120, NARROW, 0.25, 0.3, weighs=False, tells=True),
        Traits("medium", 240, SIMPLE, 0.06, 0.8, weighs=True, tells=True),
        Traits("hard", MEMORY, WIDE, 0.0, 1.0, weighs=True, tells=False),
    )
}
