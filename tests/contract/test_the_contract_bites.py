"""A contract that cannot be broken is worth nothing: Hearts with one fault each, and the check that
finds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from stammtisch.games.game import Game, Match, Refusal, Value, option
from stammtisch.games.mao.match import MAO
from stammtisch.games.tiles.match import TILES
from tests.contract import checks
from tests.contract.checks import Check
from tests.contract.faulty import FAULTS
from tests.contract.insides import attributes, is_frozen
from tests.contract.refusals import Raised, check_raised, raised_in
from tests.games.hearts.match import HEARTS_GAME
from tests.games.hearts.records import HeartsRules

SEEDS = range(12)


def fails(check: Check, game: Game, profile: str | None = None) -> None:
    """The check notices with one of the first seeds."""
    with pytest.raises((AssertionError, Refusal, LookupError, TypeError)):
        for seed in SEEDS:
            check(game, game.rules.named(profile or game.usual_profile), seed)


@pytest.mark.parametrize(
    ("game", "check", "profile"),
    FAULTS,
    ids=lambda part: part.match.__name__ if isinstance(part, Game) else "",
)
def test_a_fault_is_found(game: Game, check: Check, profile: str) -> None:
    fails(check, game, profile)


def test_without_a_fault_nothing_is_found() -> None:
    for profile in HEARTS_GAME.rules.profiles:
        for check in checks.CHECKS:
            check(HEARTS_GAME, HEARTS_GAME.rules.named(profile), 0)


# --- what is missing in a digest ---------------------------------------------------------------


def _paths(game: Game, profile: str) -> list[str]:
    """Every attribute of a match, and those of its parts that are objects (all but Mao's memory,
    which sorts itself when it is asked)."""
    match = game.new(game.rules.named(profile), game.seats[0])
    found: list[str] = []
    for name, value in attributes(match).items():
        inner = [] if is_frozen(value) or isinstance(value, list | dict) else attributes(value)
        found += [f"{name}.{part}" for part in inner] or [name]
    return [path for path in found if path not in match.derived and "memory" not in path]


def _blind(game: Game, profile: str, path: str) -> Game:
    """The same game, but its state is as if that part of the match were still new."""
    fresh = game.new(game.rules.named(profile), game.seats[0])

    def state(self: Match) -> tuple[Any, ...]:
        *way, last = path.split(".")
        part: Any = self
        new: Any = fresh
        for name in way:
            part, new = getattr(part, name), getattr(new, name)
        true = getattr(part, last)
        setattr(part, last, getattr(new, last))
        try:
            return game.match.state(self)
        finally:
            setattr(part, last, true)

    return replace(game, match=type(f"Blind{path}", (game.match,), {"state": state}))


@pytest.mark.parametrize(
    ("game", "profile", "path"),
    [
        (game, profile, path)
        for game, profile in ((HEARTS_GAME, "quick"), (TILES, "okey"), (MAO, "chaired"))
        for path in _paths(game, profile)
    ],
    ids=lambda part: getattr(part, "name", part),
)
def test_whatever_is_missing_in_a_digest_is_found(game: Game, profile: str, path: str) -> None:
    rules = game.rules.named(profile)
    with pytest.raises(AssertionError, match=f"does not know {path}"):
        for seed in range(3):
            checks.check_digest_knows_everything(_blind(game, profile, path), rules, seed)


# --- rules and refusals ------------------------------------------------------------------------


@dataclass(frozen=True)
class OddDefault(HeartsRules):
    odd: int = option(15, "Not in its steps.", least=0, most=100, step=10)


@dataclass(frozen=True)
class NeedsNothing(HeartsRules):
    odd: bool = option(False, "Needs what is not there.", needs={"nothing": (True,)})


@dataclass(frozen=True)
class NeedsTooMuch(HeartsRules):
    odd: bool = option(False, "Needs what cannot be.", needs={"limit": (15,)})


@dataclass(frozen=True)
class OddProfile(HeartsRules):
    profiles: ClassVar[Mapping[str, Mapping[str, Value]]] = {"plain": {"limit": 15}}


@dataclass(frozen=True)
class Contradictory(HeartsRules):
    def contradictions(self) -> Any:
        yield "Nothing goes with nothing."


@pytest.mark.parametrize(
    "kind", [OddDefault, NeedsNothing, NeedsTooMuch, OddProfile, Contradictory]
)
def test_rules_that_cannot_be_are_found(kind: type[HeartsRules]) -> None:
    fails(checks.check_options, replace(HEARTS_GAME, rules=kind))


@pytest.mark.parametrize(
    "source",
    [
        'raise Refusal("full", f"No more than {most}.")',
        'raise Refusal(code, "No more.")',
        'raise Refusal("full", "No more than {most}.")',
        'raise Refusal("full", "No more than {most}.", least=3)',
        'raise Refusal("full", "No more than {most}.", most=3)\nRefusal("full", "Full.")',
        'raise Refusal("full", "No more than {most}.", most=3)\nRefusal("empty", "Empty.")',
        'raise Refusal("full", "Only {most}.", most=3)',
        "",
    ],
)
def test_a_refusal_that_is_not_as_listed_is_found(source: str) -> None:
    table = {"full": "No more than {most}."}
    with pytest.raises(AssertionError):
        check_raised(table, list(raised_in(source)))


def test_a_refusal_as_listed_is_fine() -> None:
    raised: list[Raised] = list(raised_in('Refusal("full", "No more than {most}.", most=3)'))
    check_raised({"full": "No more than {most}."}, raised)
