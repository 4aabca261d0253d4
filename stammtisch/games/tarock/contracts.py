"""The contracts, in the order in which they outbid each other, and how a table plays them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from stammtisch.games.tarock import kernel
from stammtisch.games.tarock.kernel import PLAY_ALL, TAKE_ALL, TAKE_NONE, Manner
from stammtisch.games.tarock.rules import TarockRules

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
