"""The bots at a table: those to whom a seat belongs, and those who sit in for somebody."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from stammtisch.bots.bots import Decision, Reason, Uniform, bot_for
from stammtisch.config import AppConfig
from stammtisch.games.game import Match, Observation, Refusal
from stammtisch.tables.bot_executor import BotExecutor
from stammtisch.tables.clock import Clock
from stammtisch.tables.presence import Presence
from stammtisch.tables.state import Step
from stammtisch.tables.table import Table

log = logging.getLogger(__name__)

#: Bots say what they have to say out of turn after this part of their pace: before a bot moves.
SPEAKS_SOONER = 4

#: Who plays when a bot fails: any legal move is better than a table that stands still.
_SUBSTITUTE = Uniform()


@dataclass(frozen=True, slots=True)
class _Thought:
    """What a bot decided, and by what."""

    seat: int
    level: str
    #: The table's newest entry when the bot was asked.
    seq: int
    observation: Observation
    decision: Decision | None


class BotSeats:
    """One of those whose turn it is thinks at a time, and what it thought is done only if nothing
    has happened since. Those who may speak out of turn are asked once after each step; what they
    say is done if it is still legal, and nobody waits for them.

    How long a bot thinks depends on its cards, so nobody may see it: it thinks while its pace
    passes, and moves a whole number of paces after its turn began. If something happens meanwhile
    it thinks again, and has half a pace for that at least; no bot takes a quarter of one.

    `attempt` does a change of the table and makes it durable and known; whatever goes wrong in it
    is the table's trouble.
    """

    def __init__(
        self,
        table: Table,
        here: Presence,
        clock: Clock,
        executor: BotExecutor,
        config: AppConfig,
        attempt: Callable[[Callable[[], Step]], None],
    ) -> None:
        self._table = table
        self._here = here
        self._clock = clock
        self._executor = executor
        self._pace = config.timings.bot_pace
        self._attempt = attempt
        #: Server time from which bots sit in for people.
        self.sit_in_from = 0
        self._thinking = False
        #: The newest entry that was looked at, and when.
        self._seen = (-1, 0)
        #: Since when it is the turn of bots, and what one of them is about to do.
        self._began: int | None = None
        self._thought: _Thought | None = None
        self._last_moved = -1
        #: After which entry each seat was last asked whether it has something to say.
        self._heard: dict[int, int] = {}
        self.closed = False

    def sit(self, seat: int, level: str, *, filler: bool) -> Step:
        """Give a seat to a bot."""
        bot_for(self._table.state.game.name, level)
        taken = {place.name for place in self._table.state.places}
        name = next(f"{level}_bot{n}" for n in range(1, 99) if f"{level}_bot{n}" not in taken)
        now, wall = self._clock.now(), self._clock.wall()
        accounts = {place.account for place in self._table.state.places}
        # Seats change places: a bot that came as this one may sit somewhere else now.
        numbers = (seat, *range(len(self._table.state.places)))
        account = next(a for n in numbers if (a := f"bot:{level}:{n}") not in accounts)
        return self._table.sit(seat, account, name, now, wall, bot=level, filler=filler)

    def look(self) -> None:
        """Something has happened: if it is a bot's turn, it thinks, and moves after its pace."""
        if not self._plays():
            self.rest()
            return
        if self._seen[0] != self._table.state.seq:
            self._seen = self._table.state.seq, self._clock.now()
        self._ask_speakers()
        levels = self._levels(self._match().turn)
        if not levels:
            self.rest()
            return
        if self._began is None:
            self._began = self._clock.now()
        current = self._thought is not None and self._thought.seq == self._table.state.seq
        if not self._thinking and not current:
            self._ask_turn(levels)

    def rest(self) -> None:
        """It is no bot's turn."""
        self._began = self._thought = None

    @property
    def _table_pace(self) -> int:
        wanted = self._table.state.settings.pace
        return self._pace if wanted is None else wanted

    def _plays(self) -> bool:
        """May there be anything for bots to do?"""
        table, here = self._table, self._here
        if self.closed or not table.state.running or here.empty_since is not None:
            return False
        return table.state.has_bots or not here.complete

    def _match(self) -> Match:
        assert self._table.state.match is not None
        return self._table.state.match

    def _levels(self, seats: tuple[int, ...]) -> dict[int, str]:
        """Those of the seats that bots are to play for now, and how well."""
        table = self._table
        sits_in = self._clock.now() >= self.sit_in_from
        levels = {}
        for seat in seats:
            level = table.state.places[seat].bot
            if level is None and sits_in:
                level = table.state.deputy_of(seat)
            if level is not None:
                levels[seat] = level
        return levels

    # --- those whose turn it is ------------------------------------------------------------------

    def _ask_turn(self, levels: dict[int, str]) -> None:
        table, seq = self._table, self._table.state.seq
        # Where many may act at once, each has its chance before the first is asked again.
        seat = min(levels, key=lambda seat: (seat <= self._last_moved, seat))
        level = levels[seat]

        def ask() -> Step:
            observation = self._match().observation(seat)
            self._thinking = True
            self._executor.think(
                table.state.game.name,
                level,
                observation,
                lambda decision: self._decided(_Thought(seat, level, seq, observation, decision)),
            )
            return Step()

        # A table that is being mended asks nobody: then nobody thinks.
        self._attempt(ask)

    def _decided(self, thought: _Thought) -> None:
        self._thinking = False
        if self._table.state.seq != thought.seq or self._began is None:
            self.look()
            return
        self._thought = thought
        pace = self._table_pace
        due = _slot(self._began, max(self._clock.now(), self._seen[1] + pace // 2), pace)
        self._clock.call_at(due, lambda: self._move(thought))

    def _move(self, thought: _Thought) -> None:
        if self._thought is not thought:
            # Something has happened since, and the bot thinks again.
            return
        self.rest()
        seat, level, decision = thought.seat, thought.level, thought.decision
        if not self._plays() or self._table.state.seq != thought.seq:
            self.look()
            return
        self._last_moved = seat
        left = self._levels(self._match().turn).get(seat) != level
        if left or (decision is not None and decision.action is None):
            self.look()
            return
        self._attempt(lambda: self._act(seat, level, decision, thought.observation))

    def _act(
        self, seat: int, level: str, decision: Decision | None, observation: Observation
    ) -> Step:
        table = self._table
        now, wall = self._clock.now(), self._clock.wall()
        if decision is not None and decision.action is not None:
            try:
                return table.act(
                    seat, decision.action, now, wall, bot=level, reason=decision.reason
                )
            except Refusal as refusal:
                log.error(
                    "a %s bot of %s did what it may not: %s",
                    level,
                    table.state.game.name,
                    refusal.reason,
                )
        instead = _SUBSTITUTE.choose(observation, Random(table.state.seq)).action
        assert instead is not None
        return table.act(seat, instead, now, wall, bot=level, reason=Reason("at_a_loss"))

    # --- those who may speak out of turn ---------------------------------------------------------

    def _ask_speakers(self) -> None:
        table, match = self._table, self._match()
        speakers = match.speakers
        if not speakers:
            return
        for seat, level in self._levels(speakers).items():
            if self._heard.get(seat) != table.state.seq:
                self._heard[seat] = table.state.seq
                self._executor.think(
                    table.state.game.name,
                    level,
                    match.observation(seat),
                    self._speaker(seat, level),
                )

    def _speaker(self, seat: int, level: str) -> Callable[[Decision | None], None]:
        table, match, asked = self._table, self._table.state.match, self._clock.now()

        def decided(decision: Decision | None) -> None:
            if decision is not None and decision.action is not None:
                due = _slot(asked, self._clock.now(), self._table_pace // SPEAKS_SOONER)
                self._clock.call_at(due, lambda: speak(decision))

        def speak(decision: Decision) -> None:
            if self._plays() and table.state.match is match and self._levels((seat,)):
                self._attempt(lambda: self._speak(seat, level, decision))

        return decided

    def _speak(self, seat: int, level: str, decision: Decision) -> Step:
        now, wall = self._clock.now(), self._clock.wall()
        assert decision.action is not None
        try:
            return self._table.act(
                seat, decision.action, now, wall, bot=level, reason=decision.reason
            )
        except Refusal:
            # Too late: the match has gone on while it thought.
            return Step()


def _slot(began: int, now: int, every: int) -> int:
    """The first time, a whole number of times `every` after it began, that is not past."""
    return began + every * max(1, -(-(now - began) // every)) if every else now
