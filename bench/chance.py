"""How many rounds between random bots are played in a CPU second, plain and as machine code.

Whole matches as `stammtisch simulate` plays them: deals, reservations or bids, announcements, every
card, scores. Plain Python and machine code take turns, each in a process of its own, so that what
else the machine does is the same for both.

example: python -m bench.chance doppelkopf --turns 8
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from statistics import median

from stammtisch.bots.arena import simulate
from stammtisch.games.games import game_named
from stammtisch.plain import SWITCH

WAYS = {"plain": {SWITCH: "1"}, "machine code": {SWITCH: ""}}


def measured(name: str, rounds: int, parts: int) -> list[tuple[float, float]]:
    """Of each part: rounds a CPU second, and actions a round."""
    game = game_named(name)
    rules = game.rules.named(game.usual_profile)
    levels = ["random"] * game.seats[-1]
    simulate(game, rules, levels, rounds, seed=0)
    runs = [simulate(game, rules, levels, rounds, seed) for seed in range(1, parts + 1)]
    return [(run.rounds / run.cpu_s, run.actions / run.rounds) for run in runs]


def in_a_process(options: argparse.Namespace, changes: dict[str, str]) -> list[tuple[float, float]]:
    words = [options.game, "--rounds", str(options.rounds), "--parts", str(options.parts)]
    done = subprocess.run(
        [sys.executable, "-m", "bench.chance", *words, "--here"],
        env=os.environ | changes,
        stdout=subprocess.PIPE,
        check=True,
    )
    return [(rate, actions) for rate, actions in json.loads(done.stdout)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="doppelkopf")
    parser.add_argument("--turns", type=int, default=5, help="processes of each way")
    parser.add_argument("--parts", type=int, default=10, help="measurements in each process")
    parser.add_argument("--rounds", type=int, default=48, help="rounds in each measurement")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        print(json.dumps(measured(options.game, options.rounds, options.parts)))
        return
    rates: dict[str, list[float]] = {way: [] for way in WAYS}
    lengths: list[float] = []
    for _ in range(options.turns):
        for way, changes in WAYS.items():
            found = in_a_process(options, changes)
            rates[way] += [rate for rate, _ in found]
            lengths += [actions for _, actions in found]
    load = os.getloadavg()[0]
    print(
        f"{options.game}, random bots, {median(lengths):.1f} actions a round, "
        f"load {load:.1f} on {os.cpu_count()} cores; rounds a CPU second:"
    )
    for way, found_rates in rates.items():
        print(f"  {way:13} best {max(found_rates):7.0f}  median {median(found_rates):7.0f}")


if __name__ == "__main__":
    main()
