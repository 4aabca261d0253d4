"""Every option changes something: the same players play differently, or are paid differently."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.game import Deal
from tests.games.doppelkopf.playing import healthy, play_out, put, rules, say, seed, step

SEARCHED = 1500
#: Normal games only.
NORMAL: dict[str, Any] = {"solos": []}
POOR: dict[str, Any] = {"poverty": "sell", "solos": [], "wedding": "none"}
SOLO: dict[str, Any] = {"solos": ["solo_hearts", "solo_spades", "solo_clubs"]}
BUCK: dict[str, Any] = {
    "buck_round": "succession",
    "buck_cause": ["re_kontra_lost"],
    "buck_amount": 4,
}
THROW: dict[str, Any] = {"throw": "throw", "throw_cases": ["7full"]}

#: What else must hold for the option to matter, and two of its values.
OPTIONS: dict[str, tuple[dict[str, Any], Any, Any]] = {
    "without9": ({}, "with_all", "without"),
    "open_cards": ({}, False, True),
    "heart10": (NORMAL, True, False),
    "heart10_prio": (NORMAL, "first", "second"),
    "heart10_lasttrick": (NORMAL, "first", "second"),
    "pigs": (NORMAL, "none", "two_on_play"),
    "superpigs": (NORMAL | {"pigs": "two_reservation"}, "none", "reservation"),
    "joker": (NORMAL, "none", "over_h10"),
    "doppelkopf": (NORMAL, True, False),
    "fox": (NORMAL, True, False),
    "fox_lasttrick": (NORMAL, False, True),
    "charlie": (NORMAL, True, False),
    "charlie_broken": (NORMAL, False, True),
    "jane": (NORMAL, False, True),
    "heart_trick": (NORMAL, False, True),
    "sec_black_trick": (NORMAL, False, True),
    "hobgoblin": (NORMAL, False, True),
    "wedding": (NORMAL, "3_trick", "none"),
    "poverty": (POOR, "sell", "circulate_duty"),
    "poverty_consequence": (POOR, "none", "ramsch"),
    "throw": (THROW, "throw", "reservation"),
    "throw_cases": (THROW, ["7full"], ["5_k"]),
    "solos": ({}, ["solo_queen"], ["solo_jack"]),
    "solo_prio": ({}, "first", "prio"),
    "solist_begins": ({}, False, True),
    "solo_shift_h10": (SOLO, False, True),
    "compulsory_solos": ({"rounds": 4}, False, True),
    "calls_when": ({}, "any_time", "own_turn"),
    "calls_skip": ({}, True, False),
    "re_kontra": ({}, "+2", "*2"),
    "buck_round": (BUCK, "succession", "none"),
    "buck_cause": (BUCK, ["re_kontra_lost"], ["solo_lost"]),
    "buck_amount": (BUCK, 4, 1),
    "wrongmove": ({}, "prohibit", "allow_points"),
    "penalty_points": ({"wrongmove": "allow_points"}, 5, 6),
    "rounds": ({}, 0, 1),
}
#: What random players hardly ever come to, with a way to come to it.
RARE: dict[str, tuple[Any, Any]] = {
    "charlie_prio": ("first", "second"),
    "coward": ("none", "210_no_re"),
    "repeat_game": (False, True),
}
#: A matter of who shows the table, not of the rules.
ELSEWHERE = {"pace"}


def test_all_options_are_here() -> None:
    assert set(OPTIONS) | set(RARE) | ELSEWHERE == {
        option.name for option in DoppelkopfRules.options()
    }


def course(chosen: DoppelkopfRules, number: int) -> list[Any]:
    """What everybody sees of two rounds of players who decide by the same dice."""
    rng = Random(number)
    match = DoppelkopfMatch(chosen, 4)
    match.quiet = True
    seen: list[Any] = []
    for now in range(400):
        if match.outcome is not None or match.round > 2:
            break
        step(match, rng, now)
        if now == 1:
            seen.append(match.view(None))
    return [*seen, match.sheet, match.outcome is None, match.buck]


@pytest.mark.parametrize("name", OPTIONS)
def test_the_option_changes_something(name: str) -> None:
    others, one, another = OPTIONS[name]
    this, that = (rules("house", **{**others, name: value}) for value in (one, another))
    assert any(course(this, number) != course(that, number) for number in range(SEARCHED))


def last_cards_kept(chosen: DoppelkopfRules, number: int) -> list[Any]:
    """A normal game in which everybody keeps a club jack as long as possible."""
    match = DoppelkopfMatch(chosen, 4)
    match.apply(None, Deal(seed(number)))
    healthy(match)
    play_out(match, lambda cards, key: min(cards, key=lambda one: (one.card == "cj", key(one))))
    return [trick.winner for trick in match.history]


def every_trick_won(chosen: DoppelkopfRules, number: int) -> list[Any]:
    match = DoppelkopfMatch(chosen, 4)
    put(match, ("cq cq sq sq hq hq dq dq ca ca sa sa",))
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_queen")
    play_out(match, lambda cards, key: min(cards, key=lambda one: (one.card[1] != "q", key(one))))
    return [match.sheet[-1].change]


def nobody_says_anything(chosen: DoppelkopfRules, number: int) -> list[Any]:
    match = DoppelkopfMatch(chosen, 4)
    match.apply(None, Deal(seed(number)))
    healthy(match)
    play_out(match)
    return [match.sheet, match.first]


PLAYED = {
    "charlie_prio": last_cards_kept,
    "coward": every_trick_won,
    "repeat_game": nobody_says_anything,
}


@pytest.mark.parametrize("name", RARE)
def test_the_rare_option_changes_something(name: str) -> None:
    this, that = (rules("house", **{name: value}) for value in RARE[name])
    played = PLAYED[name]
    assert any(played(this, number) != played(that, number) for number in range(SEARCHED))
