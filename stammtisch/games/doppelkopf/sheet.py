"""Buck rounds: after certain rounds, the next ones count double.

A line of the score sheet in plain values, for a match that goes on another day, and back.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stammtisch.games.doppelkopf.records import Item, Row
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.scoring import PARTIES, RAMSCH, Facts, Score, is_solo

#: Where a trick of four hearts makes a buck round.
HEARTS_COUNT_IN = ("normal", "wedding", "silent_wedding", "poverty")


@dataclass(frozen=True, slots=True)
class Buck:
    """The buck rounds still to be played: in succession one number, in parallel one for each cause
    that made them, all of which run at the same time."""

    left: tuple[int, ...] = ()

    @property
    def factor(self) -> int:
        """What the next round is multiplied by."""
        return int(2 ** len(self.left))

    def after(self, rules: DoppelkopfRules, causes: Sequence[str]) -> Buck:
        """What is left after a round that counted: it used its own before it made new ones."""
        left = [number - 1 for number in self.left if number > 1]
        new = [rules.buck_amount] * len(causes)
        if rules.buck_round == "succession":
            total = sum(left) + sum(new)
            return Buck((total,) if total else ())
        return Buck((*left, *new))


def causes_of(
    rules: DoppelkopfRules, facts: Facts, score: Score, heart_trick: bool
) -> tuple[str, ...]:
    """What in this round makes buck rounds. `heart_trick`: there was a trick of four hearts."""
    if not rules.has("buck_cause") or score.repeated:
        return ()
    lost = [at for at in (0, 1) if score.winner not in (PARTIES[at], None)]
    happened = {
        "4hearts": heart_trick and facts.game in HEARTS_COUNT_IN,
        "draw": facts.eyes[0] == facts.eyes[1],
        "0points": score.each == (0, 0),
        "re_kontra_lost": any(facts.said(at) for at in lost),
        "solo_lost": 0 in lost and is_solo(facts.game) and facts.game not in RAMSCH,
    }
    return tuple(cause for cause in rules.buck_cause if happened[cause])


def row_to_plain(row: Row) -> dict[str, Any]:
    plain = {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}
    plain["items"] = [[item.name, item.party, item.points] for item in row.items]
    return {key: list(value) if isinstance(value, tuple) else value for key, value in plain.items()}


def row_from_plain(plain: Mapping[str, Any]) -> Row:
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list | tuple) else value
        for key, value in plain.items()
    }
    values["items"] = tuple(Item(*item) for item in plain["items"])
    return Row(**values)
