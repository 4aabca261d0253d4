"""The games of the server, by name.

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
from stammtisch.games.tarock.match import TAROCK
from stammtisch.games.tiles.match import TILES

#: Where games of other packages are named.
VARIABLE = "STAMMTISCH_GAMES"


def games_in(words: str) -> Iterator[Game]:
    """The games of a list of `module:NAME`, or a `Refusal` that says which is not there."""
    for word in filter(None, (word.strip() for word in words.split(","))):
        module, colon, name = word.partition(":")
        if not (module and colon and name):
            raise _not_there(word, "which is not written as module:NAME")
        try:
            game = getattr(import_module(module), name)
        except ImportError as error:
            raise _not_there(word, f"which cannot be imported ({error})") from error
        except AttributeError:
            raise _not_there(word, f"but there is no {name} in {module}") from None
        if not isinstance(game, Game):
            raise _not_there(word, "which is no Game")
        yield game


def _not_there(word: str, reason: str) -> Refusal:
    return Refusal(
        "bad_game",
        "{variable} names {word}, {reason}.",
        variable=VARIABLE,
        word=word,
        reason=reason,
    )


GAMES: dict[str, Game] = {
    game.name: game
    for game in (TILES, MAO, DOPPELKOPF, TAROCK, *games_in(os.environ.get(VARIABLE, "")))
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
