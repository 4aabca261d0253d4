"""Tables and sentences for people: fitted to a terminal, whole lines for a pipe."""

from __future__ import annotations

from typing import TextIO

from rich.console import Console, RenderableType

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
