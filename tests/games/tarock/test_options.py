"""Every option changes something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stammtisch.games.game import Deal, Option
from stammtisch.games.tarock.cards import KINGS, NUMBERS, PACK, TAROKS, TRULA, named
from stammtisch.games.tarock.kernel import legal, winner
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import Announce, CallKing, Exchange
from stammtisch.games.tarock.rules import TarockRules, terms_of
from stammtisch.games.tarock.scoring import Facts, LastTrick, klop_score, score
from stammtisch.games.tarock.table import lay_out
from tests.games.tarock.playing import bid, dealt, play

HANDS = (
    "T21 TS T20 T19 T18 T17 T16 T15 H4 H3 D4 S7",
    "CK CQ CN CJ C10 C9 C8 C7 T2 T3 T4 T5",
    "HQ HN HJ H1 H2 T1 T6 T7 T8 S8 S9 S10",
    "DK DQ DN DJ D1 D2 D3 SK SQ SN SJ T9",
)
TALON = "HK T11 T10 T12 T13 T14"
SPLIT = 1 << NUMBERS["T21"] | 1 << KINGS[0]


def _at_exchange(rules: TarockRules) -> TarockMatch:
    match = dealt(HANDS, TALON, rules)
    bid(match, "pass", "pass", "pass", "three")
    match.apply(0, CallKing("H"))
    return match


def _at_announcing(rules: TarockRules, contract: str = "three") -> TarockMatch:
    match = dealt(HANDS, TALON, rules)
    bid(match, "pass", "pass", "pass", contract)
    while match.phase in ("calling", "exchange"):
        match.apply(0, match.actions(0)[0])
    return match


def _allowed(rules: TarockRules, contract: str, hand: str, trick: str) -> int:
    cards = [NUMBERS[card] for card in trick.split()]
    return legal(terms_of(rules)[contract].manner, named(hand.split()), cards)


def _scores(rules: TarockRules, contract: str = "two", **facts: Any) -> object:
    given = {"declarer": 0, "partner": 2, "pile": SPLIT | 0xFF, "tricks": 6} | facts
    return score(rules, Facts(contract=terms_of(rules)[contract].contract, **given)).seats


def _locked(rules: TarockRules) -> object:
    match = _at_announcing(rules)
    match.apply(0, Announce())
    match.apply(1, Announce())
    if "pagat_ultimo" in match.valid_bonuses:
        match.apply(2, Announce(("pagat_ultimo",)))
    play(match, "T15 T2")
    return match.actions(2)


def _redeal(rules: TarockRules) -> object:
    """From a seed that gives somebody no tarok."""
    seeds = (number.to_bytes(2, "big") for number in range(5000))
    seed = next(
        seed for seed in seeds if not all(hand & TAROKS for hand in lay_out(seed, 3, False)[0])
    )
    match = TarockMatch(rules, 4)
    match.apply(None, Deal(seed))
    poor = [seat for seat in range(4) if not match.dealt[seat] & TAROKS]
    while poor and match.mover != poor[0]:
        bid(match, "pass")
    return poor, poor and match.actions(poor[0])


def _after_a_beggar(rules: TarockRules) -> TarockMatch:
    match = dealt(HANDS, TALON, rules)
    bid(match, "pass", "pass", "pass", "beggar")
    play(match, "TS T2 T6 T9")
    return match


def _ended(rules: TarockRules) -> object:
    match = _after_a_beggar(rules)
    for seat in range(4):
        if match.phase == "scored":
            match.apply(seat, match.actions(seat)[-1])
    return match.totals, match.outcome


PAGAT_TO_PARTNER = LastTrick(0, tuple(NUMBERS[card] for card in ("T1", "T3", "T9", "T4")), 2)

#: For each option something that can be seen of it.
EFFECTS: dict[str, Callable[[TarockRules], object]] = {
    "redeal": _redeal,
    "free_tarok_discard": lambda rules: _at_exchange(rules).forms(0),
    "forced_king_pile": lambda rules: _at_exchange(rules).actions(0),
    "bonuses": lambda rules: (
        _at_announcing(rules).forms(0),
        _scores(rules, pile=TRULA | SPLIT),
    ),
    "ultimo_locked": _locked,
    "kontra_max": lambda rules: (rules.kontra_levels, _at_announcing(rules, "beggar").phase),
    "klop_kontra": lambda rules: _at_announcing(rules, "klop").phase,
    "solo_without_bonuses": lambda rules: _at_announcing(rules, "solo_without").forms(0),
    "solo_without_lead": lambda rules: _lead_of_solo_without(rules),
    "emperor_strict": lambda rules: winner(
        terms_of(rules)["two"].manner, [NUMBERS[card] for card in ("T1", "T21", "TS", "C7")]
    ),
    "pagat_lead": lambda rules: (
        _allowed(rules, "klop", "T1 H4", ""),
        _allowed(rules, "klop", "T1 T2", ""),
    ),
    "overtake": lambda rules: _allowed(rules, "klop", "T3 T9", "C10 T7"),
    "rounding": lambda rules: _scores(rules),
    "partner_score": lambda rules: _scores(rules),
    "solo_without": lambda rules: _scores(rules, "solo_without"),
    "silent_valat": lambda rules: _scores(rules, pile=PACK, tricks=12),
    "valat_value": lambda rules: _scores(rules, "valat", pile=PACK, tricks=12),
    "pagat_to_partner": lambda rules: _scores(rules, last=PAGAT_TO_PARTNER),
    "mond": lambda rules: _scores(rules, mond_loser=1),
    "mond_shared": lambda rules: _scores(rules, mond_loser=0, mond_taker=2),
    "klop_full": lambda rules: klop_score(rules, [35, 15, 10, 10], [3, 3, 3, 3]).seats,
    "radli": lambda rules: _scores(rules, radelc=True),
    "radli_charge": _ended,
    "deals": lambda rules: (_after_a_beggar(rules).phase, _after_a_beggar(rules).choices),
    "pause": lambda rules: (_after_a_beggar(rules).phase, _after_a_beggar(rules).deadline),
    "turn_clock": lambda rules: _dealt_deadline(rules),
}
#: What must be chosen besides, for an option to show.
WITH: dict[str, dict[str, Any]] = {"radli_charge": {"deals": 1}}


def _lead_of_solo_without(rules: TarockRules) -> object:
    match = dealt(HANDS, TALON, rules)
    bid(match, "solo_without", "pass", "pass", "pass", "solo_without")
    while match.phase == "announcing":
        match.apply(match.mover, Announce())
    return match.mover


def _dealt_deadline(rules: TarockRules) -> object:
    match = TarockMatch(rules, 4)
    match.apply(None, Deal(b"clock"), 50)
    return match.deadline


def _values(option: Option) -> list[Any]:
    if option.name == "deals":
        return [0, 1, 20]
    if option.choices:
        return list(option.choices)
    if option.kind == "switch":
        return [False, True]
    assert option.least is not None
    return [option.least + 10 * step for step in range(3)]


def test_every_option_is_listed_here() -> None:
    assert set(EFFECTS) == {option.name for option in TarockRules.options()}


@pytest.mark.parametrize("option", TarockRules.options(), ids=lambda option: option.name)
def test_every_value_of_an_option_shows(option: Option) -> None:
    seen: dict[str, Any] = {}
    for value in _values(option):
        changes = {**WITH.get(option.name, {}), option.name: value}
        rules = TarockRules.named("common", changes)
        shown = repr(EFFECTS[option.name](rules))
        assert shown not in seen, (value, seen.get(shown))
        seen[shown] = value


def test_a_forced_pile_is_the_kings() -> None:
    rules = TarockRules.named("common", {"forced_king_pile": True})
    match = _at_exchange(rules)
    assert [action.picked for action in match.actions(0) if isinstance(action, Exchange)] == [0]
