"""An adjourned match as a text that its players keep: signed, so that nobody can have changed it.

It is a JSON Web Token (RFC 7519) with an HMAC of SHA-256, which the clients of the cg protocol
expect: they read `id`, `type`, `creation_time` and `players`, and offer it to the host of a table
where exactly those players sit. Anybody can read it; people are named in it by what everybody knows
of them.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from typing import Any

import msgspec

from stammtisch.games.game import Refusal, Value

_HEAD = b'{"alg":"HS256","typ":"JWT"}'
#: What stands for a bot where people are named; its level follows after a colon.
BOT = "bot"
#: What clients call a game, where it is another word than ours.
_TYPES = {"doppelkopf": "dk"}


class SavedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """What the next match goes on from, with all that must be as it was."""

    game: str
    profile: str
    options: dict[str, Value]
    #: The digest of the rules.
    rules: str
    #: By whom each seat is played: `SeatInfo.person`, or a bot.
    seats: list[str]
    state: Any


class _Data(SavedMatch, frozen=True, kw_only=True):
    """The same with what clients read."""

    id: str
    type: str
    creation_time: float
    #: The people at the seats.
    players: list[str]


def is_bot(player: str) -> bool:
    """Is it a bot that is named so, here or as an account?"""
    return player.partition(":")[0] == BOT


def level_of(bot: str) -> str:
    return bot.split(":")[1]


class _Claims(msgspec.Struct, frozen=True):
    data: _Data
    #: The server, and seconds since 1970.
    iss: str
    iat: int


class ServerKey:
    """What the server signs with: it is in the store, and known once that is open."""

    def __init__(self, value: bytes = b"") -> None:
        self.value = value

    @property
    def server_id(self) -> str:
        """By what the server is known: 32 hexadecimal digits."""
        return hashlib.sha256(b"stammtisch house\n" + self.value).hexdigest()[:32]


def token_of(key: ServerKey, match: SavedMatch, now: float) -> str:
    data = _Data(
        **msgspec.structs.asdict(match),
        # Whoever saves the same match overwrites the save that another has left.
        id=hashlib.sha256(b"stammtisch save\n" + msgspec.json.encode(match)).hexdigest()[:32],
        type=_TYPES.get(match.game, match.game),
        creation_time=now,
        players=[player for player in match.seats if not is_bot(player)],
    )
    claims = msgspec.json.encode(_Claims(data, key.server_id, int(now)))
    said = _in_letters(_HEAD) + b"." + _in_letters(claims)
    return (said + b"." + _in_letters(_signature(key.value, said))).decode()


def saved_match(key: ServerKey, token: str) -> SavedMatch:
    """What the token holds, or a `Refusal` if this server did not sign it."""
    said, _, signature = token.encode(errors="replace").rpartition(b".")
    try:
        if not hmac.compare_digest(_from_letters(signature), _signature(key.value, said)):
            raise _not_ours()
        data = msgspec.json.decode(_from_letters(said.partition(b".")[2]), type=_Claims).data
    except (binascii.Error, msgspec.MsgspecError):
        raise _not_ours() from None
    names = SavedMatch.__struct_fields__
    return SavedMatch(**{name: getattr(data, name) for name in names})


def _not_ours() -> Refusal:
    return Refusal("bad_save", "This is no match that was saved on this server.")


def _signature(key: bytes, said: bytes) -> bytes:
    return hmac.digest(key, said, "sha256")


def _in_letters(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def _from_letters(data: bytes) -> bytes:
    return base64.b64decode(data + b"=" * (-len(data) % 4), b"-_", validate=True)
