"""The bots of the house, by game and level."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
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


def bot_named(game: str, bot: str | Bot) -> Bot:
    """The bot of a level, or one of `module:Class`, which is looked for here too; a bot itself is
    what it is."""
    if not isinstance(bot, str):
        return bot
    return _bot_at(bot) if ":" in bot else bot_for(game, bot)


@cache
def _bot_at(place: str) -> Bot:
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    try:
        found = resolve_name(place)
        bot: Bot = found() if isinstance(found, type) else found
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        raise Refusal(
            "no_such_bot",
            "There is no bot {place}: {error}. It is written as module:Class.",
            place=place,
            error=str(error),
        ) from error
    for part in ("level", "choose"):
        if not hasattr(bot, part):
            raise Refusal("no_bot", "{place} is no bot: it has no {part}.", place=place, part=part)
    return bot
