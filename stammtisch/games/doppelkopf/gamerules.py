"""The options as the cg protocol knows them: its gamerules, by name and value.

A gamerule is an option with a prefix. Where an option says "none", the gamerule says the text
"None", never nil: the original client joins it to other texts. The number of buck rounds is a text,
too. Options that are not here belong to our tables only.
"""

from __future__ import annotations

from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.game import Option, Value

#: What cg can carry: a list is a set of words.
GameruleValue = bool | int | str | list[str]
NONE = "None"

_OURS_ONLY = ("compulsory_solos", "calls_when", "calls_skip", "rounds", "pace")
_OTHER_PREFIX = {"wrongmove": "general.wrongmove"}
_IN_LETTERS = ("buck_amount",)

_OPTIONS: dict[str, Option] = {one.name: one for one in DoppelkopfRules.options()}

#: The gamerule of each option that has one, and the other way round.
GAMERULES: dict[str, str] = {
    name: _OTHER_PREFIX.get(name, f"dk.{name}") for name in _OPTIONS if name not in _OURS_ONLY
}
OPTIONS: dict[str, str] = {gamerule: name for name, gamerule in GAMERULES.items()}


def to_gamerule(name: str, value: Value) -> GameruleValue:
    """An option's value as its gamerule has it."""
    if isinstance(value, tuple):
        return list(value)
    if name in _IN_LETTERS:
        return str(value)
    return NONE if value == "none" else value


def from_gamerule(name: str, value: object) -> Value:
    """The value of option `name` for a gamerule's, with nil for "None"; what does not fit gives way
    as in cg: to the default, to the nearest number, or to the words that are known."""
    option = _OPTIONS[name]
    value = NONE if value is None else value
    if option.kind == "set":
        words = value if isinstance(value, list | tuple) else option.default
        assert isinstance(words, list | tuple)
        return option.check([word for word in words if word in option.choices])
    for choice in option.choices:
        said = to_gamerule(name, choice)
        if said == value and type(said) is type(value):
            return choice
    if option.kind == "switch" and isinstance(value, bool):
        return value
    if option.kind == "number" and not option.choices and type(value) is int:
        assert option.least is not None and option.most is not None
        return min(max(value, option.least), option.most)
    return option.default


def fits(name: str, value: object) -> bool:
    """Is it a value that the gamerule of option `name` can have?"""
    taken = to_gamerule(name, from_gamerule(name, value))
    if isinstance(taken, list) and isinstance(value, list):
        # They are a set: the order is free.
        return all(word in taken for word in value)
    return (value is None and taken == NONE) or (taken == value and type(taken) is type(value))
