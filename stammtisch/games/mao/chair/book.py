"""The rules in force, made ready to be asked about every moment."""

from __future__ import annotations

from collections.abc import Iterable

from stammtisch.games.mao.language.meaning import Test, meaning_of
from stammtisch.games.mao.language.rule import Happening, Rule, Situation

#: A rule in force: the written ones are numbered from 0, base rules from -1 down.
InForce = tuple[int, Rule]


class Book:
    """Some rules, oldest first. Each waits for the happening that it listens to."""

    __slots__ = ("_waiting", "rules")

    def __init__(self, rules: Iterable[InForce]) -> None:
        self.rules = tuple(rules)
        self._waiting: dict[Happening, list[tuple[InForce, tuple[Test, ...]]]] = {
            "play": [],
            "draw": [],
            "penalty": [],
        }
        for one in self.rules:
            rule = one[1]
            tests = tuple(meaning_of(condition) for condition in rule.conditions)
            self._waiting[rule.happening].append((one, tests))

    def fitting(self, now: Situation) -> list[InForce]:
        """The rules that have something to say now, oldest first."""
        found = []
        for rule, tests in self._waiting[now.happening]:
            for test in tests:
                if not test(now):
                    break
            else:
                found.append(rule)
        return found
