"""A process that begins where the imports are done.

Each test of the whole server has a server of its own, and four fifths of its start are the same
imports. So a process that has done them, and nothing else, is forked for each (by the `forkserver`
of the standard library); from there on it is `python -m MODULE WORD …`.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import runpy
import sys
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection, wait
from typing import TextIO

from tests.store.forked import use_forked

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(
    [
        "stammtisch.cli.serve",
        "stammtisch.net.server",
        "stammtisch.net.sniffer",
        "tests.lobby.driver",
        "tests.store.forked",
        # What a server, or who asks it, imports only then; what there is not is passed over.
        "stammtisch.cli.admin",
        "encodings.idna",
        "importlib.readers",
        "uvloop",
    ]
)


class Warm:
    """Such a process: what it prints can be read, and it can be waited for."""

    def __init__(
        self,
        module: str,
        words: Sequence[str],
        *,
        errors: bool = False,
        writer_process: bool = False,
    ) -> None:
        """With `errors` what it says of them can be read, too. With `writer_process` it starts its
        own as any server does; without, that begins where the imports are done, too."""
        reader, writer = _CONTEXT.Pipe(duplex=False)
        self._process = _CONTEXT.Process(
            target=_be, args=(module, words, dict(os.environ), writer, errors, writer_process)
        )
        self._process.start()
        writer.close()
        self._said: TextIO = os.fdopen(os.dup(reader.fileno()), buffering=1)
        reader.close()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def status(self) -> int | None:
        """None: it still runs."""
        return self._process.exitcode

    async def line(self) -> str:
        return await asyncio.to_thread(self._said.readline)

    async def rest(self) -> str:
        """All that it prints until it ends."""
        return await asyncio.to_thread(self._said.read)

    async def ended(self) -> int:
        """Wait until it has; its exit status."""
        await asyncio.to_thread(wait, [self._process.sentinel])
        self._process.join()
        assert self._process.exitcode is not None
        return self._process.exitcode


def _be(
    module: str,
    words: Sequence[str],
    environment: dict[str, str],
    printed: Connection,
    errors: bool,
    writer_process: bool,
) -> None:
    if not writer_process:
        use_forked()
    os.dup2(printed.fileno(), 1)
    if errors:
        os.dup2(printed.fileno(), 2)
    printed.close()
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [module, *words]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    finally:
        # As at the end of any interpreter; `multiprocessing` would first close the queues through
        # which a pool that is ending still has to tell its workers so.
        for thread in threading.enumerate():
            if not thread.daemon and thread is not threading.current_thread():
                thread.join()
