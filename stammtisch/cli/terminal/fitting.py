"""Words that must find room: what is too long is cut, what is too wide goes on in the next line."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

#: Columns and lines that every game needs.
LEAST = (80, 24)
#: The keys that must never be out of sight.
ALWAYS = "? help  q quit"


def plain(text: str) -> str:
    """One line of words. What people wrote may hold characters that do things to a terminal."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())


def cut(text: str, width: int) -> str:
    """The text in so many cells; if there is more of it, that is shown."""
    text = plain(text)
    if cell_len(text) <= width:
        return text
    return f"{set_cell_size(text, max(0, width - 1)).rstrip()}…"


def laid_out(head: Text, entries: Sequence[Text], width: int, gap: int = 2) -> list[Text]:
    """Lines of whole entries; those after the first begin where the first entry does."""
    indent = head.cell_len
    lines = [head.copy()]
    for entry in entries:
        line = lines[-1]
        before = gap if line.cell_len > indent else 0
        if before and line.cell_len + before + entry.cell_len > width:
            line, before = Text(" " * indent), 0
            lines.append(line)
        line.append(" " * before).append_text(entry)
    return lines


def key_line(keys: Sequence[str], width: int) -> str:
    """As many of the keys as find room, the first ones first; help and quit always."""
    shown = list(keys)
    while shown and cell_len("  ".join([*shown, ALWAYS])) + 2 > width:
        shown.pop()
    return f" {'  '.join([*shown, ALWAYS])}"


def too_small(width: int, height: int) -> str | None:
    """What is wrong with a terminal of that size, if anything is."""
    columns, lines = LEAST
    if width >= columns and height >= lines:
        return None
    return f"A table needs {columns} × {lines}, not {width} × {height}."
