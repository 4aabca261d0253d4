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
from stammtisch.games.game import Deal, Game, Match, Outcome, Rules, Seat, Timeout
from stammtisch.games.games import game_named

#: Rounds that a process plays before it reports: at most so many, and fewer where there are few.
CHUNK = 25
CHUNKS = 16
#: Milliseconds of match time that pass before each bot is asked.
PACE = 800


@dataclass(frozen=True, slots=True)
class MatchResult:
    outcome: Outcome
    actions: int


class Stuck(Exception):
    """All bots wait, and no clock runs that would end it."""


def play_match(game: Game, rules: Rules, bots: Sequence[Bot], seed: bytes) -> MatchResult:
    """One match with a bot on each seat, from the first deal to the outcome."""
    return play_out(game.new(rules, len(bots)), bots, seed)


def play_out(match: Match, bots: Sequence[Bot], seed: bytes) -> MatchResult:
    """Let the bots play a match that has not begun yet to its end.

    Time is made: as at a table, whoever may act is asked in rotation, one bot each `PACE`
    milliseconds. When all of them wait, the clock jumps to the match's next deadline.
    """
    rngs = [Random(seed + bytes([seat])) for seat in range(len(bots))]
    deals = actions = now = waited = 0
    seat = -1
    while match.outcome is None:
        if match.awaits_deal:
            match.apply(None, Deal(_digest(seed + deals.to_bytes(4, "big"))), now)
            deals += 1
        elif (due := _due(match, now, waited)) is not None:
            now = max(now, due)
            match.apply(None, Timeout(), now)
            waited = 0
        else:
            now += PACE
            turn = match.turn
            seat = turn[0] if len(turn) == 1 else min(turn, key=lambda at: (at <= seat, at))
            decision = bots[seat].choose(match.view(seat), match.actions(seat), rngs[seat])
            waited += 1
            if decision.action is not None:
                match.apply(seat, decision.action, now)
                actions += 1
                waited = 0
    return MatchResult(match.outcome, actions)


def _due(match: Match, now: int, waited: int) -> int | None:
    """The deadline, if nobody will act before it."""
    if match.deadline is None and not waited:
        return None
    everybody_waits = waited >= len(match.turn)
    if match.deadline is None and everybody_waits:
        raise Stuck(f"All bots wait at {now} ms, and no clock runs.")
    if match.deadline is not None and (everybody_waits or match.deadline <= now + PACE):
        return match.deadline
    return None


def _digest(text: bytes) -> bytes:
    return hashlib.sha256(text).digest()


# --- what a match is worth -----------------------------------------------------------------------


def _won(outcome: Outcome, seat: Seat) -> int:
    return int(seat in outcome.winners)


def _points(outcome: Outcome, seat: Seat) -> int:
    return outcome.points[seat]


def _share(outcome: Outcome, seat: Seat) -> float:
    return outcome.points[seat] / (sum(outcome.points) or 1)


Score = Callable[[Outcome, Seat], float]
#: What counts in the mean of a game; points where nothing else is said. In Mao it is the share of
#: the rounds that a seat has won.
SCORES: dict[str, Score] = {"tiles": _won, "mao": _share}


# --- many matches --------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """Sums over some rounds, a place for each bot."""

    rounds: int
    actions: int
    draws: int
    cpu_s: float
    wins: list[int]
    scores: list[float]
    squares: list[float]

    @classmethod
    def of(cls, bots: int) -> Tally:
        return cls(0, 0, 0, 0.0, [0] * bots, [0.0] * bots, [0.0] * bots)

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
        score: Score,
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
    size = min(CHUNK, max(1, rounds // CHUNKS))
    chunks = [range(first, min(first + size, rounds)) for first in range(0, rounds, size)]
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
