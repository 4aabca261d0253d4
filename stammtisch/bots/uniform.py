"""The bot that plays any game at random: every legal action is equally likely."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from string import ascii_lowercase
from typing import Any

from stammtisch.bots.bot import Decision
from stammtisch.games.game import Action, Field, Form, Sight

_LETTERS = ascii_lowercase + " "


@dataclass(frozen=True, slots=True)
class Uniform:
    level: str = "random"
    talks: float = 1.0
    fills_in: bool = True
    drifts: bool = False

    def choose(self, sight: Sight, rng: Random) -> Decision:
        action = self.pick(sight.actions, rng)
        if action is None:
            return Decision(None, "There is nothing to do.")
        reason = self.why(action, len(sight.actions))
        number = sight.numbers[sight.actions.index(action)]
        return Decision(filled_in(sight.forms, action, number, rng), reason)

    def pick(self, actions: Sequence[Action], rng: Random) -> Action | None:
        return actions[int(rng.random() * len(actions))] if actions else None

    def why(self, action: Action, count: int) -> str:
        return f"One of {count} at random."


def filled_in(forms: Iterable[Form], action: Action, number: int, rng: Random) -> Action:
    """The action of that number itself, or another one like it if there is a form for it."""
    for form in forms:
        if form.number == number:
            return filled(form, action, rng)
    return action


def filled(form: Form, example: Action, rng: Random) -> Action:
    """The action with the form's fields filled in at random."""
    changes = {field.name: _some(field, rng) for field in form.fields}
    action: Action = dataclasses.replace(example, **changes)  # type: ignore[type-var]
    return action


def _some(field: Field, rng: Random) -> Any:
    count = rng.randint(field.least, field.most)
    if field.of is None:
        return "".join(rng.choices(_LETTERS, k=count))
    others = [one for one in field.of if one not in field.must]
    return (*field.must, *rng.sample(others, count - len(field.must)))
