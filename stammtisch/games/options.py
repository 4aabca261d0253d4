"""Rules that people may choose: options, and the profiles that are made of them.

An option is described once, here. The lobby's dialogs, the command line and the protocols all
build on this description.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, ClassVar, Self, cast

from stammtisch.games.refusal import Refusal

#: A set of words (which solos may be played) is a tuple in the order of the option's choices.
Value = bool | int | str | tuple[str, ...]

#: The options on which another depends, and the values of theirs with which it means something.
Needs = Mapping[str, tuple[Value, ...]]


@dataclass(frozen=True, slots=True)
class Option:
    """One rule that people may choose differently."""

    name: str
    default: Value
    meaning: str
    #: What it may be; of a set, what may be in it. Empty: anything of the default's type.
    choices: tuple[Value, ...] = ()
    least: int | None = None
    most: int | None = None
    #: A number goes from `least` in such steps.
    step: int = 1
    #: Only with these values of other options does it mean anything; else it is as good as unset.
    needs: Needs = dataclasses.field(default_factory=dict)
    #: The heading under which a dialog shows it.
    group: str = ""
    #: Only where the host of the server allows cheats.
    cheat: bool = False

    @property
    def kind(self) -> str:
        """ "switch", "number", "choice" or "set"."""
        return _KIND_NAMES[type(self.default)]

    def check(self, value: object) -> Value:
        """Return `value` if the option may have it, or refuse it with a sentence."""
        kind = type(self.default)
        if kind is tuple and isinstance(value, list | tuple | set | frozenset):
            for word in value:
                if word not in self.choices:
                    raise self._must_be(self._one_of(), word)
            return tuple(cast("str", choice) for choice in self.choices if choice in value)
        if type(value) is not kind:
            raise self._must_be(_KINDS[kind], value)
        assert isinstance(value, bool | int | str)
        if self.choices and value not in self.choices:
            raise self._must_be(self._one_of(), value)
        if kind is int and not self._fits(cast("int", value)):
            steps = "" if self.step == 1 else f" in steps of {self.step}"
            raise self._must_be(f"{self.least} to {self.most}{steps}", value)
        return value

    def is_on(self, values: Mapping[str, Value]) -> bool:
        """Does it mean anything, with these values of the other options?"""
        return all(values[name] in wanted for name, wanted in self.needs.items())

    def _fits(self, number: int) -> bool:
        low, high = self.least, self.most
        within = (low is None or number >= low) and (high is None or number <= high)
        return within and (number - (low or 0)) % self.step == 0

    def _one_of(self) -> str:
        return "one of " + ", ".join(str(choice) for choice in self.choices)

    def _must_be(self, wanted: str, value: object) -> Refusal:
        return Refusal(
            "bad_option",
            "{option} must be {wanted}, not {value}.",
            option=self.name,
            wanted=wanted,
            value=repr(value)[:60],
        )


_KINDS: dict[type, str] = {
    bool: "true or false",
    int: "a whole number",
    str: "a word",
    tuple: "a list of words",
}
_KIND_NAMES: dict[type, str] = {bool: "switch", int: "number", str: "choice", tuple: "set"}


def option(
    default: Value,
    meaning: str,
    *,
    choices: Sequence[Value] = (),
    least: int | None = None,
    most: int | None = None,
    step: int = 1,
    needs: Needs | None = None,
    group: str = "",
    cheat: bool = False,
) -> Any:
    """Declare a field of a `Rules` class as an option."""
    return dataclasses.field(
        default=default,
        metadata={
            "meaning": meaning,
            "choices": tuple(choices),
            "least": least,
            "most": most,
            "step": step,
            "needs": dict(needs or {}),
            "group": group,
            "cheat": cheat,
        },
    )


@dataclass(frozen=True)
class Rules:
    """A profile: every option of a game with its value. Subclasses add one field an option.

    Records and tables store a profile's name and what differs from it. A new option is therefore
    at its default in every profile that exists already, and its default is how it was played
    before there was a choice.
    """

    game: ClassVar[str]
    #: Goes up when the same options, or their defaults, mean something else: old matches name what
    #: they were played by.
    version: ClassVar[int]
    #: What each named profile changes in the defaults.
    profiles: ClassVar[Mapping[str, Mapping[str, Value]]]

    profile: str

    @classmethod
    @cache
    def options(cls) -> tuple[Option, ...]:
        return tuple(
            Option(name=field.name, default=cast("Value", field.default), **field.metadata)
            for field in dataclasses.fields(cls)
            if field.name != "profile"
        )

    @classmethod
    def named(cls, profile: str, changes: Mapping[str, object] | None = None) -> Self:
        """The profile of that name, with some options changed by its players."""
        if profile not in cls.profiles:
            raise Refusal(
                "unknown_profile",
                "{game} has no profile {profile}; it has {known}.",
                game=cls.game,
                profile=repr(profile),
                known=", ".join(cls.profiles),
            )
        known_options = {option.name: option for option in cls.options()}
        values: dict[str, Any] = dict(cls.profiles[profile])
        for name, value in (changes or {}).items():
            if name not in known_options:
                raise Refusal(
                    "unknown_option",
                    "{game} has no option {option}; it has {known}.",
                    game=cls.game,
                    option=repr(name),
                    known=", ".join(known_options),
                )
            values[name] = known_options[name].check(value)
        rules = cls(profile=profile, **values)
        for sentence in rules.contradictions():
            raise Refusal("contradiction", "{sentence}", sentence=sentence)
        return rules

    def contradictions(self) -> Iterator[str]:
        """A sentence for each pair of options that cannot both hold."""
        return iter(())

    def values(self) -> dict[str, Value]:
        return {option.name: getattr(self, option.name) for option in self.options()}

    def changes(self) -> dict[str, Value]:
        """What differs from the named profile: with the profile's name, all that must be stored."""
        plain = type(self).named(self.profile).values()
        return {name: value for name, value in self.values().items() if value != plain[name]}

    @cached_property
    def digest(self) -> str:
        """SHA-256 over `game`, `version` and, in order of name, `name=value` of each option that
        is not at its default, one per line.

        So a new option changes no digest as long as it is at its default, and what was played
        before there was this option verifies as it did. The profile's name is left out: the same
        options are the same game under any name. A set's value is its words, with commas between.
        """
        lines = [self.game, str(self.version)]
        lines += [
            f"{option.name}={_written(value)}"
            for option in sorted(self.options(), key=lambda one: one.name)
            if (value := getattr(self, option.name)) != option.default
        ]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _written(value: Value) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value)
