"""What was said at the table that no known rule wanted."""

from __future__ import annotations

from typing import NamedTuple

from stammtisch.bots.mao.deeds import Deed, Utterance
from stammtisch.bots.mao.history import History
from stammtisch.bots.mao.rulebook import Present, Rulebook, Words
from stammtisch.bots.mao.speaking import said, spoken_forms
from stammtisch.games.mao.chair.orders import suit_named
from stammtisch.games.mao.language.rule import Say, SayName

_NAMES = (SayName("card"), SayName("suit"), SayName("rank"))


class Hint(NamedTuple):
    """What was said to a deed, and the duty that may have been done by it."""

    utterance: Utterance
    deed: Deed
    duty: Words


class Hearing:
    """All that was said, for players who know these rules and no others. What was heard stays
    heard; whether it was punished afterwards is another matter."""

    def __init__(self, history: History, book: Rulebook, direction: int, present: Present) -> None:
        self._history = history
        self._book = book
        self._direction = direction
        self._present = present
        self._read = 0
        self._hints: list[Hint] = []

    def hints(self) -> list[Hint]:
        utterances = self._history.utterances
        for utterance in utterances[self._read :]:
            if utterance.deeds and not self._explained(utterance):
                # Penalties are seldom what somebody talks about.
                acts = [deed for deed in utterance.deeds if deed.now.happening != "penalty"]
                deed = (acts or utterance.deeds)[-1]
                self._hints += [
                    Hint(utterance, deed, duty) for duty in self._meanings(utterance.said, deed)
                ]
        self._read = len(utterances)
        return self._hints

    def _explained(self, utterance: Utterance) -> bool:
        words = [utterance.said]
        for deed in utterance.deeds:
            wants = self._book.wants(deed.seat, deed.now, self._direction, self._present)
            if any(said(duty, deed, words) for duty in wants.words.get(utterance.seat, ())):
                return True
        return False

    def _meanings(self, word: str, deed: Deed) -> list[Words]:
        if deed.now.happening == "play":
            wants = self._book.wants(deed.seat, deed.now, self._direction, self._present)
            if suit_named(word) is not None and wants.wild:
                return []
            named: list[Words] = [duty for duty in _NAMES if word in spoken_forms(duty, deed.card)]
            if named:
                return named
        return [Say(word)]
