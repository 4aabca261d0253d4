"""What the fields of many records mean, and how things are written in them."""

from __future__ import annotations

from stammtisch.games.doppelkopf.cards import KIND_NAMES
from stammtisch.games.doppelkopf.words import ANSWERS, CALLS, VOTES
from stammtisch.games.game import listed

MEANINGS: dict[str, str] = {
    "word": "One of the words of the game (see above).",
    "card": "The card's name (see above).",
    "cards": "The names of the cards; null if one may not see them.",
    "accuser": "Who complains.",
    "accused": "Of whom.",
    "misconduct": "Of what.",
    "id": "The move's number in the round; null for what has none.",
    "seat": "The seat that did it, or whom it concerns.",
    "parties": "`re` or `kontra` of each seat; null where one does not know it.",
    "trick": "The number of the trick; 1 is the first.",
    "points": "The points of each seat now.",
}

NOTATION = f"""\
A **card** is its name: suit (`c` clubs, `s` spades, `h` hearts, `d` diamonds) and rank, that is
{listed(KIND_NAMES)}; the joker, where there is one, is `j0`. The two cards of a kind cannot be told
apart. What is **said** is a word: calls are {listed(CALLS)}; after a round {listed(VOTES)} with
`_yes` or `_no` behind; the answers to each question:

| question | answers |
|---|---|
""" + "\n".join(f"| `{question}` | {listed(words)} |" for question, words in ANSWERS.items())
