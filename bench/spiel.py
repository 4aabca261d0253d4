"""Random complete deals of Tarock: `simulate tarock`, and OpenSpiel's `tarok` driven from Python.

Both take turns in one process, some deals each, on one core; what counts is CPU time. Both bid as
our random bot does, each bid half as likely as the one below (with all bids equally likely, most
deals are valats that are over after a trick), and do anything legal after that. OpenSpiel is an
extra: pip install 'stammtisch[spiel]'.

example: python -m bench.spiel --turns 40
"""

from __future__ import annotations

import argparse
import os
import time
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

from stammtisch.bots.arena import Summary, simulate
from stammtisch.games.games import game_named


def deals_of_spiel(spiel: Any, game: Any, deals: int, rng: Random) -> tuple[float, int]:
    """CPU seconds for so many deals, and how many actions they had."""
    bidding = spiel.TarokGamePhase.BIDDING
    actions = 0
    began = time.process_time()
    for _ in range(deals):
        state = game.new_initial_state()
        # The deal is one outcome of chance, which the game draws itself.
        state.apply_action(state.legal_actions()[0])
        while state.current_game_phase() == bidding:
            legal = state.legal_actions()
            state.apply_action(next((bid for bid in legal if rng.random() < 0.5), legal[0]))
            actions += 1
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            actions += 1
        state.returns()
    return time.process_time() - began, actions


def own_deals(deals: int, seed: int) -> Summary:
    """Matches are played to their end, so there may be a few more deals."""
    game = game_named("tarock")
    return simulate(game, game.rules.named(game.usual_profile), ["random"] * 4, deals, seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=40, help="measurements of each (40)")
    parser.add_argument("--deals", type=int, default=48, help="deals in each measurement (48)")
    options = parser.parse_args()
    spiel = import_module("pyspiel")
    game = spiel.load_game("tarok(players=4)")
    rng = Random(1)
    own: list[float] = []
    theirs: list[float] = []
    lengths = [0.0, 0.0]
    own_deals(options.deals, 0)
    for turn in range(1, options.turns + 1):
        seconds, actions = deals_of_spiel(spiel, game, options.deals, rng)
        theirs.append(options.deals / seconds)
        lengths[0] += actions / options.deals / options.turns
        run = own_deals(options.deals, turn)
        own.append(run.rounds / run.cpu_s)
        lengths[1] += run.actions / run.rounds / options.turns
    ratio = median(mine / other for mine, other in zip(own, theirs, strict=True))
    print(f"deals a CPU second, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores:")
    for name, rates, length in (
        ("open_spiel", theirs, lengths[0]),
        ("simulate tarock", own, lengths[1]),
    ):
        print(
            f"  {name:16} best {max(rates):6.0f}  median {median(rates):6.0f}  "
            f"({length:.1f} actions a deal)"
        )
    print(f"  ratio of the best {max(own) / max(theirs):.2f}, median of the ratios {ratio:.2f}")


if __name__ == "__main__":
    main()
