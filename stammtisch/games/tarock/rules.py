"""The options of Tarock, and its contracts as a table plays them.

`docs/rules/tarock.md` tells the rules themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Literal

from stammtisch.games.game import Rules, Value, option
from stammtisch.games.tarock import kernel
from stammtisch.games.tarock.kernel import PLAY_ALL, TAKE_ALL, TAKE_NONE, Manner

_DEAL = "Deal and talon"
_ANNOUNCING = "Announcements"
_PLAY = "Play"
_SCORING = "Scoring"
_MATCH = "The match"

_ANNOUNCED = ("both", "announced")
_SILENT = ("both", "silent")


@dataclass(frozen=True)
class TarockRules(Rules):
    """How a table plays Tarock: the four-player Slovenian game."""

    game: ClassVar[str] = "tarock"
    version: ClassVar[int] = 1
    profiles: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "common": {},
        "pagat": {
            "redeal": "on_demand",
            "free_tarok_discard": True,
            "emperor_strict": True,
        },
        "tarok_net": {
            "rounding": 1,
            "partner_score": "half",
            "solo_without": "difference",
            "solo_without_lead": "forehand",
            "silent_valat": "adds",
            "mond": 21,
            "mond_shared": True,
            "klop_full": 35,
            "kontra_max": 4,
        },
    }

    # --- deal and talon ---
    redeal: str = option(
        "automatic",
        "A hand without taroks: dealt again by itself, if its player asks for it before bidding, "
        "or never.",
        choices=("automatic", "on_demand", "never"),
        group=_DEAL,
    )
    free_tarok_discard: bool = option(
        False,
        "Taroks other than the trula may be laid down freely, face up; else only when there are no "
        "other cards left to lay down.",
        group=_DEAL,
    )
    forced_king_pile: bool = option(
        False, "A declarer whose called king lies in the talon must take its pile.", group=_DEAL
    )

    # --- announcements ---
    bonuses: str = option(
        "both",
        "Which bonuses count: silent and announced ones, only silent ones (there are no "
        "announcements), only announced ones, or none.",
        choices=("both", "silent", "announced", "none"),
        group=_ANNOUNCING,
    )
    ultimo_locked: bool = option(
        True,
        "The card of an announced ultimo may not be played while another legal card is there.",
        needs={"bonuses": _ANNOUNCED},
        group=_ANNOUNCING,
    )
    kontra_max: int = option(
        16,
        "How far kontra can multiply; 1: there is no kontra.",
        choices=(1, 2, 4, 8, 16),
        group=_ANNOUNCING,
    )
    klop_kontra: bool = option(
        False,
        "Klop can be doubled, too, for everybody.",
        needs={"kontra_max": (2, 4, 8, 16)},
        group=_ANNOUNCING,
    )
    solo_without_bonuses: bool = option(
        False,
        "Bonuses count in solo without talon, too.",
        needs={"bonuses": ("both", "silent", "announced")},
        group=_ANNOUNCING,
    )

    # --- play ---
    solo_without_lead: str = option(
        "declarer",
        "Who leads in solo without talon.",
        choices=("declarer", "forehand"),
        group=_PLAY,
    )
    emperor_strict: bool = option(
        False,
        "The pagat wins mond and skis only if it is played after both.",
        group=_PLAY,
    )
    pagat_lead: str = option(
        "last_card",
        "In klop and beggars the pagat is led only as the last card, only as the last tarok, or "
        "whenever one likes.",
        choices=("last_card", "last_tarok", "free"),
        group=_PLAY,
    )
    overtake: bool = option(
        True,
        "In klop and beggars, who cannot follow suit must overtake a tarok that lies there.",
        group=_PLAY,
    )

    # --- scoring ---
    rounding: int = option(
        5, "Differences and klop points are rounded to this.", choices=(5, 1), group=_SCORING
    )
    partner_score: str = option(
        "same",
        "The declarer's partner scores the same, or half of it (rounded towards zero).",
        choices=("same", "half"),
        group=_SCORING,
    )
    solo_without: str = option(
        "flat",
        "Solo without talon scores 80, or 80 and the difference.",
        choices=("flat", "difference"),
        group=_SCORING,
    )
    silent_valat: str = option(
        "replaces",
        "All tricks without having announced it: 250 instead of everything else, 50 on top, or "
        "nothing.",
        choices=("replaces", "adds", "none"),
        needs={"bonuses": _SILENT},
        group=_SCORING,
    )
    valat_value: int = option(
        500, "What the contract valat scores.", choices=(500, 250), group=_SCORING
    )
    pagat_to_partner: str = option(
        "lost",
        "A pagat that one's own partner beats in the last trick counts as lost or as won.",
        choices=("lost", "won"),
        needs={"bonuses": ("both", "silent", "announced")},
        group=_SCORING,
    )
    mond: int = option(
        20,
        "What a mond costs that is caught by the skis or the pagat, or left in the talon.",
        choices=(20, 21, 0),
        group=_SCORING,
    )
    mond_shared: bool = option(
        False,
        "A mond that the declarer or the partner loses to the other costs both of them 20 instead.",
        needs={"mond": (20, 21)},
        group=_SCORING,
    )
    klop_full: int = option(
        36, "From how many card points on a klop costs 70.", choices=(36, 35), group=_SCORING
    )
    radli: bool = option(
        True,
        "After klop, beggars, solo without and valats everybody gets a radelc, which doubles a "
        "deal that one declares, until one has won it.",
        group=_SCORING,
    )
    radli_charge: int = option(
        0,
        "What each radelc costs that is left at the end of the match.",
        least=0,
        most=100,
        step=10,
        needs={"radli": (True,)},
        group=_SCORING,
    )

    # --- the match ---
    deals: int = option(
        12,
        "The match is over after so many deals; 0: when all want to end.",
        least=0,
        most=100,
        group=_MATCH,
    )
    pause: int = option(
        5,
        "Seconds after which the next deal comes by itself; 0: at once.",
        least=0,
        most=600,
        group=_MATCH,
    )
    turn_clock: int = option(
        0,
        "Seconds for a turn before the table plays for the player; 0 is off.",
        least=0,
        most=600,
        group=_MATCH,
    )

    # --- what follows from them ---

    @property
    def may_announce(self) -> bool:
        return self.bonuses in _ANNOUNCED

    @property
    def counts_silent(self) -> bool:
        return self.bonuses in _SILENT

    @property
    def kontra_levels(self) -> int:
        """How often something can be doubled."""
        return self.kontra_max.bit_length() - 1

    def contradictions(self) -> Iterator[str]:
        if self.deals == 0 and self.pause == 0:
            yield (
                "deals 0 cannot go with pause 0: a match without a last deal ends when all four "
                "say so after a deal, and there would be no time to."
            )
        if self.klop_kontra and self.kontra_max == 1:
            yield "klop_kontra cannot go with kontra_max 1: there is no kontra at this table."
        if self.mond_shared and self.mond == 0:
            yield "mond_shared cannot go with mond 0: there is nothing to share."


# --- the contracts, in the order in which they outbid each other -------------------------------

PASS = "pass"


@dataclass(frozen=True, slots=True)
class Contract:
    """A line of the rulebook's table."""

    name: str
    value: int
    #: The declarer calls a king.
    calls: bool = False
    #: Cards in each of the talon's piles; 0: the talon stays where it is.
    pile: int = 0
    #: What counts beside the cards.
    bonuses: bool = False
    #: Who leads: the declarer, or forehand.
    declarer_leads: bool = True
    negative: bool = False
    #: What is asked of the declarer: PLAY_ALL, or else it ends when it is decided.
    goal: int = PLAY_ALL
    #: Where a mond can be lost.
    mond: Literal["nowhere", "trick", "trick_or_talon"] = "nowhere"
    #: Everybody gets a radelc after it.
    radli: bool = True
    #: The difference to 35 card points counts.
    difference: bool = False


