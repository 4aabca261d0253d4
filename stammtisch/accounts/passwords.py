"""Passwords: made and checked away from the event loop, few at once, and for anybody alike.

argon2 takes memory and time on purpose (64 MB, and all cores for a moment). So only so many are
worked on at once, by threads that step back for everything else, and whoever would have to wait
for too many others is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from stammtisch.games.game import Refusal

T = TypeVar("T")

#: Passwords that may wait to be worked on.
MOST_WAITING = 100
#: How far the threads step back; the most is 19.
NICE = 10


class Passwords:
    def __init__(self, hasher: PasswordHasher, at_once: int = 1) -> None:
        self._hasher = hasher
        self._threads = ThreadPoolExecutor(at_once, "password", _step_back)
        self._waiting = 0
        self._closed = False
        #: What a password is compared with where there is none to compare it with.
        self._decoy: str | None = None
        self._making_decoy = asyncio.Lock()

    async def hashed(self, password: str) -> str:
        return await self._work(lambda: self._hasher.hash(password))

    async def fit(self, stored: str | None, password: str) -> bool:
        """Is it that password? Without a stored one it is not, and takes as long to say so."""
        # All who come before there is one wait for the same.
        async with self._making_decoy:
            if self._decoy is None:
                self._decoy = await self.hashed("nobody")
        compared = stored or self._decoy
        return await self._work(lambda: self._verified(compared, password)) and stored is not None

    def _verified(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except VerificationError:
            return False

    async def _work(self, what: Callable[[], T]) -> T:
        if self._closed or self._waiting >= MOST_WAITING:
            raise _busy()
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, what)
        except asyncio.CancelledError:
            if not self._closed:
                raise
            raise _busy() from None
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """What is being worked on is finished; whoever waits is refused."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)


def _busy() -> Refusal:
    return Refusal("busy", "Too many sign in just now; try again in a moment.")


def _step_back() -> None:
    """Let the event loop go first: on Linux threads, and those they start, have a rank of their
    own; elsewhere it would be the whole process's."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
