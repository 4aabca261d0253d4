"""Every packet in each direction: in which states it is taken, its fields, and what they hold.

Both ends drop a packet silently if a key is missing or one too many, if a value is of the wrong
kind, or if it comes in the wrong state. So nothing goes out that the tables do not have.

What the fields of packets can hold, and how each is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from stammtisch.protocols.cg import frames as ids
from stammtisch.protocols.cg.frames import Packet

_UUID = re.compile(r"[0-9a-fA-F]{8}(-?)([0-9a-fA-F]{4}\1){3}[0-9a-fA-F]{12}", re.ASCII)


class BadField(ValueError):
    """A value is none that the field can hold."""


@dataclass(frozen=True, slots=True)
class Kind:
    """`meaning` ends the sentence "must be …"; `read` gives the value or raises `BadField`."""

    meaning: str
    read: Callable[[Any], Any]

    def __or__(self, other: Kind) -> Kind:
        return Kind(f"{self.meaning} or {other.meaning}", _first(self.read, other.read))


def undashed(value: object) -> str:
    """The UUID as 32 lower-case digits, as clients compare it. It may come with dashes."""
    if type(value) is not str or not _UUID.fullmatch(value):
        raise BadField
    return value.replace("-", "").lower()


def _first(one: Callable[[Any], Any], other: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        try:
            return one(value)
        except BadField:
            return other(value)

    return read


def _of(*types: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        # A bool is an int to `isinstance`.
        if type(value) not in types:
            raise BadField
        return value

    return read


def _list_of(each: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) not in (list, tuple):
            raise BadField
        return [each(one) for one in value]

    return read


def _map_of(key: Callable[[Any], Any], each: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise BadField
        return {key(name): each(one) for name, one in value.items()}

    return read


def one_of(*words: str) -> Kind:
    def read(value: Any) -> Any:
        if type(value) is not str or value not in words:
            raise BadField
        return value

    return Kind(f"one of {', '.join(words)}", read)


ANYTHING = Kind("anything", lambda value: value)
NIL = Kind("nil", _of(type(None)))
FLAG = Kind("true or false", _of(bool))
WHOLE = Kind("a whole number", _of(int))
NUMBER = Kind("a number", _of(int, float))
TEXT = Kind("a text", _of(str))
TEXTS = Kind("a list of texts", _list_of(_of(str)))
BYTES = Kind("bytes", _of(bytes))
UUID = Kind("a UUID", undashed)
UUIDS = Kind("a list of UUIDs", _list_of(undashed))
WHOLES = Kind("a list of whole numbers", _list_of(_of(int)))
LIST = Kind("a list", _of(list))
MAP = Kind("a map", _of(dict))
NUMBERS_BY_UUID = Kind("whole numbers by UUIDs", _map_of(undashed, _of(int)))
MAPS_BY_UUID = Kind("maps by UUIDs", _map_of(undashed, _of(dict)))


class State(StrEnum):
    """Where a connection stands. Each end keeps it for itself; it is never on the wire."""

    #: Before the registry is accepted; only internal packets are taken.
    HANDSHAKE = "handshake"
    #: The connection only asks how the server is; it never gets further.
    PING = "ping"
    VERSION_CHECK = "versioncheck"
    AUTH = "auth"
    ACTIVE = "active"
    LOBBY = "lobby"
    GAME = "game_dk"


class Dropped(Exception):
    """A packet is not taken; the sentence is for the log, the other side hears nothing."""


@dataclass(frozen=True, slots=True)
class PacketSpec:
    """What a packet must look like."""

    states: Set[State]
    required: Mapping[str, Kind]
    optional: Mapping[str, Kind]

    def read(self, name: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """The body with each value as its kind reads it; `Dropped` if it does not fit."""
        for key in self.required:
            if key not in body:
                raise Dropped(f"{name} has no {key}.")
        fields: dict[str, Any] = {}
        for key, value in body.items():
            kind = self.required.get(key) or self.optional.get(key)
            if kind is None:
                raise Dropped(f"{name} has a key too many: {key[:40]!r}.")
            try:
                fields[key] = kind.read(value)
            except BadField:
                raise Dropped(f"{key} of {name} must be {kind.meaning}.") from None
        return fields


def _form(
    *states: State,
    needs: Mapping[str, Kind] | None = None,
    may: Mapping[str, Kind] | None = None,
) -> PacketSpec:
    return PacketSpec(frozenset(states), needs or {}, may or {})


_EVERYWHERE = tuple(State)
_SEATED = (State.AUTH, State.ACTIVE, State.LOBBY, State.GAME)

_INTENT = one_of("play", "pass_card", "return_card")
_SAVED = {"game_id": UUID, "data": TEXT}
_VERSIONS = {"protoversion": WHOLE, "semver": TEXT, "flavor": TEXT}
_CLOSECONN = _form(*_EVERYWHERE, may={"reason": TEXT | NIL})

#: What clients send.
FROM_CLIENT: Mapping[int, PacketSpec] = {
    ids.SETTYPE: _form(State.HANDSHAKE, may={"conntype": TEXT}),
    ids.ACCEPT: _form(State.HANDSHAKE, needs={"success": FLAG}),
    ids.CLOSECONN: _CLOSECONN,
    ids.VERSION_CHECK: _form(State.VERSION_CHECK, needs=_VERSIONS),
    ids.AUTH_PRECHECK: _form(State.AUTH, needs={"username": TEXT}),
    ids.AUTH: _form(State.AUTH, may={"username": TEXT, "pwd": TEXT, "create": FLAG}),
    ids.STATUS_USER: _form(
        *_SEATED, may={"uuid": UUID, "username": TEXT, "pwd": TEXTS, "profile_img": TEXT}
    ),
    ids.LOBBY_CREATE: _form(State.ACTIVE, may={"game": TEXT, "variant": TEXT}),
    ids.LOBBY_CHANGE: _form(
        State.LOBBY,
        may={
            "users": MAPS_BY_UUID,
            "user_order": UUIDS,
            "user_roles": NUMBERS_BY_UUID,
            "game": TEXT,
            "gamerules": MAP,
        },
    ),
    ids.LOBBY_READY: _form(State.LOBBY, needs={"ready": FLAG}),
    ids.LOBBY_INVITE: _form(State.LOBBY, may={"username": TEXT}),
    ids.LOBBY_INVITE_ACCEPT: _form(
        State.ACTIVE, needs={"accepted": FLAG, "lobby_id": UUID, "inviter": UUID}
    ),
    ids.LOBBY_KICK: _form(State.LOBBY, needs={"uuid": UUID, "reason": TEXT}),
    ids.LOBBY_LEAVE: _form(State.LOBBY, needs={"lobby": UUID}),
    ids.GAME_START: _form(State.GAME),
    ids.GAME_LOAD: _form(State.LOBBY, needs=_SAVED),
    ids.DK_ANNOUNCE: _form(
        # Who announces is known anyway.
        State.GAME,
        needs={"type": TEXT},
        may={"data": MAP | NIL, "announcer": ANYTHING},
    ),
    ids.DK_CARD_INTENT: _form(State.GAME, needs={"intent": _INTENT, "card": UUID | UUIDS}),
    ids.DK_COMPLAINT: _form(
        # No move at all takes the complaint back.
        State.GAME,
        needs={"accused": UUID, "type": TEXT},
        may={"moves": MAP, "move": MAP | NIL},
    ),
}

#: What a connection sends that only asks how the server is.
PING: PacketSpec = _form(State.PING, may={"user": TEXT, "time": NUMBER})

#: A client that is told another phase shows a crash report.
PHASES = ("loading", "dealing", "w_for_ready", "reservations", "tricks", "counting", "end")
BUTTON = one_of("enabled", "disabled", "invis")
RE_LABEL = one_of("re", "kontra", "no90", "no60", "no30", "black", "none")
PIGS_LABEL = one_of("pigs", "superpigs", "none")

#: What the server sends, with the states of the client in which it is taken.
FROM_SERVER: Mapping[int, PacketSpec] = {
    ids.HELLO: _form(State.HANDSHAKE, needs={"version": TEXT, "protoversion": WHOLE}),
    ids.HANDSHAKE: _form(
        State.HANDSHAKE, needs={"version": TEXT, "protoversion": WHOLE, "registry": MAP}
    ),
    ids.CLOSECONN: _CLOSECONN,
    ids.VERSION_CHECK: _form(State.VERSION_CHECK, needs={**_VERSIONS, "compatible": FLAG}),
    ids.AUTH_PRECHECK: _form(
        State.AUTH, needs={"username": TEXT, "valid": FLAG, "exists": FLAG, "key": TEXT}
    ),
    ids.AUTH: _form(
        State.AUTH,
        needs={
            "status": one_of(
                "logged_in", "wrong_credentials", "user_exists", "register_disabled", "blocked"
            )
        },
        may={"username": TEXT, "uuid": UUID, "pwd": BYTES, "serverid": UUID},
    ),
    ids.STATUS_USER: _form(
        *_SEATED, needs={"username": TEXT, "uuid": UUID, "profile_img": TEXT, "status": TEXT}
    ),
    ids.STATUS_MESSAGE: _form(
        State.ACTIVE,
        State.LOBBY,
        State.GAME,
        needs={"type": one_of("notice", "warn", "warning", "error"), "message": TEXT, "data": MAP},
    ),
    ids.LOBBY_JOIN: _form(State.ACTIVE, needs={"lobby": UUID}),
    ids.LOBBY_CHANGE: _form(
        State.LOBBY,
        may={
            "users": MAPS_BY_UUID,
            "user_order": UUIDS,
            "user_roles": NUMBERS_BY_UUID,
            "game": TEXT,
            "gamerules": MAP,
            "gamerule_validators": MAP,
            "supported_bots": TEXTS,
        },
    ),
    ids.LOBBY_INVITE: _form(
        State.ACTIVE, needs={"username": TEXT, "inviter": UUID, "lobby_id": UUID}
    ),
    ids.LOBBY_LEAVE: _form(State.LOBBY, needs={"lobby": UUID}),
    ids.GAME_START: _form(
        State.LOBBY,
        State.ACTIVE,
        State.GAME,
        needs={
            "game_type": TEXT,
            "game_id": UUID,
            "player_list": UUIDS,
            "game_summaries": LIST,
            "gamerules": MAP,
        },
    ),
    ids.GAME_END: _form(State.GAME, needs={"next_state": one_of("lobby")}),
    ids.GAME_SAVE: _form(State.GAME, needs=_SAVED),
    ids.DK_QUESTION: _form(State.GAME, needs={"type": TEXT, "target": UUID}),
    ids.DK_ANNOUNCE: _form(State.GAME, needs={"announcer": UUID, "type": TEXT}, may={"data": MAP}),
    ids.DK_CARD_TRANSFER: _form(
        State.GAME,
        needs={"card_id": UUID, "card_value": TEXT, "from_slot": TEXT | NIL, "to_slot": TEXT},
    ),
    ids.DK_COMPLAINT: _form(State.GAME, needs={"accused": UUID, "type": TEXT}, may={"moves": MAP}),
    ids.DK_TURN: _form(
        State.GAME,
        needs={"current_trick": WHOLE, "total_tricks": WHOLE, "current_player": UUID},
        may={"rebtn_state": BUTTON, "pigbtn_state": BUTTON},
    ),
    ids.DK_SCOREBOARD: _form(
        State.GAME,
        needs={"player": UUID},
        may={"pips": WHOLE, "pip_change": WHOLE, "points": WHOLE, "point_change": WHOLE},
    ),
    ids.DK_ROUND_CHANGE: _form(
        State.GAME,
        may={
            "round": WHOLE,
            "phase": one_of(*PHASES),
            "player_list": UUIDS,
            "game_type": TEXT,
            "solist": UUID | NIL,
            "modifiers": MAP,
            "winner": TEXT | NIL,
            "eyes": WHOLES,
            "extras": LIST,
            "game_summary": TEXTS,
            "rebtn_lbl": RE_LABEL,
            "pigbtn_lbl": PIGS_LABEL,
            "wedding_trick_num": WHOLE,
        },
    ),
}

#: The answer on a connection that only asks how the server is.
PONG: PacketSpec = _form(
    State.PING,
    needs={
        "oldmsg": MAP,
        "name": TEXT,
        "visiblename": TEXT,
        "slogan": TEXT,
        "maxplayers": WHOLE,
        "playercount": WHOLE,
        "playerlist": TEXTS,
        "canlogon": FLAG,
        "version": WHOLE,
        "flavor": TEXT,
        "timestamp": NUMBER,
        "peng3dnet": MAP,
    },
)


def taken(packet: Packet, state: State) -> dict[str, Any]:
    """The fields of a client's packet, UUIDs without dashes; `Dropped` if it cannot be taken."""
    if state is State.PING and packet.id == ids.PING:
        return PING.read("a ping", packet.body)
    name = ids.name_of(packet.id)
    form = FROM_CLIENT.get(packet.id)
    if form is None:
        raise Dropped(f"{name} is nothing that clients send.")
    if state not in form.states:
        raise Dropped(f"{name} is not taken in the state {state}.")
    return form.read(name, packet.body)


def packet(id: int, *, pause: int = 0, **fields: Any) -> Packet:
    """A packet for a client, UUIDs without dashes. Fields that its form has not are our mistake.

    `pause` is a wait before it, in milliseconds.
    """
    try:
        return Packet(id, FROM_SERVER[id].read(ids.name_of(id), fields), pause)
    except Dropped as misfit:
        raise ValueError(f"A client would not take this: {misfit}") from None
