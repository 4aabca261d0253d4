"""Names: short, printable, and one person's at a time."""

from __future__ import annotations

from collections.abc import Iterator

from stammtisch.games.game import Refusal

LONGEST = 30
_FORBIDDEN = {'"', "'", "`"}


def checked_name(name: str) -> str:
    """The name itself if it may be one, or a `Refusal`."""
    bad = any(char.isspace() or not char.isprintable() or char in _FORBIDDEN for char in name)
    if bad or not 1 <= len(name) <= LONGEST:
        raise Refusal(
            "bad_name", f"A name has 1 to {LONGEST} characters, without blanks or quotation marks."
        )
    return name


def variants(name: str) -> Iterator[str]:
    """The name, then with `_1`, `_2`, … behind it; the suffix counts in the length."""
    yield name
    number = 1
    while True:
        suffix = f"_{number}"
        yield name[: LONGEST - len(suffix)] + suffix
        number += 1
