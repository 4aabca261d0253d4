"""A match of Mao: what lies where, and what seats may do about it.

As its protocol describes it: cards may go anywhere, and people judge. Where a chairman watches (see
`KINDS`), he hears of every move after it is done, and what he makes of it is told with it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from operator import attrgetter
from random import Random
from typing import Any, Literal, Self

from stammtisch.games import game
from stammtisch.games.french import CARD_NAMES
from stammtisch.games.game import (
    Action,
    Deal,
    Event,
    Field,
    Form,
    Game,
    GameWords,
    Gone,
    Match,
    Outcome,
    Refusal,
    Rules,
    Seat,
    Timeout,
    tuple_of,
)
from stammtisch.games.mao import numbers, records
from stammtisch.games.mao import rules as limits
from stammtisch.games.mao.book import Written
from stammtisch.games.mao.cards import Card, Deck, check_text
from stammtisch.games.mao.chairman import Chairman
from stammtisch.games.mao.language.rule import LANGUAGE
from stammtisch.games.mao.meanings import MEANINGS, NOTATION
from stammtisch.games.mao.records import (
    Accept,
    Accepted,
    Accuse,
    Accused,
    Cancel,
    Cancelled,
    Cause,
    Charge,
    Finale,
    LastChance,
    MatchOver,
    Mode,
    Move,
    Moved,
    PlayerGone,
    RoundOver,
    RoundStarted,
    RulesRevealed,
    RuleWritten,
    Spot,
    Talk,
    Talked,
    Verdict,
    View,
    WinnerLeft,
    WriteRule,
)
from stammtisch.games.mao.rules import REFUSALS, MaoRules, table_ids
from stammtisch.games.mao.view import Memory, imagine, view_of

_HAND, _DECK = Spot("hand"), Spot("deck")
#: A witness's fields, one after the other.
_TOLD = attrgetter(*(field.name for field in dataclasses.fields(records.Witness)))


class MaoMatch(Match):
    """Each kind of action has a check, which changes nothing, and a doing (see `MOVES`)."""

    rules: MaoRules
    derived = Match.derived | {
        *("deck._stream", "written.rule"),
        *("chair.match", "chair.base_texts", "chair.base", "chair._written", "chair._book"),
    }

    def __init__(self, rules: Rules, seats: int) -> None:
        assert isinstance(rules, MaoRules)
        self.rules = rules
        self.seats = seats
        self.outcome: Outcome | None = None
        self.deadline: int | None = None
        self.awaits_deal = True
        self.mode: Mode = "waiting"
        self.round = 0
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        #: The top is the end.
        self.pile: list[Card] = []
        self.deck = Deck(b"")
        self.points = [0] * seats
        self.present = [True] * seats
        #: Whose last chance it is, or who writes a rule; in a new round still who won the last.
        self.winner: Seat | None = None
        self.charge: Charge | None = None
        #: When the accusation or the writing ends by itself.
        self.due: int | None = None
        #: When the last chance ends; while it stands still, what is left of it.
        self.chance_due: int | None = None
        self.chance_left: int | None = None
        #: How often the winner has accused himself in this last chance.
        self.stalled = 0
        self.written: list[Written] = []
        #: Who left while a new round was about to begin: their rules are told after its start.
        self.to_reveal: list[Seat] = []
        self.verdicts: tuple[Verdict, ...] = ()
        #: What each seat said last, and when.
        self.said: list[tuple[int, str] | None] = [None] * seats
        #: For each seat the cards that everybody knows it to hold, as taken from the pile.
        self.known: list[list[Card]] = [[] for _ in range(seats)]
        #: For each seat the card that it has put on the pile last in this round, and has not drawn
        #: since: what an accusation is about.
        self.laid: list[Card | None] = [None] * seats
        self.chair = Chairman(self) if rules.kind.chaired else None
        self.memory = Memory()

    def apply(self, seat: Seat | None, action: Action, at: int = 0) -> list[Event]:
        # Named, because `super()` makes an object each time, and every move passes here.
        events = Match.apply(self, seat, action, at)
        if self.chair is not None:
            events += self.chair.settle(at)
            self.deadline = self.due_next()
        elif self.mode != "play" or self.deadline is not None:
            # Without a chairman play has no clock.
            self.deadline = self.open_deadline
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
            [deck.draw() for _ in range(limits.DEALT)] if here else [] for here in self.present
        ]
        self.pile = [deck.draw()]
        self.known = [[] for _ in range(self.seats)]
        self.laid = [None] * self.seats
        self.awaits_deal = False
        self.mode = "play"
        self.round += 1
        self.due = None
        events: list[Event] = [
            RoundStarted(self.round, tuple(map(tuple, self.hands)), tuple(self.pile))
        ]
        events += [self._revealed(author) for author in self.to_reveal]
        self.to_reveal = []
        return events + self.chair.dealt(at) if self.chair else events

    def _check_gone(self, seat: None, action: Gone) -> None:
        if self.outcome:
            raise Refusal("over", "The match is over.")
        if type(action.seat) is not int or not 0 <= action.seat < self.seats:
            raise Refusal("no_such_seat", "There is no such seat.")
        if not self.present[action.seat]:
            raise Refusal("gone_already", "That player has left before.")

    def _gone(self, seat: None, action: Gone, at: int) -> list[Event]:
        leaver, charge, chance = action.seat, self.charge, self.chance_due is not None
        self.present[leaver] = False
        self.hands[leaver] = []
        self.known[leaver] = []
        self.laid[leaver] = None
        events: list[Event] = [PlayerGone(leaver)]
        if sum(self.present) == 1:
            return events + self._reveal(leaver) + self._end()
        if charge is not None and leaver in (charge.accused, charge.accuser):
            events += self._call_off(at)
        if self.mode == "inBetweenRounds" and self.winner == leaver:
            # The rules are told after the new round has begun.
            if any(one.author == leaver for one in self.written):
                self.to_reveal.append(leaver)
            self._next_round()
            return events
        if self.mode == "lastChance" and self.winner == leaver:
            events.append(WinnerLeft())
            self._back_to_play()
        events += self._reveal(leaver)
        if self.chair and self.mode in ("play", "lastChance", "accusation"):
            events += self.chair.left(leaver, charge, chance, at)
        return events

    def _check_timeout(self, seat: None, action: Timeout) -> None:
        if self.deadline is None:
            raise Refusal("no_clock", "No clock runs in this match now.")

    def _timeout(self, seat: None, action: Timeout, at: int) -> list[Event]:
        # Only here is the time known; nothing has changed yet.
        if self.deadline is None or at < self.deadline:
            raise Refusal("too_early", "The time is not over yet.")
        if self.mode == "inBetweenRounds":
            self._next_round()
            return []
        if self.mode == "accusation":
            return self.chair.not_settled(at) if self.chair else self._call_off(at)
        return self.chair.time_is_up(at) if self.chair else self.win(at)

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
        check_text(action.text, 0, limits.TALK_CAP)

    def _talk(self, seat: Seat, action: Talk, at: int) -> list[Event]:
        self.said[seat] = (at, action.text)
        events: list[Event] = [Talked(seat, action.text)]
        return events + self.chair.heard(seat, action.text, at) if self.chair else events

    def _check_accuse(self, seat: Seat, action: Accuse) -> None:
        self._check_player(seat)
        accused = action.seat
        if type(accused) is not int or not 0 <= accused < self.seats or not self.present[accused]:
            raise Refusal("no_such_player", "There is no such player to accuse.")
        if action.reason is not None:
            check_text(action.reason, 0, limits.TALK_CAP)
        if self.mode == "lastChance":
            if accused != self.winner:
                raise Refusal(
                    "winner_only", "In the last chance only the winning player may be accused."
                )
            if accused == seat and self.stalled >= limits.SELF_ACCUSATIONS:
                raise Refusal("too_often", "You have accused yourself often enough.")
        elif self.mode != "play":
            raise self._wrong_time()

    def _accuse(self, seat: Seat, action: Accuse, at: int) -> list[Event]:
        if self.mode == "lastChance" and self.chance_due is not None and at >= self.chance_due:
            raise Refusal("too_late", "The last chance is over.")
        if self.mode == "lastChance" and action.seat == seat:
            self.stalled += 1
        reason = action.reason
        if reason is None and (said := self.said[seat]) and at - said[0] <= limits.REASON:
            reason = said[1]
        if self.chair:
            self.chair.accused(at)
        return self.bring(seat, action.seat, reason, limits.ACCUSATION, at, self.laid[action.seat])

    def _check_accept(self, seat: Seat, action: Accept) -> None:
        self._check_player(seat)
        if self.charge is None or self.charge.accused != seat:
            raise Refusal("not_accused", "You are not accused of anything.")

    def _accept(self, seat: Seat, action: Accept, at: int) -> list[Event]:
        return self.convict(at, "accused")

    def _check_cancel(self, seat: Seat, action: Cancel) -> None:
        self._check_player(seat)
        if self.charge is None or self.charge.accuser != seat:
            raise Refusal("no_accusation", "You have no accusation to take back.")

    def _cancel(self, seat: Seat, action: Cancel, at: int) -> list[Event]:
        return self.acquit(at, bad_call=True)

    def bring(
        self,
        accuser: Seat | None,
        accused: Seat,
        reason: str | None,
        patience: int,
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
        self.due = at + patience
        return [Accused(accuser, accused, reason, self.due, card)]

    def convict(self, at: int, by: Literal["accused", "time", "vote"]) -> list[Event]:
        """The accusation stands, and play goes on."""
        charge = self._settled(True, at)
        self._back_to_play()
        events: list[Event] = [Accepted(charge.accuser, charge.accused, by)]
        return events + self.chair.convicted(charge, at) if self.chair else events

    def acquit(self, at: int, *, bad_call: bool) -> list[Event]:
        """The accusation is off: it was taken back or not upheld, and may have been a bad call."""
        charge = self.charge
        assert charge is not None
        events = self._call_off(at)
        return events + self.chair.acquitted(charge, bad_call, at) if self.chair else events

    def _call_off(self, at: int) -> list[Event]:
        """The match goes on where the accusation has interrupted it."""
        charge = self._settled(False, at)
        self.due = None
        if charge.mode == "lastChance":
            assert self.chance_left is not None
            self.mode = "lastChance"
            self.chance_due = at + self.chance_left
            self.chance_left = None
        else:
            self._back_to_play()
        return [Cancelled(charge.mode, self.chance_due)]

    def _settled(self, guilty: bool, at: int) -> Charge:
        """The accusation is decided: it goes from the table to the list."""
        charge = self.charge
        assert charge is not None
        self.charge = None
        verdict = Verdict(charge.accuser, charge.accused, charge.reason, guilty, self.round, at)
        self.verdicts = (*self.verdicts, verdict)[-limits.VERDICTS :]
        return charge

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
            if type(source.pile) is not int or source.pile:
                raise _no_such_pile()
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
            if type(target.pile) is not int or target.pile:
                raise _no_such_pile()
            if target.index is not None and (
                type(target.index) is not int or not 0 <= target.index <= length
            ):
                raise Refusal("beyond_pile", "The pile has no such place to put a card.")
            if length >= limits.PILE_CAP:
                raise Refusal("pile_full", "The pile is as high as it can be.")
        elif target.place == source.place:
            raise Refusal("no_move", "The card is there already.")
        elif target.place == "hand":
            if len(hand) >= limits.HAND_CAP:
                raise Refusal(
                    "hand_full", "Nobody can hold more than {most} cards.", most=limits.HAND_CAP
                )
        elif target.place != "deck":
            raise Refusal("no_such_place", "Cards are in a hand, in the pile or in the deck.")

    def _move_card(self, seat: Seat, action: Move, at: int) -> list[Event]:
        chair = self.chair
        if chair is None:
            moved, judged = self._carry(seat, action), None
        else:
            before, empty = self.pile[-1] if self.pile else None, not self.hands[seat]
            moved = self._carry(seat, action)
            # A rule may make the player draw: then the hand is not empty any more.
            judged = chair.moved(seat, moved, before, empty, at)
        events: list[Event] = [moved]
        if moved.length == 0 and not self.hands[seat] and moved.source.place == "hand":
            self.winner = seat
            self.mode = "lastChance"
            self.stalled = 0
            self.chance_due = due = at + limits.LAST_CHANCE
            events.append(LastChance(seat, due))
            if chair:
                # Whatever a rule allows: a round that is won is over.
                chair.hurry(seat, due)
        if judged:
            events += judged
        return events

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

    def give(self, seat: Seat, count: int, cause: Cause) -> list[Event]:
        """Cards from the deck, as many as the hand can take. Who is about to win gets none by a
        rule: a last chance ends only by an accusation."""
        if self.mode == "lastChance" and seat == self.winner:
            return []
        hand = self.hands[seat]
        events: list[Event] = []
        for _ in range(min(count, limits.HAND_CAP - len(hand))):
            card = self.deck.draw()
            hand.append(card)
            events.append(Moved(seat, card, _DECK, _HAND, len(hand), cause))
        return events

    def take_back(self, seat: Seat, index: int) -> list[Event]:
        """A card that was played wrongly goes back."""
        hand = self.hands[seat]
        if index >= len(self.pile) or len(hand) >= limits.HAND_CAP:
            return []
        card = self.pile.pop(index)
        self.laid[seat] = None
        hand.append(card)
        self.known[seat].append(card)
        return [Moved(seat, card, Spot("pile", index), _HAND, len(hand), "return")]

    # --- between rounds -------------------------------------------------------------------------

    def _check_write(self, seat: Seat, action: WriteRule) -> None:
        self._check_player(seat)
        if self.mode != "inBetweenRounds":
            raise self._wrong_time()
        if self.winner != seat:
            raise Refusal("not_winner", "Only the winner of the round writes a rule.")
        check_text(action.text, 1, limits.RULE_CAP)
        if type(action.language) is not int or not 1 <= action.language <= LANGUAGE:
            raise Refusal(
                "no_such_language", "The rule language has versions 1 to {most}.", most=LANGUAGE
            )

    def _write(self, seat: Seat, action: WriteRule, at: int) -> list[Event]:
        written = Written(seat, action.text, self.round, language=action.language)
        complaint = self.chair.told(written) if self.chair else None
        self.written.append(written)
        self._next_round()
        events: list[Event] = [RuleWritten(seat, action.text, written.understood, complaint)]
        if self.rules.kind.explained:
            events.append(Talked(None, f"New rule: {action.text}"))
        return events

    # --- from mode to mode ----------------------------------------------------------------------

    def _wrong_time(self) -> Refusal:
        """Why something cannot be done as long as the match is in this mode."""
        if self.mode == "play":
            return Refusal("nobody_won", "Nobody has won the round yet.")
        if self.mode == "lastChance":
            return Refusal(
                "last_chance",
                "It is somebody's last chance: all you can do is talk, or accuse the winner.",
            )
        if self.mode == "accusation":
            return Refusal(
                "accusation_first",
                "All you can do now is talk: first the accusation must be accepted or taken back.",
            )
        if self.mode == "inBetweenRounds":
            return Refusal("between_rounds", "The round is over, and the next one has not begun.")
        return Refusal("not_begun", "The next round has not begun yet.")

    def _back_to_play(self) -> None:
        self.mode = "play"
        self.winner = None
        self.due = self.chance_due = self.chance_left = None

    def win(self, at: int) -> list[Event]:
        """The last chance has passed, or the chairman has ended the round."""
        winner = self.winner
        assert winner is not None
        self.points[winner] += 1
        self.chance_due = None
        if self.round >= self.rules.rounds:
            return [RoundOver(winner, tuple(self.points), None), *self._end()]
        self.mode = "inBetweenRounds"
        self.due = at + limits.WRITING
        return [RoundOver(winner, tuple(self.points), self.due)]

    def _next_round(self) -> None:
        self.mode = "waiting"
        self.awaits_deal = True
        self.due = None

    def _revealed(self, author: Seat) -> RulesRevealed:
        rules = tuple(one.text for one in self.written if one.author == author)
        return RulesRevealed(author, rules)

    def _reveal(self, author: Seat) -> list[Event]:
        revealed = self._revealed(author)
        return [revealed] if revealed.rules else []

    def _end(self) -> list[Event]:
        self.finish()
        self.mode = "over"
        self.awaits_deal = False
        self.charge = None
        self.due = self.chance_due = self.chance_left = None
        told = tuple(one.told() for one in self.written)
        return [Finale(told, self.verdicts), MatchOver(tuple(self.points))]

    def finish(self) -> None:
        """Who stayed is ranked before who left, then whoever won more rounds."""
        merits = list(zip(self.present, self.points, strict=True))
        ranks = tuple(1 + sum(other > mine for other in merits) for mine in merits)
        kind = "draw" if len(set(merits)) == 1 else "won"
        self.outcome = Outcome(kind, ranks, tuple(self.points))

    # --- who and when ---------------------------------------------------------------------------

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats whose players have not left."""
        return tuple([seat for seat, here in enumerate(self.present) if here])

    def after(self, seat: Seat, steps: int) -> Seat:
        """Who sits so many players further; less than nothing is the other way."""
        step = 1 if steps > 0 else -1
        steps *= step
        while steps:
            seat = (seat + step) % self.seats
            steps -= self.present[seat]
        return seat

    @property
    def turn(self) -> tuple[Seat, ...]:
        """In play anybody may move, or have words to say (`View.turn` is whose turn the chairman
        thinks it is); in a last chance anybody may accuse, and a stuck accusation needs votes."""
        present = self.players
        if self.charge is not None and not self.charge.voting:
            return tuple(
                seat for seat in present if seat in (self.charge.accused, self.charge.accuser)
            )
        if self.mode == "inBetweenRounds":
            return () if self.winner is None else (self.winner,)
        return present if self.mode in ("play", "lastChance", "accusation") else ()

    @property
    def open_deadline(self) -> int | None:
        """The deadline that everybody may know: not that of a duty by a secret rule."""
        if self.mode in ("accusation", "inBetweenRounds"):
            return self.due
        if self.mode == "lastChance":
            return self.chance_due
        return self.chair.turn_deadline if self.chair and self.mode == "play" else None

    def due_next(self) -> int | None:
        """What `deadline` must be as things are."""
        if self.chair is None or self.mode not in ("play", "lastChance"):
            return self.open_deadline
        only = self.winner if self.mode == "lastChance" else None
        dues = (self.open_deadline, self.chair.duty_due(only))
        return min((due for due in dues if due is not None), default=None)

    # --- actions and their numbers --------------------------------------------------------------

    def actions(self, seat: Seat) -> list[Action]:
        """What the mode allows. Rules never take an action away: that would tell them."""
        if self.round == 0 or self.outcome or not (0 <= seat < self.seats and self.present[seat]):
            return []
        legal: list[Action] = [numbers.SOME_TALK]
        if self.mode == "play":
            legal += [numbers.ACCUSATIONS[other] for other in self.players]
            moves = numbers.moves(len(self.hands[seat]), len(self.pile))
            full = len(self.pile) >= limits.PILE_CAP
            legal += [move for move in moves if self._is_legal(seat, move)] if full else moves
        elif self.mode == "lastChance":
            assert self.winner is not None
            accuse = Accuse(self.winner)
            legal += [accuse] if self._is_legal(seat, accuse) else []
        elif self.charge is not None:
            legal += [Accept()] if seat == self.charge.accused else []
            legal += [Cancel()] if seat == self.charge.accuser else []
        elif self.mode == "inBetweenRounds" and seat == self.winner:
            legal.append(numbers.SOME_RULE)
        return legal

    def forms(self, seat: Seat) -> tuple[Form, ...]:
        writes = self.mode == "inBetweenRounds" and seat == self.winner
        return _TALKING_AND_WRITING if writes else _TALKING

    def numbers_of(self, seat: Seat, actions: Sequence[Action]) -> tuple[int, ...]:
        if self.mode != "play" or not actions or len(self.pile) >= limits.PILE_CAP:
            return super().numbers_of(seat, actions)
        # Moves are many, and come last.
        moves = numbers.of_moves(len(self.hands[seat]), len(self.pile))
        words = [self.number(action) for action in actions[: len(actions) - len(moves)]]
        return (*words, *moves)

    def _is_legal(self, seat: Seat, action: Action) -> bool:
        try:
            self.verify(seat, action)
        except Refusal:
            return False
        return True

    def number(self, action: Action) -> int:
        return numbers.of_action(action, len(self.pile))

    def action(self, seat: Seat, number: int) -> Action:
        action = numbers.action_of(number, len(self.pile))
        self.verify(seat, action)
        return action

    # --- looking at it --------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> View:
        return view_of(self, seat)

    def is_public(self, written: Written) -> bool:
        """Whether everybody knows the rule."""
        told = not self.present[written.author] and written.author not in self.to_reveal
        return told or self.outcome is not None or self.rules.kind.explained

    @classmethod
    def sample_state(cls, rules: Rules, seats: int, view: View, rng: Random) -> Self:
        match = cls(rules, seats)
        imagine(match, view, rng)
        return match

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.hands = [hand[:] for hand in self.hands]
        twin.pile = self.pile[:]
        twin.deck = self.deck.copy()
        twin.points = self.points[:]
        twin.present = self.present[:]
        twin.written = [dataclasses.replace(one) for one in self.written]
        twin.to_reveal = self.to_reveal[:]
        twin.said = self.said[:]
        twin.known = [cards[:] for cards in self.known]
        twin.laid = self.laid[:]
        twin.chair = self.chair.copy(twin) if self.chair else None
        twin.memory = self.memory.copy()
        return twin

    def state(self) -> tuple[Any, ...]:
        return (
            (self.rules.digest, self.seats),
            (self.mode, self.round, self.awaits_deal, self.deadline),
            tuple(map(tuple, self.hands)),
            tuple(self.pile),
            (self.deck.seed, self.deck.drawn),
            (tuple(self.points), tuple(self.present), self.winner),
            None if self.charge is None else tuple_of(self.charge),
            (self.due, self.chance_due, self.chance_left, self.stalled),
            tuple(tuple_of(one.told()) for one in self.written),
            tuple(one.language for one in self.written),
            (tuple(self.to_reveal), tuple(map(tuple_of, self.verdicts))),
            tuple(self.said),
            (tuple(map(tuple, self.known)), tuple(self.laid)),
            None if self.chair is None else self.chair.state(),
            tuple(map(_TOLD, self.memory.told())),
            None if self.outcome is None else tuple_of(self.outcome),
        )


