"""How fast matches are played on one core, and where the time goes: `python -m bench.rules`.

Everything is CPU time of this process. `view`, `actions` and `apply` are the rules, `choose` is
the bot.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from itertools import pairwise
from random import Random

from stammtisch.bots.arena import simulate
from stammtisch.bots.bots import bot_for
from stammtisch.games.game import Deal, Game, Rules
from stammtisch.games.games import game_named

PARTS = ("view", "actions", "observation", "choose", "apply")


class Moves:
    """CPU seconds of each part of some moves."""

    def __init__(self) -> None:
        self.count = 0
        self.spent = dict.fromkeys(PARTS, 0.0)
        self.slowest = 0.0

    def add(self, marks: list[float]) -> None:
        """The times between the marks are those of the parts, in order."""
        self.count += 1
        took = {
            part: end - start for part, (start, end) in zip(PARTS, pairwise(marks), strict=True)
        }
        for part, seconds in took.items():
            self.spent[part] += seconds
        self.slowest = max(self.slowest, took["choose"])

    def line(self, level: str) -> str:
        parts = "  ".join(f"{self.spent[part] / self.count * 1e6:8.1f}" for part in PARTS)
        return f"{level:8}{self.count:8}  {parts}  {self.slowest * 1e3:9.2f}"


def timed_moves(game: Game, rules: Rules, level: str, matches: int) -> Moves:
    bot, rng, moves, now = bot_for(game.name, level), Random(1), Moves(), time.process_time
    for number in range(matches):
        match = game.new(rules, game.seats[-1])
        while match.outcome is None:
            if match.awaits_deal:
                match.apply(None, Deal(hashlib.sha256(b"%d" % number).digest()))
                continue
            seat = match.turn[0]
            marks = [now()]
            match.view(seat)
            marks.append(now())
            match.actions(seat)
            marks.append(now())
            observation = match.observation(seat)
            marks.append(now())
            decision = bot.choose(observation, rng)
            assert decision.action is not None, "only for games in which nobody waits"
            marks.append(now())
            match.apply(seat, decision.action)
            marks.append(now())
            moves.add(marks)
    return moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="tiles")
    parser.add_argument("--rounds", type=int, default=1000, help="matches between easy bots")
    parser.add_argument("--timed", type=int, default=40, help="matches timed move by move")
    options = parser.parse_args()
    game = game_named(options.game)
    rules = game.rules.named(game.usual_profile)

    levels = ["easy"] * game.seats[-1]
    summary = simulate(game, rules, levels, options.rounds, seed=1)
    print(f"{game.name}, {len(levels)} easy bots, {summary.rounds} matches, one core:")
    print(f"  {summary.rounds / summary.cpu_s:.0f} matches and ", end="")
    print(f"{summary.actions / summary.cpu_s:.0f} actions a CPU second")
    print(
        f"\nµs a move{'':7}  " + "  ".join(f"{part:>8}" for part in PARTS) + "  slowest choice, ms"
    )
    for level in game.all_levels:
        print(timed_moves(game, rules, level, options.timed).line(level))


if __name__ == "__main__":
    main()
