"""What the fields of many records mean, and how things are written in them."""

from __future__ import annotations

from stammtisch.games.game import listed
from stammtisch.games.tarock.cards import NAMES
from stammtisch.games.tarock.rules import CONTRACTS

MEANINGS: dict[str, str] = {
    "contract": "The contract, or `pass`.",
    "picked": "Which pile of the talon, counted from 0; null if none was taken.",
    "bonuses": "Bonuses: `trula`, `kings`, `kings_ultimo`, `pagat_ultimo`, `valat`.",
    "dealer": "Who deals.",
    "totals": "The points of each seat so far.",
    "seat": "The seat that did it.",
    "next": "Who is next; null: nobody.",
    "factor": "What it is multiplied by.",
}

NOTATION = f"""\
A **card** is its name: suit (`C` clubs, `S` spades, `H` hearts, `D` diamonds, `T` taroks) and rank,
the skis is `TS`: {listed(NAMES)}. **Contracts**, in the order in which they outbid each other:
{listed(CONTRACTS)}."""
