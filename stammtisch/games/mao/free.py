"""A match of Mao as its protocol describes it: cards may go anywhere, and people judge."""

from __future__ import annotations

from typing import Any, Literal

from stammtisch.games import game
from stammtisch.games.game import Action, Deal, Event, Gone, Refusal, Seat, Timeout
from stammtisch.games.mao import rules
from stammtisch.games.mao.cards import Card, Deck, check_text
from stammtisch.games.mao.course import Course
from stammtisch.games.mao.language.rule import LANGUAGE
from stammtisch.games.mao.records import (
    Accept,
    Accepted,
    Accuse,
    Accused,
    Cancel,
    Cancelled,
    Charge,
    LastChance,
    Move,
    Moved,
    PlayerGone,
    RoundStarted,
    RuleWritten,
    Spot,
    Talk,
    Talked,
    WinnerLeft,
    WriteRule,
)
from stammtisch.games.mao.table import Written

_HAND, _DECK = Spot("hand"), Spot("deck")


class FreeMatch(Course):
    """Each kind of action has a check, which changes nothing, and a doing (see `FREE`)."""

    def apply(self, seat: Seat | None, action: Action, at: int = 0) -> list[Event]:
        # Named, because `super()` makes an object each time, and every move passes here.
        events = Course.apply(self, seat, action, at)
        self.memory.note(at, events)
        return events

    # --- the server's moves ----------------------------------------------------------------------

    def _check_deal(self, seat: None, action: Deal) -> None:
        if not self.awaits_deal:
            raise Refusal("already_dealt", "The cards are dealt already.")

    def _deal(self, seat: None, action: Deal, at: int) -> list[Event]:
        """Seven cards for each, seat after seat, then one for the pile."""
        self.deck = deck = Deck(action.seed)
        self.hands = [
            [deck.draw() for _ in range(rules.DEALT)] if here else [] for here in self.present
        ]
        self.pile = [deck.draw()]
        self.known = [[] for _ in range(self.seats)]
        self.laid = [None] * self.seats
        self.awaits_deal = False
        self.mode = "play"
        self.round += 1
        self.due = self.deadline = None
        events: list[Event] = [
            RoundStarted(self.round, tuple(map(tuple, self.hands)), tuple(self.pile))
        ]
        events += [self._revealed(author) for author in self.to_reveal]
        self.to_reveal = []
        return events

    def _check_gone(self, seat: None, action: Gone) -> None:
        if self.outcome:
            raise Refusal("over", "The match is over.")
        if type(action.seat) is not int or not 0 <= action.seat < self.seats:
            raise Refusal("no_such_seat", "There is no such seat.")
        if not self.present[action.seat]:
            raise Refusal("gone_already", "That player has left before.")

    def _gone(self, seat: None, action: Gone, at: int) -> list[Event]:
        leaver = action.seat
        self.present[leaver] = False
        self.hands[leaver] = []
        self.known[leaver] = []
        self.laid[leaver] = None
        events: list[Event] = [PlayerGone(leaver)]
        if sum(self.present) == 1:
            return events + self._reveal(leaver) + self._end()
        charge = self.charge
        if charge is not None and leaver in (charge.accused, charge.accuser):
            events += self._call_off(at)
        if self.mode == "lastChance" and self.winner == leaver:
            events.append(WinnerLeft())
            self._back_to_play(at)
        elif self.mode == "inBetweenRounds" and self.winner == leaver:
            # The rules are told after the new round has begun.
            if any(one.author == leaver for one in self.written):
                self.to_reveal.append(leaver)
            self._next_round()
            return events
        return events + self._reveal(leaver)

    def _check_timeout(self, seat: None, action: Timeout) -> None:
        if self.deadline is None:
            raise Refusal("no_clock", "No clock runs in this match now.")

    def _timeout(self, seat: None, action: Timeout, at: int) -> list[Event]:
        # Only here is the time known; nothing has changed yet.
        if self.deadline is None or at < self.deadline:
            raise Refusal("too_early", "The time is not over yet.")
        if self.mode == "accusation":
            return self._call_off(at)
        if self.mode == "lastChance":
            return self._win(at)
        self._next_round()
        return []

    # --- talking and accusing -------------------------------------------------------------------

    def _check_player(self, seat: Seat) -> None:
        if self.round == 0:
            raise Refusal("not_started", "The match has not started yet.")
        if self.outcome:
            raise Refusal("over", "The match is over.")
        if not self.present[seat]:
            raise Refusal("no_seat", "Only the players at the table may do that.")

    def _check_talk(self, seat: Seat, action: Talk) -> None:
        self._check_player(seat)
        check_text(action.text, 0, rules.TALK_CAP)

    def _talk(self, seat: Seat, action: Talk, at: int) -> list[Event]:
        self.said[seat] = (at, action.text)
        return [Talked(seat, action.text)]

    def _check_accuse(self, seat: Seat, action: Accuse) -> None:
        self._check_player(seat)
        accused = action.seat
        if type(accused) is not int or not 0 <= accused < self.seats or not self.present[accused]:
            raise Refusal("no_such_player", "There is no such player to accuse.")
        if action.reason is not None:
            check_text(action.reason, 0, rules.TALK_CAP)
        if self.mode == "lastChance":
            if accused != self.winner:
                raise Refusal(
                    "winner_only", "In the last chance only the winning player may be accused."
                )
            if accused == seat and self.stalled >= rules.SELF_ACCUSATIONS:
                raise Refusal("too_often", "You have accused yourself often enough.")
        elif self.mode != "play":
            raise self._wrong_time()

    def _accuse(self, seat: Seat, action: Accuse, at: int) -> list[Event]:
        if self.mode == "lastChance" and self.chance_due is not None and at >= self.chance_due:
            raise Refusal("too_late", "The last chance is over.")
        if self.mode == "lastChance" and action.seat == seat:
            self.stalled += 1
        reason = action.reason
        if reason is None and (said := self.said[seat]) and at - said[0] <= rules.REASON:
            reason = said[1]
        return self._bring(seat, action.seat, reason, rules.ACCUSATION, at, self.laid[action.seat])

    def _check_accept(self, seat: Seat, action: Accept) -> None:
        self._check_player(seat)
        if self.charge is None or self.charge.accused != seat:
            raise Refusal("not_accused", "You are not accused of anything.")

    def _accept(self, seat: Seat, action: Accept, at: int) -> list[Event]:
        charge = self._settled(True, at)
        self._back_to_play(at)
        return [Accepted(charge.accuser, charge.accused)]

    def _check_cancel(self, seat: Seat, action: Cancel) -> None:
        self._check_player(seat)
        if self.charge is None or self.charge.accuser != seat:
            raise Refusal("no_accusation", "You have no accusation to take back.")

    def _cancel(self, seat: Seat, action: Cancel, at: int) -> list[Event]:
        return self._call_off(at)

    def _bring(
        self,
        accuser: Seat | None,
        accused: Seat,
        reason: str | None,
        timings: int,
        at: int,
        card: Card | None,
    ) -> list[Event]:
        """Open an accusation, about that card; a last chance stands still."""
        mode: Literal["play", "lastChance"] = "lastChance" if self.mode == "lastChance" else "play"
        self.charge = Charge(accuser, accused, reason, mode, card=card)
        if self.chance_due is not None:
            self.chance_left = max(0, self.chance_due - at)
            self.chance_due = None
        self.mode = "accusation"
        self.due = self.deadline = at + timings
        return [Accused(accuser, accused, reason, self.due, card)]

    def _call_off(self, at: int) -> list[Event]:
        """The accusation is cancelled, or nobody is left to settle it."""
        charge = self._settled(False, at)
        self.due = None
        if charge.mode == "lastChance":
            assert self.chance_left is not None
            self.mode = "lastChance"
            self.chance_due = self.deadline = at + self.chance_left
            self.chance_left = None
        else:
            self._back_to_play(at)
        return [Cancelled(charge.mode, self.chance_due)]

    # --- moving cards ---------------------------------------------------------------------------

    def _check_move(self, seat: Seat, action: Move) -> None:
        self._check_player(seat)
        if self.mode != "play":
            raise self._wrong_time()
        source, target = action.source, action.target
        hand, pile = self.hands[seat], self.pile
        length = len(pile)
        if source.place == "hand":
            if type(source.index) is not int or not 0 <= source.index < len(hand):
                raise Refusal("no_such_card", "There is no such card in your hand.")
        elif source.place == "pile":
            _check_pile(source)
            index = length - 1 if source.index is None else source.index
            if type(index) is not int or not 0 <= index < length:
                raise Refusal("not_in_pile", "There is no such card in the pile.")
            length -= 1
            if target.place == "pile" and index == (
                length if target.index is None else target.index
            ):
                raise Refusal("no_move", "The card is there already.")
        elif source.place != "deck":
            raise Refusal("no_such_place", "Cards are in a hand, in the pile or in the deck.")
        if target.place == "pile":
            _check_pile(target)
            if target.index is not None and (
                type(target.index) is not int or not 0 <= target.index <= length
            ):
                raise Refusal("beyond_pile", "The pile has no such place to put a card.")
            if length >= rules.PILE_CAP:
                raise Refusal("pile_full", "The pile is as high as it can be.")
        elif target.place == source.place:
            raise Refusal("no_move", "The card is there already.")
        elif target.place == "hand":
            if len(hand) >= rules.HAND_CAP:
                raise Refusal(
                    "hand_full", "Nobody can hold more than {most} cards.", most=rules.HAND_CAP
                )
        elif target.place != "deck":
            raise Refusal("no_such_place", "Cards are in a hand, in the pile or in the deck.")

    def _move_card(self, seat: Seat, action: Move, at: int) -> list[Event]:
        moved = self._carry(seat, action)
        if moved.length == 0 and moved.source.place == "hand":
            return [moved, self._begin_chance(seat, at)]
        return [moved]

    def _carry(self, seat: Seat, action: Move) -> Moved:
        source, target = action.source, action.target
        hand, pile = self.hands[seat], self.pile
        length: int | None = None
        card: Card
        if source.place == "hand":
            assert source.index is not None
            card = hand.pop(source.index)
            length = len(hand)
        elif source.place == "pile":
            if source.index is None:
                source = Spot("pile", len(pile) - 1)
            assert source.index is not None
            card = pile.pop(source.index)
        else:
            source = _DECK
            card = self.deck.draw()
        if target.place == "pile":
            if target.index is None or target.index == len(pile):
                if target.index is None:
                    target = Spot("pile", len(pile))
                pile.append(card)
            else:
                pile.insert(target.index, card)
            if source.place == "hand":
                self.laid[seat] = card
        elif target.place == "hand":
            target = _HAND
            hand.append(card)
            length = len(hand)
            self.laid[seat] = None
            if source.place == "pile":
                self.known[seat].append(card)
        else:
            target = _DECK
        if source.place == "hand" and (known := self.known[seat]):
            if target is _DECK:
                # Nobody saw which one went: it may have been the one known longest.
                del known[0]
            elif card in known:
                known.remove(card)
            elif len(known) > len(hand):
                # It was thought to be gone: then another one is.
                del known[0]
        return Moved(seat, card, source, target, length)

    def _begin_chance(self, seat: Seat, at: int) -> LastChance:
        self.winner = seat
        self.mode = "lastChance"
        self.stalled = 0
        self.chance_due = self.deadline = at + rules.LAST_CHANCE
        return LastChance(seat, self.chance_due)

    # --- between rounds -------------------------------------------------------------------------

    def _check_write(self, seat: Seat, action: WriteRule) -> None:
        self._check_player(seat)
        if self.mode != "inBetweenRounds":
            raise self._wrong_time()
        if self.winner != seat:
            raise Refusal("not_winner", "Only the winner of the round writes a rule.")
        check_text(action.text, 1, rules.RULE_CAP)
        if type(action.language) is not int or not 1 <= action.language <= LANGUAGE:
            raise Refusal(
                "no_such_language", "The rule language has versions 1 to {most}.", most=LANGUAGE
            )

    def _write(self, seat: Seat, action: WriteRule, at: int) -> list[Event]:
        written = Written(seat, action.text, self.round, language=action.language)
        self.written.append(written)
        self._next_round()
        return [RuleWritten(seat, action.text)]


def _check_pile(spot: Spot) -> None:
    if type(spot.pile) is not int or spot.pile != 0:
        raise Refusal("no_such_pile", "There is only one pile, number 0.")


FREE: dict[type[Any], game.Move] = {
    Deal: game.Move(FreeMatch._check_deal, FreeMatch._deal, house=True),
    Gone: game.Move(FreeMatch._check_gone, FreeMatch._gone, house=True),
    Timeout: game.Move(FreeMatch._check_timeout, FreeMatch._timeout, house=True),
    Talk: game.Move(FreeMatch._check_talk, FreeMatch._talk),
    Move: game.Move(FreeMatch._check_move, FreeMatch._move_card),
    Accuse: game.Move(FreeMatch._check_accuse, FreeMatch._accuse),
    Accept: game.Move(FreeMatch._check_accept, FreeMatch._accept),
    Cancel: game.Move(FreeMatch._check_cancel, FreeMatch._cancel),
    WriteRule: game.Move(FreeMatch._check_write, FreeMatch._write),
}
