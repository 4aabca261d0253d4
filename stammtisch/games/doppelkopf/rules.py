"""The options of Doppelkopf.

Most are the gamerules of the cg protocol under the same names (`gamerules.py` has the table);
`docs/rules/doppelkopf.md` tells the rules themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from stammtisch.games.doppelkopf.cards import DECKS, TRICKS, Card, Cards, joker_card
from stammtisch.games.game import Rules, Value, option

#: Every solo there is, those first that the tournament rules have.
DDV_SOLOS = (
    "solo_queen",
    "solo_jack",
    "solo_clubs",
    "solo_spades",
    "solo_hearts",
    "solo_diamonds",
    "solo_fleshless",
)
SOLOS = (
    *DDV_SOLOS,
    "solo_aces",
    "solo_10s",
    "solo_king",
    "solo_9s",
    "solo_picture",
    "solo_noble_brothel",
    "solo_monastery",
    "solo_brothel",
    "solo_pure_clubs",
    "solo_pure_spades",
    "solo_pure_hearts",
    "solo_pure_diamonds",
    "solo_null",
    "solo_boneless",
)
THROW_CASES = ("5_9", "5_k", "4_9+4_k", "9_all_c", "k_all_c", "7full", "t<hj", "t<dj")
BUCK_CAUSES = ("4hearts", "draw", "0points", "re_kontra_lost", "solo_lost")
WRONG_MOVES = ("prohibit", "allow_points", "allow_stopgame")

_CARDS = "Cards"
_TRUMPS = "Trumps"
_SPECIAL = "Special points"
_RESERVATIONS = "Reservations"
_SOLOS = "Solos"
_SCORING = "Calls and scoring"
_BUCK = "Buck rounds"
_TABLE = "The table"

_WITH_PIGS = ("one_first", "one_on_play", "one_on_fox", "two_reservation", "two_on_play")


@dataclass(frozen=True)
class DoppelkopfRules(Rules):
    """How a table plays Doppelkopf."""

    game: ClassVar[str] = "doppelkopf"
    version: ClassVar[int] = 1
    profiles: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "house": {},
        "ddv": {"rounds": 24, "compulsory_solos": True},
        "lenient": {"wrongmove": "allow_points"},
    }

    # --- cards and trumps ---
    without9: str = option(
        "with_all",
        "All eight nines (48 cards), one of each suit (44), or none (40).",
        choices=("with_all", "with_four", "without"),
        group=_CARDS,
    )
    open_cards: bool = option(False, "For training: everybody sees all cards.", group=_CARDS)
    heart10: bool = option(True, "The heart tens are the highest trumps.", group=_TRUMPS)
    heart10_prio: str = option(
        "first",
        "Which of two heart tens wins a trick.",
        choices=("first", "second"),
        needs={"heart10": (True,)},
        group=_TRUMPS,
    )
    heart10_lasttrick: str = option(
        "first",
        "Which of two heart tens wins the last trick.",
        choices=("first", "second"),
        needs={"heart10": (True,)},
        group=_TRUMPS,
    )
    pigs: str = option(
        "none",
        "Both foxes in one hand become the highest trumps: one of them (the first that is played, "
        "any of them when it is played, or the second after the first was played as a fox) or both "
        "(announced before the first trick, or when the first is played).",
        choices=("none", *_WITH_PIGS),
        group=_TRUMPS,
    )
    superpigs: str = option(
        "none",
        "After pigs, both diamond nines in one hand beat them (the kings where two nines are "
        "missing): announced before the first trick, as soon as there are pigs, or when played.",
        choices=("none", "reservation", "on_pig", "on_play"),
        needs={"pigs": _WITH_PIGS, "joker": ("none",)},
        group=_TRUMPS,
    )
    joker: str = option(
        "none",
        "One diamond nine (without nines one king) is a joker, above the heart tens or the pigs.",
        choices=("none", "over_h10", "over_pigs"),
        needs={"superpigs": ("none",)},
        group=_TRUMPS,
    )
    charlie_prio: str = option(
        "first",
        "Which of two club jacks wins the last trick.",
        choices=("first", "second"),
        group=_TRUMPS,
    )

    # --- special points ---
    doppelkopf: bool = option(True, "A trick of 40 eyes or more: 1 point.", group=_SPECIAL)
    fox: bool = option(True, "An opponent's diamond ace caught: 1 point.", group=_SPECIAL)
    fox_lasttrick: bool = option(
        False,
        "The last trick won with a diamond ace: 1 point.",
        needs={"fox": (True,), "pigs": ("none",)},
        group=_SPECIAL,
    )
    charlie: bool = option(True, "The last trick won with a club jack: 1 point.", group=_SPECIAL)
    charlie_broken: bool = option(
        False,
        "An opponent's club jack caught in the last trick: 1 point.",
        needs={"jane": (False,)},
        group=_SPECIAL,
    )
    jane: bool = option(
        False,
        "An opponent's club jack caught in the last trick by a diamond queen: 1 point.",
        needs={"charlie_broken": (False,)},
        group=_SPECIAL,
    )
    heart_trick: bool = option(
        False, "A trick of four hearts that are no trumps: 1 point.", group=_SPECIAL
    )
    sec_black_trick: bool = option(
        False,
        "The second trick of clubs, or of spades, without a trump in it: 1 point.",
        needs={"without9": ("with_all",)},
        group=_SPECIAL,
    )
    hobgoblin: bool = option(
        False, "An opponent's spade king caught by a spade queen: 1 point each.", group=_SPECIAL
    )

    # --- reservations ---
    wedding: str = option(
        "3_trick",
        "With both club queens one may look for a partner: who wins the first of the first three "
        "tricks that goes to another, or the first such trick of a kind that one wishes for.",
        choices=("3_trick", "none", "wish_trick"),
        group=_RESERVATIONS,
    )
    poverty: str = option(
        "none",
        "Who has at most three trumps may give them away: cards unseen, seen from one to the next, "
        "or so that the last one asked must take them.",
        choices=("none", "sell", "circulate", "circulate_duty"),
        group=_RESERVATIONS,
    )
    poverty_consequence: str = option(
        "none",
        "What follows if nobody takes a poverty.",
        choices=("none", "redeal", "black_sow", "ramsch"),
        needs={"poverty": ("sell", "circulate")},
        group=_RESERVATIONS,
    )
    throw: str = option(
        "none",
        "Bad hands may be thrown away for a new deal: as a reservation, or at once.",
        choices=("none", "reservation", "throw"),
        group=_RESERVATIONS,
    )
    throw_cases: tuple[str, ...] = option(
        (),
        "Which hands are bad: five nines, five kings, four of each, a nine of each suit, a king of "
        "each suit, seven tens and aces, no trump above the diamond jack, none above the ace.",
        choices=THROW_CASES,
        needs={"throw": ("reservation", "throw")},
        group=_RESERVATIONS,
    )

    # --- solos ---
    solos: tuple[str, ...] = option(
        DDV_SOLOS, "Which solos may be played.", choices=SOLOS, group=_SOLOS
    )
    solo_prio: str = option(
        "first",
        "Of several solos the first one plays, or the one of the highest kind.",
        choices=("first", "prio"),
        group=_SOLOS,
    )
    solist_begins: bool = option(False, "The soloist leads to the first trick.", group=_SOLOS)
    solo_shift_h10: bool = option(
        False,
        "In suit solos another ten takes the heart ten's place: in hearts the spade ten, in spades "
        "the club ten, in clubs the diamond ten.",
        needs={"heart10": (True,)},
        group=_SOLOS,
    )
    compulsory_solos: bool = option(
        False,
        "Everybody must play one solo in the match: its player leads, and the same player deals "
        "again. Who has not is made to at the end.",
        group=_SOLOS,
    )

    # --- calls and scoring ---
    calls_when: str = option(
        "any_time",
        "Calls are made at any time, or only when it is one's turn.",
        choices=("any_time", "own_turn"),
        group=_SCORING,
    )
    calls_skip: bool = option(
        True, "A call makes all lower ones that are still in time.", group=_SCORING
    )
    re_kontra: str = option(
        "+2",
        "Re and kontra each add 2, double before the special points, or double after them.",
        choices=("+2", "*2", "*2_extra"),
        group=_SCORING,
    )
    coward: str = option(
        "none",
        "The winners pay: for more than 210 eyes without re or kontra, or for 240 without no90.",
        choices=("none", "210_no_re", "240_no_u90"),
        group=_SCORING,
    )
    repeat_game: bool = option(
        False, "A round that is worth nothing to its winners is played again.", group=_SCORING
    )

    # --- buck rounds ---
    buck_round: str = option(
        "none",
        "After certain rounds the next ones count double: one after the other, or at once.",
        choices=("none", "succession", "parallel"),
        group=_BUCK,
    )
    buck_cause: tuple[str, ...] = option(
        (),
        "What makes buck rounds: a trick of four hearts, 120 to 120, a round worth 0, a lost re or "
        "kontra, a lost solo.",
        choices=BUCK_CAUSES,
        needs={"buck_round": ("succession", "parallel")},
        group=_BUCK,
    )
    buck_amount: int = option(
        4,
        "How many buck rounds each cause makes.",
        choices=(4, 1, 2, 3),
        needs={"buck_round": ("succession", "parallel")},
        group=_BUCK,
    )

    # --- the table ---
    wrongmove: str = option(
        "prohibit",
        "Wrong moves are refused; or they are made, and who is convicted of one loses points, or "
        "the round, too.",
        choices=WRONG_MOVES,
        group=_TABLE,
    )
    penalty_points: int = option(
        5,
        "Points for a wrong move, and for a wrong complaint.",
        least=0,
        most=20,
        group=_TABLE,
    )
    rounds: int = option(
        0,
        "The match is over after so many; 0: when all want to end.",
        least=0,
        most=100,
        group=_TABLE,
    )
    pace: str = option(
        "quick",
        "Cards are dealt and tricks taken as at a table of people, or at once.",
        choices=("quick", "calm"),
        group=_TABLE,
    )

    # --- what follows from them ---

    @property
    def deck(self) -> Cards:
        """All cards that are dealt."""
        return DECKS[self.without9]

    @property
    def tricks(self) -> int:
        """Tricks in a round, which is also cards in a hand."""
        return TRICKS[self.without9]

    @property
    def joker_card(self) -> Card:
        """The card that is the joker; -1 if the table plays without."""
        return joker_card(self.without9) if self.joker != "none" else -1

    def has(self, name: str) -> bool:
        """Is the option on, and everything that it needs?"""
        value = getattr(self, name)
        needs = _NEEDS[name]
        return value not in (False, "none", 0, ()) and all(
            getattr(self, other) in wanted for other, wanted in needs.items()
        )

    def contradictions(self) -> Iterator[str]:
        if self.joker != "none" and self.superpigs != "none":
            yield "joker cannot go with superpigs: both want the diamond nines."
        if self.jane and self.charlie_broken:
            yield "jane cannot go with charlie_broken: the same club jack would count twice."
        if "solo_9s" in self.solos and self.without9 == "without":
            yield "solo_9s cannot go with without9 without: there would be no trumps."
        black_sow = self.poverty_consequence == "black_sow" and self.has("poverty_consequence")
        if black_sow and not self.solos:
            yield "black_sow needs solos: whoever wins the second spade queen must name one."
        if self.compulsory_solos:
            if not self.solos:
                yield "compulsory_solos needs solos that may be played."
            if self.rounds < 4:
                yield "compulsory_solos needs rounds of 4 or more: a solo for each player."
        yield from self._broken_promises()

    def _broken_promises(self) -> Iterator[str]:
        """What the profile's name says and the options do not."""
        if self.profile == "ddv":
            for one in self.options():
                value = getattr(self, one.name)
                if one.name not in _FREE_IN_DDV and value != one.default:
                    yield (
                        f"ddv are the tournament rules, which have {one.name} "
                        f"{_said(one.default)}, not {_said(value)}; take house and change that."
                    )
        if self.profile == "lenient" and self.wrongmove == "prohibit":
            yield "lenient lets wrong moves happen; with wrongmove prohibit it is house."


def _said(value: Value) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value).lower()


_NEEDS = {one.name: one.needs for one in DoppelkopfRules.options()}

#: What a table may change and still play by the tournament rules. Those agree with the defaults of
#: `house` in all others.
_FREE_IN_DDV = {
    "open_cards",
    "wrongmove",
    "penalty_points",
    "rounds",
    "compulsory_solos",
    "pace",
}
