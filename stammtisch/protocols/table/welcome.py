"""The first message on every connection: what can be played here, and by which rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import get_args

from stammtisch import __version__
from stammtisch.bots.bots import levels_of
from stammtisch.games.game import Game
from stammtisch.games.games import GAMES
from stammtisch.protocols.table.codec import encode
from stammtisch.protocols.table.messages import VERSION, GameInfo, Welcome
from stammtisch.tables.describing import fixed_in, options_of
from stammtisch.tables.settings import BotLevel, Leaver


def welcome(games: Iterable[Game], *, members_only: bool = False, cheats: bool = False) -> Welcome:
    return Welcome(
        server="Stammtisch",
        server_version=__version__,
        protocol=VERSION,
        games=[_game_info(game) for game in games],
        bot_levels=list(get_args(BotLevel)),
        leavers=list(get_args(Leaver)),
        members_only=members_only,
        cheats=cheats,
    )


@cache
def welcome_text(*, members_only: bool, cheats: bool) -> str:
    """The welcome to the games of this house, which is the same for everybody."""
    return encode(welcome(GAMES.values(), members_only=members_only, cheats=cheats))


def _game_info(game: Game) -> GameInfo:
    return GameInfo(
        name=game.name,
        rules_version=game.rules.version,
        fewest_seats=game.seats[0],
        most_seats=game.seats[-1],
        options=options_of(game),
        profiles={profile: game.rules.named(profile).values() for profile in game.rules.profiles},
        fixed=fixed_in(game),
        usual_profile=game.usual_profile,
        bots=list(levels_of(game.name)),
        leavers=[leaver for leaver in get_args(Leaver) if leaver != "out" or game.goes_on],
        refusals=dict(game.refusals),
    )
