"""What a player at a table of Mao knows, beside the view, and which key says which phrase."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from stammtisch.games.mao import records
from stammtisch.games.mao.book import base_texts, is_name
from stammtisch.games.mao.cards import SUITS, Card, normal
from stammtisch.games.mao.chairman import CALLING, CLOSING, GUILTY, INNOCENT, OPENING
from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import Duty, Say, SayName, Wild
from stammtisch.games.mao.language.words import RuleError
from stammtisch.games.mao.match import MAO
from stammtisch.games.mao.records import Mode, View
from stammtisch.games.mao.rules import MaoRules
from stammtisch.terminal.mao.hand import Fan, t
from stammtisch.terminal.mao.words import sentence
from stammtisch.terminal.tabletop import Tabletop

#: F1 is help.
KEYS = (*"1234567890", "f2", "f3", "f4", "f5")
#: The last keys are left for what rules want that are written or told later.
FOR_RULES = 2

#: Stands for the name of the card that the player has played last.
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


#: Phrases of others that are remembered.
HEARD = 20


class MaoTop(Tabletop):
    game = MAO
    view: View | None

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        self.fan = Fan()
        self.finale: records.Finale | None = None
        #: What the players have said in this match, each once, the newest last.
        self.heard: list[str] = []
        self.phrasebook = Phrasebook()
        #: What the machine made of the player's newest rule.
        self.own_rule: records.RuleWritten | None = None
        #: The card that the player has played last in this round, and may have to name.
        self.played: Card | None = None
        #: How many cards lie on the pile, and who may write a rule, after the newest event.
        self._pile = 0
        self._winner: int | None = None
        #: The clock of the server in this process stands still.
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
        super().see(view)
        if self.view is not None:
            self.fan.take(self.view.hand or ())
            self._pile = len(self.view.pile)
            self._winner = self.view.winner if self.view.mode == "inBetweenRounds" else None
            self._learn()

    def told(self, event: Any) -> str | None:
        if isinstance(event, records.Finale):
            # It has a screen of its own.
            return None
        if isinstance(event, records.RuleWritten) and event.text is None and self._is_school:
            # The chairman reads it out at once.
            return t("wrote", who=self.name(event.seat))
        return sentence(event, self.name, self._pile)

    def happen(self, event: Any) -> None:
        by_chairman = isinstance(event, records.Accused) and event.accuser is None
        if by_chairman and self.lines and self.lines[-1].startswith(t("chairman_says")):
            # He has just said what the sentence on the accusation says again.
            del self.lines[-1]
        if isinstance(event, records.RoundStarted) and self._winner is not None:
            self.note(t("no_rule_written", who=self.name(self._winner)))
        super().happen(event)

    def _learn(self) -> None:
        """What rules want and others say finds its key."""
        view, rules = self.view, list(base_texts(self.mao_rules))
        if view is not None:
            rules += [*view.own_rules, *(rule.text for rule in view.known_rules)]
        self.phrasebook.learn(rules, self.heard)

    @property
    def _is_school(self) -> bool:
        return self.mao_rules.table == "school"

    def _round_started(self, event: records.RoundStarted) -> None:
        if event.round == 1:
            self.finale, self.heard, self.own_rule = None, [], None
            self.phrasebook = Phrasebook()
        self.played, self._winner = None, None
        self.fan.take(())
        self._pile = len(event.discard)

    def _talked(self, event: records.Talked) -> None:
        if event.seat is not None:
            if event.text in self.heard:
                self.heard.remove(event.text)
            self.heard = [*self.heard, event.text][-HEARD:]

    def _moved(self, event: records.Moved) -> None:
        self._pile += (event.target.place == "pile") - (event.source.place == "pile")
        if event.seat == self.seat and (event.source.place, event.target.place) == ("hand", "pile"):
            self.played = event.card

    def _round_over(self, event: records.RoundOver) -> None:
        self._winner = event.seat

    def _rule_written(self, event: records.RuleWritten) -> None:
        self._winner = None
        if event.text is not None:
            self.own_rule = event

    def _player_gone(self, event: records.PlayerGone) -> None:
        if self._winner == event.seat:
            self._winner = None

    def _finale(self, event: records.Finale) -> None:
        self.finale = event

    folds: ClassVar[Mapping[type, Callable[[Any, Any], None]]] = {
        **Tabletop.folds,
        records.RoundStarted: _round_started,
        records.Talked: _talked,
        records.Moved: _moved,
        records.RoundOver: _round_over,
        records.RuleWritten: _rule_written,
        records.PlayerGone: _player_gone,
        records.Finale: _finale,
    }
