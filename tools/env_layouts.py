"""The layouts of `docs/research.md`; `python -m tools.env_layouts` writes them there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from stammtisch.env import CODINGS, make

_BEGIN = "<!-- layouts: written by `python -m tools.env_layouts` -->\n"
_END = "<!-- end of layouts -->\n"


def layouts() -> str:
    """A table for each game, for a table of four."""
    return "\n".join(line for game in CODINGS for line in _of(game)) + "\n"


def _of(game: str) -> Iterator[str]:
    env = make(game)
    choices = env.choices
    yield f"\n### {game.capitalize()}: {env.layout.size} numbers, {choices.size} actions\n"
    yield f"WAIT is {choices.wait}, DONE is {choices.done}."
    if choices.parts:
        yield f"Parts begin at {choices.first_part}: {', '.join(choices.parts)}."
    if choices.texts:
        yield f"Texts begin at {choices.first_text}."
    yield ""
    yield "| from | numbers | part | what it is |"
    yield "|---|---|---|---|"
    for part in env.layout.parts:
        place = env.layout.places[part.name]
        yield f"| {place.start} | {part.size} | `{part.name}` | {part.meaning} |"


def rewritten(page: str) -> str:
    """The page with its layouts as they are now."""
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return before + _BEGIN + layouts() + _END + after


if __name__ == "__main__":
    file = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/research.md")
    file.write_text(rewritten(file.read_text(encoding="utf-8")), encoding="utf-8")
