"""How the messages of a protocol lie in a stream of bytes.

A WebSocket keeps messages apart by itself; in a plain stream the protocol says where each ends.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

M = TypeVar("M")


class BadFrame(Exception):
    """The stream cannot be read on. `feed` adds the complete `messages` that came before."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.messages: Sequence[Any] = ()


class TooBig(BadFrame):
    """A message is larger than any may be."""


class Framing(ABC, Generic[M]):
    """One connection's framing: bytes in as they come, bytes out a message at a time."""

    __slots__ = ()

    @abstractmethod
    def read(self, data: bytes) -> Iterator[M]:
        """The messages that these bytes complete, one by one: what nobody asks for is not cut out.
        Of a connection that ends at one message, the thousands after it cost nothing.

        Raises `BadFrame`, and nothing else. That is final: every later call raises it again, and
        keeps nothing.
        """

    def feed(self, data: bytes) -> list[M]:
        """All of them at once."""
        messages: list[M] = []
        try:
            for message in self.read(data):
                messages.append(message)  # noqa: PERF402
        except BadFrame as bad:
            bad.messages = messages
            raise
        return messages

    @abstractmethod
    def encode(self, message: M) -> bytes:
        """The message as it goes out, whole."""

    def encode_all(self, messages: Sequence[M]) -> bytes:
        """The messages as they go out together."""
        return b"".join([self.encode(message) for message in messages])

    @abstractmethod
    def farewell(self, reason: str) -> M | None:
        """How the protocol says why the connection ends; None if it has no words for that."""

    def pause(self, message: M) -> int:
        """Milliseconds that are to pass after the message before this one.

        Heeded where frames leave with a gap between them, and only if it is longer.
        """
        return 0
