"""The admin socket: a socket beside the server's file, for those who may write that file.

Who opens it is an administrator without further ado, because only the owner may (mode 0600). One
line of JSON is a command, one line answers it: `stammtisch admin` speaks so with a running server.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from stammtisch.games.game import Refusal
from stammtisch.lobby.admin_commands import AdminCommand
from stammtisch.protocols.table import codec
from stammtisch.records import OutcomeUnknown, ReadOnly
from stammtisch.replies import Refused

if TYPE_CHECKING:
    from stammtisch.app import App

log = logging.getLogger(__name__)

#: By what name the operator is known in the log.
OPERATOR = "the operator"
#: The longest line, in bytes.
LONGEST = 1 << 16
#: What the system takes for a name of a socket, about.
SHORT = 100

UNKNOWN = "Nobody knows whether this was done: look before you try again."


def read_command(body: bytes) -> AdminCommand:
    """The command that these bytes are; a `Refusal` if they are none."""
    try:
        return msgspec.convert(codec.values.decode(body), AdminCommand)  # type: ignore[no-any-return]
    # Values that are nested too deep are a RecursionError.
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_message", f"This cannot be understood: {error}.") from None


def admin_socket_beside(path: Path) -> Path:
    return path.with_name(path.name + "-admin")


@contextlib.contextmanager
def reachable(path: Path) -> Iterator[str]:
    """A name of the socket that is short enough for the system, though the path may be long."""
    if len(os.fsencode(path)) <= SHORT:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


class AdminSocket:
    def __init__(self, app: App, path: Path) -> None:
        self._app = app
        self._path = path
        self._server: asyncio.Server | None = None
        self._callers: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Open it, if this system has such sockets: a server without an admin socket is a server,
        too."""
        try:
            listening = self._listening()
            self._server = await asyncio.start_unix_server(
                self._serve, sock=listening, limit=LONGEST
            )
        except (OSError, AttributeError, NotImplementedError) as error:
            log.warning("stammtisch admin will not find this server: %s", error)

    def _listening(self) -> socket.socket:
        # This server has the lock of the file: what is there was left by one that is gone.
        with contextlib.suppress(FileNotFoundError):
            if stat.S_ISSOCK(self._path.lstat().st_mode):
                self._path.unlink()
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            before = os.umask(0o177)
            try:
                with reachable(self._path) as name:
                    listening.bind(name)
            finally:
                os.umask(before)
        except BaseException:
            listening.close()
            raise
        return listening

    async def close(self) -> None:
        if self._server is None:
            return
        self._server.close()
        for caller in self._callers:
            caller.cancel()
        with contextlib.suppress(OSError):
            self._path.unlink()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._callers.add(task)
        task.add_done_callback(self._callers.discard)
        try:
            while line := await reader.readline():
                writer.write(msgspec.json.encode(await self._answer(line)) + b"\n")
                await writer.drain()
        except (ConnectionError, ValueError, asyncio.CancelledError):
            # It has gone, or sent more than a line can hold, or the server closes.
            pass
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> Any:
        try:
            return await self._app.administer(read_command(line), OPERATOR)
        except Refusal as refusal:
            return Refused(code=refusal.code, message=refusal.reason)
        except OutcomeUnknown:
            return Refused(code="unknown", message=UNKNOWN)
        except ReadOnly as error:
            return Refused(code="cannot_write", message=str(error))
        except Exception:
            log.exception("a command of an administrator failed")
            return Refused(code="our_fault", message="Something went wrong here; the log has more.")