def _no_such_pile() -> Refusal:
    return Refusal("no_such_pile", "There is only one pile, number 0.")


MaoMatch.moves = {
    Deal: game.Move(MaoMatch._check_deal, MaoMatch._deal, by_server=True),
    Gone: game.Move(MaoMatch._check_gone, MaoMatch._gone, by_server=True),
    Timeout: game.Move(MaoMatch._check_timeout, MaoMatch._timeout, by_server=True),
    Talk: game.Move(MaoMatch._check_talk, MaoMatch._talk),
    Move: game.Move(MaoMatch._check_move, MaoMatch._move_card),
    Accuse: game.Move(MaoMatch._check_accuse, MaoMatch._accuse),
    Accept: game.Move(MaoMatch._check_accept, MaoMatch._accept),
    Cancel: game.Move(MaoMatch._check_cancel, MaoMatch._cancel),
    WriteRule: game.Move(MaoMatch._check_write, MaoMatch._write),
}

_TALKING = (Form(Talk.type, numbers.TALK, (Field("text", 0, limits.TALK_CAP),)),)
_TALKING_AND_WRITING = (
    *_TALKING,
    Form(WriteRule.type, numbers.WRITE, (Field("text", 1, limits.RULE_CAP),)),
)

#: All that stand among the records.
_EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for kind in vars(records).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
)


def _share(outcome: Outcome, seat: Seat) -> float:
    """Of the rounds that were won."""
    return outcome.points[seat] / (sum(outcome.points) or 1)


_CARD_FIELDS = frozenset(("card", "hand", "hands", "discard", "pile", "known", "laid"))
MAO = Game(
    name="mao",
    rules=MaoRules,
    seats=limits.SEATS,
    actions={kind.type: kind for kind in (Talk, Move, Accuse, Accept, Cancel, WriteRule)},
    events={kind.type: kind for kind in _EVENTS},
    view=View,
    match=MaoMatch,
    rounds=limits.MOST_ROUNDS,
    goes_on=True,
    starts_when_full=True,
    refusals=REFUSALS,
    usual="chaired",
    bots="stammtisch.bots.mao:BOTS",
    levels=("easy", "medium", "hard"),
    meanings=MEANINGS,
    notation=NOTATION,
    words=GameWords(CARD_NAMES, _CARD_FIELDS),
    terminal="stammtisch.terminal.mao.screen:MaoApp",
    # Slower, because what others say and play is all that one has to go by.
    pace=1500,
    score=_share,
    numbers=table_ids,
)
