"""A match of Mao."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stammtisch.games.french import CARD_NAMES
from stammtisch.games.game import (
    Action,
    Event,
    Field,
    Form,
    Game,
    GameWords,
    Outcome,
    Refusal,
    Rules,
    Seat,
)
from stammtisch.games.mao import numbers, records
from stammtisch.games.mao import rules as limits
from stammtisch.games.mao.chaired import CHAIRED, ChairedMatch
from stammtisch.games.mao.free import FREE
from stammtisch.games.mao.ids import table_ids
from stammtisch.games.mao.records import Accept, Accuse, Cancel, Move, Talk, View, WriteRule
from stammtisch.games.mao.refusals import REFUSALS
from stammtisch.games.mao.rules import MaoRules


class MaoMatch(ChairedMatch):
    """Free, chaired or school, as the rules say; and its actions by number."""

    def __init__(self, rules: Rules, seats: int) -> None:
        super().__init__(rules, seats)
        self.moves = FREE if self.chair is None else CHAIRED

    def actions(self, seat: Seat) -> list[Action]:
        """What the mode allows. Rules never take an action away: that would tell them."""
        if self.round == 0 or self.outcome or not (0 <= seat < self.seats and self.present[seat]):
            return []
        legal: list[Action] = [numbers.SOME_TALK]
        if self.mode == "play":
            legal += [
                numbers.ACCUSATIONS[other] for other in range(self.seats) if self.present[other]
            ]
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
        if isinstance(action, Move):
            return numbers.of_move(action, len(self.pile))
        if isinstance(action, Accuse):
            return numbers.of_accused(action.seat)
        if type(action) in _WORDLESS:
            return _WORDLESS[type(action)]
        raise Refusal("no_number", "That action has no number in Mao.")

    def action(self, seat: Seat, number: int) -> Action:
        action: Action
        if type(number) is not int or not 0 <= number < numbers.COUNT:
            raise Refusal(
                "unknown_number", "Mao has no action number {number}.", number=repr(number)[:60]
            )
        if number in numbers.PLAIN:
            action = numbers.PLAIN[number]
        elif number < numbers.MOVE:
            action = numbers.accuse(number)
        else:
            action = numbers.move_of(number, len(self.pile))
        self.verify(seat, action)
        return action


_TALKING = (Form(Talk.type, numbers.TALK, (Field("text", 0, limits.TALK_CAP),)),)
_TALKING_AND_WRITING = (
    *_TALKING,
    Form(WriteRule.type, numbers.WRITE, (Field("text", 1, limits.RULE_CAP),)),
)

_WORDLESS: dict[type[Any], int] = {
    Talk: numbers.TALK,
    WriteRule: numbers.WRITE,
    Accept: numbers.ACCEPT,
    Cancel: numbers.CANCEL,
}

_EVENTS: tuple[type[Event], ...] = (
    records.RoundStarted,
    records.Talked,
    records.Moved,
    records.LastChance,
    records.Accused,
    records.Accepted,
    records.Cancelled,
    records.VoteCalled,
    records.RoundOver,
    records.RuleWritten,
    records.RulesRevealed,
    records.WinnerLeft,
    records.PlayerGone,
    records.TurnChanged,
    records.PointOfOrder,
    records.Finale,
    records.MatchOver,
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
    words=GameWords(CARD_NAMES, _CARD_FIELDS),
    terminal="stammtisch.terminal.mao.screen:MaoApp",
    look="stammtisch.terminal.mao.board:LOOK",
    # Slower, because what others say and play is all that one has to go by.
    pace=1500,
    score=_share,
    numbers=table_ids,
)
