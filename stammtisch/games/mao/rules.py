"""The options of Mao, the sizes and times that no option changes, and what is said to who is
refused something.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import ClassVar, NamedTuple

from stammtisch.games.game import PRIVATE_NUMBERS, Rules, Value, option
from stammtisch.games.refusal import OF_EVERY_MATCH

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


class Kind(NamedTuple):
    """A kind of table."""

    #: A chairman watches.
    chaired: bool
    #: All rules are in the open, and every accusation names its rule.
    explained: bool


KINDS = {
    "free": Kind(chaired=False, explained=False),
    "chaired": Kind(chaired=True, explained=False),
    "school": Kind(chaired=True, explained=True),
}

#: What a chairman watches: at a free table people watch each other, and nothing is checked.
watched = partial(
    option, needs={"table": tuple(name for name, kind in KINDS.items() if kind.chaired)}
)


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
        choices=tuple(KINDS),
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
    def kind(self) -> Kind:
        return KINDS[self.table]


# --- numbers of tables ---------------------------------------------------------------------------

#: The protocol fixes the size of a table by its id: twenty ids for each size.
IDS_A_SIZE = 20
#: From here on an id says nothing of the size.
IDS = IDS_A_SIZE * len(SEATS)


def table_ids(seats: int, private: bool) -> Iterator[int]:
    """Ids that a new table may have, in the order in which they are tried; they never end."""
    if private:
        yield from count(PRIVATE_NUMBERS.start)
    first = (seats - SEATS[0]) * IDS_A_SIZE
    yield from range(first, first + IDS_A_SIZE)
    yield from count(IDS)


# --- refusals ------------------------------------------------------------------------------------

#: What cannot be done, by its code.
REFUSALS: dict[str, str] = {
    **OF_EVERY_MATCH,
    "too_early": "The time is not over yet.",
    "not_begun": "The next round has not begun yet.",
    "nobody_won": "Nobody has won the round yet.",
    "last_chance": "It is somebody's last chance: all you can do is talk, or accuse the winner.",
    "accusation_first": (
        "All you can do now is talk: first the accusation must be accepted or taken back."
    ),
    "between_rounds": "The round is over, and the next one has not begun.",
    "no_such_pile": "There is only one pile, number 0.",
    "already_dealt": "The cards are dealt already.",
    "over": "The match is over.",
    "no_such_seat": "There is no such seat.",
    "gone_already": "That player has left before.",
    "no_clock": "No clock runs in this match now.",
    "not_started": "The match has not started yet.",
    "no_such_player": "There is no such player to accuse.",
    "too_late": "The last chance is over.",
    "not_accused": "You are not accused of anything.",
    "no_accusation": "You have no accusation to take back.",
    "not_winner": "Only the winner of the round writes a rule.",
    "winner_only": "In the last chance only the winning player may be accused.",
    "too_often": "You have accused yourself often enough.",
    "no_such_card": "There is no such card in your hand.",
    "beyond_pile": "The pile has no such place to put a card.",
    "pile_full": "The pile is as high as it can be.",
    "no_move": "The card is there already.",
    "not_in_pile": "There is no such card in the pile.",
    "no_such_place": "Cards are in a hand, in the pile or in the deck.",
    "hand_full": "Nobody can hold more than {most} cards.",
    "no_number": "That action has no number in Mao.",
    "unknown_number": "Mao has no action number {number}.",
    "bad_text": "What is said and written must be a text.",
    "bad_length": "The text must have {least} to {most} characters.",
    "no_such_language": "The rule language has versions 1 to {most}.",
    "broken_text": "The text holds half a character.",
}
