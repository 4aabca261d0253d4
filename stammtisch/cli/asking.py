"""Arguments that several commands share, and what they mean."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from stammtisch.cli.trouble import USAGE, Trouble
from stammtisch.games.game import Game, Refusal, Rules, Value
from stammtisch.games.games import GAMES, game_named


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")


def add_profile(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--profile", metavar="NAME", help="the rules (default: the game's first)")


def game_of(name: str) -> Game:
    try:
        return game_named(name)
    except Refusal as refusal:
        raise Trouble(refusal.reason, USAGE) from None


def rules_of(game: Game, profile: str | None, changes: Mapping[str, object] | None = None) -> Rules:
    """The rules of that profile, some options changed; of the game's first if none is named."""
    try:
        return game.rules.named(profile or next(iter(game.rules.profiles)), changes)
    except Refusal as refusal:
        raise Trouble(refusal.reason, USAGE) from None


def changes_of(words: Sequence[str]) -> dict[str, Value]:
    """Options as they are written on a command line: `rounds=3`, `vote=false`."""
    changes: dict[str, Value] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals):
            raise Trouble(f"An option is changed by NAME=VALUE, not by {word!r}.", USAGE)
        changes[name] = _value(value)
    return changes


def _value(word: str) -> Value:
    if word in ("true", "false"):
        return word == "true"
    return int(word) if word.removeprefix("-").isdecimal() else word


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """A reader of numbers within these bounds."""
    bounds = f"from {least} to {most}" if most is not None else f"of {least} or more"

    def read(word: str) -> int:
        try:
            number = int(word)
        except ValueError:
            number = least - 1
        if number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"{word!r} is not a whole number {bounds}")
        return number

    return read


# --- where the store is --------------------------------------------------------------------------


def add_store(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--data", metavar="DIR", help="folder of the SQLite file (default: the platform's)"
    )
    where.add_argument("--store", metavar="URL", help="address of the store, instead of --data")


def store_address(asked: argparse.Namespace) -> str:
    """The same store that `serve` opens when it is given the same options."""
    if asked.store:
        return str(asked.store)
    if asked.data:
        folder = Path(asked.data)
    else:
        import platformdirs

        folder = platformdirs.user_data_path("stammtisch")
    return str(folder / "stammtisch.db")
