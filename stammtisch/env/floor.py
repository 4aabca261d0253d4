"""Who is asked next, where a match is played one decision after the other.

As at a table (and in `bots/arena.py`): seats in turn are asked in rotation, one each `PACE`
milliseconds of match time; who has something to say out of turn is asked once after each step. When
all wait who may, the clock jumps to the match's next deadline.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from stammtisch.bots.arena import PACE
from stammtisch.games.game import Action, Deal, Match, Seat, Timeout


class Floor:
    def __init__(self, match: Match, seeds: Callable[[], bytes]) -> None:
        self.match = match
        match.quiet = True
        self._seeds = seeds
        self._now = 0
        self._waited = 0
        self._last: Seat = -1
        self._speakers: deque[Seat] = deque()
        #: Who is asked, and whether he may as well wait; -1 when the match is over.
        self.seat: Seat = -1
        self.may_wait = False
        self._ask()

    def act(self, action: Action) -> None:
        """What the seat that is asked does."""
        match, in_turn = self.match, self._is_in_turn
        match.apply(self.seat, action, self._now)
        self._waited = 0
        if in_turn:
            self._last = self.seat
            self._speakers = deque(match.speakers)
        self._ask()

    def wait(self) -> None:
        assert self.may_wait
        if self._is_in_turn:
            self._waited += 1
            self._last = self.seat
        self._ask()

    def _ask(self) -> None:
        match = self.match
        while match.outcome is None:
            if match.awaits_deal:
                match.apply(None, Deal(self._seeds()), self._now)
                self._speakers = deque(match.speakers)
            elif self._speakers:
                seat = self._speakers.popleft()
                if seat in match.speakers and match.actions(seat):
                    self.seat, self.may_wait, self._is_in_turn = seat, True, False
                    return
            elif (due := self._due()) is not None:
                self._now = max(self._now, due)
                match.apply(None, Timeout(), self._now)
                self._waited = 0
                self._speakers = deque(match.speakers)
            else:
                turn = match.turn
                self._now += PACE
                self.seat = min(turn, key=lambda seat: (seat <= self._last, seat))
                # Where no clock runs that would end it, the last one has to do something.
                others_act = self._waited < len(turn) - 1
                self.may_wait = len(turn) > 1 and (match.deadline is not None or others_act)
                self._is_in_turn = True
                return
        self.seat, self.may_wait = -1, False

    def _due(self) -> int | None:
        """The deadline, if nobody will act before it."""
        deadline = self.match.deadline
        if deadline is None:
            return None
        everybody_waits = self._waited >= len(self.match.turn)
        return deadline if everybody_waits or deadline <= self._now + PACE else None
