"""What a client can say, and what comes of it: everything but the game itself.

A command is a function of the session and the command's arguments. It answers at once, or asks
the house and answers then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from stammtisch.house.requests import (
    AskPlayers,
    AskScores,
    AskTables,
    AtTable,
    Entered,
    JoinNumber,
    Leave,
    Players,
    Reach,
    Reply,
    Request,
    Say,
    Scores,
    Tables,
    Talked,
    shut_out,
    troubled,
)
from stammtisch.protocols.tiles import listings, playing
from stammtisch.protocols.tiles.lobby import NO_NAMES, Lobby
from stammtisch.protocols.tiles.login import NAMELESS, Login, parse_login
from stammtisch.protocols.tiles.wording import HOUSE, NO_LOBBY, NO_LOGIN, reason
from stammtisch.tables.answers import Accepted, Refused
from stammtisch.tables.events import Sat

if TYPE_CHECKING:
    from stammtisch.protocols.tiles.session import TilesSession

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

    def entered(session: TilesSession, reply: Reply) -> None:
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
            session.say("CATS", "b", sentence, HOUSE)
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
        session.ask(Leave(), _logged_out)


def _logged_out(session: TilesSession, reply: Reply | None = None) -> None:
    session.lobby = None
    session.outbox.append("+LOGO")
    session.closing = "The client logged out."


# --- looking around ----------------------------------------------------------------------------


def lpla(session: TilesSession, arguments: list[str]) -> None:
    _list(session, AskPlayers(), Players, listings.players, "+LPLA")


def llpl(session: TilesSession, arguments: list[str]) -> None:
    _list(session, AskTables(game=GAME, limit=MOST_LISTED), Tables, listings.lobbies, "+LLPL")


def lgam(session: TilesSession, arguments: list[str]) -> None:
    state = arguments[0] if arguments else ""
    if state not in listings.STATES:
        session.say("+LGAM", state, "", "LGAM lists o (open), r (running) or f (finished).")
        return
    games = listings.games if session.unpaced else listings.original_games
    _list(
        session,
        AskTables(game=GAME, limit=MOST_LISTED),
        Tables,
        lambda tables: games(state, tables),
        "+LGAM",
        state,
    )


def high(session: TilesSession, arguments: list[str]) -> None:
    _list(session, AskScores(game=GAME), Scores, listings.scores, "+HIGH")


def _list(
    session: TilesSession,
    request: Request,
    kind: type[R],
    listing: Callable[[R], str],
    *answer: str,
) -> None:
    def listed(session: TilesSession, reply: Reply) -> None:
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
    def answered(session: TilesSession, reply: Reply) -> None:
        if isinstance(reply, AtTable):
            _joined(session, reply, number)
        elif isinstance(reply, Refused) and reply.code == "at_table" and not again:
            # A table that has closed, or where the seat was given up through another connection.
            session.ask(Leave(), lambda session, _: _join(session, number, again=True))
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
        session.ask(Leave(), _left)


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
LETTER_OF_REACH: Mapping[Reach, str] = {reach: letter for letter, reach in _REACH.items()}


def catc(session: TilesSession, arguments: list[str]) -> None:
    letter, text, to, *_ = [*arguments, "", "", ""]
    if wrong := _cannot_talk(session, letter, arguments):
        _unheard(session, letter, to, wrong)
        return

    def talked(session: TilesSession, reply: Reply) -> None:
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
    """The house does not pass it on. The protocol has no refusal, and the original client shows any
    `+CATC` with one of the three letters as a line that was sent, be it empty. So the answer has no
    letter, and the reason comes as a whisper, which every client shows."""
    session.say("+CATC", "", "", *why)
    session.say("CATS", "w", " ".join(["Not sent.", *why]), HOUSE)


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
    "REDY": playing.redy,
    "RSTA": playing.rsta,
    "DRAW": playing.draw,
    "PUTT": playing.putt,
    "CATC": catc,
    "PING": ping,
    "WINC": playing.winc,
}
