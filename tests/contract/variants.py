"""Rules to play by: all profiles of a game, and some tables that chose otherwise."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

from stammtisch.games.game import Game, Option, Refusal, Rules


def profiles(game: Game) -> Iterator[Rules]:
    yield from (game.rules.named(profile) for profile in game.rules.profiles)


def tables(game: Game, count: int) -> Iterator[Rules]:
    """With every option as people might like it.

    What an option is at a table depends on its own name and the table's number alone, so that a new
    option does not change all others."""
    profiles = list(game.rules.profiles)
    for number in itertools.count():
        if not count:
            return
        changes = {
            option.name: _some_value(option, Random(f"{game.name} {option.name} {number}"))
            for option in game.rules.options()
        }
        try:
            yield game.rules.named(Random(f"{game.name} {number}").choice(profiles), changes)
            count -= 1
        except Refusal:
            # These do not go together.
            continue


def _some_value(option: Option, rng: Random) -> Any:
    if option.kind == "switch":
        return rng.random() < 0.5
    if option.kind == "set":
        return [word for word in option.choices if rng.random() < 0.5]
    if option.choices:
        return rng.choice(option.choices)
    if option.least is None or option.most is None:
        return option.default
    # Small ones mostly: what is long takes long.
    span = (min(option.most, option.least + 30 * option.step) - option.least) // option.step
    return option.least + option.step * rng.randint(0, span)
