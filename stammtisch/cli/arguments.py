"""Arguments that several commands share, and what they mean.

Where the terminal keeps what is the user's own, as the platform has it.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import platformdirs

from stammtisch.cli.output import USAGE, CliError
from stammtisch.games.game import Game, Refusal, Rules, Value
from stammtisch.games.games import GAMES, game_named


def tokens_file() -> Path:
    """Who one is at servers."""
    return platformdirs.user_config_path("stammtisch") / "tokens.json"


def matches_folder() -> Path:
    """The matches that were played on this machine without a server."""
    return platformdirs.user_data_path("stammtisch") / "matches"


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")


def add_profile(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--profile", metavar="NAME", help="the rules (default: the game's usual ones)"
    )


def game_of(name: str) -> Game:
    try:
        return game_named(name)
    except Refusal as refusal:
        raise CliError(refusal.reason, USAGE) from None


def rules_of(game: Game, profile: str | None, words: Sequence[str] = ()) -> Rules:
    """The rules of that profile, some options changed; the game's usual one if none is named."""
    try:
        changes = changes_of(game, words)
        return game.rules.named(profile or game.usual_profile, changes)
    except Refusal as refusal:
        raise CliError(refusal.reason, USAGE) from None


# --- options of the rules ------------------------------------------------------------------------

#: How an option is switched; `rules` prints yes and no.
SWITCHES = {
    **dict.fromkeys(("yes", "true", "on"), True),
    **dict.fromkeys(("no", "false", "off"), False),
}
#: How a set without any word is written.
NOTHING = "none"


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change an option of the profile (stammtisch rules GAME lists them), as rounds=3, "
        "vote=no, or for a set words with commas between, none for no word; may be repeated",
    )


def changes_of(game: Game, words: Sequence[str]) -> dict[str, Value]:
    """Options as they are written on a command line: `rounds=3`, `vote=no`, `solos=queen,jack`."""
    kinds = {one.name: one.kind for one in game.rules.options()}
    changes: dict[str, Value] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals):
            raise CliError(f"An option is changed by NAME=VALUE, not by {word!r}.", USAGE)
        if kinds.get(name) == "switch":
            if value.lower() not in SWITCHES:
                raise CliError(f"{name} must be yes or no, not {value!r}.", USAGE)
            changes[name] = SWITCHES[value.lower()]
        elif kinds.get(name) == "set":
            changes[name] = _set(value)
        else:
            changes[name] = _value(value)
    return changes


def _set(words: str) -> tuple[str, ...]:
    if words.strip().lower() in ("", NOTHING):
        return ()
    return tuple(word.strip() for word in words.split(","))


def _value(word: str) -> Value:
    return int(word) if word.removeprefix("-").isdecimal() else word


# --- players -------------------------------------------------------------------------------------

#: So many play where a game leaves a choice.
USUAL = 4


def add_players(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players",
        type=int,
        metavar="N",
        help=f"seats at the table, where the game leaves a choice (default: {USUAL})",
    )


def check_players(game: Game, players: int | None) -> None:
    if players is not None and players not in game.seats:
        raise CliError(f"{game.name} is played by {seats_of(game)} people, not {players}.", USAGE)


def usual_players(game: Game) -> int:
    return USUAL if USUAL in game.seats else game.seats[-1]


def seats_of(game: Game) -> str:
    few, many = game.seats[0], game.seats[-1]
    return f"{few} to {many}" if many > few else f"{few}"


# --- numbers -------------------------------------------------------------------------------------


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
    where.add_argument(
        "--config", metavar="FILE", help="the configuration file that serve has, which names it"
    )


def store_address(asked: argparse.Namespace) -> str:
    """The same store that `serve` opens with the same options, environment and file."""
    from stammtisch.net.settings import BadSetting, placed

    try:
        return placed(asked.data, asked.store, os.environ, asked.config)
    except BadSetting as error:
        raise CliError(str(error), USAGE) from None
