"""Who a client is: signing in, looking people up, changing one's own data; and pings."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from stammtisch.protocols.cg import frames as ids
from stammtisch.protocols.cg.handshake import Handshake, Standing
from stammtisch.protocols.cg.lobby import GAME, user
from stammtisch.protocols.cg.messages import Dropped, State, packet
from stammtisch.protocols.cg.shared import message
from stammtisch.records import person_of
from stammtisch.replies import AtTable, Entered, Person, Refused, ServerInfo, Tables, troubled
from stammtisch.requests import (
    AskPerson,
    AskServer,
    ChangePassword,
    FindTables,
    Join,
    Register,
    Rename,
    SignIn,
)
from stammtisch.vocabulary import Reply

if TYPE_CHECKING:
    from stammtisch.protocols.cg.session import CgSession

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{2,15}", re.ASCII)
_LONGEST_NAME = 64
_LONGEST_PASSWORD = 127

_STATUS = "cg:msg.status."


def is_name(name: str) -> bool:
    """May a new account have it? Names that begin like those of bots may not be."""
    return _NAME.fullmatch(name) is not None and not name.lower().startswith("bot")


# --- pings -------------------------------------------------------------------------------------


def ping(session: CgSession, handshake: Handshake) -> None:
    def told(reply: Reply) -> None:
        shared = session.shared
        players = reply.players if isinstance(reply, ServerInfo) else 0
        standing = Standing(
            name=shared.name,
            visible_name=shared.name,
            slogan="",
            most_players=shared.most_players,
            players=players,
            can_log_on=players < shared.most_players,
            time=shared.wall(),
        )
        session.say(handshake.pong(standing))

    session.ask(AskServer(), told)


# --- signing in --------------------------------------------------------------------------------


def precheck(session: CgSession, fields: Mapping[str, Any]) -> None:
    name = fields["username"]
    # A name that only an older or another protocol would give is still one to sign in with.
    valid = 3 <= len(name) <= _LONGEST_NAME

    def known(reply: Reply) -> None:
        if (sentence := troubled(reply)) is not None:
            # To say that there is no such account would be an offer to make one.
            session.close(sentence)
            return
        exists = isinstance(reply, Person) and reply.kind == "registered"
        session.say(
            packet(
                ids.AUTH_PRECHECK,
                username=name,
                valid=exists or is_name(name),
                exists=exists,
                key="",
            )
        )

    if valid:
        session.ask(AskPerson(name=name), known)
    else:
        session.say(packet(ids.AUTH_PRECHECK, username=name, valid=False, exists=False, key=""))


def auth(session: CgSession, fields: Mapping[str, Any]) -> None:
    name, password = fields.get("username", ""), fields.get("pwd", "")
    if not (1 <= len(password) <= _LONGEST_PASSWORD and 1 <= len(name) <= _LONGEST_NAME):
        _turn_away(session, "wrong_credentials")
    elif not fields.get("create", False):
        session.ask(SignIn(name=name, password=password), lambda reply: _entered(session, reply))
    elif is_name(name):
        session.ask(Register(name=name, password=password), lambda reply: _entered(session, reply))
    else:
        _turn_away(session, "wrong_credentials")


#: What the client has words for. To anything else the answer is a goodbye with the server's own
#: sentence: nobody is told that a password is wrong that was never looked at.
_REFUSED = {
    **dict.fromkeys(("wrong_password", "bad_name", "bad_password"), "wrong_credentials"),
    **dict.fromkeys(("name_taken", "reserved_name"), "user_exists"),
    **dict.fromkeys(("too_many_tries", "too_often", "busy"), "blocked"),
    # It has no place for a key: where a server is closed to strangers, one registers elsewhere.
    **dict.fromkeys(("banned", "key_needed", "wrong_key"), "blocked"),
}


#: What the client has words for when it wants to change its own data.
_NOT_CHANGED = {
    "wrong_password": "user.wrong_pwd",
    **dict.fromkeys(("bad_name", "name_taken", "reserved_name"), "user.username_not_available"),
}


def _turn_away(session: CgSession, status: str) -> None:
    session.say(packet(ids.AUTH, status=status))


def _entered(session: CgSession, reply: Reply) -> None:
    if isinstance(reply, Refused):
        status = _REFUSED.get(reply.code)
        if status is None:
            session.close(reply.message)
        else:
            _turn_away(session, status)
        return
    assert isinstance(reply, Entered)

    def housed(about: Reply) -> None:
        if isinstance(about, ServerInfo):
            session.shared.app = about.id
        _welcome(session, reply)

    if session.shared.app is None:
        session.ask(AskServer(), housed)
    else:
        _welcome(session, reply)


def _welcome(session: CgSession, entered: Entered) -> None:
    session.account = entered.account
    session.person = person_of(entered.account)
    session.name = entered.name
    # An older connection of this account notices it.
    session.shared.speakers[entered.account] = session
    session.say(
        user(session.name, session.person),
        packet(
            ids.AUTH,
            status="logged_in",
            username=session.name,
            uuid=session.person,
            # The original sends what it keeps of the password.
            pwd=b"",
            serverid=session.shared.app or person_of(""),
        ),
    )
    session.state = State.ACTIVE
    session.ask(FindTables(game=GAME), lambda reply: _back(session, reply))


def _back(session: CgSession, reply: Reply) -> None:
    """A client with a seat somewhere is led to it at once, rather to a match than to a lobby."""

    def joined(at: Reply) -> None:
        if isinstance(at, AtTable):
            session.sit_down(at)

    if isinstance(reply, Tables) and reply.tables:
        table = min(reply.tables, key=lambda info: info.phase != "playing")
        session.ask(Join(table=table.id), joined)


# --- people ------------------------------------------------------------------------------------


def status_user(session: CgSession, fields: Mapping[str, Any]) -> None:
    person, name = fields.get("uuid"), fields.get("username")
    if person is not None and person == session.person and len(fields) > 1:
        _change_own(session, fields)
    elif person is None and name is None:
        raise Dropped("cg:status.user names nobody.")
    else:
        look_up(session, name, person)


def look_up(session: CgSession, name: str | None, person: str | None) -> None:
    """Tell the client who somebody is: at its own table, or anywhere in the server."""
    seats = session.lobby.seats if session.lobby is not None else ()
    for seat in seats:
        if seat.person is not None and (seat.person == person or (name and seat.name == name)):
            session.say(user(seat.name or "", seat.person))
            return

    def told(reply: Reply) -> None:
        if isinstance(reply, Person):
            session.say(user(reply.name, reply.person))
        elif session.state is State.AUTH:
            return
        elif isinstance(reply, Refused) and reply.code != "unknown_person":
            session.say(message("warn", _STATUS + reply.code, sentence=reply.message))
        else:
            who = person if person is not None else name
            session.say(message("warn", _STATUS + "unknown_user", user=who))

    asked = AskPerson(person=person) if person is not None else AskPerson(name=name)
    session.ask(asked, told)


def _change_own(session: CgSession, fields: Mapping[str, Any]) -> None:
    name, passwords = fields.get("username"), fields.get("pwd")

    def changed(reply: Reply) -> None:
        if isinstance(reply, Entered):
            session.name = reply.name
        elif isinstance(reply, Refused):
            key = _NOT_CHANGED.get(reply.code, reply.code)
            session.say(message("warn", _STATUS + key, sentence=reply.message))
        session.say(user(session.name, session.person))

    if passwords is not None:
        fits = len(passwords) == 2 and all(1 <= len(p) <= _LONGEST_PASSWORD for p in passwords)
        if not fits:
            raise Dropped("pwd of cg:status.user must be the old and the new password.")
        session.ask(ChangePassword(old=passwords[0], new=passwords[1]), changed)
    if name is not None and name != session.name:
        if is_name(name):
            session.ask(Rename(name=name), changed)
            return
        session.say(message("warn", _STATUS + _NOT_CHANGED["bad_name"]))
    if passwords is None:
        # There is only one picture.
        session.say(user(session.name, session.person))


HANDLERS: dict[int, Callable[[CgSession, dict[str, Any]], None]] = {
    ids.AUTH_PRECHECK: precheck,
    ids.AUTH: auth,
    ids.STATUS_USER: status_user,
}
