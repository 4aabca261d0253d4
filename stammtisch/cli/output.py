"""What ends a command before its time: a sentence, never a traceback.

Tables and sentences for people: fitted to a terminal, whole lines for a pipe.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

from rich.console import Console, RenderableType

#: Exit codes: the command was called wrongly, or it could not do what it was called for.
USAGE = 2
FAILED = 1


#: What Ctrl-C ends with, as shells say it.
INTERRUPTED = 130

#: Where a file is meant: standard input, or standard output.
STANDARD = "-"


class CliError(Exception):
    """Printed on stderr as it is; `code` is the exit code."""

    def __init__(self, sentence: str, code: int = FAILED) -> None:
        super().__init__(sentence)
        self.code = code


def read_bytes(path: str) -> bytes:
    """What is in the file, or a `CliError` that says why it cannot be read."""
    if path == STANDARD:
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise CliError(f"{path} cannot be read: {error.strerror or error}.") from None


#: Wider than any line: a program that reads it, or a file, has no edge.
ENDLESS = 100_000


def show(*parts: RenderableType, file: TextIO | None = None) -> None:
    """Print them below each other. Nothing is wrapped, cut or padded unless people look on."""
    console = Console(highlight=False, file=file)
    if console.is_terminal:
        for part in parts:
            console.print(part)
        return
    whole = Console(highlight=False, width=ENDLESS, color_system=None)
    with whole.capture() as captured:
        for part in parts:
            whole.print(part)
    for line in captured.get().splitlines():
        print(line.rstrip(), file=file)
