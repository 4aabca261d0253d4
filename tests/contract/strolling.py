"""Any match, played somehow: often sensibly, sometimes wildly, and time passes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from stammtisch.bots.bots import bot_for, levels_of
from stammtisch.bots.uniform import Uniform
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
_ANYTHING = Uniform()

#: What was done: by which seat (None is the house), and when.
Deed = tuple[Seat | None, Action, int]


class Stroll:
    """A match and its clock."""

    def __init__(self, game: Game, rules: Rules, seed: int) -> None:
        self.rng = rng = Random(seed)
        self.game = game
        self.match: Match = game.new(rules, rng.choice(game.seats))
        self.now = 0
        #: What was done last, and what came of it.
        self.deed: Deed | None = None
        self.events: list[Event] = []
        self._wildness = rng.choice(_WILDNESS)
        self._level = rng.choice(levels_of(game.name))

    def step(self) -> bool:
        """Let something happen; False if all wait."""
        deed = self._next()
        if deed is None:
            return False
        self.deed = deed
        self.events = self.match.apply(*deed)
        return True

    def _next(self) -> Deed | None:
        match, rng = self.match, self.rng
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
        match, rng = self.match, self.rng
        if rng.random() < self._wildness:
            seat = rng.randrange(match.seats)
            action = _ANYTHING.choose(match.sight(seat), rng).action
        else:
            seat = rng.choice((*match.turn, *match.speakers) or range(match.seats))
            action = bot_for(self.game.name, self._level).choose(match.sight(seat), rng).action
        return None if action is None else (seat, action, self.now)


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
