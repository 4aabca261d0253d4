"""Lines of the tiles protocol that hold words from elsewhere, and the original server's texts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from stammtisch.house.requests import Reply
from stammtisch.protocols.tiles.codec import encode
from stammtisch.tables.answers import Refused
from stammtisch.tables.events import SeatInfo

_BREAKS = re.compile(r"[\r\n]+")

#: Who speaks where the house itself does.
HOUSE = "server"

NO_LOGIN = "You are not logged in: send LOGI and a name first."
NO_LOBBY = "You are in no lobby: send JLOB and a number first."
UNANSWERED = "The house has no answer to that."

#: What the original server says where the house refuses with that code, for clients that know
#: its texts by heart. `{n}` is the lobby's number; None says nothing.
_ORIGINAL: Mapping[str, str | None] = {
    "full": "Lobby {n} full already, couldn't join",
    "not_your_turn": "It is not your turn.. have some patience",
    "already_drawn": "You shall not draw!",
    "not_your_tiles": None,
}


def line(*tokens: str) -> str:
    """The line (or the list) of these tokens. A line break, which cannot be said, is a blank."""
    try:
        return encode(tokens)
    except ValueError:
        return encode([unbroken(token) for token in tokens])


def unbroken(text: str) -> str:
    return _BREAKS.sub(" ", text)


def reason(reply: Reply, number: int | None = None) -> list[str]:
    """Why the house did not do it, as the debug argument of a line: one token or none."""
    if not isinstance(reply, Refused):
        return [UNANSWERED]
    text = _ORIGINAL.get(reply.code, reply.message)
    if text is None:
        return []
    return [text if number is None else text.replace("{n}", str(number))]


def shown(seat: SeatInfo) -> str:
    """The name at a seat, as lists show it: empty if nobody is there."""
    return "" if seat.away or seat.name is None else unbroken(seat.name)


def played_by(seat: SeatInfo) -> str:
    """Who plays the seat. Where it is empty, the original client says that it waits for somebody:
    that is not so while a bot sits in."""
    if seat.deputy is None or seat.name is None:
        return shown(seat)
    return f"{unbroken(seat.name)}(bot)"
