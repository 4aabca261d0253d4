"""The bots of the server, by game and level.

What a bot is: it is told what its seat sees, and answers with an action and a reason.

Bots remember nothing between two calls, so any process can think for any seat. What they know is
in the observation; what is random comes from the `Random` they are given.

The bot that plays any game at random: every legal action is equally likely.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from random import Random
from string import ascii_lowercase
from typing import Any, Protocol, runtime_checkable

from stammtisch.games.game import RANDOM, Action, Field, Form, Observation, Refusal
from stammtisch.games.games import game_named
from stammtisch.i18n.reasoning import find_reason


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a bot does something, for people who watch or learn: the code of a sentence in
    `i18n/reasons`, and what is filled into its blanks. A code that is not there is shown as it is,
    so a bot of one's own may have a sentence instead."""

    code: str
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """In English."""
        return find_reason(self.code, self.data, "en") or self.code


@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot does, and why."""

    #: None: nothing for now. It is asked again a little later.
    action: Action | None
    reason: Reason


class Bot(Protocol):
    @property
    def level(self) -> str: ...

    def choose(self, observation: Observation, rng: Random) -> Decision:
        """Choose one of the seat's legal actions, or another one like them where a form leaves its
        player free (what to say, what to pass on)."""


@runtime_checkable
class Blind(Protocol):
    """A bot that need not look: where many matches are played it is only told what it may do."""

    @property
    def talks(self) -> float:
        """How likely it is to be asked when it has something to say out of turn, 0 to 1."""

    @property
    def fills_in(self) -> bool:
        """If there is a form for what it picks, is that filled in at random?"""

    @property
    def drifts(self) -> bool:
        """Does it choose cards as `Match.play_by_chance` does?"""

    def pick(self, actions: Sequence[Action], rng: Random) -> Action | None:
        """One of the actions, or None for nothing."""

    def why(self, action: Action, count: int) -> Reason:
        """Why it picked this action of so many: the reason that `choose` gives."""


_LETTERS = ascii_lowercase + " "


@dataclass(frozen=True, slots=True)
class Uniform:
    level: str = "random"
    talks: float = 1.0
    fills_in: bool = True
    drifts: bool = False

    def choose(self, observation: Observation, rng: Random) -> Decision:
        action = self.pick(observation.actions, rng)
        if action is None:
            return Decision(None, Reason("nothing_to_do"))
        reason = self.why(action, len(observation.actions))
        number = observation.numbers[observation.actions.index(action)]
        return Decision(filled_in(observation.forms, action, number, rng), reason)

    def pick(self, actions: Sequence[Action], rng: Random) -> Action | None:
        return actions[int(rng.random() * len(actions))] if actions else None

    def why(self, action: Action, count: int) -> Reason:
        return Reason("random", {"count": count})


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


@cache
def bots_of(game: str) -> Mapping[str, Bot]:
    """The bots of a game by level, from where it says; imported when the first is asked for."""
    place = game_named(game).bots
    own: Mapping[str, Bot] = {} if place is None else resolve_name(place)
    return {RANDOM: Uniform(), **own}


def bot_for(game: str, level: str) -> Bot:
    """The bot of that level. It remembers nothing, so every seat may use the same one."""
    bots = bots_of(game)
    if level not in bots:
        raise Refusal(
            "unknown_level",
            "There is no bot level {level}; there is {known}.",
            level=repr(level),
            known=", ".join(game_named(game).all_levels),
        )
    return bots[level]


def bot_named(game: str, bot: str | Bot) -> Bot:
    """The bot of a level, or one of `module:Class`, which is looked for here too; a bot itself is
    what it is."""
    if not isinstance(bot, str):
        return bot
    return _bot_at(bot) if ":" in bot else bot_for(game, bot)


@cache
def _bot_at(place: str) -> Bot:
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    try:
        found = resolve_name(place)
        bot: Bot = found() if isinstance(found, type) else found
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        raise Refusal(
            "no_such_bot",
            "There is no bot {place}: {error}. It is written as module:Class.",
            place=place,
            error=str(error),
        ) from error
    for part in ("level", "choose"):
        if not hasattr(bot, part):
            raise Refusal("no_bot", "{place} is no bot: it has no {part}.", place=place, part=part)
    return bot
