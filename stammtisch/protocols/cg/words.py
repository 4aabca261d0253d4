"""What is said at a table, as announcements of cg have it: a type, and sometimes data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stammtisch.games.doppelkopf.records import Party
from stammtisch.games.doppelkopf.words import (
    ANSWERS,
    CALLS,
    SAY,
    SOLOS,
    amount_of,
    sow_solo_of,
    wish_of,
)

WISH = "wedding_clarification_trick"
_SOW = "black_sow_solo"
_BACK = "poverty_return"
#: Names that a client may have for a word.
_ALIASES = {"accusation_vote_yes": "accusation_yes", "accusation_vote_no": "accusation_no"}


def said(word: str, party: Party | None = None) -> dict[str, Any]:
    """The fields `type` and `data` of the announcement of a word."""
    if word in SOLOS:
        return {"type": "solo_yes", "data": {"type": word}}
    if word in CALLS:
        return {"type": word, "data": {} if party is None else {"party": party}}
    if word in ANSWERS["poverty_return_trumps"]:
        return {"type": _BACK, "data": {"amount": amount_of(word)}}
    if word in ANSWERS[WISH]:
        # The original client looks for its text by `type`, and says itself `trick`.
        return {"type": WISH, "data": {"trick": wish_of(word), "type": wish_of(word)}}
    if word in ANSWERS[_SOW]:
        return {"type": _SOW, "data": {"type": sow_solo_of(word)}}
    return {"type": word}


def word_of(type: str, data: Mapping[str, Any]) -> str | None:
    """The word that a client's announcement is; None if nobody says such a thing."""
    if type == "solo_yes":
        solo = data.get("type")
        return solo if isinstance(solo, str) and solo in SOLOS else None
    word = _ALIASES.get(type, type)
    for longer, key in ((_BACK, "amount"), (WISH, "trick"), (_SOW, "type")):
        if type == longer:
            end = str(data.get(key, ""))
            word = f"black_sow_{end}" if type == _SOW else f"{type}_{end}"
    # A solo is announced by `solo_yes`, and nothing else.
    return word if word in SAY and word not in SOLOS else None
