"""A deal to test with, and how deals are played out."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.game import Refusal
from stammtisch.games.tarock.match import TAROCK, TarockMatch
from stammtisch.games.tarock.records import Result
from stammtisch.games.tarock.rules import TarockRules
from tests.games.tarock.playing import bid, dealt, play

#: A deal in which seat 0 holds high taroks, seat 1 clubs, seat 2 hearts and the king of it, and
#: seat 3 the rest.
HANDS = (
    "T21 TS T20 T19 T18 T17 T16 T15 H4 H3 D4 S7",
    "CK CQ CN CJ C10 C9 C8 C7 T2 T3 T4 T5",
    "HK HQ HN HJ H1 H2 T1 T6 T7 T8 S8 S9",
    "DK DQ DN DJ D1 D2 D3 SK SQ SN SJ T9",
)
TALON = "T10 S10 T11 T12 T13 T14"


def refused(match: TarockMatch, seat: int | None, action: object) -> str:
    """The code of the refusal; nothing has changed by it."""
    before = match.state()
    with pytest.raises(Refusal) as refusal:
        match.apply(seat, action)  # type: ignore[arg-type]
    assert match.state() == before
    assert refusal.value.code in TAROCK.refusals or refusal.value.code in (
        "no_seat",
        "house_only",
        "unknown_action",
    )
    assert refusal.value.reason.endswith(".")
    return refusal.value.code


def last_result(match: TarockMatch) -> Result:
    return match.sheet.results()[-1]


def play_out(match: TarockMatch, seed: int = 0) -> Result:
    """Any cards until the deal is scored."""
    rng = Random(seed)
    while match.phase in ("announcing", "play"):
        seat = match.mover
        match.apply(seat, rng.choice(match.actions(seat)))
    return last_result(match)


def scored_match(**options: int) -> TarockMatch:
    match = dealt(HANDS, TALON, TarockRules.named("common", options))
    bid(match, "pass", "pass", "pass", "beggar")
    play(match, "TS T2 T6 T9")
    assert match.phase == "scored"
    return match
