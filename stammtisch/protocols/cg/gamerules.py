"""A table's options as the gamerules of cg, with what tells the client which values they can have.

Beside the gamerules of the original (`protocols/cg/gamerules.py`) there are those that only
our tables know; their names begin with `st.`.

The options as the cg protocol knows them: its gamerules, by name and value.

A gamerule is an option with a prefix. Where an option says "none", the gamerule says the text
"None", never nil: the original client joins it to other texts. The number of buck rounds is a text,
too. Options that are not here belong to our tables only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.game import Option, Refusal, Value

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


#: The gamerule of each option, and the other way round.
NAMES: dict[str, str] = {name: GAMERULES.get(name, f"st.{name}") for name in _OPTIONS}
TABLE_OPTIONS: dict[str, str] = {gamerule: name for name, gamerule in NAMES.items()}

_KINDS = {"switch": "bool", "choice": "select", "set": "active", "number": "number"}


def gamerules(rules: DoppelkopfRules) -> dict[str, Any]:
    """All gamerules with their values."""
    return {NAMES[name]: to_gamerule(name, value) for name, value in rules.values().items()}


def _validator(option: Option) -> dict[str, Any]:
    chosen = bool(option.choices) and option.kind == "number"
    validator: dict[str, Any] = {
        "type": "select" if chosen else _KINDS[option.kind],
        "default": to_gamerule(option.name, option.default),
        "requirements": {
            NAMES[name]: [to_gamerule(name, value) for value in values]
            for name, values in option.needs.items()
        },
    }
    if option.choices:
        validator["options"] = [to_gamerule(option.name, choice) for choice in option.choices]
    elif option.kind == "number":
        validator |= {"min": option.least, "max": option.most, "step": option.step}
    if option.kind == "set":
        validator["options"] = list(map(str, option.choices))
    return validator


VALIDATORS: dict[str, dict[str, Any]] = {
    NAMES[name]: _validator(option) for name, option in _OPTIONS.items()
}


def wanted(asked: Mapping[str, Any]) -> dict[str, Value]:
    """The options that a client's gamerules want; unknown ones are ignored, and values that a
    gamerule cannot have give way to one that it can."""
    return {
        TABLE_OPTIONS[name]: from_gamerule(TABLE_OPTIONS[name], asked[name])
        for name in asked
        if name in TABLE_OPTIONS
    }


def misfits(asked: Mapping[str, Any]) -> list[str]:
    """The gamerules of a client that there are not, or that cannot have the value it sends."""
    return [
        name
        for name in asked
        if name not in TABLE_OPTIONS or not fits(TABLE_OPTIONS[name], asked[name])
    ]


# --- contradictions ----------------------------------------------------------------------------


def settled(
    rules: DoppelkopfRules, changes: Mapping[str, Value]
) -> tuple[DoppelkopfRules, tuple[str, ...]]:
    """The rules with these changes; where they contradict each other, the nearest that do not.

    Also returned are the gamerules that have another value than was asked for.
    """
    values = {**rules.values(), **changes}
    for mend in _MENDS:
        mend(values, changes)
    found = _possible(rules.profile, values) or _possible("house", values) or rules
    bent = [
        name
        for name, value in found.values().items()
        if value != changes.get(name, getattr(rules, name))
    ]
    return found, tuple(NAMES[name] for name in bent)


def _possible(profile: str, values: Mapping[str, Value]) -> DoppelkopfRules | None:
    plain = DoppelkopfRules.named(profile).values()
    changes = {name: value for name, value in values.items() if value != plain[name]}
    try:
        return DoppelkopfRules.named(profile, changes)
    except Refusal:
        return None


def _joker_or_superpigs(values: dict[str, Value], changes: Mapping[str, Value]) -> None:
    if "none" not in (values["joker"], values["superpigs"]):
        values["joker" if changes.get("superpigs", "none") != "none" else "superpigs"] = "none"


def _jane_or_charlie(values: dict[str, Value], changes: Mapping[str, Value]) -> None:
    if values["jane"] and values["charlie_broken"]:
        values["charlie_broken" if changes.get("jane") else "jane"] = False


def _no_nines_to_be_trumps(values: dict[str, Value], changes: Mapping[str, Value]) -> None:
    solos = values["solos"]
    if values["without9"] == "without" and isinstance(solos, tuple):
        values["solos"] = tuple(solo for solo in solos if solo != "solo_9s")


def _a_solo_for_the_sow(values: dict[str, Value], changes: Mapping[str, Value]) -> None:
    if not values["solos"] and values["poverty_consequence"] == "black_sow":
        values["poverty_consequence"] = "none"


def _a_solo_for_everybody(values: dict[str, Value], changes: Mapping[str, Value]) -> None:
    rounds = values["rounds"]
    if values["compulsory_solos"]:
        if not values["solos"] or (isinstance(rounds, int) and rounds < 4 and "rounds" in changes):
            values["compulsory_solos"] = False
        elif isinstance(rounds, int):
            values["rounds"] = max(rounds, 24 if rounds == 0 else 4)


_MENDS: tuple[Callable[[dict[str, Value], Mapping[str, Value]], None], ...] = (
    _joker_or_superpigs,
    _jane_or_charlie,
    _no_nines_to_be_trumps,
    _a_solo_for_the_sow,
    _a_solo_for_everybody,
)
