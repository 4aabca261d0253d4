"""The actions of an environment: one of a fixed number of choices, however large the game's are.

In this order:

* the numbers of the game itself (`Match.number`);
* WAIT: nothing for now, where several may act or somebody is asked out of turn;
* DONE: no more of this, where a form takes fewer or more;
* the parts: what forms are filled in with (cards to pass, bonuses to say), one by one;
* the texts: what can be said or written, where that is free.

An action that is a form is chosen by its number first, and then filled in part by part by the same
player; what must be in it is in it already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stammtisch.env.layout import FIELDS, Coding
from stammtisch.games.game import Action, Field, Form, Observation

Mask = NDArray[np.int8]


class Choices:
    """Which number means what."""

    def __init__(self, coding: Coding) -> None:
        self.parts = coding.parts
        self.texts = [(kind, text) for kind, texts in coding.texts.items() for text in texts]
        self.numbers = coding.count
        self.wait = coding.count
        self.done = self.wait + 1
        self.first_part = self.done + 1
        self.first_text = self.first_part + len(self.parts)
        self.size = self.first_text + len(self.texts)
        #: For each kind of action that is free text: the choices that stand for it.
        self._free = {
            kind: [self.first_text + at for at, one in enumerate(self.texts) if one[0] == kind]
            for kind in coding.texts
        }

    def mask(self, observation: Observation, may_wait: bool) -> Mask:
        """What can be chosen by who has this before him."""
        mask = np.zeros(self.size, np.int8)
        mask[self.wait] = may_wait
        allowed: list[int] = []
        for action, number in zip(observation.actions, observation.numbers, strict=True):
            if action.type in self._free:
                allowed += self._free[action.type]
            elif number < self.numbers:
                allowed.append(number)
        mask[allowed] = 1
        return mask

    def chosen(self, observation: Observation, choice: int) -> Action:
        """The action of that choice, which may be a form still to be filled in."""
        if choice >= self.first_text:
            kind, text = self.texts[choice - self.first_text]
            example = next(action for action in observation.actions if action.type == kind)
            return replace(example, text=text)  # type: ignore[type-var]
        return observation.actions[observation.numbers.index(choice)]


class Filling:
    """A form that its player fills in."""

    def __init__(self, choices: Choices, form: Form, example: Action) -> None:
        self._choices = choices
        self._example = example
        self._fields = form.fields[:FIELDS]
        assert len(form.fields) <= FIELDS
        self._values: dict[str, tuple[Any, ...]] = {}
        #: Which field is being filled in, and with what so far.
        self.at = -1
        self.taken: list[Any] = []
        self._next_field()

    @property
    def action(self) -> Action | None:
        """What came of it; None as long as something is missing."""
        if self.at < len(self._fields):
            return None
        return replace(self._example, **self._values)  # type: ignore[type-var]

    def mask(self) -> Mask:
        choices = self._choices
        mask = np.zeros(choices.size, np.int8)
        for value in self._open():
            mask[choices.first_part + choices.parts.index(value)] = 1
        mask[choices.done] = len(self.taken) >= self._field.least
        return mask

    def choose(self, choice: int) -> None:
        if choice == self._choices.done:
            self._finish()
            return
        self.taken.append(self._choices.parts[choice - self._choices.first_part])
        if len(self.taken) == self._field.most:
            self._finish()

    @property
    def _field(self) -> Field:
        return self._fields[self.at]

    def _open(self) -> Sequence[Any]:
        return list((Counter(self._field.of or ()) - Counter(self.taken)).elements())

    def _finish(self) -> None:
        self._values[self._field.name] = tuple(self.taken)
        self._next_field()

    def _next_field(self) -> None:
        """The next one that leaves a choice."""
        self.at += 1
        while self.at < len(self._fields):
            self.taken = list(self._field.must)
            if len(self.taken) < self._field.most:
                return
            self._values[self._field.name] = tuple(self.taken)
            self.at += 1
