"""The phrases that one may want in a hurry, each with a key that it keeps for the whole match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stammtisch.games.mao.card import SUITS
from stammtisch.games.mao.chair.offences import CALLING, CLOSING, GUILTY, INNOCENT, OPENING
from stammtisch.games.mao.chair.orders import is_name
from stammtisch.games.mao.language.lexer import RuleError
from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import Duty, Say, SayName, Wild
from stammtisch.games.mao.speech import normal

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
