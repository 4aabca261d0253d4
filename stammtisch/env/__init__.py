"""The games as PettingZoo environments, for those who teach machines to play.

    from stammtisch.env import make

    table = make("tarock")
    table.reset(seed=1)

needs the extra `env` (`pip install stammtisch[env]`). `docs/research.md` has the layouts.
"""

from __future__ import annotations

from collections.abc import Mapping

from stammtisch.env import doppelkopf as _doppelkopf
from stammtisch.env import mao as _mao
from stammtisch.env import tarock as _tarock
from stammtisch.env import tiles as _tiles
from stammtisch.env.layout import Coding
from stammtisch.env.table import TableEnv
from stammtisch.games.game import Refusal, Value

__all__ = ["CODINGS", "TableEnv", "make"]

CODINGS: dict[str, Coding] = {
    one.game.name: one for one in (_tiles.CODING, _mao.CODING, _doppelkopf.CODING, _tarock.CODING)
}


def make(
    game: str,
    profile: str | None = None,
    options: Mapping[str, Value] | None = None,
    seats: int = 4,
    most_steps: int | None = None,
) -> TableEnv:
    """An environment of that game: see `TableEnv`."""
    if game not in CODINGS:
        raise Refusal(
            "unknown_game",
            "There is no environment for {game}; there is one for {known}.",
            game=repr(game),
            known=", ".join(CODINGS),
        )
    return TableEnv(CODINGS[game], profile, options, seats, most_steps)
