"""Chaired tables to test with."""

from __future__ import annotations

from typing import Any

from stammtisch.games.mao.records import Accused
from tests.games.mao.playing import Runner, fresh, hold, top

PLAIN = {
    "spade_is_named": False,
    "seven_is_nice": False,
    "ace_skips": False,
    "eight_reverses": False,
    "jack_is_wild": False,
    "last_card_is_told": False,
}


def chaired(seats: int = 3, **changes: object) -> Runner:
    """Without base rules, unless asked for; seat 0 is to play on the four of clubs."""
    options: dict[str, Any] = {**PLAIN, "delay": 0, **changes}
    runner = fresh("chaired", seats, **options)
    for seat in range(seats):
        hold(runner.match, seat, "5C 6C 9C 9D 9H KH QD")
    top(runner.match, "4C")
    return runner


def ruled(rule: str, seats: int = 3, language: int = 1, **changes: object) -> Runner:
    """Seat 1 has won the first round and written the rule; seat 2 is to play on the four of
    clubs."""
    runner = chaired(seats, rounds=3, **changes)
    runner.match.chair.turn = 1  # type: ignore[union-attr]
    runner.win(1, rule, language)
    for seat in range(seats):
        hold(runner.match, seat, "5C 6C 9C 9D 9H KH QD")
    top(runner.match, "4C")
    return runner


def accused(events: list[Any]) -> list[tuple[int, str | None]]:
    return [(event.accused, event.reason) for event in events if isinstance(event, Accused)]


def turn(runner: Runner) -> int | None:
    return runner.match.view(None).turn
