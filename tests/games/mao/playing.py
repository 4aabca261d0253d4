"""Matches to test with."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from stammtisch.games.game import Action, Deal, Event, Gone, Seat, Timeout
from stammtisch.games.mao.match import MaoMatch
from stammtisch.games.mao.records import Move, Spot, WriteRule
from stammtisch.games.mao.rules import MaoRules

DECK, HAND, PILE = Spot("deck"), Spot("hand"), Spot("pile")
DRAW = Move(DECK, HAND)


def play(index: int = 0, at: int | None = None) -> Move:
    """From the hand to the pile, on top unless a place is named."""
    return Move(Spot("hand", index), Spot("pile", at))


def burn(index: int = 0) -> Move:
    return Move(Spot("hand", index), DECK)


def card(text: str) -> int:
    """Seven of spades is 7S, the ten XS."""
    return "CDHS".index(text[-1]) * 13 + "A23456789XJQK".index(text[0])


def cards(text: str) -> list[int]:
    return [card(one) for one in text.split()]


def fresh(
    profile: str = "free", seats: int = 3, seed: bytes = b"seed", **changes: object
) -> Runner:
    """A dealt match."""
    runner = Runner(MaoMatch(MaoRules.named(profile, changes), seats))
    runner.house(Deal(seed))
    return runner


class Runner:
    """A match and its clock; `log` is all that has happened."""

    def __init__(self, match: MaoMatch) -> None:
        self.match = match
        self.now = 0
        self.log: list[Event] = []
        self._deals = 0

    def act(self, seat: Seat, action: Action) -> list[Event]:
        return self._note(self.match.apply(seat, action, self.now))

    def house(self, action: Action) -> list[Event]:
        return self._note(self.match.apply(None, action, self.now))

    def gone(self, seat: Seat) -> list[Event]:
        return self.house(Gone(seat)) + self.deal_if_due()

    def deal_if_due(self) -> list[Event]:
        if not self.match.awaits_deal:
            return []
        self._deals += 1
        return self.house(Deal(b"deal %d" % self._deals))

    def pass_time(self, ms: int) -> list[Event]:
        """Let the clock run; what is due happens when it is due."""
        until = self.now + ms
        events: list[Event] = []
        while self.match.deadline is not None and self.match.deadline <= until:
            self.now = max(self.now, self.match.deadline)
            events += self.house(Timeout()) + self.deal_if_due()
        self.now = until
        return events

    def go_out(self, seat: Seat) -> list[Event]:
        """The seat's last card goes to the pile, whatever else it had."""
        del self.match.hands[seat][1:]
        return self.act(seat, play())

    def win(self, seat: Seat, rule: str | None = None, language: int = 1) -> list[Event]:
        events = self.go_out(seat)
        deadline = self.match.deadline
        assert deadline is not None
        events += self.pass_time(deadline - self.now)
        if rule is not None:
            events += self.act(seat, WriteRule(rule, language)) + self.deal_if_due()
        return events

    def _note(self, events: list[Event]) -> list[Event]:
        self.log += events
        return events


def names(events: Sequence[Event]) -> list[str]:
    return [event.type for event in events]


def hold(match: MaoMatch, seat: Seat, text: str) -> None:
    match.hands[seat] = cards(text)


def top(match: MaoMatch, text: str) -> None:
    match.pile[-1] = card(text)


def wander(runner: Runner, rng: Random, steps: int) -> Runner:
    """Random legal actions and passing time."""
    for _ in range(steps):
        match = runner.match
        if match.outcome:
            break
        runner.pass_time(rng.choice((0, 10, 700, 4000, 20_000)))
        if match.outcome:
            break
        present = [seat for seat in range(match.seats) if match.present[seat]]
        if rng.random() < 0.01:
            runner.gone(rng.choice(present))
            continue
        seat = rng.choice(present)
        runner.act(seat, rng.choice(match.actions(seat)))
        runner.deal_if_due()
    return runner
