"""What the Tarock protocol calls a refusal of the house, the table or the rules."""

from __future__ import annotations

from collections.abc import Mapping

from stammtisch.games.tarock.refusals import error_name
from stammtisch.house.requests import TROUBLE, Reply
from stammtisch.tables.answers import Refused

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
        return SERVER_ERROR, "The house has no answer to that."
    return names.get(reply.code) or error_name(reply.code), reply.message
