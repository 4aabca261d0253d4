"""A game's options as clients are told of them: in the welcome, by REST and on the page."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from stammtisch.games.game import Game, Option, Refusal, Value


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that people may choose differently."""

    name: str
    #: "switch", "number", "choice" or "set" (some of the choices).
    kind: str
    default: Value
    meaning: str
    choices: list[Value]
    least: int | None
    most: int | None
    #: A number goes from `least` in such steps.
    step: int
    #: It means something only with one of these values of each of these options.
    needs: dict[str, list[Value]]
    #: The heading under which it belongs.
    group: str
    #: Only where the house allows cheats.
    cheat: bool


def options_of(game: Game) -> list[OptionInfo]:
    return [_described(option) for option in game.rules.options()]


def fixed_in(game: Game) -> dict[str, list[str]]:
    """For each profile whose name is a promise the options that it lets nobody change: whatever
    else they are is refused, though under another profile's name it would do."""
    fixed = {
        profile: [
            option.name for option in game.rules.options() if _is_fixed(game, profile, option)
        ]
        for profile in game.rules.profiles
    }
    return {profile: names for profile, names in fixed.items() if names}


def _is_fixed(game: Game, profile: str, option: Option) -> bool:
    values = game.rules.named(profile).values()
    changed = [values | {option.name: other} for other in _others(option, values[option.name])]
    if not option.is_on(values) or any(_agree(game, profile, each) for each in changed):
        return False
    return any(_agree(game, other, each) for each in changed for other in game.rules.profiles)


def _others(option: Option, value: Value) -> Iterator[Value]:
    """Values that it might have instead; of numbers and sets, those next to it."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int) and not option.choices:
        yield from (value - option.step, value + option.step)
    elif isinstance(value, tuple):
        for choice in option.choices:
            yield tuple(str(one) for one in option.choices if (one in value) != (one == choice))
    else:
        yield from (choice for choice in option.choices if choice != value)


def _agree(game: Game, profile: str, values: dict[str, Value]) -> bool:
    try:
        game.rules.named(profile, values)
    except Refusal:
        return False
    return True


def _described(option: Option) -> OptionInfo:
    return OptionInfo(
        name=option.name,
        kind=option.kind,
        default=option.default,
        meaning=option.meaning,
        choices=list(option.choices),
        least=option.least,
        most=option.most,
        step=option.step,
        needs={name: list(values) for name, values in option.needs.items()},
        group=option.group,
        cheat=option.cheat,
    )
