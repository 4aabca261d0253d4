"""What a player at a table of Mao knows: the fold of everything the server has told.

The phrases that one may want in a hurry, each with a key that it keeps for the whole match.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

import msgspec

from stammtisch.games.mao import records as game
from stammtisch.games.mao.cards import SUITS, Card, normal
from stammtisch.games.mao.chair.chair import (
    CALLING,
    CLOSING,
    GUILTY,
    INNOCENT,
    OPENING,
    base_texts,
    is_name,
)
from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import Duty, Say, SayName, Wild
from stammtisch.games.mao.language.words import RuleError
from stammtisch.games.mao.match import MAO
from stammtisch.games.mao.records import Charge, Mode, Revealed, View
from stammtisch.games.mao.rules import DEALT, MaoRules
from stammtisch.terminal.mao.hand import Fan, t
from stammtisch.terminal.mao.words import sentence
from stammtisch.terminal.tabletop import NEWS_FOLDS, Tabletop

#: F1 is help.
KEYS = (*"1234567890", "f2", "f3", "f4", "f5")
#: The last keys are left for what the rules want that one will write or be told.
FOR_RULES = 2

#: Stands for the name of the card that one has played last.
CARD = ""

_OWN_KEYS = OPENING | CLOSING | GUILTY | INNOCENT


class Phrasebook:
    """A wrong word may cost a card: so whatever comes later is written behind what is there."""

    def __init__(self) -> None:
        #: By what they mean to the chairman, in the order of the keys.
        self._phrases: dict[str, str] = {}
        #: What the rules that were read want; all rules are shown again at each event.
        self._duties: dict[str, tuple[Duty, ...]] = {}

    def learn(self, rules: Iterable[str], heard: Iterable[str]) -> None:
        """Take in what these rules want to be said, and what somebody was heard saying."""
        for phrase in self._wanted(rules):
            self._write(phrase, len(KEYS))
        for phrase in _worth_repeating(heard):
            self._write(phrase, len(KEYS) - FOR_RULES)

    def _wanted(self, texts: Iterable[str]) -> Iterator[str]:
        """What these rules may want to be said, names of suits after all else."""
        suits = False
        for text in texts:
            if text not in self._duties:
                self._duties[text] = _duties(text)
            for duty in self._duties[text]:
                if isinstance(duty, Say):
                    yield duty.phrase
                elif isinstance(duty, SayName):
                    yield CARD
                elif isinstance(duty, Wild):
                    suits = True
        if suits:
            yield from SUITS

    def _write(self, phrase: str, most: int) -> None:
        if len(self._phrases) < most and (phrase == CARD or normal(phrase)):
            self._phrases.setdefault(normal(phrase), phrase)

    def phrases(self, card: str | None) -> list[str]:
        """For each key what it says, "" if that is the name of a card and there is none."""
        return [card or "" if phrase == CARD else phrase for phrase in self._phrases.values()]


def _duties(text: str) -> tuple[Duty, ...]:
    """What a rule demands; nothing if nobody understands it."""
    try:
        return tuple(parse(text).duties)
    except RuleError:
        return ()


def _worth_repeating(heard: Iterable[str]) -> Iterator[str]:
    for text in heard:
        words = normal(text)
        if not (is_name(words) or words in _OWN_KEYS or words.startswith(CALLING)):
            yield text


#: How the chairman of a school tells everybody of a rule.
NEW_RULE = "New rule: "
#: Phrases of others that are remembered.
HEARD = 20
#: After these there may be something new to say.
_TEACHING = (game.RoundStarted, game.Talked, game.RuleWritten, game.RulesRevealed)


class MaoTop(Tabletop):
    GAME = MAO
    view: View | None

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        self.fan = Fan()
        self.finale: game.Finale | None = None
        #: What the players have said in this match, each once, the newest last.
        self.heard: list[str] = []
        self.phrasebook = Phrasebook()
        #: What the machine made of one's newest rule.
        self.own_rule: game.RuleWritten | None = None
        #: The card that one has played last in this round, which one may have to name.
        self.played: Card | None = None
        self._author: int | None = None
        #: The clock of one's own server stands still.
        self.stands = False

    # --- asking it -------------------------------------------------------------------------------

    @property
    def mao_rules(self) -> MaoRules:
        rules = self.rules
        assert isinstance(rules, MaoRules)
        return rules

    @property
    def mode(self) -> Mode:
        return "waiting" if self.view is None else self.view.mode

    @property
    def frozen(self) -> bool:
        """Nothing but talk, until the accusation is settled."""
        return self.mode == "accusation"

    @property
    def may_write(self) -> bool:
        view = self.view
        return (
            view is not None
            and view.mode == "inBetweenRounds"
            and self.seat is not None
            and view.winner == self.seat
        )

    @property
    def awaits_me(self) -> bool:
        """Whether nothing goes on before this player does something."""
        view = self.view
        if view is None or self.seat is None:
            return False
        if view.charge is not None:
            return view.charge.accused == self.seat or self.may_vote
        return view.mode == "play" and view.turn == self.seat and not view.point_of_order

    @property
    def may_vote(self) -> bool:
        charge = None if self.view is None else self.view.charge
        if charge is None or self.seat is None:
            return False
        return charge.voting and self.seat not in (charge.accuser, charge.accused)

    # --- hearing ---------------------------------------------------------------------------------

    def see(self, view: dict[str, Any]) -> None:
        self.view = msgspec.convert(view, View)
        self.fan.take(self.view.hand or ())
        self._learn()

    def told(self, event: Any) -> str | None:
        if isinstance(event, game.Finale):
            # It has a screen of its own.
            return None
        if isinstance(event, game.RuleWritten) and event.text is None and self._is_school:
            # The chairman reads it out at once.
            return t("wrote", who=self.name(event.seat))
        return sentence(event, self.name, 0 if self.view is None else len(self.view.pile))

    def happen(self, event: Any) -> None:
        by_chairman = isinstance(event, game.Accused) and event.accuser is None
        if by_chairman and self.lines and self.lines[-1].startswith(t("chairman_says")):
            # He has just said what the sentence on the accusation says again.
            del self.lines[-1]
        if isinstance(event, game.RoundStarted) and event.round > 1:
            self._miss_rule()
        super().happen(event)
        if isinstance(event, _TEACHING):
            self._learn()

    def _miss_rule(self) -> None:
        """Say so if the round before was won, and nothing was written."""
        view = self.view
        if view is not None and view.mode == "inBetweenRounds" and view.winner is not None:
            self.note(t("no_rule_written", who=self.name(view.winner)))

    def _learn(self) -> None:
        """What rules want and others say finds its key."""
        view, rules = self.view, list(base_texts(self.mao_rules))
        if view is not None:
            rules += [*view.own_rules, *(rule.text for rule in view.known_rules)]
        self.phrasebook.learn(rules, self.heard)

    @property
    def _is_school(self) -> bool:
        return self.mao_rules.table == "school"

    def _round_started(self, event: game.RoundStarted) -> None:
        before = self.view if event.round > 1 else None
        seats = len(event.hands)
        if before is None:
            self.finale, self.heard, self.own_rule = None, [], None
            self.phrasebook = Phrasebook()
        self.played = None
        own = None if self.seat is None else event.hands[self.seat] or ()
        self.fan.take(own or ())
        rules = self.mao_rules
        self.view = View(
            seat=self.seat,
            hand=own,
            counts=tuple(DEALT if hand is None else len(hand) for hand in event.hands),
            pile=event.discard,
            mode="play",
            round=event.round,
            rounds=rules.rounds,
            points=before.points if before else (0,) * seats,
            present=tuple(hand is None or bool(hand) for hand in event.hands),
            winner=None,
            charge=None,
            deadline=None,
            chance_left=None,
            own_rules=before.own_rules if before else (),
            rule_counts=before.rule_counts if before else (0,) * seats,
            known_rules=before.known_rules if before else (),
            base_rules=base_texts(rules) if self._is_school else (),
            turn=None,
            direction=1,
            point_of_order=False,
            over=False,
        )

    def _talked(self, event: game.Talked) -> None:
        if event.seat is not None:
            if event.text in self.heard:
                self.heard.remove(event.text)
            self.heard = [*self.heard, event.text][-HEARD:]
        elif self._author is not None and event.text.startswith(NEW_RULE):
            self._know(Revealed(self._author, event.text.removeprefix(NEW_RULE)))
            self._author = None

    def _moved(self, event: game.Moved) -> None:
        view = self._playing()
        pile = list(view.pile)
        mine = event.seat == self.seat
        card: Card | None = event.card
        if event.source.place == "pile":
            assert event.source.index is not None
            card = pile.pop(event.source.index)
        elif event.source.place == "hand" and mine:
            assert event.source.index is not None
            self.fan.remove(event.source.index)
            self.played = card if event.target.place == "pile" else self.played
        if event.target.place == "pile":
            assert card is not None and event.target.index is not None
            pile.insert(event.target.index, card)
        elif event.target.place == "hand" and mine:
            assert card is not None
            self.fan.add(card)
        counts = view.counts
        if event.length is not None:
            counts = (*counts[: event.seat], event.length, *counts[event.seat + 1 :])
        self._change(pile=tuple(pile), counts=counts)

    def _last_chance(self, event: game.LastChance) -> None:
        self._change(mode="lastChance", winner=event.seat, deadline=event.deadline)

    def _accused(self, event: game.Accused) -> None:
        view = self._playing()
        left = None
        if view.mode == "lastChance":
            assert view.deadline is not None
            left = max(0, view.deadline - self.at)
        charge = Charge(
            event.accuser,
            event.accused,
            event.reason,
            "play" if left is None else "lastChance",
            card=event.card,
        )
        self._change(mode="accusation", charge=charge, deadline=event.deadline, chance_left=left)

    def _accepted(self, event: game.Accepted) -> None:
        self._back_to_play()

    def _cancelled(self, event: game.Cancelled) -> None:
        if event.mode == "play":
            self._back_to_play()
        else:
            self._change(mode="lastChance", charge=None, deadline=event.deadline, chance_left=None)

    def _vote_called(self, event: game.VoteCalled) -> None:
        charge = self._playing().charge
        assert charge is not None
        self._change(charge=replace(charge, voting=True), deadline=event.deadline)

    def _winner_left(self, event: game.WinnerLeft) -> None:
        self._back_to_play()

    def _back_to_play(self) -> None:
        self._change(mode="play", charge=None, winner=None, deadline=None, chance_left=None)

    def _round_over(self, event: game.RoundOver) -> None:
        self._change(
            mode="inBetweenRounds",
            winner=event.seat,
            points=event.points,
            deadline=event.deadline,
        )

    def _rule_written(self, event: game.RuleWritten) -> None:
        view = self._playing()
        counts = tuple(count + (seat == event.seat) for seat, count in enumerate(view.rule_counts))
        self._change(rule_counts=counts, mode="waiting", winner=None, deadline=None, turn=None)
        self._author = event.seat
        if event.text is not None:
            self.own_rule = event
            self._change(own_rules=(*view.own_rules, event.text))

    def _rules_revealed(self, event: game.RulesRevealed) -> None:
        if not self._is_school:
            for text in event.rules:
                self._know(Revealed(event.seat, text))

    def _know(self, rule: Revealed) -> None:
        self._change(known_rules=(*self._playing().known_rules, rule))

    def _player_gone(self, event: game.PlayerGone) -> None:
        view = self._playing()
        here = tuple(on and seat != event.seat for seat, on in enumerate(view.present))
        counts = tuple(0 if seat == event.seat else count for seat, count in enumerate(view.counts))
        if event.seat == self.seat:
            self.fan.take(())
        self._change(present=here, counts=counts)
        if view.mode == "inBetweenRounds" and view.winner == event.seat:
            self._change(mode="waiting", winner=None, deadline=None, turn=None)

    def _turn_changed(self, event: game.TurnChanged) -> None:
        self._change(turn=event.seat, direction=event.direction)
        self._clock_in_play(event.deadline)

    def _point_of_order(self, event: game.PointOfOrder) -> None:
        self._change(point_of_order=event.open)
        self._clock_in_play(event.deadline)

    def _clock_in_play(self, deadline: int | None) -> None:
        # Accusations and last chances have clocks of their own, which were told before.
        if self.mode == "play":
            self._change(deadline=deadline)

    def _finale(self, event: game.Finale) -> None:
        self.finale = event
        self._change(known_rules=tuple(Revealed(rule.author, rule.text) for rule in event.rules))

    def _match_over(self, event: game.MatchOver) -> None:
        self._change(
            mode="over",
            over=True,
            points=event.points,
            winner=None,
            charge=None,
            deadline=None,
            chance_left=None,
            turn=None,
        )

    def _playing(self) -> View:
        assert self.view is not None, "something happens before the cards are dealt"
        return self.view

    def _change(self, **changes: Any) -> None:
        hand = None if self.seat is None else tuple(self.fan.cards)
        self.view = replace(self._playing(), hand=hand, **changes)

    folds: ClassVar[Mapping[type, Callable[[Any, Any], None]]] = {
        **NEWS_FOLDS,
        game.RoundStarted: _round_started,
        game.Talked: _talked,
        game.Moved: _moved,
        game.LastChance: _last_chance,
        game.Accused: _accused,
        game.Accepted: _accepted,
        game.Cancelled: _cancelled,
        game.VoteCalled: _vote_called,
        game.WinnerLeft: _winner_left,
        game.RoundOver: _round_over,
        game.RuleWritten: _rule_written,
        game.RulesRevealed: _rules_revealed,
        game.PlayerGone: _player_gone,
        game.TurnChanged: _turn_changed,
        game.PointOfOrder: _point_of_order,
        game.Finale: _finale,
        game.MatchOver: _match_over,
    }
