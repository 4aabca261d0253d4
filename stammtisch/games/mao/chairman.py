"""The chairman of a match of Mao: turns, duties, accusations that cost cards, votes.

He refuses nothing for a rule's sake: that would tell the rule. What was done stays done, and then
he judges it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from stammtisch.games.game import Event, Seat, tuple_of
from stammtisch.games.mao import rules
from stammtisch.games.mao.book import (
    Book,
    Order,
    Written,
    base_rules,
    base_texts,
    is_name,
    names,
    orders,
    persons,
    suit_named,
)
from stammtisch.games.mao.cards import CARDS, RANK, SUIT, Card, normal, says
from stammtisch.games.mao.language import rule as tree
from stammtisch.games.mao.language.parse import parse, tongue_of
from stammtisch.games.mao.language.rule import (
    MOST_IN_ROW,
    Happening,
    Rule,
    Situation,
    card_fits,
    cards_of,
)
from stammtisch.games.mao.language.say import complaints
from stammtisch.games.mao.language.words import RuleError
from stammtisch.games.mao.records import (
    Agenda,
    Breach,
    Charge,
    Moved,
    Must,
    Offence,
    PointOfOrder,
    Talked,
    Task,
    TurnChanged,
    VoteCalled,
)

if TYPE_CHECKING:
    from stammtisch.games.mao.match import MaoMatch

#: None of these names tells what a secret rule says.
OFFENCES: dict[str, str] = {
    "turn": "playing out of turn",
    "drawing": "drawing out of turn",
    "fit": "playing a card that does not fit",
    "must": "failure to play what was demanded",
    "forbidden": "playing a card that must not be played",
    "words": "failure to say the right words",
    "wish": "failure to name a suit",
    "silence": "failure to be silent",
    "talking": "talking",
    "delay": "delay of the game",
    "handling": "failure to leave the cards alone",
    "order": "touching cards during a point of order",
}
#: What a player may call it who wants to help: this one tells.
UNSAID = 'failure to say "{words}"'
#: What bots answer to an accusation that they do not understand.
DISPUTE = "I have done nothing wrong."

# All as `normal` words.
OPENING = frozenset({"point of order", "zur geschaftsordnung"})
CLOSING = frozenset(
    {
        *("end of point of order", "end point of order", "point of order over"),
        "ende der geschaftsordnung",
    }
)
GUILTY = frozenset({"guilty", "schuldig"})
INNOCENT = frozenset({"innocent", "not guilty", "unschuldig"})
#: Who begins like this is about to accuse somebody, and may.
CALLING = ("failure", "bad call", "versaumnis", "falsche anklage")

#: Tasks whose end somebody waits for.
WAITED_FOR = ("say", "wish")


class Chairman:
    """What he has in mind, and what he does about what happens in his match. Whatever he does is
    told by events, which come after those of the move itself."""

    def __init__(self, match: MaoMatch) -> None:
        self.match = match
        self.base_texts = base_texts(match.rules)
        self.base: tuple[Rule, ...] = base_rules(self.base_texts)
        #: The written rules as they were when last asked for (None: people enforce it), and all
        #: rules made ready.
        self._written: Sequence[Rule | None] | None = None
        self._book = Book(())
        self.turn: Seat = 0
        #: Turns that the round has had.
        self.turns = 0
        self.direction = 1
        self.turn_due: int | None = None
        self.tasks: tuple[Task, ...] = ()
        #: The suit that was wished for, and the rule by which.
        self.wish: tuple[int, int] | None = None
        self.musts: tuple[Must, ...] = ()
        #: The newest cards played in order.
        self.row: tuple[Card, ...] = ()
        #: Still to be brought up.
        self.offences: tuple[Offence, ...] = ()
        #: What the chairman's open accusation is about.
        self.trial: Offence | None = None
        #: A point of order is open until `order_due`.
        self.order = False
        self.order_due: int | None = None
        #: Since when all clocks of the chairman stand still.
        self.stopped: int | None = None
        #: Who has found the accused guilty (True) or innocent.
        self.votes: tuple[tuple[Seat, bool], ...] = ()

    # --- what he hears of -----------------------------------------------------------------------

    def dealt(self, at: int) -> list[Event]:
        """The first to sit begins; later whoever sits after the winner, who has dealt."""
        match = self.match
        before = match.seats - 1 if match.winner is None else match.winner
        self.turn, self.direction, self.turns = match.after(before, 1), 1, 0
        self.turn_due = self.order_due = self.stopped = self.wish = self.trial = None
        self.tasks = self.musts = self.offences = self.votes = ()
        self.row = ()
        self.order = False
        return [self._turn_to(self.turn, at)]

    def left(self, leaver: Seat, charge: Charge | None, chance: bool, at: int) -> list[Event]:
        """Somebody left while there was this `charge`, or a last `chance` ran."""
        match = self.match
        self.tasks = tuple(task for task in self.tasks if task.seat != leaver)
        self.offences = tuple(one for one in self.offences if one.seat != leaver)
        self.votes = tuple(vote for vote in self.votes if vote[0] != leaver)
        dropped = charge is not None and match.charge is None
        if charge and dropped:
            self.trial, self.votes = None, ()
            self._go_on(at)
            chance = chance or charge.mode == "lastChance"
        events: list[Event] = []
        if self.turn == leaver:
            events.append(self._turn_to(self._after(leaver, 1), at))
        elif chance and match.mode == "play":
            events.append(self._turn_to(self.turn, at))
        elif dropped and match.mode == "play":
            # The clock that stood still has a new deadline.
            events.append(self._turn_now())
        if match.charge and match.charge.voting and len(self.votes) == len(self._voters()):
            events += self._decide(at)
        return events

    def moved(
        self, seat: Seat, moved: Moved, before: Card | None, empty: bool, at: int
    ) -> list[Event]:
        """`before` was on top, and the hand was `empty`, before the move."""
        source, target = moved.source.place, moved.target.place
        landed = moved.target.index if target == "pile" and source != "pile" else None
        plays = source == "hand" and landed == len(self.match.pile) - 1
        draws = source == "deck" and target == "hand"
        if self.order:
            self._offend(seat, "order", card=landed)
        elif plays and seat == self.turn:
            assert moved.card is not None
            return self._played(seat, moved.card, before, at)
        elif plays:
            self._offend(seat, "turn", card=landed)
        elif draws and seat == self.turn:
            # Who draws has done what he could: what was demanded of him is demanded of nobody else.
            self.musts = ()
            return self._happened("draw", seat, at)
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
        row = (*self.row, card)
        found = self._orders(seat, self._situation("play", seat, row, before))
        if self._fault(seat, card, before, found):
            return [self._turn_to(self._after(seat, 1), at)]
        for must in self.musts:
            self._comply(must.rule, seat, at_once=False)
        self._play_on(card)
        return self._obey(found, seat, at)

    def _fault(self, seat: Seat, card: Card, before: Card | None, found: list[Order]) -> bool:
        """Charge the player with a card that must not lie there, if it is one."""
        where = len(self.match.pile) - 1
        wild = False
        for order in found:
            if isinstance(order.duty, tree.Forbidden):
                self._offend(seat, "forbidden", order.number, self._price(order.rule), card=where)
                return True
            wild = wild or isinstance(order.duty, tree.Wild)
        for must in self.musts:
            if not card_fits(must.test, card):
                self._offend(seat, "must", must.rule, must.penalty, card=where)
                return True
        if wild or before is None:
            return False
        if self.wish is not None:
            suit, number = self.wish
            if SUIT[card] != suit:
                self._offend(seat, "fit", number, card=where)
                return True
        elif SUIT[card] != SUIT[before] and RANK[card] != RANK[before]:
            self._offend(seat, "fit", card=where)
            return True
        return False

    def heard(self, seat: Seat, text: str, at: int) -> list[Event]:
        """Somebody spoke."""
        match, said = self.match, normal(text)
        if match.charge is not None:
            return self._vote(seat, said, at) if match.charge.voting else []
        if match.mode not in ("play", "lastChance"):
            return []
        if match.rules.point_of_order and match.mode == "play":
            if said in OPENING and not self.order:
                self.order, self.order_due = True, at + rules.POINT_OF_ORDER
                self._stop(at)
                return [PointOfOrder(seat, True, self.order_due)]
            if said in CLOSING and self.order:
                return [self._close_order(seat, at)]
        if self.order or not said:
            return []
        if task := self._answered(seat, said, at):
            self._done(task)
            self._comply(task.rule, seat, at_once=True)
            if task.kind == "wish" and (suit := suit_named(said)) is not None:
                self.wish = (suit, task.rule)
            return []
        if said.startswith(CALLING):
            return []
        for task in self.tasks:
            if task.kind == "silent" and task.seat == seat and at < task.due:
                self._done(task)
                self._offend(seat, "silence", task.rule, task.penalty, about=task.about)
                return []
        if match.rules.talk_is_offence:
            self._offend(seat, "talking")
        return []

    def _answered(self, seat: Seat, said: str, at: int) -> Task | None:
        """The task that is done by these words."""
        named = is_name(said)
        for task in self.tasks:
            if task.seat != seat or at > task.due:
                continue
            if task.kind in ("wish", "late") and suit_named(said) is not None:
                return task
            if said in task.phrases:
                return task
            # The name of another card is no slip of the tongue.
            if not named and any(says(said, phrase) for phrase in task.phrases):
                return task
        return None

    def _close_order(self, seat: Seat | None, at: int) -> PointOfOrder:
        self.order, self.order_due = False, None
        self._go_on(at)
        return PointOfOrder(seat, False, self.turn_deadline)

    def told(self, written: Written) -> str | None:
        """A rule was written: he reads it, and answers what its author should know of it."""
        tongue = tongue_of(written.text)
        written.understood = False
        if tongue is None:
            return None
        try:
            rule = parse(written.text, written.language)
        except RuleError as error:
            return str(error)
        known = self._known_to(written.author)
        written.rule, written.understood = rule, True
        return " ".join(complaints(rule, known, tongue)) or None

    def _known_to(self, seat: Seat) -> list[Rule]:
        """The rules in force that the seat may know: a contradiction of others is not told."""
        written = self.match.written
        return [
            rule
            for number, rule in self.book().rules
            if number < 0 or written[number].author == seat or self.match.is_public(written[number])
        ]

    # --- accusations ----------------------------------------------------------------------------

    def accused(self, at: int) -> None:
        """A player has accused somebody."""
        self.votes = ()
        self._stop(at)

    def convicted(self, charge: Charge, at: int) -> list[Event]:
        """An accusation was accepted, and play goes on: the accused pays."""
        match = self.match
        offence, self.trial, self.votes = self.trial, None, ()
        self._go_on(at)
        if charge.mode == "lastChance":
            self._turn_to(self.turn, at)
        events: list[Event] = []
        if offence and offence.card is not None and match.rules.return_card:
            events += match.take_back(charge.accused, offence.card)
        cards = offence.penalty if offence else match.rules.penalty
        events += self._punish(charge.accused, cards, at)
        return [*events, self._turn_now()]

    def acquitted(self, charge: Charge, bad_call: bool, at: int) -> list[Event]:
        """An accusation was taken back, or lost the vote: the accuser pays for a `bad_call`."""
        options = self.match.rules
        self.votes = ()
        self._go_on(at)
        events: list[Event] = []
        pays = charge.accuser is not None and charge.accuser != charge.accused
        if bad_call and pays and options.bad_calls:
            assert charge.accuser is not None
            events += self._punish(charge.accuser, options.penalty, at)
        if self.match.mode == "play":
            events.append(self._turn_now())
        return events

    def _voters(self) -> tuple[Seat, ...]:
        charge = self.match.charge
        assert charge is not None
        involved = (charge.accuser, charge.accused)
        return tuple(seat for seat in self.match.players if seat not in involved)

    def _vote(self, seat: Seat, said: str, at: int) -> list[Event]:
        voters = self._voters()
        if seat not in voters or said not in GUILTY | INNOCENT:
            return []
        others = tuple(vote for vote in self.votes if vote[0] != seat)
        self.votes = (*others, (seat, said in GUILTY))
        return self._decide(at) if len(self.votes) == len(voters) else []

    def _decide(self, at: int) -> list[Event]:
        """More than half of those who spoke must find the accused guilty."""
        votes = self.votes
        guilty = sum(vote for _, vote in votes)
        if 2 * guilty > len(votes):
            return self.match.convict(at, "vote")
        return self.match.acquit(at, bad_call=bool(votes))

    # --- time -----------------------------------------------------------------------------------

    def time_is_up(self, at: int) -> list[Event]:
        """The deadline has passed, in play or in a last chance."""
        if self.order and self.match.mode == "play":
            return [self._close_order(None, at)]
        self._call_overdue(at)
        chance = self.match.mode == "lastChance"
        if chance and not self.offences:
            return self.match.win(at)
        if chance or self.turn_due is None or self.turn_due > at:
            return []
        late = self.turn
        self._offend(late, "delay")
        return [self._turn_to(self._after(late, 1), at)]

    def not_settled(self, at: int) -> list[Event]:
        """Who says nothing to the chairman has accepted; between players the others decide."""
        match, charge = self.match, self.match.charge
        assert charge is not None
        if charge.accuser is None:
            return match.convict(at, "time")
        if charge.voting:
            return self._decide(at)
        voters = self._voters()
        if not (match.rules.vote and voters):
            return match.acquit(at, bad_call=False)
        match.charge = replace(charge, voting=True)
        match.due = at + rules.VOTE
        return [Talked(None, "Guilty or innocent?"), VoteCalled(voters, match.due)]

    def _call_overdue(self, at: int) -> None:
        only = self.match.winner if self.match.mode == "lastChance" else None
        for task in self.tasks:
            late = task.kind in WAITED_FOR and task.due <= at
            if late and (only is None or task.seat == only):
                self._done(task)
                what = "wish" if task.kind == "wish" else "words"
                self._offend(task.seat, what, task.rule, task.penalty, about=task.about)

    # --- rules ----------------------------------------------------------------------------------

    def book(self) -> Book:
        """The rules in force, oldest first."""
        return self.book_with([one.rule for one in self.match.written])

    def book_with(self, written: Sequence[Rule | None]) -> Book:
        """The base rules and these, in force."""
        if self._written != written:
            base = [(-1 - at, rule) for at, rule in enumerate(self.base)]
            understood = [(at, rule) for at, rule in enumerate(written) if rule is not None]
            self._written, self._book = written, Book(base + understood)
        return self._book

    def _orders(self, seat: Seat, now: Situation) -> list[Order]:
        """What all rules together want when the seat does that."""
        fitting = self.book().fitting(now)
        if not fitting:
            return []
        direction, present = self.direction, self.match.present
        if any(isinstance(duty, tree.Reverse) for _, rule in fitting for duty in rule.duties):
            direction = -direction
        return orders(fitting, lambda whom: persons(whom, seat, direction, present))

    def _situation(
        self, happening: Happening, seat: Seat, row: tuple[Card, ...], before: Card | None
    ) -> Situation:
        match, hands = self.match, self.match.hands
        left, right = len(hands[match.after(seat, 1)]), len(hands[match.after(seat, -1)])
        return Situation(happening, len(hands[seat]), left, right, row, before)

    def _happened(self, happening: Happening, seat: Seat, at: int) -> list[Event]:
        """What the rules make of a draw or a penalty."""
        found = self._orders(seat, self._situation(happening, seat, (), None))
        return self._obey(found, seat, at, ends_turn=happening != "penalty")

    def _obey(
        self, found: list[Order], seat: Seat, at: int, *, ends_turn: bool = True
    ) -> list[Event]:
        """Do at once what the rules do, and remember what people must do."""
        events: list[Event] = []
        steps = 1
        # A penalty is taken for no card of its own.
        about = self.match.laid[seat] if ends_turn else None
        for order in found:
            duty = order.duty
            if isinstance(duty, tree.Draw):
                events += self.match.give(order.seat, duty.count, "rule")
            elif isinstance(duty, tree.Skip):
                steps += duty.count
            elif isinstance(duty, tree.Reverse):
                self.direction = -self.direction
            elif isinstance(duty, tree.Again):
                steps = 0
            elif isinstance(duty, tree.NextMust):
                self._demand(Must(duty.test, order.number, self._price(order.rule)))
            elif isinstance(duty, tree.Say | tree.SayName | tree.Silent | tree.Wild):
                self.tasks += (self._task(order, duty, about, at),)
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
            phrases = names(duty, self.match.pile[-1])
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
        return self.match.rules.penalty if rule.penalty is None else rule.penalty

    def _comply(self, number: int, seat: Seat, *, at_once: bool) -> None:
        """The seat did what a written rule wants. Who says the words has found it out; to do
        something by chance proves nothing before the rule was broken at least once."""
        if number >= 0:
            written = self.match.written[number]
            if written.found is None and seat != written.author and (at_once or written.broken):
                written.found = seat

    # --- turns and clocks -----------------------------------------------------------------------

    def _clock(self, at: int) -> int:
        """Now, by the chairman's clocks, which may stand still."""
        return at if self.stopped is None else self.stopped

    def _after(self, seat: Seat, steps: int) -> Seat:
        """Who sits so many steps further, in the direction of play."""
        return self.match.after(seat, steps * self.direction)

    def _turn_to(self, seat: Seat, at: int) -> TurnChanged:
        delay = self.match.rules.delay
        self.turn = seat
        self.turns += 1
        self.turn_due = self._clock(at) + delay * 1000 if delay else None
        return self._turn_now()

    def _turn_now(self) -> TurnChanged:
        return TurnChanged(self.turn, self.direction, self.turn_deadline)

    @property
    def turn_deadline(self) -> int | None:
        """What runs out next in play, as everybody may know it."""
        if self.order:
            return self.order_due
        return self.turn_due if self.stopped is None else None

    def duty_due(self, seat: Seat | None) -> int | None:
        """When the next task is overdue; of that seat alone, if one is named.

        Silence is not waited for (its end must not be felt by anybody), nor what may be said late.
        """
        if self.stopped is not None:
            return None
        dues = [
            task.due
            for task in self.tasks
            if task.kind in WAITED_FOR and (seat is None or task.seat == seat)
        ]
        return min(dues, default=None)

    def _stop(self, at: int) -> None:
        if self.stopped is None:
            self.stopped = at

    def _go_on(self, at: int) -> None:
        """All that was due is due later by what has passed since the stop; a point of order keeps
        the clocks standing."""
        if self.stopped is None or self.order:
            return
        passed = at - self.stopped
        self.stopped = None
        if self.turn_due is not None:
            self.turn_due += passed
        self.tasks = tuple(replace(task, due=task.due + passed) for task in self.tasks)

    def _punish(self, seat: Seat, count: int, at: int) -> list[Event]:
        events = self.match.give(seat, count, "penalty")
        return events + self._happened("penalty", seat, at) if events else []

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
        match = self.match
        # Whoever does not win cannot be made to end somebody else's last chance.
        if match.mode == "lastChance" and seat != match.winner:
            return
        cards = (match.rules.penalty if penalty is None else penalty) + extra
        if card is not None:
            about = match.pile[card]
        if len(self.offences) < rules.MOST_OFFENCES:
            self.offences += (Offence(seat, OFFENCES[what], cards, number, card, about),)

    def settle(self, at: int) -> list[Event]:
        """The end of every move: he brings up the next offence."""
        match = self.match
        events: list[Event] = []
        if match.mode in ("play", "lastChance"):
            self._end_silence(at)
            if self.offences:
                offence, *rest = self.offences
                self.offences, self.trial = tuple(rest), offence
                self._stop(at)
                reason = self._reason(offence)
                events.append(Talked(None, f"{reason[0].upper()}{reason[1:]}."))
                events += match.bring(None, offence.seat, reason, rules.CHAIRMAN, at, offence.about)
                if offence.rule is not None and offence.rule >= 0:
                    match.written[offence.rule].breach(Breach(offence.seat, match.round, at))
        if match.mode == "play" and self.turns > rules.TURNS * sum(match.present):
            events += self._call_time(at)
        return events

    def _call_time(self, at: int) -> list[Event]:
        """The round has no end: whoever holds the fewest cards wins it, of several the one who
        comes next."""
        match = self.match
        order = [(self.turn + step) % match.seats for step in range(match.seats)]
        match.winner = min(
            (seat for seat in order if match.present[seat]), key=lambda seat: len(match.hands[seat])
        )
        return [Talked(None, "Time. The fewest cards win."), *match.win(at)]

    def _end_silence(self, at: int) -> None:
        if self.stopped is None:
            for task in self.tasks:
                if task.kind in WAITED_FOR or task.due > at:
                    continue
                self._done(task)
                if task.kind == "silent":
                    self._comply(task.rule, task.seat, at_once=False)

    def _reason(self, offence: Offence) -> str:
        """In a school the rule is told with it."""
        number = offence.rule
        if number is None or not self.match.rules.kind.explained:
            return offence.name
        text = self.match.written[number].text if number >= 0 else self.base_texts[-1 - number]
        return f"{offence.name} ({text})"

    def _play_on(self, card: Card) -> None:
        """A card was played well: what was demanded of it is over, and no suit is wished for."""
        self.row = (*self.row, card)[-MOST_IN_ROW:]
        self.musts, self.wish = (), None
        self.tasks = tuple(
            replace(task, kind="late") if task.kind == "wish" else task for task in self.tasks
        )

    def hurry(self, seat: Seat, due: int) -> None:
        """What the seat must say it must have said by then."""
        self.tasks = tuple(
            replace(task, due=min(task.due, due))
            if task.seat == seat and task.kind in WAITED_FOR
            else task
            for task in self.tasks
        )

    def _done(self, task: Task) -> None:
        rest = list(self.tasks)
        rest.remove(task)
        self.tasks = tuple(rest)

    def _demand(self, must: Must) -> None:
        """One more thing that the next card must be. Of what no card can be, the newest counts."""
        musts = [must]
        for other in reversed(self.musts):
            tests = [cards_of(one.test) for one in (*musts, other)]
            if any(all(test[card] for test in tests) for card in range(CARDS)):
                musts.append(other)
        self.musts = tuple(reversed(musts))

    # --- looking at it --------------------------------------------------------------------------

    def agenda(self, secret: Collection[int]) -> Agenda:
        """What is known without these rules; what they make an offence cost is not known either."""
        trial, wish = self.trial, self.wish
        if trial is not None and trial.rule in secret:
            trial = replace(trial, rule=None, penalty=self.match.rules.penalty)
        if wish is not None and wish[1] in secret:
            wish = None
        return Agenda(
            turns=self.turns,
            turn_due=self.turn_due,
            stopped=self.stopped,
            order_due=self.order_due,
            tasks=tuple([task for task in self.tasks if task.rule not in secret]),
            wish=wish,
            musts=tuple([must for must in self.musts if must.rule not in secret]),
            row=self.row,
            offences=tuple([one for one in self.offences if one.rule not in secret]),
            trial=trial,
            votes=self.votes,
        )

    def take_up(self, agenda: Agenda) -> None:
        for field in fields(agenda):
            setattr(self, field.name, getattr(agenda, field.name))

    def copy(self, match: MaoMatch) -> Chairman:
        """The same in a copy of the match."""
        twin = object.__new__(Chairman)
        twin.__dict__.update(self.__dict__)
        twin.match = match
        return twin

    def state(self) -> tuple[Any, ...]:
        return (
            (self.turn, self.turns, self.direction, self.turn_due, self.stopped),
            tuple(map(tuple_of, self.tasks)),
            (self.wish, tuple(map(tuple_of, self.musts)), self.row),
            tuple(map(tuple_of, self.offences)),
            None if self.trial is None else tuple_of(self.trial),
            (self.order, self.order_due, self.votes),
        )
