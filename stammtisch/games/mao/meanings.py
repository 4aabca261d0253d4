"""What the fields of many records mean, and how things are written in them."""

from __future__ import annotations

from stammtisch.games.french import RANKS, SUITS
from stammtisch.games.game import listed

MEANINGS: dict[str, str] = {
    "text": "What was said; of a rule, how it is written. Null if one may not know it.",
    "source": "Where the card comes from.",
    "seat": "The seat that did it; null is the chairman.",
    "reason": "What for, if it was said.",
    "deadline": "Match time at which it ends by itself; null if it does not.",
    "accuser": "Who accuses; null is the chairman.",
    "accused": "Who is accused.",
    "author": "Who wrote it.",
    "penalty": "How many cards it costs.",
}

NOTATION = f"""\
A **card** is a number, suit × 13 + rank, both from 0: suits are {listed(SUITS)}, ranks
{listed(RANKS)}.
The ace of clubs is 0, the king of spades 51. The pack has no end: each card may come any time.
A place in the pile is counted from its bottom, 0 is the lowest card."""
