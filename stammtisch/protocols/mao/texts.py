"""The texts of the Mao protocol's events, in two pieces between which the `order` goes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from stammtisch.games.mao.card import CARDS, RANK, SUIT, Card
from stammtisch.games.mao.records import Spot

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
