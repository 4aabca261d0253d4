"""How a table is run: chosen when it is opened, and changed by its host between matches.

A game's options as clients are told of them: in the welcome, by REST and on the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from stammtisch.bots.bots import bot_for
from stammtisch.games.game import Game, Option, Refusal, Rules, Value
from stammtisch.games.games import GAMES, game_named


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that people may choose differently.

    kind: "switch", "number", "choice" or "set" (some of the choices).
    default: The value in the first profile, unless that changes it.
    meaning: A sentence that says what it does.
    choices: What it may be; of a set, what may be in it. Empty: anything of its kind.
    least: The smallest number it may be.
    most: The largest number it may be.
    step: A number goes from `least` in such steps.
    needs: It means something only with one of these values of each of these options.
    group: The heading under which it belongs.
    cheat: Only where the server allows cheats.
    """

    name: str
    kind: str
    default: Value
    meaning: str
    choices: list[Value]
    least: int | None
    most: int | None
    step: int
    needs: dict[str, list[Value]]
    group: str
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


#: What happens to the seat of somebody who leaves a match: a bot sits in until the owner comes back
#: (or a newcomer takes the seat over, see `grace`); the match waits for the owner; the match ends;
#: or, in a game that allows it, the player is out and the others play on.
Leaver = Literal["bot", "wait", "end", "out"]

LONGEST_NAME = 60
#: The slowest that bots may be, in milliseconds.
SLOWEST = 10_000


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a table is run.

    seats: How many seats the table has.
    bots: The level of bots that fill seats or sit in for somebody; "" is the usual one of the game.
    fill_after: Seconds after which bots take the empty seats; 0 is at once, None is never.
    watch: May people watch who have no seat?
    name: What the host calls the table.
    hints: May players ask what a good bot would do?
    grace: Seconds after which a newcomer may take over the seat of somebody who is away from a
        match; 0 is never. Who has left on purpose is not waited for.
    pace: Milliseconds that bots take for a move, at most 10,000; None is the server's own pace. How
        few there may be is for the server to say (200 unless said, see `Timings`).
    """

    game: str
    profile: str
    options: dict[str, Value] = {}
    seats: int = 4
    private: bool = False
    leaver: Leaver = "bot"
    bots: Annotated[str, Meta(max_length=64)] = ""
    fill_after: float | None = None
    watch: bool = True
    name: str = ""
    hints: bool = True
    grace: int = 120
    pace: int | None = None

    def __post_init__(self) -> None:
        if not self.bots and self.game in GAMES:
            msgspec.structs.force_setattr(self, "bots", GAMES[self.game].usual_level)

    def checked(self) -> tuple[Game, Rules]:
        """The game and the rules, or a `Refusal` that says what cannot be."""
        game = game_named(self.game)
        rules = game.rules.named(self.profile, self.options)
        if self.seats not in game.seats:
            raise Refusal(
                "bad_seats",
                "{game} has {fewest} to {most} seats, not {seats}.",
                game=game.name,
                fewest=game.seats[0],
                most=game.seats[-1],
                seats=self.seats,
            )
        if self.leaver == "out" and not game.goes_on:
            raise Refusal(
                "cannot_go_on", "{game} cannot go on without one of its players.", game=game.name
            )
        if self.fill_after is not None and not 0 <= self.fill_after <= 3600:
            raise Refusal("bad_filling", "Bots fill the seats after 0 to 3600 seconds, or never.")
        if not 0 <= self.grace <= 3600:
            raise Refusal("bad_grace", "A seat is kept for 1 to 3600 seconds, or (0) for good.")
        if self.pace is not None and not 0 <= self.pace <= SLOWEST:
            raise Refusal(
                "bad_pace", "Bots take 0 to {most} milliseconds for a move.", most=SLOWEST
            )
        if len(self.name) > LONGEST_NAME or not self.name.isprintable():
            raise Refusal(
                "bad_table_name",
                "A table's name has at most {most} characters, all of them printable.",
                most=LONGEST_NAME,
            )
        bot_for(game.name, self.bots)
        return game, rules
