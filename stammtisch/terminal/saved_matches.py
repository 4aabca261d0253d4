"""Matches that were played on this machine without a server: kept as files, as `export` has them.

Each has a number that no other gets, by which `replay` and `verify` find it.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from stammtisch.cli.archive import MatchInfo, MatchLine, match_line, read_line
from stammtisch.cli.arguments import matches_folder
from stammtisch.cli.output import CliError, read_bytes
from stammtisch.records import MatchRow

#: The oldest go when there are more.
MOST = 200


@dataclass(frozen=True, slots=True)
class SavedMatch:
    number: int
    path: Path

    def info(self) -> MatchInfo | None:
        """What is in the file; None if that cannot be read."""
        try:
            line = read_line(self.path.read_bytes(), str(self.path))
        except (OSError, CliError):
            return None
        return line.match if isinstance(line, MatchLine) else None


class SavedMatches:
    def __init__(self, folder: Path | None = None, most: int = MOST) -> None:
        self._folder = folder or matches_folder()
        self._most = most

    def keep(self, row: MatchRow) -> SavedMatch:
        """Keep the match, and let the oldest go; `OSError` if it cannot be written."""
        self._folder.mkdir(parents=True, exist_ok=True)
        kept = self._reserved(row.game)
        beside = kept.path.with_suffix(".part")
        try:
            beside.write_bytes(match_line(row))
            beside.replace(kept.path)
        except OSError:
            for file in (beside, kept.path):
                with contextlib.suppress(OSError):
                    file.unlink(missing_ok=True)
            raise
        for old in list(self.all())[: -self._most]:
            with contextlib.suppress(OSError):
                old.path.unlink()
        return kept

    def all(self) -> Iterator[SavedMatch]:
        """The oldest first."""
        with contextlib.suppress(OSError):
            yield from sorted(map(_named, self._folder.glob("*.json")), key=lambda one: one.number)

    def number(self, number: int) -> SavedMatch | None:
        return next((kept for kept in self.all() if kept.number == number), None)

    def _reserved(self, game: str) -> SavedMatch:
        """The next number, with an empty file that keeps others from taking it."""
        number = max((kept.number for kept in self.all()), default=0) + 1
        while True:
            path = self._folder / f"{number:06}-{game}.json"
            taken = self.number(number) is not None
            if not taken:
                try:
                    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
                    return SavedMatch(number, path)
                except FileExistsError:
                    pass
            number += 1


def _named(path: Path) -> SavedMatch:
    digits = path.name.partition("-")[0]
    return SavedMatch(int(digits) if digits.isdecimal() else 0, path)


def match_bytes(named: str) -> bytes:
    """What is in the file of that name; or in the file of the kept match of that number."""
    if named.isdecimal() and not Path(named).exists():
        kept = SavedMatches().number(int(named))
        if kept is None:
            raise CliError(
                f"There is neither a file {named} nor a kept match of that number; "
                "stammtisch matches lists those that there are."
            )
        return read_bytes(str(kept.path))
    return read_bytes(named)


def as_json(kept: SavedMatch, info: MatchInfo) -> bytes:
    return msgspec.json.encode(
        {"number": kept.number, "file": str(kept.path), **msgspec.structs.asdict(info)}
    )
