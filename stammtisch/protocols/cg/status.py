"""What clients are shown as a message: a key of their own texts, and what stands in its blanks."""

from __future__ import annotations

from typing import Any

from stammtisch.protocols.cg import registry as ids
from stammtisch.protocols.cg.frames import Packet
from stammtisch.protocols.cg.packets import packet
from stammtisch.tables.answers import Refused

GAME = "cg:msg.game.dk."
LOBBY = "cg:msg.lobby."

#: Where the original has another name for why something is refused.
_IN_GAME = {
    "wrong_phase": "pc_wrong_phase",
    "complaint_open": "pc_wrong_phase",
    "wrong_turn": "pc_wrong_turn",
    "wrong_card": "pc_wrong_card",
    "called_pigs": "pc_called_pigs",
    "called_superpigs": "pc_called_superpigs",
}


def message(kind: str, key: str, **data: Any) -> Packet:
    return packet(ids.STATUS_MESSAGE, type=kind, message=key, data=data)


def in_game(refused: Refused) -> Packet:
    """Why an action was refused."""
    return message("warn", GAME + _IN_GAME.get(refused.code, refused.code), **refused.data)


def in_lobby(refused: Refused, about: str, known: dict[str, str] | None = None) -> Packet:
    """Why the lobby did not do it; `known` has the original's names for some codes.

    The client shows a key that it has no text for: so the sentence comes with it.
    """
    name = (known or {}).get(refused.code, refused.code)
    return message("warn", f"{LOBBY}{about}.{name}", sentence=refused.message)
