"""Where bots are measured: many matches between them, from one seed.

Round n deals from SHA-256("seed:n"), and the bot with index i sits on seat (i + n) mod seats, so
that no bot has a better place than another. Every number but the times is the same for the same
seed, whatever the number of processes.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

from stammtisch.bots.bot import Bot
from stammtisch.bots.bots import bot_for
from stammtisch.games.game import Deal, Game, Outcome, Rules, Seat
from stammtisch.games.games import game_named

#: Rounds that a process plays before it reports.
CHUNK = 25


@dataclass(frozen=True, slots=True)
class MatchResult:
    outcome: Outcome
    actions: int


def play_match(game: Game, rules: Rules, bots: Sequence[Bot], seed: bytes) -> MatchResult:
    """One match with a bot on each seat, from the first deal to the outcome."""
    match = game.new(rules, len(bots))
    rngs = [Random(seed + bytes([seat])) for seat in range(len(bots))]
    deals = actions = 0
    while match.outcome is None:
        if match.awaits_deal:
            match.apply(None, Deal(_digest(seed + deals.to_bytes(4, "big"))))
            deals += 1
            continue
        seat = match.turn[0]
        decision = bots[seat].choose(match.view(seat), match.actions(seat), rngs[seat])
        match.apply(seat, decision.action)
        actions += 1
    return MatchResult(match.outcome, actions)


def _digest(text: bytes) -> bytes:
    return hashlib.sha256(text).digest()


# --- what a match is worth -----------------------------------------------------------------------


def _won(outcome: Outcome, seat: Seat) -> int:
    return int(seat in outcome.winners)


def _points(outcome: Outcome, seat: Seat) -> int:
    return outcome.points[seat]


#: What counts in the mean of a game; points where nothing else is said.
SCORES: dict[str, Callable[[Outcome, Seat], int]] = {"tiles": _won}


# --- many matches --------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """Sums over some rounds, a place for each bot."""

    rounds: int
    actions: int
    draws: int
    cpu_s: float
    wins: list[int]
    scores: list[int]
    squares: list[int]

    @classmethod
    def of(cls, bots: int) -> Tally:
        return cls(0, 0, 0, 0.0, [0] * bots, [0] * bots, [0] * bots)

    def add(self, other: Tally) -> None:
        self.rounds += other.rounds
        self.actions += other.actions
        self.draws += other.draws
        self.cpu_s += other.cpu_s
        for bot in range(len(self.wins)):
            self.wins[bot] += other.wins[bot]
            self.scores[bot] += other.scores[bot]
            self.squares[bot] += other.squares[bot]


@dataclass(frozen=True, slots=True)
class BotSummary:
    """How one bot did. `seat` is its place among the levels asked for, not where it sat."""

    seat: int
    level: str
    mean: float
    #: Half the width of the mean's 95 % confidence interval.
    ci95: float
    wins: int


@dataclass(frozen=True, slots=True)
class Summary:
    game: str
    profile: str
    seed: int
    rounds: int
    actions: int
    draws: int
    seconds: float
    cpu_s: float
    bots: tuple[BotSummary, ...]

    def plain(self) -> dict[str, Any]:
        """As `stammtisch simulate --json` prints it."""
        return {
            "game": self.game,
            "profile": self.profile,
            "seed": self.seed,
            "rounds": self.rounds,
            "actions": self.actions,
            "draws": self.draws,
            "seconds": self.seconds,
            "cpu_s": self.cpu_s,
            "rounds_per_s": self.rounds / self.seconds if self.seconds else 0.0,
            "actions_per_s": self.actions / self.seconds if self.seconds else 0.0,
            "bots": [
                {
                    "seat": bot.seat,
                    "level": bot.level,
                    "mean": bot.mean,
                    "ci95": bot.ci95,
                    "wins": bot.wins,
                }
                for bot in self.bots
            ],
        }


def simulate(
    game: Game,
    rules: Rules,
    levels: Sequence[str],
    rounds: int,
    seed: int,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Summary:
    """Play `rounds` matches between bots of these levels, in `jobs` processes.

    `progress` is called with the number of rounds done so far.
    """
    for level in levels:
        bot_for(game.name, level)
    game.new(rules, len(levels))
    began = time.perf_counter()
    total = Tally.of(len(levels))
    for tally in _tallies(_Order(game.name, rules, tuple(levels), seed), rounds, jobs):
        total.add(tally)
        if progress:
            progress(total.rounds)
    return Summary(
        game=game.name,
        profile=rules.profile,
        seed=seed,
        rounds=rounds,
        actions=total.actions,
        draws=total.draws,
        seconds=time.perf_counter() - began,
        cpu_s=total.cpu_s,
        bots=tuple(_summary(seat, level, total) for seat, level in enumerate(levels)),
    )


@dataclass(frozen=True, slots=True)
class _Order:
    """What a process must know to play some of the rounds."""

    game: str
    rules: Rules
    levels: tuple[str, ...]
    seed: int

    def play(self, rounds: range) -> Tally:
        game = game_named(self.game)
        score = SCORES.get(self.game, _points)
        bots = [bot_for(self.game, level) for level in self.levels]
        tally = Tally.of(len(bots))
        began = time.process_time()
        for number in rounds:
            self._play_round(game, bots, number, score, tally)
        tally.cpu_s = time.process_time() - began
        return tally

    def _play_round(
        self,
        game: Game,
        bots: list[Bot],
        number: int,
        score: Callable[[Outcome, Seat], int],
        tally: Tally,
    ) -> None:
        turned = number % len(bots)
        seated = bots[len(bots) - turned :] + bots[: len(bots) - turned]
        result = play_match(game, self.rules, seated, _digest(f"{self.seed}:{number}".encode()))
        tally.rounds += 1
        tally.actions += result.actions
        tally.draws += result.outcome.kind == "draw"
        winners = result.outcome.winners
        for bot in range(len(bots)):
            seat = (bot + turned) % len(bots)
            points = score(result.outcome, seat)
            tally.wins[bot] += seat in winners
            tally.scores[bot] += points
            tally.squares[bot] += points * points


def _tallies(order: _Order, rounds: int, jobs: int) -> Iterable[Tally]:
    chunks = [range(first, min(first + CHUNK, rounds)) for first in range(0, rounds, CHUNK)]
    if jobs <= 1:
        yield from map(order.play, chunks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(order.play, chunks)


def _summary(seat: int, level: str, total: Tally) -> BotSummary:
    rounds = max(1, total.rounds)
    mean = total.scores[seat] / rounds
    spread = max(0.0, total.squares[seat] - rounds * mean * mean) / max(1, rounds - 1)
    return BotSummary(seat, level, mean, 1.96 * math.sqrt(spread / rounds), total.wins[seat])
