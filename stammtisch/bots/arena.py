"""Where bots are measured: many matches between them, from one seed.

Match n deals from SHA-256("seed:n"), and the bot with index i sits on seat (i + n) mod seats, so
that no bot has a better place than another. Every number but the times is the same for the same
seed, whatever the number of processes.

A round is one deal. Matches are played until there were as many rounds as were asked for, each to
its end, so there may be a few more. A match that would go on until all want to end it is over after
`ROUNDS` rounds.

Who wants to keep the matches gives a `Recorder`: its deals are played then, which it can prove, and
not those above.
"""

from __future__ import annotations

import gc
import math
import pickle
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, TypeVar

from stammtisch.bots.bots import Bot, bot_named
from stammtisch.bots.playing import Recorder, digest, play_match
from stammtisch.bots.workers import results
from stammtisch.games.game import Game, Refusal, Rules
from stammtisch.games.games import game_named

T = TypeVar("T")

#: Matches of one round that a process plays before it reports: at most so many, and fewer where
#: there are few.
CHUNK = 25
CHUNKS = 16
#: Allocations before the garbage collector looks for something.
COLLECTED = 50_000
#: The length of a match whose rules leave it open.
ROUNDS = 24


@dataclass(slots=True)
class Tally:
    """Sums over some matches, a place for each bot."""

    rounds: int
    matches: int
    actions: int
    draws: int
    cpu_s: float
    wins: list[int]
    scores: list[float]
    squares: list[float]
    #: The matches as they were kept, in their order, if anybody keeps them.
    kept: list[bytes]
    #: Ctrl-C came before all of them were played.
    interrupted: bool

    @classmethod
    def of(cls, bots: int) -> Tally:
        return cls(0, 0, 0, 0, 0.0, [0] * bots, [0.0] * bots, [0.0] * bots, [], False)

    def add(self, other: Tally) -> None:
        self.rounds += other.rounds
        self.matches += other.matches
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
    matches: int
    actions: int
    draws: int
    seconds: float
    cpu_s: float
    bots: tuple[BotSummary, ...]
    #: Ctrl-C came before there were as many rounds as were asked for.
    interrupted: bool = False

    def plain(self) -> dict[str, Any]:
        """As `stammtisch simulate --json` prints it."""
        return {
            "game": self.game,
            "profile": self.profile,
            "seed": self.seed,
            "rounds": self.rounds,
            "matches": self.matches,
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
    bots: Sequence[str | Bot],
    rounds: int,
    seed: int,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    recorder: Recorder | None = None,
    keep: Callable[[bytes], object] | None = None,
) -> Summary:
    """Play so many rounds, in whole matches, between these bots, in `jobs` processes.

    A bot is a level, `module:Class`, or an object. `progress` is called with the number of rounds
    done so far, at most `rounds`. With a `recorder`, `keep` is given each finished match, in their
    order. Ctrl-C ends it early: what was played until then counts, and was kept.
    """
    levels = [bot_named(game.name, bot).level for bot in bots]
    words = [
        bot if isinstance(bot, str) else level for bot, level in zip(bots, levels, strict=True)
    ]
    game.new(rules, len(bots))
    rules = _bounded(game, rules)
    began = time.perf_counter()
    total = Tally.of(len(bots))
    order = _Order(game.name, rules, tuple(bots), tuple(words), seed, recorder)
    if jobs > 1:
        _must_travel(order)
    interrupted = False
    try:
        with closing(_tallies(order, _chunks(game, rounds), jobs)) as tallies:
            for tally in tallies:
                total.add(tally)
                for match in tally.kept:
                    if keep:
                        keep(match)
                if progress:
                    progress(min(total.rounds, rounds))
                interrupted = tally.interrupted
                if interrupted or total.rounds >= rounds:
                    break
    except KeyboardInterrupt:
        interrupted = True
    return Summary(
        game=game.name,
        profile=rules.profile,
        seed=seed,
        rounds=total.rounds,
        matches=total.matches,
        actions=total.actions,
        draws=total.draws,
        seconds=time.perf_counter() - began,
        cpu_s=total.cpu_s,
        bots=tuple(_summary(place, word, total) for place, word in enumerate(words)),
        interrupted=interrupted and total.rounds < rounds,
    )


