"""The cheat's rack: fourteen invented tiles that win, as the protocol's own server gives them."""

from __future__ import annotations

from typing import Final

from stammtisch.games.tiles.records import Rack
from stammtisch.games.tiles.tile import COLOURS, Tile, tile

_RED, _BLUE, _YELLOW, _BLACK = range(len(COLOURS))

_RACK: Final[Rack] = (
    *(tile(0, _BLACK), tile(2, _BLUE), tile(3, _BLUE), None),
    *(*(tile(number, _RED) for number in range(1, 5)), *(None,) * 4),
    *(*(tile(number, _YELLOW) for number in range(1, 8)), *(None,) * 5),
)
#: Where a seat that held fifteen finds one more, to put.
SPARE_PLACE: Final = 19


def cheat_rack(fifteen: bool) -> list[Tile | None]:
    rack = list(_RACK)
    if fifteen:
        rack[SPARE_PLACE] = tile(0, _YELLOW)
    return rack
