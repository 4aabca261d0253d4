"""What a client of the Tarock protocol may send: one JSON object, named by its `command`.

Extra keys are passed over. A `request_id` comes back in the answer, whatever the answer is.

`named` gives what the protocol calls a refusal of the server, the table or the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from stammtisch.games.game import Value
from stammtisch.games.tarock.records import Choice
from stammtisch.games.tarock.words import error_name
from stammtisch.replies import TROUBLE, Refused
from stammtisch.vocabulary import Reply

Object = dict[str, Any]


SERVER_ERROR = "server_error"

_NOBODY: Mapping[str, str] = dict.fromkeys(
    ("not_at_table", "no_match", "no_seat", "not_here", "gone", "unknown_table"), "not_in_game"
)
_OURS: Mapping[str, str] = dict.fromkeys(TROUBLE, SERVER_ERROR)

#: In commands of the game.
IN_GAME: Mapping[str, str] = {
    **_NOBODY,
    **_OURS,
    "over": "wrong_phase",
    "too_long": "invalid_request",
}
#: In commands of the lobby.
IN_LOBBY: Mapping[str, str] = {
    **dict.fromkeys(_NOBODY, "not_in_room"),
    **_OURS,
    "at_table": "already_in_room",
    "unknown_table": "room_does_not_exist",
    "full": "room_full",
    "running": "room_full",
    "seat_taken": "room_full",
    "bad_table_name": "invalid_request",
    "unknown_profile": "invalid_request",
    "unknown_option": "invalid_request",
    "bad_option": "invalid_request",
    "contradiction": "invalid_request",
    "no_cheats": "invalid_request",
}


def named(reply: Reply, names: Mapping[str, str]) -> tuple[str, str]:
    """The error's name, and its sentence. What has no name here keeps the code it has."""
    if not isinstance(reply, Refused):
        return SERVER_ERROR, "The server has no answer to that."
    return names.get(reply.code) or error_name(reply.code), reply.message


@dataclass(frozen=True, slots=True)
class Relayed:
    """Its response goes to `answer` and not to the connection, which is told the events that come
    of it."""

    command: str
    answer: Callable[[str], None]


Word = Annotated[str, Meta(max_length=64)]
Words = Annotated[tuple[Word, ...], Meta(max_length=64)]
#: No more digits than every reader of JSON keeps apart.
Number = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Scalar = str | int | float | bool | None


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="command"):
    request_id: Scalar | UnsetType = UNSET


# --- the lobby ---------------------------------------------------------------------------------


class Create(Command, frozen=True, kw_only=True, tag="lobby.room.create"):
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    #: Listed nowhere; one comes with the invite code or the password.
    private: bool = False
    password: Annotated[str, Meta(max_length=256)] | None = None
    #: Start as soon as all seats are taken.
    autostart: bool = False
    #: Bots take the seats that are free when the game starts.
    fill_bots: bool = True
    profile: Word | None = None
    options: dict[str, Value] = {}


class ListRooms(Command, frozen=True, kw_only=True, tag="lobby.room.list"):
    pass


class JoinRoom(Command, frozen=True, kw_only=True, tag="lobby.room.join"):
    room_id: Word
    password: Annotated[str, Meta(max_length=256)] | None = None


class LeaveRoom(Command, frozen=True, kw_only=True, tag="lobby.room.leave"):
    pass


class RoomInfo(Command, frozen=True, kw_only=True, tag="lobby.room.info"):
    room_id: Word


class StartGame(Command, frozen=True, kw_only=True, tag="lobby.game.start"):
    pass


class PlayerReady(Command, frozen=True, kw_only=True, tag="lobby.player.ready"):
    state: Annotated[str, Meta(max_length=256)]


# --- the game ----------------------------------------------------------------------------------


class Bid(Command, frozen=True, kw_only=True, tag="game.tarock.bid"):
    contract: Word


class ThrowIn(Command, frozen=True, kw_only=True, tag="game.tarock.throw_in"):
    pass


class CallKing(Command, frozen=True, kw_only=True, tag="game.tarock.callking"):
    suit: Word


class Exchange(Command, frozen=True, kw_only=True, tag="game.tarock.exchange"):
    picked: Number
    cards: Words


class Announce(Command, frozen=True, kw_only=True, tag="game.tarock.announce"):
    bonuses: Words
    kontra: Words = ()


class Play(Command, frozen=True, kw_only=True, tag="game.tarock.play"):
    card: Word


class Continue(Command, frozen=True, kw_only=True, tag="game.tarock.continue"):
    choice: Choice = "continue"


class LeaveGame(Command, frozen=True, kw_only=True, tag="game.tarock.leave"):
    pass


class AskState(Command, frozen=True, kw_only=True, tag="game.tarock.state"):
    pass


class Chat(Command, frozen=True, kw_only=True, tag="game.tarock.chat"):
    text: Annotated[str, Meta(min_length=1, max_length=1000)]


AnyCommand = (
    Create
    | ListRooms
    | JoinRoom
    | LeaveRoom
    | RoomInfo
    | StartGame
    | PlayerReady
    | Bid
    | ThrowIn
    | CallKing
    | Exchange
    | Announce
    | Play
    | Continue
    | LeaveGame
    | AskState
    | Chat
)

#: The commands by name, and the other way round.
COMMANDS: dict[str, type[Command]] = {
    kind.__struct_config__.tag: kind for kind in get_args(AnyCommand)
}
NAMES: dict[type[Command], str] = {kind: name for name, kind in COMMANDS.items()}

_decoder: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)


class BadCommand(msgspec.Struct, frozen=True, kw_only=True):
    """What came is no command: what can be answered to it."""

    error: str
    description: str
    #: The command's name, as far as there is one.
    command: str | None = None
    request_id: Scalar | UnsetType = UNSET


def read(message: str) -> AnyCommand | BadCommand:
    """Never raises."""
    try:
        return _decoder.decode(message)
    # A number of thousands of digits is a plain ValueError.
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        return _fault(message, str(error))


def _fault(message: str, problem: str) -> BadCommand:
    try:
        said: Any = msgspec.json.decode(message)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return BadCommand(error="invalid_request", description="That is no JSON that can be read.")
    if not isinstance(said, dict):
        return BadCommand(error="invalid_request", description="A request is one JSON object.")
    name, mark = said.get("command"), said.get("request_id", UNSET)
    if isinstance(mark, dict | list):
        mark = UNSET
    if not isinstance(name, str):
        return BadCommand(
            error="invalid_request",
            description='A request has its name in "command".',
            request_id=mark,
        )
    if name not in COMMANDS:
        return BadCommand(
            error="unknown_command",
            description=f"There is no command {name:.60}.",
            command=name,
            request_id=mark,
        )
    return BadCommand(
        error="invalid_request",
        description=f"That is no {name}: {problem}.",
        command=name,
        request_id=mark,
    )
