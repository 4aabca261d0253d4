"""The games of the house, by name."""

from __future__ import annotations

from stammtisch.games.game import Game, Refusal
from stammtisch.games.mao.match import MAO
from stammtisch.games.tarock.match import TAROCK
from stammtisch.games.tiles.match import TILES

GAMES: dict[str, Game] = {game.name: game for game in (TILES, MAO, TAROCK)}


def game_named(name: str) -> Game:
    try:
        return GAMES[name]
    except KeyError:
        raise Refusal(
            "unknown_game", f"There is no game {name!r} here; there is {', '.join(GAMES)}."
        ) from None
