"""A match of Mao with a chairman: turns, duties, accusations that cost cards, votes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from stammtisch.games import game
from stammtisch.games.game import Deal, Event, Gone, Refusal, Seat, Timeout
from stammtisch.games.mao import rules
from stammtisch.games.mao.cards import normal, says
from stammtisch.games.mao.chair.chair import (
    CALLING,
    CLOSING,
    GUILTY,
    INNOCENT,
    OPENING,
    WAITED_FOR,
    Task,
    is_name,
    suit_named,
)
from stammtisch.games.mao.free import FREE
from stammtisch.games.mao.judging import Judge
from stammtisch.games.mao.language.clash import complaints
from stammtisch.games.mao.language.parse import parse, tongue_of
from stammtisch.games.mao.language.rule import Rule
from stammtisch.games.mao.language.words import RuleError
from stammtisch.games.mao.records import (
    Accept,
    Accepted,
    Accuse,
    Cancel,
    Move,
    PointOfOrder,
    RuleWritten,
    Talk,
    Talked,
    VoteCalled,
    WriteRule,
)
from stammtisch.games.mao.table import Written


class ChairedMatch(Judge):
    """The same moves as in a free match, and what the chairman makes of them (see `CHAIRED`)."""

    def _deal_watched(self, seat: None, action: Deal, at: int) -> list[Event]:
        """The first to sit begins; later whoever sits after the winner, who has dealt."""
        events = self._deal(seat, action, at)
        before = self.seats - 1 if self.winner is None else self.winner
        self._chairman.begin(self._after(before, 1, 1))
        events.append(self._turn_to(self._chairman.turn, at))
        return self._settle_down(events, at)

    def _gone_watched(self, seat: None, action: Gone, at: int) -> list[Event]:
        chair, leaver = self._chairman, action.seat
        accused, chance = self.charge, self.chance_due is not None
        events = self._gone(seat, action, at)
        if self.outcome or self.awaits_deal or self.mode == "inBetweenRounds":
            return events
        chair.drop_seat(leaver)
        dropped = accused is not None and self.charge is None
        if accused and dropped:
            chair.trial, chair.votes = None, ()
            self._clocks_go_on(at)
            chance = chance or accused.mode == "lastChance"
        if chair.turn == leaver:
            events.append(self._turn_to(self._after(leaver, 1), at))
        elif chance and self.mode == "play":
            events.append(self._turn_to(chair.turn, at))
        elif dropped and self.mode == "play":
            # The clock that stood still has a new deadline.
            events.append(self._turn_now())
        if self.charge and self.charge.voting and len(chair.votes) == len(self._voters()):
            return events + self._decide(at)
        return self._settle_down(events, at)

    def _move_watched(self, seat: Seat, action: Move, at: int) -> list[Event]:
        before = self.pile[-1] if self.pile else None
        empty = not self.hands[seat]
        moved = self._carry(seat, action)
        judged = self._judge(seat, moved, before, empty, at)
        events: list[Event] = [moved]
        if moved.source.place == "hand" and not self.hands[seat]:
            chance = self._begin_chance(seat, at)
            # Whatever a rule allows: a round that is won is over.
            self._chairman.hurry(seat, chance.deadline)
            events.append(chance)
        return self._settle_down(events + judged, at)

    def _write_watched(self, seat: Seat, action: WriteRule, at: int) -> list[Event]:
        language = action.language
        written = Written(seat, action.text, self.round, understood=False, language=language)
        complaint: str | None = None
        if tongue := tongue_of(action.text):
            try:
                written.rule = rule = parse(action.text, language)
                known = self._known_to(seat)
                written.understood = True
                complaint = " ".join(complaints(rule, known, tongue)) or None
            except RuleError as error:
                complaint = str(error)
        self.written.append(written)
        self._next_round()
        events: list[Event] = [RuleWritten(seat, action.text, written.understood, complaint)]
        if self.rules.table == "school":
            events.append(Talked(None, f"New rule: {action.text}"))
        return events

    def _known_to(self, seat: Seat) -> list[Rule]:
        """The rules in force that the seat may know: a contradiction of others is not told."""
        return [
            rule
            for number, rule in self._book().rules
            if number < 0
            or self.written[number].author == seat
            or self._is_public(self.written[number])
        ]

    # --- talking --------------------------------------------------------------------------------

    def _talk_watched(self, seat: Seat, action: Talk, at: int) -> list[Event]:
        events = self._talk(seat, action, at)
        said = normal(action.text)
        if self.charge is not None:
            return events + self._vote(seat, said, at) if self.charge.voting else events
        if self.mode not in ("play", "lastChance"):
            return events
        return self._settle_down(events + self._listen(seat, said, at), at)

    def _listen(self, seat: Seat, said: str, at: int) -> list[Event]:
        chair = self._chairman
        if self.rules.point_of_order and self.mode == "play":
            if said in OPENING and not chair.order:
                return [self._open_order(seat, at)]
            if said in CLOSING and chair.order:
                return [self._close_order(seat, at)]
        if chair.order or not said:
            return []
        if task := self._answered(seat, said, at):
            chair.done(task)
            self._comply(task.rule, seat, at_once=True)
            if task.kind == "wish" and (suit := suit_named(said)) is not None:
                chair.wish = (suit, task.rule)
            return []
        if said.startswith(CALLING):
            return []
        for task in chair.tasks:
            if task.kind == "silent" and task.seat == seat and at < task.due:
                chair.done(task)
                self._offend(seat, "silence", task.rule, task.penalty, about=task.about)
                return []
        if self.rules.talk_is_offence:
            self._offend(seat, "talking")
        return []

    def _answered(self, seat: Seat, said: str, at: int) -> Task | None:
        """The task that is done by these words."""
        named = is_name(said)
        for task in self._chairman.tasks:
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

    def _open_order(self, seat: Seat, at: int) -> PointOfOrder:
        chair = self._chairman
        chair.order, chair.order_due = True, at + rules.POINT_OF_ORDER
        chair.stop(at)
        return PointOfOrder(seat, True, chair.order_due)

    def _close_order(self, seat: Seat | None, at: int) -> PointOfOrder:
        chair = self._chairman
        chair.order, chair.order_due = False, None
        chair.go_on(at)
        return PointOfOrder(seat, False, chair.turn_deadline)

    # --- accusations ----------------------------------------------------------------------------

    def _accuse_watched(self, seat: Seat, action: Accuse, at: int) -> list[Event]:
        events = self._accuse(seat, action, at)
        self._chairman.votes = ()
        self._chairman.stop(at)
        return events

    def _accept_watched(self, seat: Seat, action: Accept, at: int) -> list[Event]:
        return self._convict(at, "accused")

    def _cancel_watched(self, seat: Seat, action: Cancel, at: int) -> list[Event]:
        return self._acquit(at, bad_call=True)

    def _convict(self, at: int, by: Literal["accused", "time", "vote"]) -> list[Event]:
        chair = self._chairman
        charge = self._settled(True, at)
        offence, chair.trial, chair.votes = chair.trial, None, ()
        events: list[Event] = [Accepted(charge.accuser, charge.accused, by)]
        self._back_to_play(at)
        self._clocks_go_on(at)
        if charge.mode == "lastChance":
            self._turn_to(chair.turn, at)
        if offence and offence.card is not None and self.rules.return_card:
            events += self._take_back(charge.accused, offence.card)
        cards = offence.penalty if offence else self.rules.penalty
        events += self._punish(charge.accused, cards, at)
        return self._settle_down([*events, self._turn_now()], at)

    def _acquit(self, at: int, *, bad_call: bool) -> list[Event]:
        charge = self.charge
        assert charge is not None
        self._chairman.votes = ()
        events = self._call_off(at)
        self._clocks_go_on(at)
        pays = charge.accuser is not None and charge.accuser != charge.accused
        if bad_call and pays and self.rules.bad_calls:
            assert charge.accuser is not None
            events += self._punish(charge.accuser, self.rules.penalty, at)
        if self.mode == "play":
            events.append(self._turn_now())
        return self._settle_down(events, at)

    def _clocks_go_on(self, at: int) -> None:
        if not self._chairman.order:
            self._chairman.go_on(at)

    def _voters(self) -> tuple[Seat, ...]:
        charge = self.charge
        assert charge is not None
        involved = (charge.accuser, charge.accused)
        return tuple(
            seat for seat in range(self.seats) if self.present[seat] and seat not in involved
        )

    def _vote(self, seat: Seat, said: str, at: int) -> list[Event]:
        chair = self._chairman
        voters = self._voters()
        if seat not in voters or said not in GUILTY | INNOCENT:
            return []
        others = tuple(vote for vote in chair.votes if vote[0] != seat)
        chair.votes = (*others, (seat, said in GUILTY))
        return self._decide(at) if len(chair.votes) == len(voters) else []

    def _decide(self, at: int) -> list[Event]:
        """More than half of those who spoke must find the accused guilty."""
        votes = self._chairman.votes
        guilty = sum(vote for _, vote in votes)
        if 2 * guilty > len(votes):
            return self._convict(at, "vote")
        return self._acquit(at, bad_call=bool(votes))

    # --- time -----------------------------------------------------------------------------------

    def _timeout_watched(self, seat: None, action: Timeout, at: int) -> list[Event]:
        if self.deadline is None or at < self.deadline:
            raise Refusal("too_early", "The time is not over yet.")
        if self.mode == "accusation":
            return self._not_settled(at)
        if self.mode == "inBetweenRounds":
            self._next_round()
            return []
        if self._chairman.order and self.mode == "play":
            return self._settle_down([self._close_order(None, at)], at)
        self._call_overdue(at)
        chance = self.mode == "lastChance"
        if chance and not self._chairman.offences:
            return self._win(at)
        events: list[Event] = []
        turn_due = self._chairman.turn_due
        if not chance and turn_due is not None and turn_due <= at:
            late = self._chairman.turn
            self._offend(late, "delay")
            events.append(self._turn_to(self._after(late, 1), at))
        return self._settle_down(events, at)

    def _not_settled(self, at: int) -> list[Event]:
        """Who says nothing to the chairman has accepted; between players the others decide."""
        charge = self.charge
        assert charge is not None
        if charge.accuser is None:
            return self._convict(at, "time")
        if charge.voting:
            return self._decide(at)
        voters = self._voters()
        if not (self.rules.vote and voters):
            return self._acquit(at, bad_call=False)
        self.charge = replace(charge, voting=True)
        self.due = self.deadline = at + rules.VOTE
        return [Talked(None, "Guilty or innocent?"), VoteCalled(voters, self.due)]

    def _call_overdue(self, at: int) -> None:
        chair = self._chairman
        only = self.winner if self.mode == "lastChance" else None
        for task in chair.tasks:
            late = task.kind in WAITED_FOR and task.due <= at
            if late and (only is None or task.seat == only):
                chair.done(task)
                what = "wish" if task.kind == "wish" else "words"
                self._offend(task.seat, what, task.rule, task.penalty, about=task.about)


_WATCHED: dict[type[Any], Callable[..., list[Event]]] = {
    Deal: ChairedMatch._deal_watched,
    Gone: ChairedMatch._gone_watched,
    Timeout: ChairedMatch._timeout_watched,
    Talk: ChairedMatch._talk_watched,
    Move: ChairedMatch._move_watched,
    Accuse: ChairedMatch._accuse_watched,
    Accept: ChairedMatch._accept_watched,
    Cancel: ChairedMatch._cancel_watched,
    WriteRule: ChairedMatch._write_watched,
}
#: What is legal is the same as at a free table.
CHAIRED: dict[type[Any], game.Move] = {
    kind: replace(FREE[kind], do=do) for kind, do in _WATCHED.items()
}
