"""Which files may run as machine code, and when they do not.

`python -m stammtisch.native` puts extension modules next to their sources, where Python prefers
them. One that is older than its source is passed over, and with STAMMTISCH_PLAIN set all are.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]


def _group(folder: str, *names: str) -> tuple[Path, ...]:
    return tuple(ROOT / "stammtisch" / folder / f"{name}.py" for name in names)


#: The files that are compiled. Those of a group call each other without Python between them, so
#: that all of them or none run as machine code.
GROUPS = (
    _group("games", "stream"),
    _group("games", "spreading"),
    (*_group("games/doppelkopf", "kernel"), *_group("bots/doppelkopf", "thumbs")),
    _group("games/tarock", "kernel", "scoring", "talk", "board", "chance"),
    _group("bots/tarock", "thumbs"),
    _group("bots/tarock", "hands"),
)
SOURCES = tuple(source for group in GROUPS for source in group)
SWITCH = "STAMMTISCH_PLAIN"
SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX")


def is_compiled(source: Path) -> bool:
    """Is there an extension module that is not older than its source?"""
    made = source.with_name(source.stem + SUFFIX)
    return made.exists() and made.stat().st_mtime >= source.stat().st_mtime


class _SourcesOnly:
    """Finds the sources of some modules, and passes over what was compiled of them."""

    def __init__(self, sources: Sequence[Path]) -> None:
        self._sources = {
            ".".join(source.relative_to(ROOT).with_suffix("").parts): source for source in sources
        }

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        source = self._sources.get(fullname)
        return spec_from_file_location(fullname, source) if source else None


def pass_over() -> None:
    """Let imports find the sources of whatever must not run as machine code."""
    plain = [
        source
        for group in GROUPS
        if os.environ.get(SWITCH) or not all(map(is_compiled, group))
        for source in group
    ]
    if plain:
        sys.meta_path.insert(0, _SourcesOnly(plain))
