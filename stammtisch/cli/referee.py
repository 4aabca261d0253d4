"""`stammtisch referee`: answers to positions of a game."""

from __future__ import annotations

import argparse

from stammtisch.cli.asking import add_game, add_profile, game_of, rules_of
from stammtisch.cli.trouble import USAGE, Trouble
from stammtisch.games.games import GAMES


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("file", metavar="FILE", help='JSON: {"vectors": [{"id", "kind", "given"}]}')
    add_profile(parser)


def run(asked: argparse.Namespace) -> int:
    game = game_of(asked.game)
    rules_of(game, asked.profile)
    raise Trouble(
        f"No kinds of positions are defined for {game.name} that a referee could be asked about; "
        f"of the games here ({', '.join(GAMES)}) none has any.",
        USAGE,
    )
