"""The options of tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from stammtisch.games.game import Rules, Value, option


@dataclass(frozen=True)
class TilesRules(Rules):
    """How a table plays tiles. `docs/rules/tiles.md` tells the rules themselves."""

    game: ClassVar[str] = "tiles"
    version: ClassVar[int] = 1
    profiles: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "classic": {},
        "okey": {"joker_indicator": True, "pairs_win": True},
    }

    joker_indicator: bool = option(
        False, "A tile turned up after the deal decides the joker: the next number of its colour."
    )
    pairs_win: bool = option(False, "Seven pairs of equal tiles win, too.")
    turn_clock: int = option(
        0, "Seconds for a turn before the table plays for the player; 0 is off.", least=0, most=600
    )
    cheats: bool = option(
        False, "A player may ask for a winning rack. Such a match never counts.", cheat=True
    )

    def contradictions(self) -> Iterator[str]:
        if self.joker_indicator and self.cheats:
            yield (
                "cheats cannot go with joker_indicator: the cheat's winning rack holds a marked "
                "joker, which the indicator makes an ordinary tile."
            )
