"""What ends a command before its time: a sentence, never a traceback."""

from __future__ import annotations

import sys
from pathlib import Path

#: Exit codes: the command was called wrongly, or it could not do what it was called for.
USAGE = 2
FAILED = 1


#: What Ctrl-C ends with, as shells say it.
INTERRUPTED = 130

#: Where a file is meant: standard input, or standard output.
STANDARD = "-"


class Trouble(Exception):
    """Printed on stderr as it is; `code` is the exit code."""

    def __init__(self, sentence: str, code: int = FAILED) -> None:
        super().__init__(sentence)
        self.code = code


def read_bytes(path: str) -> bytes:
    """What is in the file, or a `Trouble` that says why it cannot be read."""
    if path == STANDARD:
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise Trouble(f"{path} cannot be read: {error.strerror or error}.") from None
