"""What each side gets of a moved card: the protocol's table, row by row; and nothing more."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.mao.records import Moved, RoundStarted, RuleWritten, Spot
from tests.protocols.mao.scripted import A, Scripted, playing

CARD = {"value": 29, "rank": 3, "suit": 2}
DECK = {"source": "deck"}
PILE = {"source": "pile", "pileIndex": 0, "cardIndex": 4}
PILE_1 = {"source": "pile", "pileIndex": 0, "cardIndex": 1}
LENGTH = {"source": "hand", "length": 8}
INDEX = {"source": "hand", "cardIndex": 2}

deck, hand, pile, pile_1 = Spot("deck"), Spot("hand"), Spot("pile", 4), Spot("pile", 1)
in_hand = Spot("hand", 2)


@pytest.mark.parametrize(
    ("source", "target", "length", "mover", "others"),
    [
        (
            deck,
            hand,
            8,
            {"card": CARD, "from": DECK, "to": LENGTH},
            {"from": DECK, "to": LENGTH},
        ),
        (
            pile,
            hand,
            8,
            {"card": CARD, "from": PILE, "to": LENGTH},
            {"card": CARD, "from": PILE, "to": LENGTH},
        ),
        (
            in_hand,
            pile,
            8,
            {"card": CARD, "from": INDEX, "to": PILE},
            {"card": CARD, "from": LENGTH, "to": PILE},
        ),
        (
            in_hand,
            deck,
            8,
            {"card": CARD, "from": INDEX, "to": DECK},
            {"from": LENGTH, "to": DECK},
        ),
        (
            deck,
            pile,
            None,
            {"card": CARD, "from": DECK, "to": PILE},
            {"card": CARD, "from": DECK, "to": PILE},
        ),
        (
            pile,
            pile_1,
            None,
            {"card": CARD, "from": PILE, "to": PILE_1},
            {"card": CARD, "from": PILE, "to": PILE_1},
        ),
        (
            pile,
            deck,
            None,
            {"card": CARD, "from": PILE, "to": DECK},
            {"card": CARD, "from": PILE, "to": DECK},
        ),
    ],
    ids=[
        *("deck to hand", "pile to hand", "hand to pile", "hand to deck"),
        *("deck to pile", "pile to pile", "pile to deck"),
    ],
)
@pytest.mark.parametrize("ext", ["0", "1"])
def test_moved_card(
    source: Spot,
    target: Spot,
    length: int | None,
    mover: dict[str, Any],
    others: dict[str, Any],
    ext: str,
) -> None:
    event = Moved(0, 29, source, target, length)
    for seat, data in ((0, mover), (1, others), (None, others)):
        listener = playing(seat, ext=ext)
        assert listener.hears(event.seen_by(seat)) == [("cardMoved", {**data, "by": A})]


def test_members_stand_in_the_order_of_the_document() -> None:
    client = playing()
    client.hears(Moved(0, 29, in_hand, pile, 6))
    assert client.texts[-1] == (
        '{"type":"event","name":"cardMoved","order":1,"data":'
        '{"card":{"value":29,"rank":3,"suit":2},"from":{"source":"hand","cardIndex":2},'
        '"to":{"source":"pile","pileIndex":0,"cardIndex":4},'
        f'"by":"{A}"}}}}'
    )


HIDDEN = st.tuples(st.integers(0, 51), st.integers(0, 7))


@given(HIDDEN, HIDDEN, st.sampled_from([None, 1, 2]), st.sampled_from(["0", "1"]))
def test_what_others_cannot_know_changes_nothing_they_are_sent(
    one: tuple[int, int], other: tuple[int, int], seat: int | None, ext: str
) -> None:
    def texts(card: int, index: int) -> list[str]:
        listener: Scripted = playing(seat, ext=ext)
        hands = tuple((card,) * 7 if at == 0 else (3,) * 7 for at in range(3))
        for event in (
            RoundStarted(1, hands, (5,)),
            Moved(0, card, deck, hand, 8),
            Moved(0, card, Spot("hand", index), deck, 7),
            Moved(0, 9, Spot("hand", index), pile, 6),
            RuleWritten(0, f"never play {card}", index > 3, f"complaint {index}"),
        ):
            listener.hears(event.seen_by(seat))
        return listener.texts

    assert texts(*one) == texts(*other)
