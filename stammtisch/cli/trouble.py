"""What ends a command before its time: a sentence, never a traceback."""

from __future__ import annotations

from pathlib import Path

#: Exit codes: the command was called wrongly, or it could not do what it was called for.
USAGE = 2
FAILED = 1


class Trouble(Exception):
    """Printed on stderr as it is; `code` is the exit code."""

    def __init__(self, sentence: str, code: int = FAILED) -> None:
        super().__init__(sentence)
        self.code = code


def read_bytes(path: str) -> bytes:
    """What is in the file, or a `Trouble` that says why it cannot be read."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise Trouble(f"{path} cannot be read: {error.strerror or error}.") from None
