"""What a client of the Mao protocol may send: the only shapes that are understood.

Whatever does not fit is None, and nothing happens: the protocol has no word for a refusal.
Numbers are whole numbers (neither true nor 1.0 nor "1"); extra keys are passed over.

What a client says in its address: which table, and how it wants to be there.

The texts of the Mao protocol's events, in two pieces between which the `order` goes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import msgspec

from stammtisch.games.mao.cards import CARDS, RANK, SUIT, Card
from stammtisch.games.mao.records import Spot

#: Tables of 2 to 8 seats, twenty of each, in this order.
EACH_SIZE = 20
SIZES = range(2, 9)
TABLES = EACH_SIZE * len(SIZES)

#: As C's atoi: blanks, a sign, digits; the rest does not matter.
_NUMBER = re.compile(r"[ \t\n\v\f\r]*([+-]?)0*([0-9]{1,9})(?![0-9])")


def seats_of(number: int) -> int | None:
    """How many seats the table of that id has; None where the id does not say."""
    return number // EACH_SIZE + SIZES[0] if 0 <= number < TABLES else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectParams:
    #: None if no table can have it.
    number: int | None
    name: str | None
    #: Where the server is closed to strangers: its password, or an invitation.
    key: str | None
    #: The client knows the extensions; without it, all below is as if not said.
    ext: bool
    token: str | None
    #: The `order` of the last event it has.
    since: int | None
    watch: bool
    #: The profile to open the table with.
    profile: str | None

    @classmethod
    def read(cls, query: Mapping[str, str]) -> ConnectParams:
        ext = query.get("ext") == "1"
        said = query if ext else {}
        number = _number(query.get("tableID", ""))
        return cls(
            number=number if number is not None and number >= 0 else None,
            name=query.get("name") or None,
            key=query.get("key") or None,
            ext=ext,
            token=said.get("token") or None,
            since=_number(said.get("since", "")),
            watch=said.get("watch") == "1",
            profile=said.get("table") or None,
        )


def _number(text: str) -> int | None:
    found = _NUMBER.match(text)
    return int(found[1] + found[2]) if found else None


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


#: An event: the text before its order, and the text after it.
Piece = tuple[str, str]


@cache
def _head(name: str) -> str:
    return f'{{"type":"event","name":"{name}","order":'


def piece(name: str, data: Any) -> Piece:
    return _head(name), f',"data":{msgspec.json.encode(data).decode()}}}'


def bare(name: str) -> Piece:
    """An event without data."""
    return _head(name), "}"


# --- cards -------------------------------------------------------------------------------------

CARD_OBJECTS: tuple[dict[str, int], ...] = tuple(
    {"value": card, "rank": RANK[card], "suit": SUIT[card]} for card in range(CARDS)
)


def cards(of: Sequence[Card]) -> list[dict[str, int]]:
    return [CARD_OBJECTS[card] for card in of]


# --- moved cards: by far the most events, so their text is put together from ready parts ---------

_MOVED = _head("cardMoved")
_CARD: dict[Card | None, str] = {
    card: f'"card":{msgspec.json.encode(CARD_OBJECTS[card]).decode()},' for card in range(CARDS)
} | {None: ""}
_DECK = '{"source":"deck"}'


def moved(
    card: Card | None,
    source: Spot,
    target: Spot,
    length: int | None,
    by: str,
    extra: str = "",
) -> Piece:
    """A card moved, as one listener sees it. `extra` are further members of its data."""
    return _MOVED, (
        f',"data":{{{_CARD[card]}"from":{_place(source, length)},'
        f'"to":{_place(target, length)},"by":"{by}"{extra}}}}}'
    )


def _place(spot: Spot, length: int | None) -> str:
    """Where in a hand a card was is for its owner; all others get how many are left."""
    place, index = spot.place, spot.index
    if place == "pile":
        return f'{{"source":"pile","pileIndex":{spot.pile},"cardIndex":{index}}}'
    if place == "deck":
        return _DECK
    if index is not None:
        return f'{{"source":"hand","cardIndex":{index}}}'
    return f'{{"source":"hand","length":{length}}}'
