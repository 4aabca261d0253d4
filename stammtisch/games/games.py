"""The games of the house, by name.

A game of another package is named in the environment variable `STAMMTISCH_GAMES`, as
`module:NAME`, several with commas between: `NAME` is its `Game`. Child processes find it there too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import import_module

from stammtisch.games.doppelkopf.match import DOPPELKOPF
from stammtisch.games.game import Game, Refusal
from stammtisch.games.mao.match import MAO
from stammtisch.games.tiles.match import TILES

#: Where games of other packages are named.
VARIABLE = "STAMMTISCH_GAMES"


class NoSuchGame(Exception):
    """A game that is named in `STAMMTISCH_GAMES` is not there."""


def games_in(words: str) -> Iterator[Game]:
    """The games of a list of `module:NAME`."""
    for word in filter(None, (word.strip() for word in words.split(","))):
        module, colon, name = word.partition(":")
        if not (module and colon and name):
            raise NoSuchGame(f"{VARIABLE} names games as module:NAME, not as {word!r}.")
        try:
            game = getattr(import_module(module), name)
        except ImportError as error:
            raise NoSuchGame(
                f"{VARIABLE} names {word}, which cannot be imported: {error}."
            ) from error
        except AttributeError:
            raise NoSuchGame(f"{VARIABLE} names {word}, but {module} has no {name}.") from None
        if not isinstance(game, Game):
            raise NoSuchGame(f"{VARIABLE} names {word}, which is no Game.")
        yield game


GAMES: dict[str, Game] = {
    game.name: game for game in (TILES, MAO, DOPPELKOPF, *games_in(os.environ.get(VARIABLE, "")))
}


def game_named(name: str) -> Game:
    try:
        return GAMES[name]
    except KeyError:
        raise Refusal(
            "unknown_game",
            "There is no game {name} here; there is {known}.",
            name=repr(name),
            known=", ".join(GAMES),
        ) from None