def _must_travel(order: _Order) -> None:
    try:
        pickle.dumps(order)
    except Exception as error:
        raise Refusal(
            "bound_bot",
            "A bot that other processes are to play with must be one that can be pickled, or all "
            "play in one process: {error}.",
            error=str(error),
        ) from error


def _bounded(game: Game, rules: Rules) -> Rules:
    """Bots that are measured all want to play on."""
    if game.length is None or getattr(rules, game.length):
        return rules
    bounded: Rules = replace(rules, **{game.length: ROUNDS})  # type: ignore[arg-type]
    return bounded


@dataclass(frozen=True, slots=True)
class _Order:
    """What a process must know to play some of the matches."""

    game: str
    rules: Rules
    bots: tuple[str | Bot, ...]
    words: tuple[str, ...]
    seed: int
    recorder: Recorder | None

    def play(self, matches: range) -> Tally:
        game = game_named(self.game)
        bots = [bot_named(self.game, bot) for bot in self.bots]
        tally = Tally.of(len(bots))
        began = time.process_time()
        with _rarely_collecting():
            try:
                for number in matches:
                    self._play(game, bots, number, tally)
            except KeyboardInterrupt:
                tally.interrupted = True
        tally.cpu_s = time.process_time() - began
        return tally

    def _play(self, game: Game, bots: list[Bot], number: int, tally: Tally) -> None:
        turned = number % len(bots)
        seated = _turned(bots, turned)
        seed = digest(f"{self.seed}:{number}".encode())
        notes = None
        if self.recorder:
            name = f"{self.game}-{self.seed}-{number}"
            notes = self.recorder(game, self.rules, _turned(self.words, turned), name, seed)
        result = play_match(game, self.rules, seated, seed, notes)
        if notes is not None:
            tally.kept.append(notes.finished())
        tally.matches += 1
        tally.rounds += result.rounds
        tally.actions += result.actions
        tally.draws += result.outcome.kind == "draw"
        winners = result.outcome.winners
        for bot in range(len(bots)):
            seat = (bot + turned) % len(bots)
            points = game.score(result.outcome, seat)
            tally.wins[bot] += seat in winners
            tally.scores[bot] += points
            tally.squares[bot] += points * points


def _turned(places: Sequence[T], by: int) -> list[T]:
    """Each place so many seats further on."""
    return [*places[len(places) - by :], *places[: len(places) - by]]


@contextmanager
def _rarely_collecting() -> Iterator[None]:
    """Matches leave little that only the garbage collector would find."""
    before = gc.get_threshold()
    gc.set_threshold(COLLECTED, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _chunks(game: Game, rounds: int) -> Iterator[range]:
    """Matches to be played together. How many rounds a longer match has is known when it is over,
    so those are played one by one, until somebody stops."""
    if game.rounds != 1:
        yield from (range(first, first + 1) for first in count())
    size = min(CHUNK, max(1, rounds // CHUNKS))
    yield from (range(first, min(first + size, rounds)) for first in range(0, rounds, size))


def _tallies(order: _Order, chunks: Iterator[range], jobs: int) -> Generator[Tally, None, None]:
    if jobs <= 1:
        yield from map(order.play, chunks)
    else:
        yield from results(order.play, chunks, jobs)


def _summary(seat: int, level: str, total: Tally) -> BotSummary:
    matches = max(1, total.matches)
    mean = total.scores[seat] / matches
    spread = max(0.0, total.squares[seat] - matches * mean * mean) / max(1, matches - 1)
    return BotSummary(seat, level, mean, 1.96 * math.sqrt(spread / matches), total.wins[seat])
