"""What a client can say, and what comes of it.

A command is a function of the session and the command's arguments. It answers at once, or asks
the server and answers then. A `LOGI` or `NAME` may have more behind its name (`Login`); the lists
that answer LPLA, LLPL, LGAM and HIGH are one token each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import localtime, strftime
from typing import TYPE_CHECKING, TypeVar

from stammtisch.accounts.names import LONGEST, is_mark, is_overmarked, may_stand, written
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
from stammtisch.protocols.tiles.events import NO_NAMES, NO_STANDING, Lobby
from stammtisch.protocols.tiles.lines import (
    NO_LOBBY,
    NO_LOGIN,
    SERVER,
    line,
    parse_rack,
    parse_tile,
    rack_text,
    reason,
    shown,
    tile_text,
)
from stammtisch.records import HighScore
from stammtisch.replies import (
    Accepted,
    AtTable,
    Entered,
    Players,
    Refused,
    Scores,
    TableInfo,
    Tables,
    Talked,
    shut_out,
    troubled,
)
from stammtisch.requests import (
    Act,
    AskPlayers,
    AskScores,
    AskTables,
    EnterFrom,
    JoinNumber,
    Leave,
    Ready,
    Say,
)
from stammtisch.tables.events import Sat
from stammtisch.vocabulary import Reach, Reply, Request

if TYPE_CHECKING:
    from stammtisch.protocols.tiles.session import TilesSession


#: The name of somebody who gives none; the server makes it unique as it does with any other.
NAMELESS = "player"

_TOKEN = "token="
_KEY = "key="
_UNPACED = "unpaced"


@dataclass(frozen=True, slots=True)
class Login:
    name: str
    #: The secret of an account, written `token=…`.
    token: str | None = None
    #: The client reads lines that arrive together; the original one loses all but the first.
    unpaced: bool = False
    #: The password of a server that is closed to strangers, or an invitation, written `key=…`.
    key: str | None = None

    def request(self) -> EnterFrom:
        return EnterFrom(name=self.name, protocol="tiles", token=self.token, key=self.key)


def parse_login(arguments: Sequence[str]) -> Login:
    """The arguments of the command. Any will do, because the protocol cannot refuse a login."""
    name, *options = arguments or ("",)
    return Login(
        name=nickname(name),
        token=_last(_TOKEN, options),
        key=_last(_KEY, options),
        unpaced=_UNPACED in options,
    )


def _last(prefix: str, options: Sequence[str]) -> str | None:
    """What stands behind the last of these; nothing is as if it were not said."""
    found = [option.removeprefix(prefix) for option in options if option.startswith(prefix)]
    return found[-1] or None if found else None


def nickname(wish: str) -> str:
    """The wish as a name that the server accepts: too long is cut, what may not be is `_`.

    Only what would be taken for the server itself it may still refuse.
    """
    clean = "".join(char if may_stand(char) else "_" for char in written(wish[: 2 * LONGEST]))
    name = clean[:LONGEST] or NAMELESS
    if is_overmarked(name):
        return "".join("_" if is_mark(char) else char for char in name)
    return name


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


def games_listed(state: str, tables: Tables) -> str:
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


GAME = "tiles"
#: A list is one line, and the protocol knows no pages.
MOST_LISTED = 500

R = TypeVar("R", Players, Tables, Scores)


def ping(session: TilesSession, arguments: list[str]) -> None:
    session.outbox.append("+PING")


# --- who one is --------------------------------------------------------------------------------


def logi(session: TilesSession, arguments: list[str]) -> None:
    _enter(session, "+LOGI", parse_login(arguments))


def name(session: TilesSession, arguments: list[str]) -> None:
    _enter(session, "+NAME", parse_login(arguments))


def _enter(session: TilesSession, answer: str, login: Login, *why: str) -> None:
    session.unpaced = session.unpaced or login.unpaced

    def entered(reply: Reply) -> None:
        if isinstance(reply, Entered):
            session.name = reply.name
            session.say(answer, reply.name, *why)
            if session.lobby is not None:
                session.outbox += session.lobby.rename(reply.name)
        elif troubled(reply) is not None:
            session.say(answer, session.name or "", *reason(reply))
        elif (sentence := shut_out(reply, login.key)) is not None:
            # Nor has it one for who may not come in at all: they are told why, and must go.
            session.say(answer, "", sentence)
            session.say("CATS", "b", sentence, SERVER)
            session.closing = sentence
        elif login.token is not None:
            # The protocol has no refused login: who brings a wrong token comes in as a guest.
            _enter(session, answer, Login(login.name, key=login.key), *reason(reply))
        elif session.name is None and login.name != NAMELESS and _is_bad_name(reply):
            # Nor one for a name that cannot be: they are told why they have another.
            _enter(session, answer, Login(NAMELESS, key=login.key), *reason(reply))
        else:
            session.say(answer, session.name or "", *reason(reply))

    session.ask(login.request(), entered)


def _is_bad_name(reply: Reply) -> bool:
    return isinstance(reply, Refused) and reply.code in ("bad_name", "reserved_name")


def logo(session: TilesSession, arguments: list[str]) -> None:
    if session.lobby is None:
        _logged_out(session)
    else:
        session.ask(Leave(), partial(_logged_out, session))


def _logged_out(session: TilesSession, reply: Reply | None = None) -> None:
    session.lobby = None
    session.outbox.append("+LOGO")
    session.closing = "The client logged out."


# --- looking around ----------------------------------------------------------------------------


def lpla(session: TilesSession, arguments: list[str]) -> None:
    _list(session, AskPlayers(), Players, players, "+LPLA")


def llpl(session: TilesSession, arguments: list[str]) -> None:
    _list(session, AskTables(game=GAME, limit=MOST_LISTED), Tables, lobbies, "+LLPL")


def lgam(session: TilesSession, arguments: list[str]) -> None:
    state = arguments[0] if arguments else ""
    if state not in STATES:
        session.say("+LGAM", state, "", "LGAM lists o (open), r (running) or f (finished).")
        return
    games = games_listed if session.unpaced else original_games
    _list(
        session,
        AskTables(game=GAME, limit=MOST_LISTED),
        Tables,
        lambda tables: games(state, tables),
        "+LGAM",
        state,
    )


def high(session: TilesSession, arguments: list[str]) -> None:
    _list(session, AskScores(game=GAME), Scores, scores, "+HIGH")


def _list(
    session: TilesSession,
    request: Request,
    kind: type[R],
    listing: Callable[[R], str],
    *answer: str,
) -> None:
    def listed(reply: Reply) -> None:
        if isinstance(reply, kind):
            session.say(*answer, listing(reply))
        else:
            session.say(*answer, "", *reason(reply))

    session.ask(request, listed)


# --- lobbies -----------------------------------------------------------------------------------

# No more digits than 32 bits have: what comes in can be thousands of them.
_INTEGER = re.compile(r"([+-]?)0*([0-9]{1,10})")
_NUMBERS = range(-(2**31), 2**31)


def _lobby_number(text: str) -> int | None:
    found = _INTEGER.fullmatch(text)
    if found is None:
        return None
    number = int(found[1] + found[2])
    return number if number in _NUMBERS else None


def jlob(session: TilesSession, arguments: list[str]) -> None:
    number = _lobby_number(arguments[0] if arguments else "")
    if session.name is None:
        session.say("+JLOB", "f", NO_LOGIN)
    elif session.lobby is not None:
        session.say("+JLOB", "f", f"Already in Lobby {session.lobby.number}")
    elif number is None:
        session.say("+JLOB", "f", "The number of a lobby is an integer of 32 bits, such as 42.")
    else:
        _join(session, number)


def _join(session: TilesSession, number: int, *, again: bool = False) -> None:
    def answered(reply: Reply) -> None:
        if isinstance(reply, AtTable):
            _joined(session, reply, number)
        elif isinstance(reply, Refused) and reply.code == "at_table" and not again:
            # A table that has closed, or where the seat was given up through another connection.
            session.ask(Leave(), lambda _: _join(session, number, again=True))
        else:
            session.say("+JLOB", "f", *reason(reply, number))

    session.ask(JoinNumber(game=GAME, number=number), answered)


def _joined(session: TilesSession, reply: AtTable, number: int) -> None:
    session.lobby = lobby = Lobby(reply.joined)
    # The original client shows the game only if it was dealt before the +JLOB.
    session.outbox += lobby.greeting()
    done = "Created new" if reply.created else "Joined existing"
    session.say("+JLOB", "t", f"{done} Lobby {number}")
    events = reply.joined.events
    if not any(isinstance(event, Sat) and event.seat == lobby.seat for event in events):
        session.outbox += lobby.joined(session.name or "")
    session.tell(events)


def llob(session: TilesSession, arguments: list[str]) -> None:
    if session.lobby is None:
        session.say("+LLOB", "f")
    else:
        session.ask(Leave(), partial(_left, session))


def _left(session: TilesSession, reply: Reply) -> None:
    session.lobby = None
    if isinstance(reply, Accepted):
        session.say("+LLOB", "t")
    else:
        session.say("+LLOB", "f", *reason(reply))


def rnam(session: TilesSession, arguments: list[str]) -> None:
    session.outbox.append("+RNAM " + (session.lobby.names if session.lobby else NO_NAMES))


# --- talk --------------------------------------------------------------------------------------

_REACH: Mapping[str, Reach] = {"b": "everyone", "l": "table", "w": "person"}
LETTER_OF_REACH: Mapping[str, str] = {reach: letter for letter, reach in _REACH.items()}


def catc(session: TilesSession, arguments: list[str]) -> None:
    letter, text, to, *_ = [*arguments, "", "", ""]
    if wrong := _cannot_talk(session, letter, arguments):
        _unheard(session, letter, to, wrong)
        return

    def talked(reply: Reply) -> None:
        if not isinstance(reply, Talked | Accepted):
            _refused_talk(session, *reason(reply))
        elif letter == "w":
            if isinstance(reply, Talked) and reply.heard:
                session.say("+CATC", letter, text, to, "t")
            else:
                _unheard(session, letter, to)
        else:
            # One's own words stand in the answer's events too, but are not told twice.
            session.say("+CATC", letter, text)

    session.ask(Say(text=text, reach=_REACH[letter], to=to if letter == "w" else None), talked)


def _cannot_talk(session: TilesSession, letter: str, arguments: list[str]) -> str | None:
    if letter not in _REACH:
        return "CATC speaks to b (everybody), l (the lobby) or w (one player)."
    if len(arguments) < (3 if letter == "w" else 2):
        return "CATC w needs a message and a name; CATC b and CATC l need a message."
    if session.name is None:
        return NO_LOGIN
    return NO_LOBBY if letter == "l" and session.lobby is None else None


def _unheard(session: TilesSession, letter: str, to: str, *why: str) -> None:
    # The original client shows an answer with the message as if it had gone out, also with an f.
    failed = [to, "f"] if letter == "w" else []
    session.say("+CATC", letter, "", *failed, *why)


def _refused_talk(session: TilesSession, *why: str) -> None:
    """The server does not pass it on. The protocol has no refusal, and the original client shows
    any `+CATC` with one of the three letters as a line that was sent, be it empty. So the answer
    has no letter, and the reason comes as a whisper, which every client shows."""
    session.say("+CATC", "", "", *why)
    session.say("CATS", "w", " ".join(["Not sent.", *why]), SERVER)


# --- the game ----------------------------------------------------------------------------------

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


COMMANDS: Mapping[str, Callable[[TilesSession, list[str]], None]] = {
    "LOGI": logi,
    "NAME": name,
    "RNAM": rnam,
    "LLOB": llob,
    "LPLA": lpla,
    "LLPL": llpl,
    "LGAM": lgam,
    "HIGH": high,
    "JLOB": jlob,
    "LOGO": logo,
    "REDY": redy,
    "RSTA": rsta,
    "DRAW": draw,
    "PUTT": putt,
    "CATC": catc,
    "PING": ping,
    "WINC": winc,
}
