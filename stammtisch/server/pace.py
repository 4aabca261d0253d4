"""Lines to a client that loses those it finds in one read: one at a time, with a gap."""

from __future__ import annotations

from collections import deque

#: Loops count time in milliseconds or finer: a line that is early by less than that is in time.
SLACK = 0.0005


class Pace:
    """The lines that wait for their turn. Knows no clock but the one it is told."""

    __slots__ = ("_gap", "_lines", "_next_at", "bytes")

    def __init__(self, gap: float) -> None:
        self._gap = gap
        self._lines: deque[bytes] | None = None
        self._next_at = 0.0
        #: How much waits.
        self.bytes = 0

    def add(self, line: bytes) -> None:
        if self._lines is None:
            self._lines = deque()
        self._lines.append(line)
        self.bytes += len(line)

    def due(self, now: float) -> bytes | None:
        """The next line, if it may leave now (and then nothing else for the length of the gap)."""
        if not self._lines or now < self._next_at - SLACK:
            return None
        self._next_at = now + self._gap
        line = self._lines.popleft()
        self.bytes -= len(line)
        if not self._lines:
            # An idle connection keeps nothing.
            self._lines = None
        return line

    def wait(self, now: float) -> float | None:
        """Seconds until a line is due; None if none waits."""
        return None if self._lines is None else max(0.0, self._next_at - now)

    def rest(self) -> bytes:
        """All that waits, at once."""
        joined = b"".join(self._lines or ())
        self._lines = None
        self.bytes = 0
        return joined
