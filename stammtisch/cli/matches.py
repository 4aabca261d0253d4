"""`stammtisch matches`: what was played on this machine without a server."""

from __future__ import annotations

import argparse
import sys
import time

from stammtisch.cli.archive import MatchInfo
from stammtisch.cli.arguments import game_of
from stammtisch.terminal.saved_matches import SavedMatches, as_json


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", metavar="GAME", help="only of this game")
    parser.add_argument("--json", action="store_true", help="one JSON object to a line")


def run(asked: argparse.Namespace) -> int:
    game = None if asked.game is None else game_of(asked.game).name
    found = 0
    for kept in SavedMatches().all():
        info = kept.info()
        if info is None:
            if kept.path.stat().st_size:
                print(f"stammtisch: {kept.path} is no match that can be read.", file=sys.stderr)
            continue
        if game in (None, info.game):
            found += 1
            if asked.json:
                print(as_json(kept, info).decode())
            else:
                print(f"{kept.number:>5}  {described(info)}")
    if not found and not asked.json:
        print("No match is kept yet: those that are played with stammtisch play are.")
    return 0


def described(info: MatchInfo) -> str:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(info.ended))
    players = ", ".join(info.players)
    return f"{when}  {info.game} ({info.profile})  {players}: {_ending(info)}"


def _ending(info: MatchInfo) -> str:
    if info.outcome != "won":
        return {"draw": "nobody won", "adjourned": "adjourned", "aborted": "broken off"}.get(
            info.outcome, info.outcome
        )
    best = min(info.ranks)
    winners = [name for name, rank in zip(info.players, info.ranks, strict=True) if rank == best]
    return f"{' and '.join(winners)} won"
