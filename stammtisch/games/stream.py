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

T = TypeVar("T")

_SPAN: Final = 1 << 32
#: The first numbers of blocks, as they are hashed.
_FIRST: Final = [one.to_bytes(8, "big") for one in range(16)]


def _counted(block: int) -> bytes:
    return _FIRST[block] if block < 16 else block.to_bytes(8, "big")


class Stream:
    """The numbers of one seed, in order."""

    __slots__ = ("_block", "_seed", "_words")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        if not self._words:
            self._draw(1)
        return self._words.pop()

    def _draw(self, blocks: int) -> None:
        """Have so many blocks more; `_words` is taken from its end."""
        numbers = range(self._block, self._block + blocks)
        self._block += blocks
        digests = [sha256(self._seed + _counted(one)).digest() for one in numbers]
        self._words[:0] = struct.unpack(f">{8 * blocks}I", b"".join(digests))[::-1]

    def below(self, bound: int) -> int:
        """A number from 0 to bound − 1."""
        limit = _SPAN - _SPAN % bound
        while (word := self.word()) >= limit:
            pass
        return word % bound

    def shuffled(self, items: Sequence[T]) -> list[T]:
        deck = list(items)
        words = self._words
        if len(words) < len(deck):
            self._draw((len(deck) - len(words)) // 8 + 1)
        # Below this, `below` passes over no word, whatever its bound.
        sure = _SPAN - len(deck)
        for last in range(len(deck) - 1, 0, -1):
            if not words:
                self._draw(1)
            word = words.pop()
            if word < sure:
                other = word % (last + 1)
            else:
                words.append(word)
                other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck
