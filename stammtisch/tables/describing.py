"""A game's options as clients are told of them: in the welcome, by REST and on the page."""

from __future__ import annotations

import msgspec

from stammtisch.games.game import Game, Option, Value


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
