"""A match of Hearts for four: deals until somebody has a hundred points."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any, Self

from stammtisch.games.french import CARD_NAMES, HEARTS, HEIGHT, PACK, SPADES, SUIT, Card, card_of
from stammtisch.games.game import (
    Action,
    Deal,
    Event,
    Field,
    Form,
    Game,
    GameWords,
    Match,
    Move,
    Outcome,
    Refusal,
    Rules,
    Seat,
    Timeout,
)
from stammtisch.games.refusal import OF_EVERY_MATCH
from stammtisch.games.stream import Stream
from tests.games.hearts.imagining import TWO_OF_CLUBS, imagine
from tests.games.hearts.records import (
    Begun,
    Chosen,
    Dealt,
    HeartsRules,
    Pass,
    Passed,
    Phase,
    Play,
    Played,
    Scored,
    Taken,
    Trick,
    View,
)

SEATS = 4
HELD = 13
GIVEN = 3
#: To the left, to the right, across, to nobody, and again.
OFFSETS = (1, 3, 2, 0)
QUEEN_OF_SPADES = card_of(SPADES, 11)
MOON = 26
PASS = len(PACK)

REFUSALS: dict[str, str] = {
    **OF_EVERY_MATCH,
    "already_dealt": "The cards are dealt already.",
    "no_clock": "No clock runs in this match.",
    "too_early": "The time is not over yet.",
    "not_passing": "Nobody passes cards now.",
    "passed_already": "You have chosen your cards already.",
    "bad_pass": "Pass {count} different cards that you hold.",
    "not_playing": "Nobody plays a card now.",
    "not_your_turn": "It is not your turn yet.",
    "not_your_card": "You do not hold that card.",
    "not_now": "That card may not be played now: follow suit, and keep hearts for later.",
    "unknown_number": "Hearts has no action number {number}.",
}


def cost(card: Card) -> int:
    return MOON // 2 if card == QUEEN_OF_SPADES else int(SUIT[card] == HEARTS)


class HeartsMatch(Match):
    rules: HeartsRules

    def __init__(self, rules: Rules, seats: int, carry: Any = None) -> None:
        assert isinstance(rules, HeartsRules)
        self.rules, self.seats = rules, seats
        self.outcome: Outcome | None = None
        self.deadline: int | None = None
        self.awaits_deal = True
        self.phase: Phase = "waiting"
        self.deal: int = carry["deal"] if carry else 0
        self.totals: list[int] = list(carry["totals"]) if carry else [0] * seats
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        #: What each seat gave away in this deal, or has chosen to.
        self.gave: list[tuple[Card, ...]] = [()] * seats
        self.tricks: list[Trick] = []

    # --- looking at it --------------------------------------------------------------------------

    @property
    def offset(self) -> int:
        return OFFSETS[(self.deal - 1) % SEATS] if self.rules.passing else 0

    @property
    def turn(self) -> tuple[Seat, ...]:
        if self.phase == "passing":
            return tuple(seat for seat in range(self.seats) if not self.gave[seat])
        if self.phase == "playing":
            trick = self.tricks[-1]
            return ((trick.leader + len(trick.cards)) % self.seats,)
        return ()

    def view(self, seat: Seat | None) -> View:
        got = () if seat is None or self.phase != "playing" else self._got(seat)
        return View(
            seat=seat,
            phase=self.phase,
            deal=self.deal,
            hand=None if seat is None else tuple(self.hands[seat]),
            counts=tuple(map(len, self.hands)),
            tricks=tuple(self.tricks),
            totals=tuple(self.totals),
            chosen=tuple(map(bool, self.gave)),
            gave=() if seat is None else self.gave[seat],
            got=got,
            deadline=self.deadline,
        )

    def _got(self, seat: Seat) -> tuple[Card, ...]:
        return self.gave[(seat - self.offset) % self.seats] if self.offset else ()

    @classmethod
    def sample_state(cls, rules: Rules, seats: int, view: View, rng: Random) -> Self:
        match = cls(rules, seats, {"deal": view.deal, "totals": view.totals})
        match.phase, match.deadline = view.phase, view.deadline
        match.awaits_deal = view.phase == "waiting"
        match.tricks = list(view.tricks)
        imagine(match, view, rng)
        if view.phase == "over":
            match._finish()
        return match

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.totals, twin.gave, twin.tricks = self.totals[:], self.gave[:], self.tricks[:]
        twin.hands = [hand[:] for hand in self.hands]
        return twin

    def state(self) -> tuple[Any, ...]:
        return (
            (self.rules.digest, self.seats, self.awaits_deal, self.phase, self.deadline),
            (self.deal, tuple(self.totals), tuple(self.gave)),
            tuple(map(tuple, self.hands)),
            tuple((trick.leader, trick.cards) for trick in self.tricks),
            None if self.outcome is None else dataclasses.astuple(self.outcome),
        )

    def carried(self) -> Any:
        return {"deal": self.deal, "totals": self.totals[:]}

    # --- what may be done -----------------------------------------------------------------------

    def actions(self, seat: Seat) -> list[Action]:
        if seat not in self.turn:
            return []
        if self.phase == "passing":
            return [Pass(tuple(self.hands[seat][:GIVEN]))]
        return [Play(card) for card in self.playable(seat)]

    def forms(self, seat: Seat) -> tuple[Form, ...]:
        if self.phase != "passing" or seat not in self.turn:
            return ()
        return (Form("pass", PASS, (Field("cards", GIVEN, GIVEN, tuple(self.hands[seat])),)),)

    def playable(self, seat: Seat) -> list[Card]:
        hand, trick = self.hands[seat], self.tricks[-1]
        first = len(self.tricks) == 1
        if not trick.cards:
            if first:
                return [TWO_OF_CLUBS]
            broken = any(SUIT[card] == HEARTS for one in self.tricks for card in one.cards)
            return hand if broken else [one for one in hand if SUIT[one] != HEARTS] or hand
        if follow := [card for card in hand if SUIT[card] == SUIT[trick.cards[0]]]:
            return follow
        return [card for card in hand if not cost(card)] or hand if first else hand

    def number(self, action: Action) -> int:
        return action.card if isinstance(action, Play) else PASS

    def action(self, seat: Seat, number: int) -> Action:
        if type(number) is not int or not 0 <= number <= PASS:
            raise Refusal(
                "unknown_number", "Hearts has no action number {number}.", number=repr(number)[:60]
            )
        action = Pass(tuple(self.hands[seat][:GIVEN])) if number == PASS else Play(number)
        self.verify(seat, action)
        return action

    def _holds(self, seat: Seat, card: Card) -> bool:
        return type(card) is int and card in self.hands[seat]

    def _check_pass(self, seat: Seat, action: Pass) -> None:
        if self.phase != "passing":
            raise Refusal("not_passing", "Nobody passes cards now.")
        if self.gave[seat]:
            raise Refusal("passed_already", "You have chosen your cards already.")
        cards = action.cards
        held = type(cards) is tuple and all(self._holds(seat, card) for card in cards)
        if not held or len(set(cards)) != GIVEN or len(cards) != GIVEN:
            raise Refusal("bad_pass", "Pass {count} different cards that you hold.", count=GIVEN)

    def _check_play(self, seat: Seat, action: Play) -> None:
        if self.phase != "playing":
            raise Refusal("not_playing", "Nobody plays a card now.")
        if seat not in self.turn:
            raise Refusal("not_your_turn", "It is not your turn yet.")
        if not self._holds(seat, action.card):
            raise Refusal("not_your_card", "You do not hold that card.")
        if action.card not in self.playable(seat):
            raise Refusal(
                "not_now",
                "That card may not be played now: follow suit, and keep hearts for later.",
            )

    def _check_deal(self, seat: None, action: Deal) -> None:
        if not self.awaits_deal:
            raise Refusal("already_dealt", "The cards are dealt already.")

    def _check_timeout(self, seat: None, action: Timeout) -> None:
        if self.deadline is None:
            raise Refusal("no_clock", "No clock runs in this match.")

    # --- and how it is done ---------------------------------------------------------------------

    def _deal(self, seat: None, action: Deal, at: int) -> list[Event]:
        pack = Stream(action.seed).shuffled(PACK)
        self.deal += 1
        self.awaits_deal = False
        self.hands = [sorted(pack[one * HELD : (one + 1) * HELD]) for one in range(self.seats)]
        self.gave, self.tricks = [()] * self.seats, []
        self.phase = "passing"
        self._wind(at)
        events: list[Event] = [Dealt(self.deal, tuple(map(tuple, self.hands)), self.offset)]
        if not self.offset:
            events.append(self._begin_play())
        return events

    def _pass(self, seat: Seat, action: Pass, at: int) -> list[Event]:
        self.gave[seat] = action.cards
        events: list[Event] = [Chosen(seat, action.cards)]
        if self.turn:
            return events
        for giver, cards in enumerate(self.gave):
            taker = (giver + self.offset) % self.seats
            self.hands[giver] = [card for card in self.hands[giver] if card not in cards]
            events.append(Passed(giver, taker, cards))
        for taker in range(self.seats):
            self.hands[taker] = sorted([*self.hands[taker], *self._got(taker)])
        events.append(self._begin_play())
        self._wind(at)
        return events

    def _begin_play(self) -> Begun:
        leader = next(seat for seat, hand in enumerate(self.hands) if TWO_OF_CLUBS in hand)
        self.phase, self.tricks = "playing", [Trick(leader, ())]
        return Begun(leader)

    def _play(self, seat: Seat, action: Play, at: int) -> list[Event]:
        self.hands[seat].remove(action.card)
        trick = self.tricks[-1]
        self.tricks[-1] = trick = Trick(trick.leader, (*trick.cards, action.card))
        self._wind(at)
        events: list[Event] = [Played(seat, action.card)]
        if len(trick.cards) < self.seats:
            return events
        taker = self.taker(trick)
        events.append(Taken(taker))
        if any(self.hands):
            self.tricks.append(Trick(taker, ()))
            return events
        return [*events, *self._score()]

    def taker(self, trick: Trick) -> Seat:
        led = SUIT[trick.cards[0]]
        best = max(trick.cards, key=lambda card: (SUIT[card] == led, HEIGHT[card]))
        return (trick.leader + trick.cards.index(best)) % self.seats

    def _score(self) -> list[Event]:
        points = [0] * self.seats
        for trick in self.tricks:
            points[self.taker(trick)] += sum(map(cost, trick.cards))
        if MOON in points:
            points = [MOON - one for one in points]
        self.totals = [total + one for total, one in zip(self.totals, points, strict=True)]
        self.deadline = None
        self.phase, self.awaits_deal = "waiting", True
        if max(self.totals) >= self.rules.limit:
            self.phase, self.awaits_deal = "over", False
            self._finish()
        return [Scored(tuple(points), tuple(self.totals))]

    def _finish(self) -> None:
        ranks = tuple(1 + sum(other < mine for other in self.totals) for mine in self.totals)
        kind = "draw" if len(set(self.totals)) == 1 else "won"
        self.outcome = Outcome(kind, ranks, tuple(-total for total in self.totals))

    def _wind(self, at: int) -> None:
        if self.rules.turn_clock:
            self.deadline = at + self.rules.turn_clock * 1000

    def _timeout(self, seat: None, action: Timeout, at: int) -> list[Event]:
        """Whoever is late gets rid of what comes first."""
        if self.deadline is None or at < self.deadline:
            raise Refusal("too_early", "The time is not over yet.")
        events: list[Event] = []
        for late in self.turn:
            events += self.apply(late, self.actions(late)[0], at)
        return events


HeartsMatch.moves = {
    Deal: Move(HeartsMatch._check_deal, HeartsMatch._deal, by_server=True),
    Timeout: Move(HeartsMatch._check_timeout, HeartsMatch._timeout, by_server=True),
    Pass: Move(HeartsMatch._check_pass, HeartsMatch._pass),
    Play: Move(HeartsMatch._check_play, HeartsMatch._play),
}

HEARTS_GAME = Game(
    name="hearts",
    rules=HeartsRules,
    seats=range(SEATS, SEATS + 1),
    actions={kind.type: kind for kind in (Pass, Play)},
    events={kind.type: kind for kind in (Dealt, Chosen, Passed, Begun, Played, Taken, Scored)},
    view=View,
    match=HeartsMatch,
    refusals=REFUSALS,
    rounds=None,
    bots="tests.games.hearts.bots:BOTS",
    levels=("easy",),
    words=GameWords(CARD_NAMES, frozenset({"card", "cards", "hand", "hands", "gave", "got"})),
)
