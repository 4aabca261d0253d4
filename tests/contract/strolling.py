"""Any match, played somehow: often sensibly, sometimes wildly, and time passes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from random import Random

from stammtisch.bots.bots import Uniform, bot_for
from stammtisch.games.game import (
    Action,
    Deal,
    Event,
    Game,
    Gone,
    Match,
    Refusal,
    Rules,
    Seat,
    Timeout,
)

#: How often something is done that no bot would do.
_WILDNESS = (0.0, 0.1, 0.5, 1.0)
_PAUSES = (0, 0, 400, 2_000, 9_000, 30_000)
_LEAVES = 0.004
#: How often of these something is tried that may not be listed, and among how many numbers.
_CHEATS = 0.5
_NUMBERS = 120
_ANYTHING = Uniform()

#: What was done: by which seat (None is the house), and when.
Deed = tuple[Seat | None, Action, int]


class Wanderer:
    """Somebody who decides what happens next in a match, and its clock."""

    def __init__(
        self, game: Game, match: Match, now: int, rng: Random, levels: Sequence[str]
    ) -> None:
        self.game = game
        self.match = match
        self.now = now
        self._rng = rng
        self._wildness = rng.choice(_WILDNESS)
        self._level = rng.choice(levels)

    def step(self) -> Deed | None:
        """Let something happen, and return it; None if all wait."""
        deed = self._next()
        if deed is not None:
            self.match.apply(*deed)
        return deed

    def _next(self) -> Deed | None:
        match, rng = self.match, self._rng
        if match.awaits_deal:
            return None, Deal(rng.randbytes(32)), self.now
        self.now += rng.choice(_PAUSES)
        if match.deadline is not None and match.deadline <= self.now:
            self.now = max(match.deadline, 0)
            return None, Timeout(), self.now
        if self.game.goes_on and rng.random() < _LEAVES:
            leaver = Gone(rng.randrange(match.seats))
            try:
                match.verify(None, leaver)
                return None, leaver, self.now
            except Refusal:
                pass
        return self._choice()

    def _choice(self) -> Deed | None:
        match, rng = self.match, self._rng
        action: Action | None
        if rng.random() < self._wildness:
            seat = rng.randrange(match.seats)
            action = self._unlisted(seat) if rng.random() < _CHEATS else None
            if action is None:
                action = _ANYTHING.choose(match.observation(seat), rng).action
        else:
            seat = rng.choice((*match.turn, *match.speakers) or range(match.seats))
            action = (
                bot_for(self.game.name, self._level).choose(match.observation(seat), rng).action
            )
        return None if action is None else (seat, action, self.now)

    def _unlisted(self, seat: Seat) -> Action | None:
        """What is accepted, though perhaps not proper: lenient tables do that."""
        try:
            return self.match.action(seat, self._rng.randrange(_NUMBERS))
        except Refusal:
            return None


def wanderer(game: Game, match: Match, now: int, seed: int) -> Wanderer:
    """Somebody who goes on from here, and does not think long."""
    return Wanderer(game, match, now, Random(seed), game.all_levels[:1])


class _Way:
    """What happens in a match of that seed, step by step, as far as anybody has gone.

    All checks go the same ways: what takes long is to find out what a bot would do."""

    def __init__(self, game: Game, rules: Rules, seed: int) -> None:
        rng = Random(seed)
        self.seats: int = rng.choice(game.seats)
        match = game.new(rules, self.seats)
        # It writes no events: nobody listens to the one who goes ahead.
        match.quiet = True
        # Not the best bots: they would take most of the time, and the others play sensibly, too.
        self._ahead = Wanderer(game, match, 0, rng, game.all_levels[:2])
        self._steps: list[tuple[Deed | None, int]] = []

    def at(self, step: int) -> tuple[Deed | None, int]:
        """What is done there, and the time after it."""
        while len(self._steps) <= step:
            deed = self._ahead.step()
            self._steps.append((deed, self._ahead.now))
        return self._steps[step]


#: The last ways that were gone, with their games, so that no other one gets the same id.
_WAYS: OrderedDict[tuple[int, Rules, int], tuple[Game, _Way]] = OrderedDict()
_MOST_WAYS = 60


def _way(game: Game, rules: Rules, seed: int) -> _Way:
    key = (id(game), rules, seed)
    if key not in _WAYS:
        _WAYS[key] = (game, _Way(game, rules, seed))
        if len(_WAYS) > _MOST_WAYS:
            _WAYS.popitem(last=False)
    return _WAYS[key][1]


class Stroll:
    """A match, and a way through it: with the same seed always the same one."""

    def __init__(self, game: Game, rules: Rules, seed: int) -> None:
        self._way = _way(game, rules, seed)
        self._steps = 0
        self.match: Match = game.new(rules, self._way.seats)
        self.now = 0
        #: What was done last, and what came of it.
        self.deed: Deed | None = None
        self.events: list[Event] = []

    def step(self) -> bool:
        """Let something happen; False if all wait."""
        deed, self.now = self._way.at(self._steps)
        self._steps += 1
        if deed is None:
            return False
        self.deed = deed
        try:
            self.events = self.match.apply(*deed)
        except Refusal as refusal:
            raise AssertionError(f"the same match refuses the same: {refusal}") from refusal
        return True


def strolls(game: Game, rules: Rules, seed: int, steps: int = 60) -> Iterator[Stroll]:
    """The same stroll again and again, after each step, from before the first deal on."""
    stroll = Stroll(game, rules, seed)
    yield stroll
    for _ in range(steps):
        if stroll.match.outcome is not None:
            return
        if stroll.step():
            yield stroll


def moments(game: Game, rules: Rules, seed: int, count: int = 6) -> Iterator[Stroll]:
    """Some of them only, for what takes long; the last among them."""
    stroll = Stroll(game, rules, seed)
    rng = Random(seed)
    yield stroll
    for _ in range(count):
        for _ in range(rng.choice((1, 10, 60))):
            if stroll.match.outcome is None:
                stroll.step()
        yield stroll
