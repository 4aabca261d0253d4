"""The packets' ids and names.

A client compares the whole table with its own and goes if one name is missing or too many. It
also breaks if ids are exchanged, so these are the ones it has itself.
"""

from __future__ import annotations

from collections.abc import Mapping

HELLO = 1
SETTYPE = 2
HANDSHAKE = 3
ACCEPT = 4
CLOSECONN = 16

VERSION_CHECK = 64
AUTH_PRECHECK = 65
AUTH = 66
STATUS_USER = 67
STATUS_MESSAGE = 68
LOBBY_CREATE = 69
LOBBY_JOIN = 70
LOBBY_CHANGE = 71
LOBBY_READY = 72
LOBBY_INVITE = 73
LOBBY_INVITE_ACCEPT = 74
LOBBY_KICK = 75
LOBBY_LEAVE = 76
GAME_START = 77
GAME_END = 78
GAME_LOAD = 79
GAME_SAVE = 80
DK_QUESTION = 81
DK_ANNOUNCE = 82
DK_CARD_INTENT = 83
DK_CARD_TRANSFER = 84
DK_COMPLAINT = 85
DK_TURN = 86
DK_SCOREBOARD = 87
DK_ROUND_CHANGE = 88

#: On a connection that only pings, two of the ids mean something else.
PING = 64
PONG = 65

#: In the order in which the handshake lists them.
REGISTRY: Mapping[str, int] = {
    "cg:version.check": VERSION_CHECK,
    "cg:auth.precheck": AUTH_PRECHECK,
    "cg:auth": AUTH,
    "cg:status.user": STATUS_USER,
    "cg:status.message": STATUS_MESSAGE,
    "cg:lobby.create": LOBBY_CREATE,
    "cg:lobby.join": LOBBY_JOIN,
    "cg:lobby.change": LOBBY_CHANGE,
    "cg:lobby.ready": LOBBY_READY,
    "cg:lobby.invite": LOBBY_INVITE,
    "cg:lobby.invite.accept": LOBBY_INVITE_ACCEPT,
    "cg:lobby.kick": LOBBY_KICK,
    "cg:lobby.leave": LOBBY_LEAVE,
    "cg:game.start": GAME_START,
    "cg:game.end": GAME_END,
    "cg:game.load": GAME_LOAD,
    "cg:game.save": GAME_SAVE,
    "cg:game.dk.question": DK_QUESTION,
    "cg:game.dk.announce": DK_ANNOUNCE,
    "cg:game.dk.card.intent": DK_CARD_INTENT,
    "cg:game.dk.card.transfer": DK_CARD_TRANSFER,
    "cg:game.dk.complaint": DK_COMPLAINT,
    "cg:game.dk.turn": DK_TURN,
    "cg:game.dk.scoreboard": DK_SCOREBOARD,
    "cg:game.dk.round.change": DK_ROUND_CHANGE,
    "peng3dnet:internal.hello": HELLO,
    "peng3dnet:internal.settype": SETTYPE,
    "peng3dnet:internal.handshake": HANDSHAKE,
    "peng3dnet:internal.handshake.accept": ACCEPT,
    "peng3dnet:internal.closeconn": CLOSECONN,
}

NAMES: Mapping[int, str] = {number: name for name, number in REGISTRY.items()}


def name_of(id: int) -> str:
    """The packet's name, or something to call it by in a log."""
    return NAMES.get(id, f"packet {id}")
