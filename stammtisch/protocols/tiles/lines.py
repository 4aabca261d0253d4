"""Bytes to lines, as they come, and lines to bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stammtisch.protocols.framing import Framing, TooBig
from stammtisch.protocols.tiles.wording import line

LIMIT = 8192
#: So many bytes are looked through at a time.
PORTION = 1024


class LineTooLong(TooBig):
    """A line has more bytes than it may."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"A line must not be longer than {limit} bytes.")


class Lines(Framing[str]):
    """Cuts one connection's bytes into lines, however they were split on the way.

    A line ends at LF, CR or CRLF, and nowhere else. Bytes that are not UTF-8 come out as U+FFFD.
    At most `limit` bytes of an unfinished line are kept.
    """

    __slots__ = ("_after_cr", "_limit", "_overrun", "_rest")

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._rest = b""
        # The last byte was a CR, and its line is given out: a LF that follows ends no other.
        self._after_cr = False
        self._overrun = False

    def read(self, data: bytes) -> Iterator[str]:
        """The lines that these bytes complete, without their endings.

        A line over the limit (its ending does not count) raises `LineTooLong`.
        """
        if self._overrun:
            raise LineTooLong(self._limit)
        for start in range(0, len(data), PORTION):
            yield from self._lines(data[start : start + PORTION])
            if self._overrun:
                raise LineTooLong(self._limit)

    def _lines(self, data: bytes) -> list[str]:
        if self._after_cr:
            self._after_cr = False
            data = data.removeprefix(b"\n")
        if self._rest:
            data = self._rest + data
            self._rest = b""
        # Unlike those of str, the lines of bytes end at LF, CR and CRLF only.
        pieces = data.splitlines()
        if len(data) > self._limit and max(map(len, pieces)) > self._limit:
            self._overrun = True
            return self._before_overrun(pieces)
        if data.endswith(b"\r"):
            self._after_cr = True
        elif pieces and not data.endswith(b"\n"):
            self._rest = pieces.pop()
        return [piece.decode("utf-8", "replace") for piece in pieces]

    def encode(self, message: str) -> bytes:
        # Half a surrogate pair, which JSON can bring in, is no UTF-8.
        return f"{message}\r\n".encode(errors="replace")

    def encode_all(self, messages: Sequence[str]) -> bytes:
        return self.encode("\r\n".join(messages))

    def farewell(self, reason: str) -> str:
        """A PING is taken by any client at any time, whatever else stands in it."""
        return line("PING", reason)

    def _before_overrun(self, pieces: list[bytes]) -> list[str]:
        lines = []
        for piece in pieces:
            if len(piece) > self._limit:
                break
            lines.append(piece.decode("utf-8", "replace"))
        return lines
