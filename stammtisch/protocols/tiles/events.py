"""The table at which a session sits, as the lines of the tiles protocol tell of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from stammtisch.games.game import Seat
from stammtisch.games.tiles.records import (
    EMPTY_RACK,
    Cheated,
    Dealt,
    Drawn,
    Emptied,
    PutDown,
    Rack,
    Status,
    View,
    Won,
)
from stammtisch.games.tiles.tile import Tile
from stammtisch.protocols.tiles.lines import (
    SEATS,
    SERVER,
    line,
    names_text,
    played_by,
    rack_text,
    stacks_text,
)
from stammtisch.replies import Joined
from stammtisch.tables.events import (
    AnyEvent,
    Closed,
    Ended,
    Left,
    Opened,
    Readied,
    Renamed,
    Said,
    Sat,
    SeatInfo,
)


# The same standing goes to every seat, and RSTA asks for it again after every put.
@lru_cache(maxsize=4096)
def standing(tops: tuple[Tile | None, ...], turn: Seat) -> str:
    """The two arguments of STAT and +RSTA."""
    return line(stacks_text(tops), str(turn))


NO_NAMES = line(names_text([]))
NO_STANDING = standing((None,) * SEATS, 0)


class Lobby:
    """What one seat has been told of its table. Each piece of news becomes zero or more lines.

    The client learns what it holds from the answers to its own DRAW, PUTT and WINC. Where its
    tiles change unasked (the turn's clock ran out, the same person plays through another
    connection too), it is given its rack with +WINC: at a STRT in the middle of a game the
    original client opens a second screen behind the first.
    """

    __slots__ = (
        "gone",
        "names",
        "number",
        "rack",
        "seat",
        "seats",
        "standing",
        "table",
        "turn",
        "unheeded",
    )

    def __init__(self, joined: Joined) -> None:
        snapshot = joined.snapshot
        self.table = snapshot.info.id
        self.number = snapshot.info.number
        self.seat = joined.seat
        #: This session has no seat there any more.
        self.gone = False
        #: As the server keeps it: a drawn tile goes to the first empty place.
        self.rack: list[Tile | None] | None = None
        #: The arguments of the last STAT.
        self.standing = NO_STANDING
        #: Whose turn it is by that STAT; None without a game.
        self.turn: Seat | None = None
        #: It is this seat's turn, and its client has not tried to move since it was told.
        self.unheeded = False
        self._seated(snapshot.info.seats)
        view = snapshot.view
        if snapshot.info.phase == "playing" and isinstance(view, View) and not view.over:
            self.rack = None if view.rack is None else list(view.rack)
            tops = tuple(stack[-1] if stack else None for stack in view.exchange)
            self._stands(tops, view.turn or 0)

    def _stands(self, tops: tuple[Tile | None, ...], turn: Seat) -> None:
        self.standing = standing(tops, turn)
        if turn != self.turn:
            self.turn, self.unheeded = turn, turn == self.seat

    def _seated(self, seats: Sequence[SeatInfo]) -> None:
        self.seats = seats
        #: The argument of NAMS and +RNAM.
        self.names = line(names_text([played_by(seat) for seat in seats]))

    # --- lines --------------------------------------------------------------------------------

    def greeting(self) -> list[str]:
        """For somebody who joins a running game: its rack, and whose turn it is."""
        return [] if self.rack is None else [self._start(), self._stat()]

    def joined(self, name: str) -> list[str]:
        return [line("JOND", name), self._nams()]

    def own_rack(self) -> Rack:
        return EMPTY_RACK if self.rack is None else tuple(self.rack)

    def reminder(self) -> str | None:
        """The last STAT, for a client that may have lost it and is waited for."""
        return self._stat() if self.unheeded else None

    def _start(self) -> str:
        return line("STRT", rack_text(self.own_rack()), str(self.seat or 0))

    def _changed_rack(self) -> str:
        return line("+WINC", rack_text(self.own_rack()))

    def _stat(self) -> str:
        return "STAT " + self.standing

    def _nams(self) -> str:
        return "NAMS " + self.names

    # --- news ---------------------------------------------------------------------------------

    def tell(self, events: Iterable[AnyEvent]) -> list[str]:
        """The lines that say what happened."""
        lines: list[str] = []
        for event in events:
            # Every second event of a game: it goes ahead of the table below.
            if type(event) is Status:
                self._stands(event.tops, event.turn)
                lines.append("STAT " + self.standing)
            elif told := _TOLD.get(type(event)):
                lines += told(self, event)
        return lines

    def draws(self, tile: Tile | None) -> None:
        """This seat has drawn that tile."""
        if self.rack is not None and None in self.rack:
            self.rack[self.rack.index(None)] = tile

    def puts(self, tile: Tile) -> None:
        """This seat has put that tile down."""
        if self.rack is not None and tile in self.rack:
            self.rack[self.rack.index(tile)] = None

    def cheats(self, rack: Rack | None) -> None:
        self.rack = None if rack is None else list(rack)

    def rename(self, name: str) -> list[str]:
        """This session's own name has changed."""
        self._seated(
            [
                msgspec.structs.replace(seat, name=name) if at == self.seat else seat
                for at, seat in enumerate(self.seats)
            ]
        )
        return [self._nams()]

    def _sat(self, event: Sat) -> list[str]:
        self._seated(event.seats)
        if event.seat == self.seat:
            # A newcomer to a seat may hear first that its owner has left it.
            self.gone = False
        return self.joined(event.name)

    def _left(self, event: Left) -> list[str]:
        self._seated(event.seats)
        self.gone = event.seat == self.seat and not event.away
        return [line("LEFT", event.name), self._nams()]

    def _renamed(self, event: Renamed) -> list[str]:
        before = self.names
        self._seated(event.seats)
        return [] if self.names == before else [self._nams()]

    def _changed(self, event: Readied | Opened) -> list[str]:
        self._seated(event.seats)
        return []

    def _dealt(self, event: Dealt) -> list[str]:
        rack = None if self.seat is None else event.racks[self.seat]
        if rack is None:
            return []
        self.rack = list(rack)
        return [self._start()]

    def _drawn(self, event: Drawn) -> list[str]:
        if event.seat != self.seat:
            return []
        self.draws(event.tile)
        return [self._changed_rack()]

    def _put_down(self, event: PutDown) -> list[str]:
        if event.seat != self.seat:
            return []
        self.puts(event.tile)
        return [self._changed_rack()]

    def _cheated(self, event: Cheated) -> list[str]:
        if event.seat != self.seat:
            return []
        self.cheats(event.rack)
        return [self._changed_rack()]

    def _won(self, event: Won) -> list[str]:
        self._finish()
        return [line("PWIN", self._winner(event.seat))]

    def _winner(self, seat: Seat) -> str:
        # A seat that nobody owns can win too: a bot sits in for who left.
        return self.seats[seat].name or "bot"

    def _emptied(self, event: Emptied) -> list[str]:
        self._finish()
        return ["EMPT"]

    def _ended(self, event: Ended) -> list[str]:
        self._finish()
        if event.outcome != "aborted":
            return []
        return [line("EMPT", event.reason or "The match was broken off.")]

    def _finish(self) -> None:
        self.rack = None
        self.standing = NO_STANDING
        self.turn, self.unheeded = None, False

    def _said(self, event: Said) -> list[str]:
        return [line("CATS", "l", event.text, event.name)]

    def _closed(self, event: Closed) -> list[str]:
        name = None if self.seat is None else self.seats[self.seat].name
        self.gone = True
        self._seated([])
        said = [line("CATS", "l", event.reason, SERVER)]
        return said if name is None else [*said, line("LEFT", name), self._nams()]


_TOLD: Mapping[type, Callable[[Lobby, Any], list[str]]] = {
    Sat: Lobby._sat,
    Left: Lobby._left,
    Renamed: Lobby._renamed,
    Readied: Lobby._changed,
    Opened: Lobby._changed,
    Dealt: Lobby._dealt,
    Drawn: Lobby._drawn,
    PutDown: Lobby._put_down,
    Cheated: Lobby._cheated,
    Won: Lobby._won,
    Emptied: Lobby._emptied,
    Ended: Lobby._ended,
    Said: Lobby._said,
    Closed: Lobby._closed,
}
