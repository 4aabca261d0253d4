"""Everything that is installed with a server is listed with its licence."""

from __future__ import annotations

import tomllib
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent


def needed(lines: list[str], extras: frozenset[str] = frozenset()) -> set[str]:
    """The packages that these requirements name, and those that they need."""
    found: set[str] = set()
    for line in lines:
        asked = Requirement(line)
        wanted = [{"extra": extra} for extra in ("", *extras)]
        if asked.marker is None or any(asked.marker.evaluate(one) for one in wanted):
            found.add(asked.name.lower().replace("_", "-"))
            found |= needed(distribution(asked.name).requires or [], frozenset(asked.extras))
    return found


def test_each_package_stands_in_the_table_of_licences() -> None:
    text = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    section = text.partition("## Licences")[2].partition("\n## ")[0]
    rows = [row.split("|")[2] for row in section.splitlines() if row.startswith("| ")]
    listed = {name.strip() for row in rows[1:] for name in row.split(",")}
    # Not what is installed: that may be of an older checkout.
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert listed == needed(project["dependencies"])


def test_what_is_built_into_the_page_is_named_in_the_notice() -> None:
    text = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    section = text.partition("## In the page")[2].partition("| to build")[0]
    names = [row.partition("[")[2].partition("]")[0] for row in section.splitlines() if "](" in row]
    notice = (ROOT / "NOTICE").read_text("utf-8")
    assert len(names) >= 4
    assert all(name in notice for name in names)
