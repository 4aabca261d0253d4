"""The bots of the house, by game and level."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pkgutil import resolve_name

from stammtisch.bots.bot import Bot
from stammtisch.bots.uniform import Uniform
from stammtisch.games.game import Refusal
from stammtisch.games.games import game_named

#: The levels that people choose from, and the one for simulations, which every game has.
LEVELS = ("easy", "medium", "hard", "random")


@cache
def _bots_of(game: str) -> Mapping[str, Bot]:
    """Where the game says that its bots are; they are imported when the first is asked for."""
    place = game_named(game).bots
    own: Mapping[str, Bot] = {} if place is None else resolve_name(place)
    return {**own} if "random" in own else {**own, "random": Uniform()}


def levels_of(game: str) -> tuple[str, ...]:
    """The levels that the game has bots of, as it lists them."""
    return tuple(_bots_of(game))


#: Who is asked for advice, the best first.
_ADVISERS = ("hard", "medium", "easy", "random")


def adviser_of(game: str) -> str:
    """The level of the best bot that the game has."""
    known = levels_of(game)
    return next(level for level in _ADVISERS if level in known)


def bot_for(game: str, level: str) -> Bot:
    """The bot of that level. It remembers nothing, so every seat may use the same one."""
    bots = _bots_of(game)
    if level not in bots:
        raise Refusal(
            "unknown_level",
            "There is no bot level {level}; there is {known}.",
            level=repr(level),
            known=", ".join(bots),
        )
    return bots[level]
