"""What people say, compared with what they should have said.

The cards of Mao: a French pack without end.

What people may say and write.
"""

from __future__ import annotations

import unicodedata

from stammtisch.games.french import CARDS, RANK, RANKS, SUIT, SUITS, Card, card_name
from stammtisch.games.game import Refusal
from stammtisch.games.stream import Stream

__all__ = ["CARDS", "RANK", "RANKS", "SUIT", "SUITS", "Card", "Deck", "card_name"]


class Deck:
    """All cards to come in one round: each is one of the 52, whatever came before."""

    __slots__ = ("_stream", "drawn", "seed")

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        self.seed = seed
        self.drawn = drawn
        self._stream: Stream | None = None

    def draw(self) -> Card:
        card = (self._stream or self._resumed()).below(CARDS)
        self.drawn += 1
        return card

    def copy(self) -> Deck:
        return Deck(self.seed, self.drawn)

    def _resumed(self) -> Stream:
        """The stream after the cards that are drawn already; most copies never need it."""
        self._stream = stream = Stream(self.seed)
        for _ in range(self.drawn):
            stream.below(CARDS)
        return stream


def check_text(text: object, least: int, most: int) -> None:
    """Refuse what is no text of `least` to `most` UTF-16 units, as browsers count them."""
    if type(text) is not str:
        raise Refusal("bad_text", "What is said and written must be a text.")
    units = len(text)
    if not text.isascii():
        try:
            units = len(text.encode("utf-16-le")) // 2
        except UnicodeEncodeError:
            raise Refusal("broken_text", "The text holds half a character.") from None
    if not least <= units <= most:
        raise Refusal(
            "bad_length", "The text must have {least} to {most} characters.", least=least, most=most
        )


#: So many letters a phrase needs for each wrong one that is overlooked, and no more than two are.
_LETTERS_A_SLIP = 5
_MOST_SLIPS = 2


def normal(text: str) -> str:
    """The words alone, without capitals, accents, punctuation and extra spaces."""
    if text.isascii():
        letters = text.lower()
    else:
        parts = unicodedata.normalize("NFKD", text.casefold())
        letters = "".join(letter for letter in parts if not unicodedata.combining(letter))
    kept = "".join(letter if letter.isalnum() else " " for letter in letters.replace("'", ""))
    return " ".join(kept.split())


def says(said: str, phrase: str) -> bool:
    """Whether it is the phrase, small slips allowed. Both must be `normal`."""
    if said == phrase:
        return True
    slips = min(_MOST_SLIPS, len(phrase) // _LETTERS_A_SLIP)
    return slips > 0 and slips_within(said, phrase, slips)


def slips_within(one: str, two: str, most: int) -> bool:
    """Whether at most so many letters were changed, left out, put in or swapped with their
    neighbours: the distance of Damerau and Levenshtein, along the diagonal only."""
    if abs(len(one) - len(two)) > most:
        return False
    far = most + 1
    older: dict[int, int] = {}
    old = {j: j for j in range(most + 1)}
    for i in range(1, len(one) + 1):
        row: dict[int, int] = {}
        for j in range(max(0, i - most), min(len(two), i + most) + 1):
            if j == 0:
                row[j] = i
                continue
            cost = min(
                old.get(j, far) + 1,
                row.get(j - 1, far) + 1,
                old.get(j - 1, far) + (one[i - 1] != two[j - 1]),
            )
            swapped = i > 1 < j and one[i - 1] == two[j - 2] and one[i - 2] == two[j - 1]
            row[j] = min(cost, older.get(j - 2, far) + 1) if swapped else cost
        if min(row.values()) > most:
            return False
        older, old = old, row
    return old.get(len(two), far) <= most
