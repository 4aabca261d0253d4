"""Tokens in a file: who one is at each server, so that one comes back as the same person.

The file is readable for its owner only, and replaced as a whole, so that a program which is killed
while it writes leaves the old one. A file that cannot be read costs no more than what is in it.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import msgspec


class KeptToken(msgspec.Struct, frozen=True, kw_only=True):
    """What lets somebody in at a server again."""

    #: As `server_address` writes it.
    server: str
    #: What one is called there.
    name: str
    #: What one wanted to be called, if somebody else was called so.
    wanted: str = ""
    kind: str
    token: str
    #: Where one has a seat, as far as one knows, and of which game.
    table: str | None = None
    game: str = ""


class _File(msgspec.Struct, frozen=True, kw_only=True):
    format: Literal["stammtisch tokens 1"] = "stammtisch tokens 1"
    #: The one that was used last is the last.
    tokens: list[KeptToken] = []


class Tokens:
    """`complain` is told in a sentence what is wrong with the file; one goes on without it."""

    def __init__(self, path: Path, complain: Callable[[str], None] = lambda sentence: None) -> None:
        self.path = path
        self._complain = complain

    def find(self, server: str, name: str | None = None) -> KeptToken | None:
        """Who one is at that server: whoever has (or wanted) that name, else who one was last."""
        for kept in reversed(self._read()):
            if kept.server == server and name in (None, kept.name, kept.wanted or None):
                return kept
        return None

    def of(self, server: str) -> list[KeptToken]:
        """All who one is at that server, the last one last."""
        return [kept for kept in self._read() if kept.server == server]

    def keep(self, kept: KeptToken) -> None:
        """Keep it as the one that was used last, in place of what was kept for that name."""
        self._change(lambda tokens: [*_without(tokens, kept.server, kept.name), kept])

    def forget(self, server: str, name: str) -> None:
        self._change(lambda tokens: _without(tokens, server, name))

    def _read(self) -> list[KeptToken]:
        try:
            return self._load()
        except OSError as error:
            self._complain(f"{self.path} cannot be read: {error.strerror or error}.")
            return []

    def _load(self) -> list[KeptToken]:
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=_File).tokens
        except FileNotFoundError:
            return []
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            aside = self.path.with_name(f"{self.path.name}.damaged")
            self.path.replace(aside)
            self._complain(f"{self.path} is damaged, and lies beside it as {aside.name} now.")
            return []

    def _change(self, change: Callable[[list[KeptToken]], list[KeptToken]]) -> None:
        """One program after the other. What cannot be read is not written over."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.path.parent.chmod(0o700)
            with _alone(self.path.with_name(f"{self.path.name}-lock")):
                self._write(change(self._load()))
        except OSError as error:
            self._complain(f"{self.path} cannot be written: {error.strerror or error}.")

    def _write(self, tokens: list[KeptToken]) -> None:
        body = msgspec.json.format(msgspec.json.encode(_File(tokens=tokens)), indent=1) + b"\n"
        # Made with mode 0600.
        descriptor, beside = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}-")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(body)
                file.flush()
                os.fsync(file.fileno())
            Path(beside).replace(self.path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise


def _without(tokens: list[KeptToken], server: str, name: str) -> list[KeptToken]:
    return [kept for kept in tokens if (kept.server, kept.name) != (server, name)]


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Two programs that change the file at once would lose what one of them wrote."""
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            import fcntl
        except ImportError:
            # A system without such locks: what is written is whole, and nearly always complete.
            yield
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
    finally:
        os.close(descriptor)
