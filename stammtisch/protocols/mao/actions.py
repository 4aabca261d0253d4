"""What a client of the Mao protocol may send: the only shapes that are understood.

Whatever does not fit is None, and nothing happens: the protocol has no word for a refusal.
Numbers are whole numbers (neither true nor 1.0 nor "1"); extra keys are passed over.
"""

from __future__ import annotations

from typing import Literal

import msgspec


class _Place(msgspec.Struct, frozen=True, tag_field="source"):
    pass


class FromHand(_Place, frozen=True, tag="hand"):
    card_index: int = msgspec.field(name="cardIndex")


class ToHand(_Place, frozen=True, tag="hand"):
    pass


class Pile(_Place, frozen=True, tag="pile"):
    pile_index: int = msgspec.field(name="pileIndex")
    #: None is the top; only an extension knows that.
    card_index: int | None = msgspec.field(name="cardIndex", default=None)


class Deck(_Place, frozen=True, tag="deck"):
    pass


class _Action(msgspec.Struct, frozen=True, tag_field="name"):
    type: Literal["action"]


class Talk(_Action, frozen=True, tag="talk"):
    args: str


class FromTo(msgspec.Struct, frozen=True):
    source: FromHand | Pile | Deck = msgspec.field(name="from")
    target: ToHand | Pile | Deck = msgspec.field(name="to")


class MoveCard(_Action, frozen=True, tag="moveCard"):
    args: FromTo


class Accusation(msgspec.Struct, frozen=True):
    player: str
    reason: str | None = None


class Accuse(_Action, frozen=True, tag="accuse"):
    #: A player's uuid; with a reason it is an extension.
    args: str | Accusation


class AcceptAccusation(_Action, frozen=True, tag="acceptAccusation"):
    pass


class CancelAccusation(_Action, frozen=True, tag="cancelAccusation"):
    pass


class WriteRule(_Action, frozen=True, tag="writeRule"):
    args: str


class LeaveTable(_Action, frozen=True, tag="leaveTable"):
    """An extension: a client that could come back says that it will not."""


ClientAction = (
    Talk | MoveCard | Accuse | AcceptAccusation | CancelAccusation | WriteRule | LeaveTable
)

_decoder: msgspec.json.Decoder[ClientAction] = msgspec.json.Decoder(ClientAction)


def read(message: str) -> ClientAction | None:
    try:
        return _decoder.decode(message)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        return None
