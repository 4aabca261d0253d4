"""`stammtisch play`: a game in the terminal."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from stammtisch.cli import signing
from stammtisch.cli.arguments import (
    add_game,
    add_options,
    add_players,
    add_profile,
    check_players,
    game_of,
    rules_of,
    usual_players,
    whole_number,
)
from stammtisch.cli.output import USAGE, CliError
from stammtisch.games.game import Game, Refusal, Rules
from stammtisch.i18n import LANGUAGES, language_of
from stammtisch.requests import Open
from stammtisch.terminal.games import app_of
from stammtisch.terminal.text import speak

if TYPE_CHECKING:
    from stammtisch.terminal.app import TableApp


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_profile(parser)
    add_options(parser)
    add_players(parser)
    parser.add_argument(
        "--bots",
        metavar="LEVEL",
        help="how well the bots play, as easy or random (default: the game's usual level); at a "
        "server: fill the new table with them",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed, the same deal")
    parser.add_argument(
        "--bot-pace-ms",
        type=whole_number(0, 60_000),
        metavar="N",
        help="how long bots take for a move (default: the game's own pace)",
    )
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        help="what the table speaks (default: as LC_ALL, LC_MESSAGES or LANG say, else English)",
    )
    parser.add_argument("--no-hints", action="store_true", help="open a table that forbids hints")
    server = parser.add_argument_group(
        "at a server",
        "You come back as who you were there, to your seat if you have one. Else, without --table, "
        "--invite or --new, you sit down where there is room, or at a new table.",
    )
    server.add_argument("--server", metavar="URL", help="as http://example.org:8400")
    where = server.add_mutually_exclusive_group()
    where.add_argument("--table", metavar="ID", help="the table of that id")
    where.add_argument("--invite", metavar="CODE", help="the table that this invitation leads to")
    where.add_argument("--new", action="store_true", help="a new table")
    server.add_argument("--name", help="what you would like to be called, or were called before")
    signing.arguments(server)


def run(asked: argparse.Namespace) -> int:
    game = game_of(asked.game)
    rules = rules_of(game, asked.profile, asked.option)
    _check(asked, game)
    if asked.forget:
        return signing.forget(asked)
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise CliError("A game needs a terminal to be played in.", USAGE)
    speak(asked.language or language_of(os.environ))
    app = app_for(asked, rules)
    trouble = app.run()
    for remark in app.remarks:
        print(f"stammtisch: {remark}", file=sys.stderr)
    if app.farewell:
        print(app.farewell)
    if trouble:
        raise CliError(trouble)
    return 0


def _check(asked: argparse.Namespace, game: Game) -> None:
    if asked.server is None and (asked.table or asked.invite or asked.new or asked.name):
        raise CliError("--table, --invite, --new and --name are of use with --server only.", USAGE)
    if asked.server is not None and asked.seed is not None:
        raise CliError("A server deals for itself: --seed is of use without --server only.", USAGE)
    if asked.server is not None and asked.bot_pace_ms is not None:
        raise CliError(
            "At a server the table says how fast bots move: --bot-pace-ms is of use without "
            "--server only.",
            USAGE,
        )
    chosen = asked.profile or asked.option or asked.players is not None or asked.bots
    if (asked.table or asked.invite) and chosen:
        raise CliError(
            "A table that is there has its rules, seats and bots already: --profile, --option, "
            "--players and --bots are of use at a new one only.",
            USAGE,
        )
    signing.check(asked)
    check_players(game, asked.players)
    if asked.server is None:
        from stammtisch.bots.bots import bot_for

        try:
            bot_for(game.name, asked.bots or game.usual_level)
        except Refusal as refusal:
            raise CliError(refusal.reason) from None


def app_for(asked: argparse.Namespace, rules: Rules) -> TableApp:
    """The game, ready to be run: in a server of its own, or at a server's table."""
    from stammtisch.terminal.guest import JoinPlan, TableTransport

    game = game_of(rules.game)
    app = app_of(game)
    level = asked.bots or game.usual_level
    with_bots = asked.server is None or asked.bots is not None
    opening = Open(
        game=rules.game,
        profile=rules.profile,
        options=rules.changes(),
        seats=asked.players or usual_players(game),
        bots=level,
        hints=not asked.no_hints,
        fill_after=0.0 if with_bots else None,
    )
    if asked.server is not None:
        from stammtisch.client.connection import socket_address
        from stammtisch.terminal.guest import RemoteTransport

        server = signing.address_of(asked.server)
        complaints: list[str] = []
        plan = JoinPlan(
            asked.name,
            opening,
            asked.table,
            asked.invite,
            new=asked.new or with_bots,
            returns=not asked.new,
            server=server,
            identity=signing.identity_of(asked, complaints.append),
        )

        async def connect() -> TableTransport:
            return await RemoteTransport.dial(socket_address(asked.server))

        return app(connect, plan, remote=True, bots=level, remarks=complaints)

    from stammtisch.terminal.local import StandingClock
    from stammtisch.terminal.saved_matches import SavedMatches

    clock = StandingClock()

    async def connect_here() -> TableTransport:
        from stammtisch.terminal.local import LocalTransport, open_app

        pace = game.pace if asked.bot_pace_ms is None else asked.bot_pace_ms
        return LocalTransport(await open_app(asked.seed, pace, clock=clock), alone=True)

    return app(
        connect_here,
        JoinPlan("you", opening, new=True),
        remote=False,
        own_nonce=asked.seed is None,
        bots=level,
        kept=SavedMatches(),
        clock=clock.seconds,
        stand=clock.stand,
    )
