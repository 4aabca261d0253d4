"""Random numbers from a seed, the same in every language.

The stream of a seed is SHA-256(seed ‖ n) for n = 0, 1, 2, … (n as eight bytes, big end first),
one block after the other, read as unsigned 32-bit numbers, big end first. A number below `k` is
the next word w with w < 2³² − (2³² mod k), modulo k: words above are passed over, so that every
number is equally likely. A shuffle is Fisher and Yates's: for i from the last place down to 1,
swap place i with place `below(i + 1)`. `docs/fair-deals.md` says the same with an example.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

from stammtisch.games.compiling import i64

T = TypeVar("T")

_SPAN: Final = 1 << 32
#: The first numbers of blocks, as they are hashed.
_FIRST: Final = [one.to_bytes(8, "big") for one in range(16)]


def _counted(block: int) -> bytes:
    return _FIRST[block] if block < 16 else block.to_bytes(8, "big")


class Stream:
    """The numbers of one seed, in order."""

    __slots__ = ("_block", "_next", "_seed", "_words")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._block = 0
        #: What was drawn last, and how many of these words are used up.
        self._words: list[int] = []
        self._next = 0

    def word(self) -> int:
        if self._next == len(self._words):
            self._draw(1)
        word = self._words[self._next]
        self._next += 1
        return word

    def _draw(self, blocks: int) -> None:
        """Have so many blocks more after what is left."""
        numbers = range(self._block, self._block + blocks)
        digests = [sha256(self._seed + _counted(one)).digest() for one in numbers]
        self._block += blocks
        drawn = list(struct.unpack(f">{8 * blocks}I", b"".join(digests)))
        self._words = self._words[self._next :] + drawn if self._next < len(self._words) else drawn
        self._next = 0

    def below(self, bound: int) -> int:
        """A number from 0 to bound − 1."""
        limit = _SPAN - _SPAN % bound
        while (word := self.word()) >= limit:
            pass
        return word % bound

    def shuffled(self, items: Sequence[T]) -> list[T]:
        deck = list(items)
        left = len(self._words) - self._next
        if left < len(deck):
            self._draw((len(deck) - left) // 8 + 1)
        # Below this, `below` passes over no word, whatever its bound.
        sure: i64 = _SPAN - len(deck)
        words = self._words
        at: i64 = self._next
        last: i64 = len(deck) - 1
        while last > 0:
            word: i64 = words[at] if at < len(words) else sure
            other: i64
            if word < sure:
                other = word % (last + 1)
                at += 1
            else:
                self._next = at
                other = self.below(last + 1)
                words = self._words
                at = self._next
            deck[last], deck[other] = deck[other], deck[last]
            last -= 1
        self._next = at
        return deck
