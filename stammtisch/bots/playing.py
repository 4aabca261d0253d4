"""One match, played by bots from the first deal to the outcome.

Time is made: as at a table, whoever may act is asked in rotation, one bot each `PACE` milliseconds.
When all of them wait, the clock jumps to the match's next deadline. Who has something to say out of
turn is asked once after each step, and takes no time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, cast

from stammtisch.bots.bots import Blind, Bot, Reason, filled_in
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

#: Milliseconds of match time that pass before each bot is asked.
PACE = 800
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
    """Let the bots play a match that has not begun yet to its end."""
    match.quiet = True
    return _Play(match, bots, seed, most_rounds, notes).to_its_end()


class _Play:
    """A match while bots play it."""

    def __init__(
        self,
        match: Match,
        bots: Sequence[Bot],
        seed: bytes,
        most_rounds: int,
        notes: Notes | None,
    ) -> None:
        self._match = match
        self._bots = bots
        self._seed = seed
        self._most_rounds = most_rounds
        self._notes = notes
        self._apply: Callable[[Seat | None, Action, int], object] = (
            match.apply if notes is None else self._apply_and_note
        )
        self._rngs = [Random(seed + bytes([seat])) for seat in range(len(bots))]
        self._table = Random(seed)
        #: The reason of each seat's last decision, if notes are taken.
        self._reasons: list[Reason | None] = [None] * len(bots)
        blind = _blind_of(bots)
        self._decide = [self._decider(seat, bot) for seat, bot in enumerate(blind)]
        self._talks = [1.0 if bot is None else bot.talks for bot in blind]
        #: Most of the time nobody wants to say anything out of turn: that is found out at once for
        #: all.
        self._talkative = max(self._talks)
        #: Where all choose by chance the match may play on by itself. Nobody is told what happens
        #: then, so notes are not either.
        by_chance = notes is None and _all_drift(blind)
        self._luck = Luck(self._rngs, self._table, self._talkative, PACE) if by_chance else None
        self._now = self._deals = self._actions = 0
        #: How many bots have waited, one after the other.
        self._waited = 0
        #: Who was asked last: of several who may act the next one is asked first.
        self._asked: Seat = -1

    def to_its_end(self) -> MatchResult:
        match, step, draw, talkative = self._match, self._step, self._table.random, self._talkative
        luck = self._luck
        while match.outcome is None:
            if luck is not None and self._played_by_chance(luck):
                continue
            if step() and draw() < talkative:
                self._let_speak()
        return MatchResult(match.outcome, self._actions, self._deals)

    # --- by chance ------------------------------------------------------------------------------

    def _played_by_chance(self, luck: Luck) -> bool:
        """Let the match play on by itself; False where it cannot, or the server must act."""
        match = self._match
        if match.awaits_deal or self._due() is not None:
            return False
        played = match.play_by_chance(luck, self._now + PACE)
        if played:
            self._now += PACE * played
            self._actions += played
            self._asked = -1
        return played > 0

    # --- step by step ---------------------------------------------------------------------------

    def _step(self) -> bool:
        """Deal, let a deadline pass, or ask a bot; return whether anything was done."""
        match = self._match
        if match.awaits_deal:
            self._apply(None, self._deal(), self._now)
            return True
        if (self._waited or match.deadline is not None) and (due := self._due()) is not None:
            self._now = max(self._now, due)
            self._apply(None, Timeout(), self._now)
            self._waited = 0
            return True
        self._now += PACE
        turn = match.turn
        if len(turn) > 1:
            seat = self._asked = self._next(turn)
        else:
            seat = turn[0]
            # Where a match plays on by itself, nobody is told who has played last.
            self._asked = seat if self._luck is None else -1
        action = self._decide[seat]()
        if action is None:
            self._waited += 1
            return False
        try:
            self._apply(seat, action, self._now)
        except Refusal as refusal:
            level = self._bots[seat].level
            raise WrongMove(
                f"The bot {level} on seat {seat} wants {action}: {refusal.reason}"
            ) from refusal
        self._actions += 1
        self._waited = 0
        return True

    def _deal(self) -> Deal:
        if self._deals >= self._most_rounds:
            raise Stuck(f"The match is not over after {self._deals} rounds.")
        self._deals += 1
        if self._notes is not None:
            return Deal(self._notes.seed(self._deals))
        # The number of a round that is only simulated counts from 0.
        return Deal(digest(self._seed + (self._deals - 1).to_bytes(4, "big")))

    def _next(self, turn: tuple[Seat, ...]) -> Seat:
        """Whose turn it is to be asked, in rotation."""
        last = self._asked
        return min(turn, key=lambda seat: (seat <= last, seat))

    def _due(self) -> int | None:
        """The deadline, if nobody will act before it."""
        deadline = self._match.deadline
        everybody_waits = self._waited >= len(self._match.turn)
        if deadline is None:
            if everybody_waits and self._waited:
                raise Stuck(f"All bots wait at {self._now} ms, and no clock runs.")
            return None
        return deadline if everybody_waits or deadline <= self._now + PACE else None

    def _let_speak(self) -> None:
        for seat in self._match.speakers:
            if self._talkative * self._rngs[seat].random() < self._talks[seat]:
                action = self._decide[seat]()
                if action is None:
                    continue
                try:
                    self._apply(seat, action, self._now)
                except Refusal:
                    # Another one was faster.
                    continue
                self._actions += 1

    def _apply_and_note(self, seat: Seat | None, action: Action, at: int) -> None:
        assert self._notes is not None
        self._match.apply(seat, action, at)
        self._notes.did(at, seat, action, None if seat is None else self._reasons[seat])

    # --- asking a bot ---------------------------------------------------------------------------

    def _decider(self, seat: Seat, blind: Blind | None) -> Callable[[], Action | None]:
        """What asks the seat's bot what it does; None: it waits."""
        match, bot, rng = self._match, self._bots[seat], self._rngs[seat]
        reasons = self._reasons if self._notes is not None else None
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


def _all_drift(bots: Sequence[Blind | None]) -> bool:
    """Do all choose cards as `Match.play_by_chance` does, in the same way?"""
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


def digest(text: bytes) -> bytes:
    return hashlib.sha256(text).digest()
