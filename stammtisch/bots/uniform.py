"""The bot that plays any game at random: every legal action is equally likely."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from random import Random
from string import ascii_lowercase
from typing import Any, ClassVar

from stammtisch.bots.bot import Decision
from stammtisch.games.game import Action, Field, Form, Sight

_LETTERS = ascii_lowercase + " "


@dataclass(frozen=True, slots=True)
class Uniform:
    level: str = "random"
    looks: ClassVar[bool] = False

    def choose(self, sight: Sight, rng: Random) -> Decision:
        actions = sight.actions
        if not actions:
            return Decision(None, "There is nothing to do.")
        action = rng.choice(actions)
        for form in sight.forms:
            if form.action == action.type:
                action = filled(form, action, rng)
        return Decision(action, f"One of {len(actions)} at random.")


def filled(form: Form, example: Action, rng: Random) -> Action:
    """The action with the form's fields filled in at random."""
    changes = {field.name: _some(field, rng) for field in form.fields}
    action: Action = dataclasses.replace(example, **changes)  # type: ignore[type-var]
    return action


def _some(field: Field, rng: Random) -> Any:
    count = rng.randint(field.least, field.most)
    if field.of is None:
        return "".join(rng.choices(_LETTERS, k=count))
    return tuple(rng.sample(field.of, count))
