"""The evening: the matches that were played at this table, and who has what of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stammtisch.cli.terminal.fitting import cut
from stammtisch.cli.terminal.speech import t
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
    evening: Sequence[Played], own: str | None = None, called: str | None = None
) -> list[Standing]:
    """Everybody who sat at the table, the best first; `own` is the person who is `called` so."""
    called = called or t("you")
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
        return t("evening_none")
    columns = f"{t('evening_played'):>6}{t('evening_won'):>6}{t('evening_points'):>8}"
    lines = [t("evening_head", count=len(evening)), "", f"{'':{WIDTH}}  {columns}"]
    lines += [
        f"{cut(one.name, WIDTH):{WIDTH}}  {one.played:>6}{one.won:>6}{one.points:>8}"
        for one in standings(evening, own)
    ]
    return "\n".join(lines)
