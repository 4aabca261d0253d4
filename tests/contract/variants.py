"""Rules to play by: all profiles of a game, and some tables that chose otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from stammtisch.games.game import Game, Option, Refusal, Rules


def profiles(game: Game) -> Iterator[Rules]:
    yield from (game.rules.named(profile) for profile in game.rules.profiles)


def tables(game: Game, count: int) -> Iterator[Rules]:
    """With every option as people might like it."""
    rng = Random(game.name)
    while count:
        changes = {option.name: _some_value(option, rng) for option in game.rules.options()}
        try:
            yield game.rules.named(rng.choice(list(game.rules.profiles)), changes)
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
