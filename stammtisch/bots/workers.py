"""Processes that work for one that counts what they bring.

Told to stop they leave what they are at, but never a result that is half told: whoever reads it
would wait for its other half for ever.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

# Of a worker; its handler of signals knows nothing else.
_working = False
_stopped = False


def results(
    work: Callable[[Job], Result], jobs: Iterable[Job], processes: int
) -> Generator[Result, None, None]:
    """In the order of the jobs, whichever process is faster."""
    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(processes, initializer=enlist) as pool:
        ahead: deque[Future[Result]] = deque()
        try:
            for job in jobs:
                ahead.append(pool.submit(done, work, job))
                if len(ahead) > 2 * processes:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        except (KeyboardInterrupt, GeneratorExit):
            # They may be in the middle of long matches, for which nobody wants to wait.
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()
            raise
        finally:
            for future in ahead:
                future.cancel()


def enlist() -> None:
    # It is for the first process to say what comes of Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    end_with_parent()


def end_with_parent() -> None:
    """A process that was killed could not tell its workers to end; they would wait for ever."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def done(work: Callable[[Job], Result], job: Job) -> Result:
    global _working
    try:
        _working = True
        if _stopped:
            raise KeyboardInterrupt
        return work(job)
    finally:
        _working = False


def _stop(*_: Any) -> None:
    global _stopped
    first, _stopped = not _stopped, True
    if _working and first:
        raise KeyboardInterrupt