def _with_talon(name: str, value: int, pile: int, *, calls: bool) -> Contract:
    return Contract(
        name,
        value,
        calls=calls,
        pile=pile,
        bonuses=True,
        declarer_leads=False,
        mond="trick_or_talon",
        radli=False,
        difference=True,
    )


_ALL = (
    Contract("klop", 70, declarer_leads=False, negative=True),
    _with_talon("three", 10, 3, calls=True),
    _with_talon("two", 20, 2, calls=True),
    _with_talon("one", 30, 1, calls=True),
    _with_talon("solo_three", 40, 3, calls=False),
    _with_talon("solo_two", 50, 2, calls=False),
    _with_talon("solo_one", 60, 1, calls=False),
    Contract("beggar", 70, negative=True, goal=TAKE_NONE),
    Contract("solo_without", 80, mond="trick"),
    Contract("open_beggar", 90, negative=True, goal=TAKE_NONE),
    Contract("color_valat", 125, goal=TAKE_ALL),
    Contract("valat", 500, goal=TAKE_ALL),
)
#: The contracts' names, lowest first, and their places in that order.
CONTRACTS: tuple[str, ...] = tuple(one.name for one in _ALL)
RANK: dict[str, int] = {name: rank for rank, name in enumerate(CONTRACTS)}
#: Whoever is not forehand, or has been outbid, bids at least this.
LEAST = RANK["two"]

_LEADS = {
    "last_card": kernel.LAST_CARD,
    "last_tarok": kernel.LAST_TAROK,
    "free": kernel.ANY_TIME,
}


@dataclass(frozen=True, slots=True)
class Terms:
    """A contract as the options of a table make it."""

    contract: Contract
    manner: Manner
    #: Its bonuses may be announced, and what can be said includes kontra.
    announces: bool
    kontra: bool


@cache
def terms_of(rules: TarockRules) -> dict[str, Terms]:
    """The terms of every contract at such a table."""
    return {one.name: _terms(rules, _changed(rules, one)) for one in _ALL}


def _changed(rules: TarockRules, contract: Contract) -> Contract:
    if contract.bonuses and rules.bonuses == "none":
        return replace(contract, bonuses=False)
    if contract.name == "valat":
        return replace(contract, value=rules.valat_value)
    if contract.name == "solo_without":
        return replace(
            contract,
            bonuses=rules.solo_without_bonuses and rules.bonuses != "none",
            declarer_leads=rules.solo_without_lead == "declarer",
            difference=rules.solo_without == "difference",
        )
    return contract


def _terms(rules: TarockRules, contract: Contract) -> Terms:
    return Terms(
        contract,
        Manner(
            contract.negative,
            contract.name != "color_valat",
            rules.overtake,
            _LEADS[rules.pagat_lead],
            rules.emperor_strict,
            contract.goal,
        ),
        announces=contract.bonuses and rules.may_announce,
        kontra=rules.kontra_max > 1 and (contract.name != "klop" or rules.klop_kontra),
    )
