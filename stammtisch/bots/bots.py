"""The bots of the house, by game and level."""

from __future__ import annotations

from stammtisch.bots.bot import Bot
from stammtisch.bots.mao.player import MaoPlayer
from stammtisch.bots.tiles.easy import Easy
from stammtisch.bots.tiles.hard import Hard
from stammtisch.bots.tiles.medium import Medium
from stammtisch.bots.uniform import Uniform
from stammtisch.games.game import Refusal

#: The levels that people choose from, and the one for simulations.
LEVELS = ("easy", "medium", "hard", "random")

_BOTS: dict[str, dict[str, Bot]] = {
    "tiles": {bot.level: bot for bot in (Easy(), Medium(), Hard(), Uniform())},
    "mao": {level: MaoPlayer(level) for level in LEVELS},
}


def bot_for(game: str, level: str) -> Bot:
    """The bot of that level. It remembers nothing, so every seat may use the same one."""
    if game not in _BOTS:
        raise Refusal("unknown_game", f"There are no bots for {game!r}.")
    if level not in _BOTS[game]:
        raise Refusal(
            "unknown_level", f"There is no bot level {level!r}; there is {', '.join(LEVELS)}."
        )
    return _BOTS[game][level]
