"""The options of Mao.

What keeps a match of Mao finite: sizes and times that no option changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from stammtisch.games.game import Rules, Value, option

#: Cards dealt to each player.
DEALT = 7
#: A hand takes no more cards than this, a pile no more than that.
HAND_CAP = 48
PILE_CAP = 1 << 15
#: UTF-16 units of a talk and of a rule, as browsers count them.
TALK_CAP = RULE_CAP = 200
MOST_ROUNDS = 50
SEATS = range(2, 9)

#: All times are in milliseconds.
LAST_CHANCE = 10_000
ACCUSATION = 60_000
WRITING = 60_000
#: The chairman does not argue: so long does one of his accusations wait for its acceptance.
CHAIRMAN = 10_000
VOTE = 20_000
POINT_OF_ORDER = 300_000
#: What the accuser said so shortly before is the reason of the accusation.
REASON = 10_000

#: Turns for each player in a round where a chairman watches: rules can make it endless.
TURNS = 60
#: How often a winner may hold up his own last chance by accusing himself.
SELF_ACCUSATIONS = 3
#: The finale tells the newest of each.
VERDICTS = 200
BREACHES = 50
#: So many things that happened a player can look back at.
MEMORY = 400
#: Offences that the chairman remembers while he is busy with another one.
MOST_OFFENCES = 8


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
