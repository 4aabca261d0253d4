"""How many events a bot for Mao needs to find out a new secret rule of the simple class.

At a chaired table of four an author (hard, who keeps to it) has a rule of which the others know
nothing: one plain condition, and words to say. The base rules hold as well, and nobody adds another
rule. An event is relevant if somebody had to say the words by it. The bot has found the rule out
when it obeys three times in a row; counted are the relevant events, whoever caused them, before the
first of these three. After 60 the bot is given up. The other two players are easy.

example: python -m bench.mao_rules --rules 100
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import mean, median, stdev
from typing import Any

from stammtisch.bots.bots import bot_for
from stammtisch.bots.mao.conditions import (
    COLOUR_TESTS,
    KIND_TESTS,
    RANK_TESTS,
    RELATIONS,
    SUIT_TESTS,
    Conditions,
)
from stammtisch.bots.mao.player import NO_RULE, PHRASES
from stammtisch.bots.playing import play_out
from stammtisch.games.game import Action, Event, Seat
from stammtisch.games.mao.book import Written
from stammtisch.games.mao.chairman import Chairman
from stammtisch.games.mao.language.rule import Rule, Say
from stammtisch.games.mao.language.say import printed
from stammtisch.games.mao.match import MaoMatch
from stammtisch.games.mao.records import WriteRule
from stammtisch.games.mao.rules import MaoRules

#: The simple class: one plain condition.
SIMPLE: tuple[Conditions, ...] = tuple(
    (test,) for test in (*SUIT_TESTS, *RANK_TESTS, *COLOUR_TESTS, *KIND_TESTS, *RELATIONS)
)
AUTHOR: Seat = 0
SUBJECT: Seat = 2
IN_A_ROW = 3
GIVEN_UP = 60


class Enough(Exception):
    """More is not needed to know."""


class ObservedMatch(MaoMatch):
    """A match with one secret rule, whose chairman notes whenever it is obeyed or broken."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(MaoRules.named("chaired", {"rounds": 50}), 4)
        self.written.append(Written(AUTHOR, printed(rule), 0, rule, understood=True))
        self.chair = self.observer = Observer(self)

    def apply(self, seat: Seat | None, action: Action, at: int = 0) -> list[Event]:
        events = self.observer.events
        if len(events) > GIVEN_UP + 20 or found_after(events, SUBJECT) is not None:
            raise Enough
        return super().apply(
            seat, WriteRule(NO_RULE) if isinstance(action, WriteRule) else action, at
        )


class Observer(Chairman):
    def __init__(self, match: MaoMatch) -> None:
        super().__init__(match)
        #: Who had to say the words, and whether they were said.
        self.events: list[tuple[Seat, bool]] = []

    def _comply(self, number: int, seat: Seat, *, at_once: bool) -> None:
        if number == 0:
            self.events.append((seat, True))
        super()._comply(number, seat, at_once=at_once)

    def _offend(
        self, seat: Seat, what: str, number: int | None = None, *rest: Any, **more: Any
    ) -> None:
        if number == 0 and (self.match.mode != "lastChance" or seat == self.match.winner):
            self.events.append((seat, False))
        super()._offend(seat, what, number, *rest, **more)


def found_after(events: Sequence[tuple[Seat, bool]], seat: Seat) -> int | None:
    """How many events there were before the seat obeyed three times in a row."""
    mine = [at for at, (who, _) in enumerate(events) if who == seat]
    for first in range(len(mine) - IN_A_ROW + 1):
        row = mine[first : first + IN_A_ROW]
        if row[0] < GIVEN_UP and all(events[at][1] for at in row):
            return row[0]
    return None


@dataclass(frozen=True, slots=True)
class Trial:
    #: Relevant events before the rule was obeyed for good.
    events: int
    #: How often the bot broke it until then, and how often after the words had been heard.
    broken: int
    broken_knowingly: int


def trial(level: str, number: int) -> Trial:
    rng = Random(f"rule {number}")
    rule = Rule(SIMPLE[number % len(SIMPLE)], (Say(rng.choice(PHRASES)),))
    match = ObservedMatch(rule)
    bots = [bot_for("mao", "easy")] * 4
    bots[AUTHOR], bots[SUBJECT] = bot_for("mao", "hard"), bot_for("mao", level)
    with suppress(Enough):
        play_out(match, bots, rng.randbytes(32))
    found = found_after(match.observer.events, SUBJECT)
    until = match.observer.events[: GIVEN_UP if found is None else found]
    heard = next((at for at, (_, said) in enumerate(until) if said), len(until))
    return Trial(
        len(until) if found is not None else GIVEN_UP,
        until.count((SUBJECT, False)),
        until[heard:].count((SUBJECT, False)),
    )


def line(level: str, trials: Sequence[Trial]) -> str:
    events = [one.events for one in trials]
    shares = [sum(count <= most for count in events) / len(events) for most in (5, 10, 20, 59)]
    return "  ".join(
        [
            f"{level:6}  {median(events):6.0f}",
            _with_interval(events),
            _with_interval([one.broken for one in trials]),
            _with_interval([one.broken_knowingly for one in trials]),
            *(f"{share:5.0%}" for share in shares),
        ]
    )


def _with_interval(counts: Sequence[int]) -> str:
    return f"{mean(counts):6.2f} ± {1.96 * stdev(counts) / math.sqrt(len(counts)):4.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", type=int, default=112, help="rules to be found (112)")
    parser.add_argument("--levels", default="easy,medium,hard")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    print(f"{asked.rules} rules, relevant events until found (given up: {GIVEN_UP})")
    print(
        "level   median   mean, 95 %     broken by it   words heard     by 5     10     20     59"
    )
    with ProcessPoolExecutor(asked.jobs) as pool:
        for level in asked.levels.split(","):
            trials = list(pool.map(partial(trial, level), range(asked.rules), chunksize=4))
            print(line(level, trials), flush=True)


if __name__ == "__main__":
    main()
