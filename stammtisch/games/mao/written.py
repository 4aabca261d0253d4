"""The rules that winners wrote."""

from __future__ import annotations

from dataclasses import dataclass

from stammtisch.games.game import Seat
from stammtisch.games.mao.language.rule import Rule
from stammtisch.games.mao.limits import BREACHES
from stammtisch.games.mao.records import Breach, RuleTold


@dataclass(slots=True)
class Written:
    """A rule that a winner wrote. `rule` is None if only people can enforce it."""

    author: Seat
    text: str
    #: The round that it was written after.
    round: int
    rule: Rule | None = None
    #: None where nobody tries to understand it.
    understood: bool | None = None
    broken: tuple[Breach, ...] = ()
    found: Seat | None = None
    #: The version of the rule language that it is written in.
    language: int = 1

    def breach(self, breach: Breach) -> None:
        self.broken = (*self.broken, breach)[-BREACHES:]

    def told(self) -> RuleTold:
        return RuleTold(
            self.author, self.text, self.round, self.understood, self.broken, self.found
        )
