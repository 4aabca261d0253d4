"""What an accusation is about, as far as its words tell."""

from __future__ import annotations

import re
from functools import lru_cache

from stammtisch.games.mao.chair.offences import OFFENCES
from stammtisch.games.mao.speech import normal

#: What makes a card go back to its player.
CARD_FAULTS = frozenset({"turn", "drawing", "fit", "must", "forbidden", "order", "handling"})

_NAMES = {normal(name): kind for kind, name in OFFENCES.items()}
#: Words of people who accuse each other, and what they hint at.
_HINTS: tuple[tuple[str, str], ...] = (
    (r"\b(silen\w*|quiet|schweig\w*|still)\b", "silence"),
    (r"\b(say\w*|said|name|naming|word\w*|sag\w*|nenn\w*)\b", "words"),
    (r"\b(talk\w*|red\w*)\b", "talking"),
    (r"\b(turn|reihe)\b", "turn"),
    (r"\b(play\w*|card|forbidden|spiel\w*|karte|verboten)\b", "forbidden"),
)
_QUOTED = re.compile(r"""["“„»']([^"“”„«»]+)["”“«']""")


@lru_cache(256)
def kind_of(reason: str | None) -> str | None:
    """The offence, by its key in `OFFENCES`; None if it cannot be told."""
    said = normal(reason or "")
    for name, kind in _NAMES.items():
        if said.startswith(name):
            return kind
    return next((kind for hint, kind in _HINTS if re.search(hint, said)), None)


def quoted(reason: str) -> str | None:
    """The words that the accused should have said, if the accuser was so kind to tell."""
    found = _QUOTED.search(reason)
    return normal(found[1]) or None if found else None
