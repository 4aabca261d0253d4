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
import hashlib
import math
import pickle
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any, Protocol, TypeVar, cast

from stammtisch.bots.bots import Blind, Bot, Reason, Uniform, bot_named, filled_in
from stammtisch.bots.crew import results
from stammtisch.games.game import (
    Action,
    Deal,
    Game,
    Luck,
    Match,
    Outcome,
    Refusal,
    Rules,
    Seat,
    Timeout,
)
from stammtisch.games.games import game_named

T = TypeVar("T")

#: Matches of one round that a process plays before it reports: at most so many, and fewer where
#: there are few.
CHUNK = 25
CHUNKS = 16
#: Allocations before the garbage collector looks for something.
COLLECTED = 50_000
#: Milliseconds of match time that pass before each bot is asked.
PACE = 800
#: The length of a match whose rules leave it open.
ROUNDS = 24
#: Anything that may be done, said by who says something.
ANYTHING = Uniform()
#: A match that has no bound must end within so many rounds.
MOST_ROUNDS = 10_000


@dataclass(frozen=True, slots=True)
class MatchResult:
    outcome: Outcome
    actions: int
    rounds: int


class Stuck(Exception):
    """All bots wait, and no clock runs that would end it; or the match has no end."""


class WrongMove(Exception):
    """A bot wanted what it may not; the sentence says which bot, what, and why not."""


class Notes(Protocol):
    """What keeps one match while it is played."""

    def seed(self, round: int) -> bytes:
        """The seed of that deal; the first is 1."""

    def did(self, at: int, seat: Seat | None, action: Action, reason: Reason | None) -> None:
        """A bot, with its reason, or (None) the server has done this at that match time."""

    def finished(self) -> bytes:
        """The whole match, when it is over."""


class Recorder(Protocol):
    """What opens the notes of a match. Processes are sent it, so it can be pickled."""

    def __call__(
        self, game: Game, rules: Rules, levels: Sequence[str], name: str, seed: bytes
    ) -> Notes: ...


def play_match(
    game: Game, rules: Rules, bots: Sequence[Bot], seed: bytes, notes: Notes | None = None
) -> MatchResult:
    """One match with a bot on each seat, from the first deal to the outcome."""
    return play_out(game.new(rules, len(bots)), bots, seed, notes=notes)


def play_out(
    match: Match,
    bots: Sequence[Bot],
    seed: bytes,
    most_rounds: int = MOST_ROUNDS,
    notes: Notes | None = None,
) -> MatchResult:
    """Let the bots play a match that has not begun yet to its end.

    Time is made: as at a table, whoever may act is asked in rotation, one bot each `PACE`
    milliseconds. When all of them wait, the clock jumps to the match's next deadline. Who has
    something to say out of turn is asked once after each step, and takes no time.
    """
    match.quiet = True
    # The reason of each seat's last decision.
    reasons: list[Reason | None] = [None] * len(bots)
    apply = match.apply if notes is None else _noting(match, notes, reasons)
    rngs = [Random(seed + bytes([seat])) for seat in range(len(bots))]
    blind = _blind_of(bots)
    decide = [
        _decider(match, seat, bots[seat], blind[seat], rngs[seat], reasons if notes else None)
        for seat in range(len(bots))
    ]
    talks = [1.0 if bot is None else bot.talks for bot in blind]
    # Most of the time nobody wants to say anything out of turn: that is found out at once for all.
    most, table = max(talks), Random(seed)
    # What simply happens by chance is told to nobody, so not to notes either.
    luck = Luck(rngs, table, most, PACE) if _all_drift(blind) and notes is None else None
    deals = actions = now = waited = 0
    seat = -1
    while match.outcome is None:
        spoken = False
        if match.awaits_deal:
            if deals >= most_rounds:
                raise Stuck(f"The match is not over after {deals} rounds.")
            deals += 1
            apply(None, Deal(_seed_of(seed, deals) if notes is None else notes.seed(deals)), now)
        elif (waited or match.deadline is not None) and (
            due := _due(match, now, waited)
        ) is not None:
            now = max(now, due)
            apply(None, Timeout(), now)
            waited = 0
        elif luck is not None and (drifted := match.drift(luck, now + PACE)) is not None:
            now += PACE * drifted.actions
            actions += drifted.actions
            seat = drifted.last if drifted.actions else seat
            if drifted.mover_speaks:
                now += PACE
                seat = match.turn[0]
                action = ANYTHING.pick(match.actions(seat), rngs[seat])
                assert action is not None
                match.apply(seat, action, now)
                actions += 1
            elif drifted.others_speak:
                spoken = True
            else:
                continue
        else:
            now += PACE
            turn = match.turn
            seat = turn[0] if len(turn) == 1 else min(turn, key=lambda at: (at <= seat, at))
            action = decide[seat]()
            if action is None:
                waited += 1
                continue
            try:
                apply(seat, action, now)
            except Refusal as refusal:
                raise WrongMove(
                    f"The bot {bots[seat].level} on seat {seat} wants {action}: {refusal.reason}"
                ) from refusal
            actions += 1
            waited = 0
        if spoken or table.random() < most:
            for speaker in match.speakers:
                if most * rngs[speaker].random() < talks[speaker]:
                    actions += _heard(apply, speaker, decide[speaker](), now)
    return MatchResult(match.outcome, actions, deals)


