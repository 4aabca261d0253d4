"""The code in the documentation, block by block."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
)
#: Blocks in which commands may stand.
SHELL = ("", "sh", "shell", "console", "bash")

_BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"\(`(\w+\.py)`\):\s*\Z")
_VARIABLE = re.compile(r"[A-Z_]+=\S+")


@dataclass(frozen=True, slots=True)
class Block:
    page: str
    #: Its first line in the page.
    line: int
    tongue: str
    text: str
    #: The sentence before it says that this is the file.
    file: str | None

    @property
    def where(self) -> str:
        return f"{self.page}, line {self.line}"

    def commands(self) -> Iterator[list[str]]:
        """The words of every `stammtisch` command in it, what is set for it before first."""
        for line in self.text.splitlines():
            try:
                words = shlex.split(line.removeprefix("$ "), comments=True)
            except ValueError:
                continue
            settings = [word for word in words if _VARIABLE.fullmatch(word)]
            rest = words[len(settings) :]
            if rest and rest[0].removeprefix(".venv/bin/") == "stammtisch":
                yield [*settings, *rest[1:]]


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        file = _FILE.search(text[: found.start()])
        yield Block(
            page=page.relative_to(ROOT).as_posix(),
            line=text.count("\n", 0, found.start()) + 2,
            tongue=found[1],
            text=found[2],
            file=file[1] if file else None,
        )
