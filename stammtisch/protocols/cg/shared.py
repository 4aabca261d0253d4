"""What clients are shown as a message: a key of their own texts, and what stands in its blanks.

What all cg connections of a server share.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from stammtisch.protocols.cg import frames as ids
from stammtisch.protocols.cg.frames import Packet
from stammtisch.protocols.cg.messages import packet
from stammtisch.replies import Refused


def _unheard(sentence: str) -> None:
    pass


@dataclass(slots=True, kw_only=True)
class Shared:
    """`random` makes the ids of cards: people should not be able to guess the next."""

    wall: Callable[[], float]
    random: Random
    #: Of packets that were dropped, and of clients that have come.
    log: Callable[[str], None] = _unheard
    log_arrival: Callable[[str], None] = _unheard
    #: What stands for the value of a card that the client may not know.
    hidden: str = ""
    #: The keys of a complaint's moves are numbers, as the protocol's own page has them; the
    #: original client takes only texts.
    number_keys: bool = False
    name: str = "Stammtisch"
    most_players: int = 10_000
    #: By what clients know the server, once it has been asked for.
    app: str | None = None
    #: The connection that speaks for each account; an older one has to go. What makes this
    #: decides how long connections are remembered that have ended.
    speakers: MutableMapping[str, object] = field(default_factory=dict)


IN_GAME = "cg:msg.game.dk."
IN_LOBBY = "cg:msg.lobby."

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
    return message("warn", IN_GAME + _IN_GAME.get(refused.code, refused.code), **refused.data)


def in_lobby(refused: Refused, about: str, known: dict[str, str] | None = None) -> Packet:
    """Why the lobby did not do it; `known` has the original's names for some codes.

    The client shows a key that it has no text for: so the sentence comes with it.
    """
    name = (known or {}).get(refused.code, refused.code)
    return message("warn", f"{IN_LOBBY}{about}.{name}", sentence=refused.message)
