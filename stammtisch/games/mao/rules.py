"""The options of Mao."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from stammtisch.games.game import Rules, Value, option
from stammtisch.games.mao.limits import MOST_ROUNDS


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
    penalty: int = option(1, "Cards for an offence.", least=0, most=3)
    return_card: bool = option(True, "A card that was played wrongly goes back to its hand.")
    bad_calls: bool = option(True, "Who takes an accusation back, or loses the vote, pays for it.")
    vote: bool = option(True, "When an accusation is stuck, the others decide.")
    delay: int = option(
        20, "Seconds for a turn before the chairman calls it a delay; 0 is off.", least=0, most=600
    )
    talk_is_offence: bool = option(True, "Saying what no rule demands is an offence.")
    point_of_order: bool = option(True, "The words 'point of order' suspend play.")
    spade_is_named: bool = option(True, "Who plays a spade names it: 'seven of spades'.")
    seven_is_nice: bool = option(True, "A seven wishes a nice day, and the next player draws.")
    ace_skips: bool = option(True, "An ace skips the next player.")
    eight_reverses: bool = option(True, "An eight turns the direction.")
    jack_is_wild: bool = option(True, "A jack fits on everything; its player names a suit.")
    last_card_is_told: bool = option(True, "Who has one card left says 'last card'.")
    royals_are_hailed: bool = option(False, "Kings and queens are greeted with 'all hail'.")
    penalty_is_thanked: bool = option(False, "Who takes a penalty says 'thank you'.")

    @property
    def chaired(self) -> bool:
        """Whether a chairman watches."""
        return self.table != "free"
