"""Every game of the house keeps the contract, by all of its profiles, and however it is played."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from stammtisch.games.game import Game, Match, Rules
from stammtisch.games.games import GAMES
from stammtisch.games.refusal import OF_EVERY_MATCH
from tests.contract.checks import CHECKS, Check, check_ends, check_no_leak
from tests.contract.refusals import check_raised, check_refusals, raised_in
from tests.contract.variants import profiles, tables
from tests.properties import often

PROFILES = [(game, rules) for game in GAMES.values() for rules in profiles(game)]
#: Tables with options at random: most of what goes wrong there is something that gets out, and to
#: look for that takes least.
TABLES = [
    pytest.param(game, rules, number, id=f"{game.name}-{number}")
    for game in GAMES.values()
    for number, rules in enumerate(tables(game, often(80)))
]
#: To so many of them of each game everything is done.
WHOLLY = often(16)
SEEDS = range(4)
#: Whole matches take long: one of a few rounds is enough.
LONG: dict[Check, range] = {check_ends: range(1)}
FEW_ROUNDS = 4


def name(part: object) -> str:
    if isinstance(part, Game):
        return part.name
    if isinstance(part, Rules):
        changes = (f"{option}={value}" for option, value in part.changes().items())
        return " ".join((part.profile, *changes))
    return getattr(part, "__name__", "").removeprefix("check_")


def shortened(rules: Rules) -> Rules:
    """The same, but for how many rounds there are, where that can be chosen."""
    if rules.values().get("rounds", 0) in range(FEW_ROUNDS + 1):
        return rules
    return type(rules).named(rules.profile, {**rules.changes(), "rounds": FEW_ROUNDS})


@pytest.mark.parametrize("check", CHECKS, ids=name)
@pytest.mark.parametrize(("game", "rules"), PROFILES, ids=name)
def test_by_every_profile(game: Game, rules: Rules, check: Check) -> None:
    played = shortened(rules) if check is check_ends else rules
    for seed in LONG.get(check, SEEDS):
        check(game, played, seed)


@pytest.mark.variants
@pytest.mark.parametrize(("game", "rules", "number"), TABLES)
def test_however_a_table_likes_it(game: Game, rules: Rules, number: int) -> None:
    for check in CHECKS if number < WHOLLY else (check_no_leak,):
        if check is not check_ends:
            check(game, rules, number)


@pytest.mark.parametrize("game", GAMES.values(), ids=name)
def test_refusals_are_listed_with_their_sentences(game: Game) -> None:
    check_refusals(game)


def test_what_every_match_refuses_is_listed_too() -> None:
    raised = raised_in(Path(inspect.getfile(Match)).read_text(encoding="utf-8"))
    check_raised(OF_EVERY_MATCH, [one for one in raised if one[0] != "bad_seats"])