def _all_drift(bots: Sequence[Blind | None]) -> bool:
    """Do all choose cards as `Match.drift` does, in the same way?"""
    first = bots[0]
    return first is not None and first.drifts and all(bot == first for bot in bots)


def _blind_of(bots: Sequence[Bot]) -> list[Blind | None]:
    """Those of the bots that need not look. It takes long to find out, and many are the same."""
    found: list[Blind | None] = []
    for seat, bot in enumerate(bots):
        if seat and bot is bots[seat - 1]:
            found.append(found[-1])
        else:
            found.append(_as_blind(bot))
    return found


#: Of each kind of bot, whether it need not look.
_BLIND: dict[type[Bot], bool] = {}


def _as_blind(bot: Bot) -> Blind | None:
    kind = type(bot)
    if kind not in _BLIND:
        _BLIND[kind] = isinstance(bot, Blind)
    return cast(Blind, bot) if _BLIND[kind] else None


def _decider(
    match: Match,
    seat: Seat,
    bot: Bot,
    blind: Blind | None,
    rng: Random,
    reasons: list[Reason | None] | None,
) -> Callable[[], Action | None]:
    """What asks the bot what it does; None: it waits. Its reason is left among `reasons`."""
    if blind is None:

        def choose() -> Action | None:
            decision = bot.choose(match.observation(seat), rng)
            if reasons is not None:
                reasons[seat] = decision.reason
            return decision.action

        return choose
    pick, listed, forms = blind.pick, match.actions, match.forms
    if not blind.fills_in and reasons is None:
        return lambda: pick(listed(seat), rng)
    fills_in, why = blind.fills_in, blind.why

    def decide() -> Action | None:
        actions = listed(seat)
        action = pick(actions, rng)
        if action is None:
            return None
        if reasons is not None:
            reasons[seat] = why(action, len(actions))
        if fills_in and (blanks := forms(seat)):
            return filled_in(blanks, action, match.number(action), rng)
        return action

    return decide


def _noting(
    match: Match, notes: Notes, reasons: Sequence[Reason | None]
) -> Callable[[Seat | None, Action, int], Any]:
    def apply(seat: Seat | None, action: Action, at: int) -> None:
        match.apply(seat, action, at)
        notes.did(at, seat, action, None if seat is None else reasons[seat])

    return apply


def _heard(
    apply: Callable[[Seat | None, Action, int], Any], seat: Seat, action: Action | None, now: int
) -> int:
    """Do what somebody wants to say out of turn; return how many actions that were."""
    if action is None:
        return 0
    try:
        apply(seat, action, now)
    except Refusal:
        # Another one was faster.
        return 0
    return 1


def _due(match: Match, now: int, waited: int) -> int | None:
    """The deadline, if nobody will act before it."""
    everybody_waits = waited >= len(match.turn)
    if match.deadline is None and everybody_waits:
        raise Stuck(f"All bots wait at {now} ms, and no clock runs.")
    if match.deadline is not None and (everybody_waits or match.deadline <= now + PACE):
        return match.deadline
    return None


def _seed_of(seed: bytes, round: int) -> bytes:
    """Of a round that is only simulated; its number counts from 0 there."""
    return _digest(seed + (round - 1).to_bytes(4, "big"))


def _digest(text: bytes) -> bytes:
    return hashlib.sha256(text).digest()


# --- many matches --------------------------------------------------------------------------------


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
        seed = _digest(f"{self.seed}:{number}".encode())
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
