"""Frames to a client that loses those it finds in one read: one at a time, with a gap."""

from __future__ import annotations

from collections import deque

#: Loops count time in milliseconds or finer: a frame that is early by less than that is in time.
SLACK = 0.0005


class Pace:
    """The frames that wait for their turn. Knows no clock but the one it is told."""

    __slots__ = ("_frames", "_gap", "_hurried", "_left_at", "bytes")

    def __init__(self, gap: float) -> None:
        self._gap = gap
        #: Each with the time that is to pass after the one before.
        self._frames: deque[tuple[bytes, float]] | None = None
        self._left_at = float("-inf")
        self._hurried = False
        #: How much waits.
        self.bytes = 0

    def add(self, frame: bytes, pause: float = 0.0) -> None:
        """`pause` is a wait before this frame that is longer than the gap."""
        if self._frames is None:
            self._frames = deque()
        self._frames.append((frame, max(pause, self._gap)))
        self.bytes += len(frame)

    def due(self, now: float) -> bytes | None:
        """The next frame, if it may leave now (and then nothing else for the length of the gap)."""
        if self._frames is None or self._next_at() - SLACK > now:
            return None
        self._left_at = now
        frame, _ = self._frames.popleft()
        self.bytes -= len(frame)
        if not self._frames:
            # An idle connection keeps nothing.
            self._frames = None
        return frame

    def wait(self, now: float) -> float | None:
        """Seconds until a frame is due; None if none waits."""
        return None if self._frames is None else max(0.0, self._next_at() - now)

    def hurry(self) -> None:
        """The end is near: from now on there are gaps, but no longer pauses."""
        self._hurried = True

    def rest(self) -> bytes:
        """All that waits, at once."""
        joined = b"".join(frame for frame, _ in self._frames or ())
        self._frames = None
        self.bytes = 0
        return joined

    def _next_at(self) -> float:
        assert self._frames is not None
        return self._left_at + (self._gap if self._hurried else self._frames[0][1])
