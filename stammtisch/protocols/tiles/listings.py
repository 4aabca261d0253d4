"""The lists that answer LPLA, LLPL, LGAM and HIGH, each as one token."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import localtime, strftime

from stammtisch.house.requests import Players, Scores, Tables
from stammtisch.protocols.tiles.wording import line, shown
from stammtisch.records import HighScore
from stammtisch.tables.answers import TableInfo


def players(players: Players) -> str:
    return line(*players.names)


def lobbies(tables: Tables) -> str:
    """Each lobby's number and the names at its seats, up to the last that was ever taken."""
    return line(*map(_lobby, tables.tables))


def _lobby(table: TableInfo) -> str:
    used = max((at for at, seat in enumerate(table.seats, 1) if seat.used or seat.name), default=0)
    return line(str(table.number), *map(shown, table.seats[:used]))


def _count(table: TableInfo) -> int:
    return sum(1 for seat in table.seats if shown(seat))


def _state(table: TableInfo) -> str | None:
    """`o`pen, `r`unning (as soon as all seats are taken) or `f`inished.

    As in the original, a game with a seat to be had is open. One to which nobody has come back yet
    is none of these, though it is kept for its players.
    """
    if table.phase == "over":
        return "f"
    if table.phase == "playing":
        open_seat = any(seat.free for seat in table.seats)
        return "o" if open_seat else "r" if _count(table) else None
    return "r" if _count(table) == len(table.seats) else "o"


_GAME: Mapping[str, Callable[[TableInfo], str]] = {
    "o": lambda table: f"{table.number}:{_count(table)}",
    "r": lambda table: str(table.number),
    "f": lambda table: f"{table.number}:{table.winner or ''}",
}
STATES = _GAME.keys()

#: Who has won where nobody has, for a reader that ends if it finds no name.
NOBODY = "nobody"


def games(state: str, tables: Tables) -> str:
    """The lobbies in that state, which is one of `STATES`."""
    return line(*_games(state, tables))


def original_games(state: str, tables: Tables) -> str:
    """The same as the original client can read it: of what runs or is over it expects a list with
    commas, and a winner of each match."""
    listed = _games(state, tables)
    if state == "o":
        return line(*listed)
    # A comma in a name would part it.
    named = [one.replace(",", "_") + (NOBODY if one.endswith(":") else "") for one in listed]
    return ",".join(named)


def _games(state: str, tables: Tables) -> Sequence[str]:
    return [_GAME[state](table) for table in tables.tables if _state(table) == state]


def scores(scores: Scores) -> str:
    return line(*map(_score, scores.scores))


def _score(entry: HighScore) -> str:
    date = strftime("%Y-%m-%d,%H:%M", localtime(entry.at))
    return line(entry.name, date, str(entry.score))
