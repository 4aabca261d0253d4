"""`GET /lobbies`: the tables that still wait for players."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from stammtisch.protocols.mao.ticket import TABLES, seats_of
from stammtisch.tables.answers import TableInfo

GAME = "mao"


def lobbies(tables: Sequence[TableInfo], taken: Collection[int] = ()) -> dict[str, dict[str, int]]:
    """By table id: how many are there, and how many it takes.

    An id that is not `taken` is an empty lobby. Tables that were opened elsewhere are here by
    their numbers, too. Private ones are missing, like those in a game.
    """
    waiting = {
        str(number): _lobby(0, seats)
        for number in range(TABLES)
        if (seats := seats_of(number)) is not None and number not in taken
    }
    for table in tables:
        if table.game != GAME:
            continue
        players = sum(seat.player is not None and not seat.away for seat in table.seats)
        if table.phase != "playing" and players < len(table.seats):
            waiting[str(table.number)] = _lobby(players, len(table.seats))
        else:
            waiting.pop(str(table.number), None)
    return waiting


def _lobby(players: int, seats: int) -> dict[str, int]:
    return {"numPlayers": players, "maxPlayers": seats}
