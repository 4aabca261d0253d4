"""Keys that are written on the screen, to be pressed with the mouse as well."""

from __future__ import annotations

import re

from rich.style import Style
from rich.text import Text

#: Keys that the terminal calls otherwise than they are written.
NAMES = {"Enter": "enter", "Esc": "escape", "?": "question_mark"}
#: A key and what it does, up to the next one: at least three blanks lie between them.
_ENTRY = re.compile(r"(?<!\S)(Enter|Esc|\S):? {1,2}\S.*?(?= {3}|\n|$)")


def pressing(key: str) -> Style:
    """Whoever clicks at what has this style presses that key."""
    return Style.from_meta({"@click": f"app.simulate_key({key!r})"})


def pressable(keys: str, style: str = "") -> Text:
    """A line of keys; a click at one of them presses it."""
    line = Text(keys, style)
    for entry in _ENTRY.finditer(keys):
        key = entry.group(1)
        line.stylize(pressing(NAMES.get(key, key)), *entry.span())
    return line
