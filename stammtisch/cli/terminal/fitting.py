"""Words that must find room: what is too long is cut, what is too wide goes on in the next line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from stammtisch.cli.terminal.pressing import pressing
from stammtisch.cli.terminal.speech import t

#: Columns and lines that every game needs.
LEAST = (80, 24)


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the line at the bottom. A click there presses it, too."""

    #: As the terminal calls it.
    press: str
    #: What it does, among the words of keys.
    does: str
    #: Among the words, or as it is written on the key; else as it is pressed.
    written: str = ""

    def __str__(self) -> str:
        written = self.written or self.press
        return f"{t.find(written) or written} {t(f'key.{self.does}')}"


#: The keys that must never be out of sight.
ALWAYS = (Key("question_mark", "help", "?"), Key("q", "quit"))


def plain(text: str) -> str:
    """One line of words. What people wrote may hold characters that do things to a terminal."""
    if not text.isprintable():
        text = "".join(one if one.isprintable() else " " for one in text)
    return " ".join(text.split())


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


def key_line(keys: Sequence[Key], width: int) -> Text:
    """As many of the keys as find room, the first ones first; help and quit always."""
    shown = list(keys)
    while shown and cell_len("  ".join(map(str, [*shown, *ALWAYS]))) + 2 > width:
        shown.pop()
    pressed = (Text(str(key), pressing(key.press)) for key in [*shown, *ALWAYS])
    return Text(" ").append_text(Text("  ").join(pressed))


def too_small(width: int, height: int) -> str | None:
    """What is wrong with a terminal of that size, if anything is."""
    columns, lines = LEAST
    if width >= columns and height >= lines:
        return None
    return t("too_small", columns=columns, lines=lines, width=width, height=height)
