"""The commands of the game itself: REDY, RSTA, DRAW, PUTT and WINC."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from stammtisch.games.tiles.records import (
    EMPTY_RACK,
    Cheat,
    Cheated,
    Draw,
    Drawn,
    Put,
    PutDown,
    Won,
)
from stammtisch.protocols.tiles.lines import NO_LOBBY, reason
from stammtisch.protocols.tiles.lobby import NO_STANDING
from stammtisch.protocols.tiles.text import parse_rack, parse_tile, rack_text, tile_text
from stammtisch.replies import Accepted
from stammtisch.requests import Act, Ready
from stammtisch.vocabulary import Reply

if TYPE_CHECKING:
    from stammtisch.protocols.tiles.session import TilesSession

_DRAW: Mapping[str, Act] = {
    "m": Act(action=Draw("main")),
    "e": Act(action=Draw("exchange")),
}
_CHEAT = Act(action=Cheat())


def rsta(session: TilesSession, arguments: list[str]) -> None:
    session.outbox.append("+RSTA " + (session.lobby.standing if session.lobby else NO_STANDING))


def redy(session: TilesSession, arguments: list[str]) -> None:
    if session.lobby is None:
        session.say("+REDY", NO_LOBBY)
    else:
        session.ask(Ready(), partial(_readied, session))


def _readied(session: TilesSession, reply: Reply) -> None:
    if isinstance(reply, Accepted):
        session.outbox.append("+REDY")
        session.tell(reply.events)
    else:
        session.say("+REDY", *reason(reply))


def draw(session: TilesSession, arguments: list[str]) -> None:
    request = _DRAW.get(arguments[0]) if arguments else None
    session.heeds()
    if session.lobby is None:
        session.say("+DRAW", "", NO_LOBBY)
    elif request is None:
        session.say("+DRAW", "", "One draws from m (the main stack) or e (the exchange stack).")
    else:
        session.ask(request, partial(_drawn, session))


def _drawn(session: TilesSession, reply: Reply) -> None:
    lobby = session.lobby
    if not isinstance(reply, Accepted) or lobby is None:
        session.say("+DRAW", "", *reason(reply))
        return
    events = reply.events
    for at, event in enumerate(events):
        if isinstance(event, Drawn) and event.seat == lobby.seat and event.tile is not None:
            lobby.draws(event.tile)
            session.outbox.append("+DRAW " + tile_text(event.tile))
            session.tell(events[:at] + events[at + 1 :])
            return
    # The main stack was empty: that ends the match.
    session.say("+DRAW", "")
    session.tell(events)


def putt(session: TilesSession, arguments: list[str]) -> None:
    session.heeds()
    if session.lobby is None:
        session.say("+PUTT", "f", "f", NO_LOBBY)
        return
    if len(arguments) < 2:
        session.say("+PUTT", "f", "f", "PUTT needs a tile and the rack that is left.")
        return
    try:
        tile, rack = parse_tile(arguments[0]), parse_rack(arguments[1])
    except ValueError as error:
        session.say("+PUTT", "f", "f", str(error))
        return
    if tile is None:
        session.say("+PUTT", "f", "f", "PUTT needs a tile to put down.")
    else:
        session.ask(Act(action=Put(tile, rack)), partial(_put, session))


def _put(session: TilesSession, reply: Reply) -> None:
    lobby = session.lobby
    if not isinstance(reply, Accepted) or lobby is None:
        session.say("+PUTT", "f", "f", *reason(reply))
        return
    events = reply.events
    for at, event in enumerate(events):
        if isinstance(event, PutDown) and event.seat == lobby.seat:
            lobby.puts(event.tile)
            session.outbox.append("+PUTT t f")
            session.tell(events[:at] + events[at + 1 :])
            return
        if isinstance(event, Won) and event.seat == lobby.seat:
            session.tell(events[: at + 1])
            session.outbox.append("+PUTT t t")
            session.tell(events[at + 1 :])
            return
    session.outbox.append("+PUTT t f")
    session.tell(events)


def winc(session: TilesSession, arguments: list[str]) -> None:
    if session.lobby is None:
        session.say("+WINC", rack_text(EMPTY_RACK), NO_LOBBY)
    else:
        session.ask(_CHEAT, partial(_cheated, session))


def _cheated(session: TilesSession, reply: Reply) -> None:
    lobby = session.lobby
    if not isinstance(reply, Accepted) or lobby is None:
        # The client takes whatever comes for its rack: it gets the one it has.
        rack = lobby.own_rack() if lobby else EMPTY_RACK
        session.say("+WINC", rack_text(rack), *reason(reply))
        return
    told = []
    for event in reply.events:
        if isinstance(event, Cheated) and event.seat == lobby.seat:
            lobby.cheats(event.rack)
        else:
            told.append(event)
    session.say("+WINC", rack_text(lobby.own_rack()))
    session.tell(told)
