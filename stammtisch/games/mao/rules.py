"""The options of Mao."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from stammtisch.games.game import Rules, Value, option
from stammtisch.games.mao.limits import MOST_ROUNDS

#: What a chairman watches: at a free table people watch each other, and nothing is checked.
watched = partial(option, needs={"table": ("chaired", "school")})


@dataclass(frozen=True)
class MaoRules(Rules):
    """How a table plays Mao. `docs/rules/mao.md` tells the rules, as far as one may."""

    game: ClassVar[str] = "mao"
    version: ClassVar[int] = 2
    profiles: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "free": {},
        "chaired": {"table": "chaired"},
        "school": {
            "table": "school",
            "delay": 0,
            "talk_is_offence": False,
            "bad_calls": False,
        },
    }

    table: str = option(
        "free",
        "free: nothing is checked; chaired: a chairman watches; school: and explains every rule. "
        "All options but rounds matter only where there is a chairman.",
        choices=("free", "chaired", "school"),
    )
    rounds: int = option(10, "The match is over after so many.", least=1, most=MOST_ROUNDS)
    penalty: int = watched(1, "Cards for an offence.", least=0, most=3)
    return_card: bool = watched(True, "A card that was played wrongly goes back to its hand.")
    bad_calls: bool = watched(True, "Who takes an accusation back, or loses the vote, pays for it.")
    vote: bool = watched(True, "When an accusation is stuck, the others decide.")
    delay: int = watched(
        20, "Seconds for a turn before the chairman calls it a delay; 0 is off.", least=0, most=600
    )
    talk_is_offence: bool = watched(True, "Saying what no rule demands is an offence.")
    point_of_order: bool = watched(True, "The words 'point of order' suspend play.")
    spade_is_named: bool = watched(True, "Who plays a spade names it: 'seven of spades'.")
    seven_is_nice: bool = watched(True, "A seven wishes a nice day, and the next player draws.")
    ace_skips: bool = watched(True, "An ace skips the next player.")
    eight_reverses: bool = watched(True, "An eight turns the direction.")
    jack_is_wild: bool = watched(True, "A jack fits on everything; its player names a suit.")
    last_card_is_told: bool = watched(True, "Who has one card left says 'last card'.")
    royals_are_hailed: bool = watched(False, "Kings and queens are greeted with 'all hail'.")
    penalty_is_thanked: bool = watched(False, "Who takes a penalty says 'thank you'.")

    @property
    def chaired(self) -> bool:
        """Whether a chairman watches."""
        return self.table != "free"
