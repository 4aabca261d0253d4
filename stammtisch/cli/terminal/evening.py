"""The evening: the matches that were played at this table, and who has what of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stammtisch.cli.terminal.fitting import cut
from stammtisch.records import Played

#: Cells for a name.
WIDTH = 20


@dataclass(slots=True)
class Standing:
    """What somebody has of the evening."""

    name: str
    played: int = 0
    won: int = 0
    points: int = 0


def standings(
    evening: Sequence[Played], own: str | None = None, called: str = "You"
) -> list[Standing]:
    """Everybody who sat at the table, the best first; `own` is the person who is `called` so."""
    found: dict[str, Standing] = {}
    for match in evening:
        for seat, person in enumerate(match.persons):
            one = found.setdefault(person, Standing(""))
            one.name = called if person == own else match.names[seat]
            one.played += 1
            one.points += match.points[seat]
            one.won += match.outcome == "won" and match.ranks[seat] == min(match.ranks)
    return sorted(found.values(), key=lambda one: (-one.points, -one.won, one.name))


def evening_told(evening: Sequence[Played], own: str | None = None) -> str:
    """A score sheet in plain text."""
    if not evening:
        return "No match is over yet this evening."
    count = "1 match" if len(evening) == 1 else f"{len(evening)} matches"
    lines = [f"The evening: {count}", "", f"{'':{WIDTH}}  played   won  points"]
    lines += [
        f"{cut(one.name, WIDTH):{WIDTH}}  {one.played:>6}{one.won:>6}{one.points:>8}"
        for one in standings(evening, own)
    ]
    return "\n".join(lines)
