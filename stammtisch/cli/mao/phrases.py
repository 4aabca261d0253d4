"""What one may want to say in a hurry: each phrase has a key."""

from __future__ import annotations

from stammtisch.cli.mao.phrasebook import KEYS
from stammtisch.cli.mao.tabletop import MaoTop
from stammtisch.games.mao.card import card_name

VOTES = ("guilty", "innocent")
POINT_OF_ORDER = "point of order"
END_OF_ORDER = "end of point of order"


def phrases(top: MaoTop) -> list[str]:
    """The first is for key 1; "" says nothing. In a vote the verdicts; else what the base rules may
    want, then what else was learned, in the order in which it was. The card that is named is the
    one that the player has played last, also if another lies on it already."""
    if top.may_vote:
        return list(VOTES)
    view = top.view
    card = top.played if top.played is not None else view.pile[-1] if view and view.pile else None
    return top.phrasebook.phrases(None if card is None else card_name(card))


def labelled(top: MaoTop) -> list[tuple[str, str]]:
    """Each phrase after its key, as it is shown."""
    keys = zip(KEYS, phrases(top), strict=False)
    return [(key.upper(), phrase) for key, phrase in keys if phrase]
