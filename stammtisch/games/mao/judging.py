"""How the chairman judges what was done, and what the rules make of it."""

from __future__ import annotations

from stammtisch.games.game import Event, Seat
from stammtisch.games.mao import rules
from stammtisch.games.mao.cards import RANK, SUIT, Card, normal
from stammtisch.games.mao.chair.chair import (
    OFFENCES,
    WAITED_FOR,
    Book,
    Chair,
    InForce,
    Must,
    Offence,
    Order,
    Persons,
    Task,
    names,
    orders,
)
from stammtisch.games.mao.free import FreeMatch
from stammtisch.games.mao.language import rule as tree
from stammtisch.games.mao.language.rule import Happening, Rule, Situation, Whom, card_fits
from stammtisch.games.mao.records import Breach, Cause, Moved, Spot, Talked, TurnChanged

_HAND, _DECK = Spot("hand"), Spot("deck")


class Judge(FreeMatch):
    """Nothing is ever refused for a rule's sake: that would tell the rule. What was done stays
    done, and then it is judged."""

    @property
    def _chairman(self) -> Chair:
        assert self.chair is not None
        return self.chair

    # --- cards ----------------------------------------------------------------------------------

    def _judge(
        self, seat: Seat, moved: Moved, before: Card | None, empty: bool, at: int
    ) -> list[Event]:
        """`before` was on top, and the hand was `empty`, before the move."""
        chair = self._chairman
        source, target = moved.source.place, moved.target.place
        landed = moved.target.index if target == "pile" and source != "pile" else None
        plays = source == "hand" and landed == len(self.pile) - 1
        draws = source == "deck" and target == "hand"
        if chair.order:
            self._offend(seat, "order", card=landed)
        elif plays and seat == chair.turn:
            assert moved.card is not None
            return self._played(seat, moved.card, before, at)
        elif plays:
            self._offend(seat, "turn", card=landed)
        elif draws and seat == chair.turn:
            # Who draws has done what he could: what was demanded of him is demanded of nobody else.
            chair.musts = ()
            return self._happened("draw", seat, (), None, at)
        elif draws:
            # Who has no card at all may take one at any time.
            if not empty:
                self._offend(seat, "drawing")
        else:
            # A card that is gone for good is replaced.
            gone = source == "hand" and target == "deck"
            self._offend(seat, "handling", extra=int(gone), card=landed)
        return []

    def _played(self, seat: Seat, card: Card, before: Card | None, at: int) -> list[Event]:
        chair = self._chairman
        row = (*chair.row, card)
        now = self._situation("play", seat, row, before)
        found = self._orders(seat, now)
        if self._fault(seat, card, before, found):
            return [self._turn_to(self._after(seat, 1), at)]
        for must in chair.musts:
            self._comply(must.rule, seat, at_once=False)
        chair.play_on(card)
        return self._obey(found, seat, at)

    def _fault(self, seat: Seat, card: Card, before: Card | None, found: list[Order]) -> bool:
        """Charge the player with a card that must not lie there, if it is one."""
        chair, where = self._chairman, len(self.pile) - 1
        wild = False
        for order in found:
            if isinstance(order.duty, tree.Forbidden):
                self._offend(seat, "forbidden", order.number, self._price(order.rule), card=where)
                return True
            wild = wild or isinstance(order.duty, tree.Wild)
        for must in chair.musts:
            if not card_fits(must.test, card):
                self._offend(seat, "must", must.rule, must.penalty, card=where)
                return True
        if wild or before is None:
            return False
        if chair.wish is not None:
            suit, number = chair.wish
            if SUIT[card] != suit:
                self._offend(seat, "fit", number, card=where)
                return True
        elif SUIT[card] != SUIT[before] and RANK[card] != RANK[before]:
            self._offend(seat, "fit", card=where)
            return True
        return False

    # --- rules ----------------------------------------------------------------------------------

    def _book(self) -> Book:
        """The rules in force, oldest first."""
        return self._chairman.book_with([one.rule for one in self.written])

    def _orders(self, seat: Seat, now: Situation) -> list[Order]:
        """What all rules together want when the seat does that."""
        fitting = self._book().fitting(now)
        return orders(fitting, self._persons(seat, fitting)) if fitting else []

    def _situation(
        self, happening: Happening, seat: Seat, row: tuple[Card, ...], before: Card | None
    ) -> Situation:
        left, right = (len(self.hands[self._after(seat, step, 1)]) for step in (1, -1))
        return Situation(happening, len(self.hands[seat]), left, right, row, before)

    def _persons(self, seat: Seat, fitting: list[InForce]) -> Persons:
        direction = self._chairman.direction
        if _turns_round(fitting):
            direction = -direction

        def persons(whom: Whom) -> tuple[Seat, ...]:
            if whom == "everybody":
                return tuple(other for other in range(self.seats) if self.present[other])
            step = {"player": 0, "next": direction, "left": 1, "right": -1}[whom]
            return (self._after(seat, step, 1) if step else seat,)

        return persons

    def _happened(
        self,
        happening: Happening,
        seat: Seat,
        row: tuple[Card, ...],
        before: Card | None,
        at: int,
    ) -> list[Event]:
        now = self._situation(happening, seat, row, before)
        found = self._orders(seat, now)
        return self._obey(found, seat, at, ends_turn=happening != "penalty")

    def _obey(
        self, found: list[Order], seat: Seat, at: int, *, ends_turn: bool = True
    ) -> list[Event]:
        """Do at once what the rules do, and remember what people must do."""
        chair = self._chairman
        events: list[Event] = []
        steps = 1
        # A penalty is taken for no card of its own.
        about = self.laid[seat] if ends_turn else None
        for order in found:
            duty = order.duty
            if isinstance(duty, tree.Draw):
                events += self._give(order.seat, duty.count, "rule")
            elif isinstance(duty, tree.Skip):
                steps += duty.count
            elif isinstance(duty, tree.Reverse):
                chair.direction = -chair.direction
            elif isinstance(duty, tree.Again):
                steps = 0
            elif isinstance(duty, tree.NextMust):
                chair.demand(Must(duty.test, order.number, self._price(order.rule)))
            elif isinstance(duty, tree.Say | tree.SayName | tree.Silent | tree.Wild):
                chair.tasks += (self._task(order, duty, about, at),)
        if ends_turn:
            events.append(self._turn_to(self._after(seat, steps), at))
        return events

    def _task(
        self,
        order: Order,
        duty: tree.Say | tree.SayName | tree.Silent | tree.Wild,
        about: Card | None,
        at: int,
    ) -> Task:
        phrases: tuple[str, ...] = ()
        if isinstance(duty, tree.Say):
            phrases = (normal(duty.phrase),)
        elif isinstance(duty, tree.SayName):
            phrases = names(duty, self.pile[-1])
        kinds = {tree.Silent: "silent", tree.Wild: "wish"}
        return Task(
            order.seat,
            kinds.get(type(duty), "say"),  # type: ignore[arg-type]
            phrases,
            self._clock(at) + (order.rule.within or tree.WITHIN) * 1000,
            order.number,
            self._price(order.rule),
            about,
        )

    def _price(self, rule: Rule) -> int:
        return self.rules.penalty if rule.penalty is None else rule.penalty

    def _comply(self, number: int, seat: Seat, *, at_once: bool) -> None:
        """The seat did what a written rule wants. Who says the words has found it out; to do
        something by chance proves nothing before the rule was broken at least once."""
        if number >= 0:
            written = self.written[number]
            if written.found is None and seat != written.author and (at_once or written.broken):
                written.found = seat

    # --- turns and cards ------------------------------------------------------------------------

    def _clock(self, at: int) -> int:
        """Now, by the chairman's clocks, which may stand still."""
        stopped = self._chairman.stopped
        return at if stopped is None else stopped

    def _after(self, seat: Seat, steps: int, direction: int | None = None) -> Seat:
        """Who sits so many steps further, in the direction of play unless another one is named."""
        step = direction or self._chairman.direction
        if steps < 0:
            step, steps = -step, -steps
        while steps:
            seat = (seat + step) % self.seats
            steps -= self.present[seat]
        return seat

    def _turn_to(self, seat: Seat, at: int) -> TurnChanged:
        chair, delay = self._chairman, self.rules.delay
        chair.turn = seat
        chair.turns += 1
        chair.turn_due = self._clock(at) + delay * 1000 if delay else None
        return self._turn_now()

    def _turn_now(self) -> TurnChanged:
        chair = self._chairman
        return TurnChanged(chair.turn, chair.direction, chair.turn_deadline)

    def _give(self, seat: Seat, count: int, cause: Cause) -> list[Event]:
        """Cards from the deck, as many as the hand can take. Who is about to win gets none by a
        rule: a last chance ends only by an accusation."""
        if self.mode == "lastChance" and seat == self.winner:
            return []
        hand = self.hands[seat]
        events: list[Event] = []
        for _ in range(min(count, rules.HAND_CAP - len(hand))):
            card = self.deck.draw()
            hand.append(card)
            events.append(Moved(seat, card, _DECK, _HAND, len(hand), cause))
        return events

    def _punish(self, seat: Seat, count: int, at: int) -> list[Event]:
        events = self._give(seat, count, "penalty")
        return events + self._happened("penalty", seat, (), None, at) if events else []

    def _take_back(self, seat: Seat, index: int) -> list[Event]:
        """A card that was played wrongly goes back."""
        hand = self.hands[seat]
        if index >= len(self.pile) or len(hand) >= rules.HAND_CAP:
            return []
        card = self.pile.pop(index)
        self.laid[seat] = None
        hand.append(card)
        self.known[seat].append(card)
        return [Moved(seat, card, Spot("pile", index), _HAND, len(hand), "return")]

    # --- offences -------------------------------------------------------------------------------

    def _offend(
        self,
        seat: Seat,
        what: str,
        number: int | None = None,
        penalty: int | None = None,
        *,
        card: int | None = None,
        about: Card | None = None,
        extra: int = 0,
    ) -> None:
        """`card` is the place in the pile of one that goes back, `about` the one it is about."""
        # Whoever does not win cannot be made to end somebody else's last chance.
        if self.mode == "lastChance" and seat != self.winner:
            return
        cards = (self.rules.penalty if penalty is None else penalty) + extra
        if card is not None:
            about = self.pile[card]
        self._chairman.charge_with(Offence(seat, OFFENCES[what], cards, number, card, about))

    def _settle_down(self, events: list[Event], at: int) -> list[Event]:
        """The end of every move where a chairman watches: he brings up the next offence."""
        chair = self._chairman
        if self.mode in ("play", "lastChance"):
            self._end_silence(at)
            if offence := chair.next_offence():
                chair.trial = offence
                chair.stop(at)
                reason = self._reason(offence)
                events.append(Talked(None, f"{reason[0].upper()}{reason[1:]}."))
                events += self._bring(None, offence.seat, reason, rules.CHAIRMAN, at, offence.about)
                if offence.rule is not None and offence.rule >= 0:
                    self.written[offence.rule].breach(Breach(offence.seat, self.round, at))
        if self.mode == "play" and chair.turns > rules.TURNS * sum(self.present):
            return events + self._call_time(at)
        self.deadline = self.due_next()
        return events

    def _call_time(self, at: int) -> list[Event]:
        """The round has no end: whoever holds the fewest cards wins it, of several the one who
        comes next."""
        first = self._chairman.turn
        order = [(first + step) % self.seats for step in range(self.seats)]
        self.winner = min(
            (seat for seat in order if self.present[seat]), key=lambda seat: len(self.hands[seat])
        )
        return [Talked(None, "Time. The fewest cards win."), *self._win(at)]

    def _end_silence(self, at: int) -> None:
        chair = self._chairman
        if chair.stopped is None:
            for task in chair.tasks:
                if task.kind in WAITED_FOR or task.due > at:
                    continue
                chair.done(task)
                if task.kind == "silent":
                    self._comply(task.rule, task.seat, at_once=False)

    def _reason(self, offence: Offence) -> str:
        """In a school the rule is told with it."""
        number = offence.rule
        if number is None or self.rules.table != "school":
            return offence.name
        text = self.written[number].text if number >= 0 else self._chairman.base_texts[-1 - number]
        return f"{offence.name} ({text})"


def _turns_round(fitting: list[InForce]) -> bool:
    return any(isinstance(duty, tree.Reverse) for _, rule in fitting for duty in rule.duties)
