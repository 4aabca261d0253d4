"""A rule in plain words, so that its author hears what was understood before it counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stammtisch.games.mao.language import rule as tree
from stammtisch.games.mao.language.rule import Condition, Duty, Rule
from stammtisch.games.mao.phrasing.cards import card_named, nth_card
from stammtisch.games.mao.phrasing.guessing import Guess
from stammtisch.games.mao.phrasing.voices import VOICES, Voice, counted

#: Duties that the player does, so that a sentence can be about the player.
_ONES_OWN = (tree.Skip, tree.Reverse, tree.Again, tree.Wild)


def said(rule: Rule, tongue: str) -> str:
    """A sentence without capital and full stop, in English, German or Slovenian."""
    return _Teller(tongue).rule(rule)


def said_back(
    rule: Rule, tongue: str, guesses: Sequence[Guess] = (), passed: Sequence[str] = ()
) -> str:
    """The question with which an author is asked whether it is meant like that."""
    voice = VOICES[tongue]
    sentences = [voice.taken.format(**guess._asdict()) for guess in guesses]
    if passed:
        sentences.append(voice.passed.format(words=", ".join(f"“{word}”" for word in passed)))
    return " ".join([*sentences, voice.asked.format(rule=said(rule, tongue))])


class _Teller:
    def __init__(self, tongue: str) -> None:
        self._tongue = tongue
        self._voice: Voice = VOICES[tongue]

    def rule(self, rule: Rule) -> str:
        moment, ifs = self._moment(rule)
        if rule.duties == (tree.Forbidden(),):
            words = self._voice.nobody.format(moment=self._infinitive(rule), ifs=ifs)
        elif all(self._is_own(duty) for duty in rule.duties):
            done = self._listed([self._own(duty) for duty in rule.duties])
            words = self._voice.whoever.format(moment=moment, ifs=ifs, duties=done)
        else:
            done = self._listed([self._anybodys(duty) for duty in rule.duties])
            words = self._voice.when.format(moment=moment, ifs=ifs, duties=done)
        if rule.within is not None:
            words += self._voice.within.format(seconds=counted(self._tongue, "second", rule.within))
        if rule.penalty is not None:
            words += self._voice.penalty.format(cards=counted(self._tongue, "card", rule.penalty))
        return words.replace(",,", ",")

    # --- conditions -----------------------------------------------------------------------------

    def _moment(self, rule: Rule) -> tuple[str, str]:
        """What somebody does, and under which further conditions."""
        main = self._main(rule)
        rest = [one for one in rule.conditions if one is not main]
        if rule.happening != "play":
            moment = self._voice.moments[rule.happening]
        elif isinstance(main, tree.HandSize):
            moment = self._voice.hand_moment.format(size=self._size(main))
        else:
            moment = self._voice.moments["play"].format(card=self._card(main))
        clauses = [
            self._clause(one) for one in rest if not isinstance(one, tree.Drawn | tree.Penalised)
        ]
        ifs = self._voice.ifs.format(clauses=self._listed(clauses)) if clauses else ""
        return moment, ifs

    def _infinitive(self, rule: Rule) -> str:
        return self._card(self._main(rule))

    def _main(self, rule: Rule) -> Condition | None:
        """The condition that the sentence begins with: which card it is about, if one is named."""
        for one in rule.conditions:
            if _is_card(one):
                return one
        if len(rule.conditions) == 1 and isinstance(rule.conditions[0], tree.HandSize):
            forbids = rule.duties == (tree.Forbidden(),)
            return None if forbids else rule.conditions[0]
        return None

    def _card(self, main: Condition | None) -> str:
        if isinstance(main, tree.Either):
            named = [card_named(test, self._tongue) for test in main.options]  # type: ignore[arg-type]
            return self._voice.either.join(named)
        if isinstance(main, tree.Not):
            test = main.condition
            assert isinstance(test, tree.CardTest)
            return self._voice.other_card.format(card=card_named(test, self._tongue))
        if isinstance(main, tree.CardTest):
            return card_named(main, self._tongue)
        return card_named(tree.CardTest(), self._tongue)

    def _clause(self, condition: Condition) -> str:
        voice = self._voice
        if isinstance(condition, tree.Either):
            return voice.either.join(self._clause(option) for option in condition.options)
        if isinstance(condition, tree.Not):
            return voice.untrue.format(clause=self._clause(condition.condition))
        if isinstance(condition, tree.Same):
            return voice.same[condition.what]
        if isinstance(condition, tree.Step):
            return voice.higher if condition.up else voice.lower
        if isinstance(condition, tree.HandSize):
            return voice.hand.format(size=self._size(condition))
        if isinstance(condition, tree.Neighbour):
            return voice.neighbour[condition.side].format(size=self._size(condition))
        if isinstance(condition, tree.InRow):
            card = nth_card(condition.count, condition.test, self._tongue)
            return voice.in_row.format(card=card)
        assert isinstance(condition, tree.CardTest)
        return voice.is_card.format(card=card_named(condition, self._tongue, subject=True))

    def _size(self, size: tree.HandSize | tree.Neighbour) -> str:
        cards = counted(self._tongue, "card", size.count)
        return self._voice.sizes[size.compare].format(cards=cards)

    # --- duties ---------------------------------------------------------------------------------

    def _is_own(self, duty: Duty) -> bool:
        return isinstance(duty, _ONES_OWN) or getattr(duty, "whom", None) == "player"

    def _own(self, duty: Duty) -> str:
        return self._voice.own[type(duty).__name__].format(**self._values(duty))

    def _anybodys(self, duty: Duty) -> str:
        if hasattr(duty, "whom"):
            plural = duty.whom == "everybody"
            verbs = self._voice.plural if plural else self._voice.own
            does = verbs[type(duty).__name__].format(**self._values(duty))
            return f"{self._voice.persons[duty.whom]} {does}"
        return self._voice.happens[type(duty).__name__].format(**self._values(duty))

    def _values(self, duty: Duty) -> dict[str, Any]:
        values: dict[str, Any] = {}
        if isinstance(duty, tree.Say):
            values["phrase"] = duty.phrase
        elif isinstance(duty, tree.SayName):
            values["what"] = self._voice.named[duty.what]
        elif isinstance(duty, tree.Draw):
            values["cards"] = counted(self._tongue, "card", duty.count)
        elif isinstance(duty, tree.Skip):
            key = "one" if duty.count == 1 else "many"
            values["players"] = self._voice.skipped[key].format(count=duty.count)
        elif isinstance(duty, tree.NextMust):
            values["card"] = card_named(duty.test, self._tongue, subject=True)
        return values

    def _listed(self, parts: Sequence[str]) -> str:
        *some, last = parts
        return self._voice.both.join([", ".join(some), last] if some else [last])


def _is_card(condition: Condition) -> bool:
    if isinstance(condition, tree.Either):
        return all(isinstance(option, tree.CardTest) for option in condition.options)
    plain = condition.condition if isinstance(condition, tree.Not) else condition
    return isinstance(plain, tree.CardTest)
