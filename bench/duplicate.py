"""Which of two bots plays better, with the luck of the cards taken out: the same deals twice.

Every deal is played with A at seats 0 and 2 against B at 1 and 3, and once more the other way
round, so that both have had the same cards in the same places. What is reported is the points that
an A makes more than a B in a round, on average, with the 95 % confidence interval over the deals.

example: python -m bench.duplicate hard medium --rounds 4000 --jobs 2
"""

from __future__ import annotations

import argparse
import hashlib
import math
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from stammtisch.bots.bots import bot_for
from stammtisch.bots.playing import play_match
from stammtisch.games.game import Game, Rules
from stammtisch.games.games import game_named

#: Deals that a process plays before it reports.
CHUNK = 10
#: Deals after which one is told how it stands: a hard bot takes its time.
TOLD = 100
PLACEMENTS = ((0, 1, 0, 1), (1, 0, 1, 0))


@dataclass(frozen=True, slots=True)
class Duel:
    """How much better the first of two bots was."""

    rounds: int
    #: Points that each of the first made more than each of the second, in one round.
    mean: float
    ci95: float
    #: Points of a seat in a round of each of the two.
    points: tuple[float, float]


def duplicate(game: Game, rules: Rules, levels: tuple[str, str], deals: range, seed: int) -> Duel:
    return sum_up(played(game.name, rules, levels, seed, deals))


def played(
    game: str, rules: Rules, levels: tuple[str, str], seed: int, deals: range
) -> list[tuple[float, float]]:
    """Of each deal: the points of a seat of A and of B in a round."""
    return [_deal(game_named(game), rules, levels, seed, number) for number in deals]


def _deal(
    game: Game, rules: Rules, levels: tuple[str, str], seed: int, number: int
) -> tuple[float, float]:
    bots = [bot_for(game.name, level) for level in levels]
    points = [0.0, 0.0]
    for placement in PLACEMENTS:
        digest = hashlib.sha256(f"duplicate {seed}:{number}".encode()).digest()
        result = play_match(game, rules, [bots[at] for at in placement], digest)
        for seat, at in enumerate(placement):
            points[at] += game.score(result.outcome, seat)
    seats = 2 * len(PLACEMENTS)
    return points[0] / seats, points[1] / seats


def sum_up(deals: list[tuple[float, float]]) -> Duel:
    count = len(deals)
    differences = [first - second for first, second in deals]
    mean = sum(differences) / count
    spread = sum((one - mean) ** 2 for one in differences) / max(1, count - 1)
    return Duel(
        rounds=count * len(PLACEMENTS),
        mean=mean,
        ci95=1.96 * math.sqrt(spread / count),
        points=(sum(one for one, _ in deals) / count, sum(one for _, one in deals) / count),
    )


def one_round(game: Game) -> dict[str, int]:
    """The option by which a match of the game has but one round, by whatever word."""
    return {one.name: 1 for one in game.rules.options() if one.name in ("rounds", "deals")}


def _chunks(deals: int) -> Iterator[range]:
    yield from (range(first, min(first + CHUNK, deals)) for first in range(0, deals, CHUNK))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.duplicate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("a", help="the level of A")
    parser.add_argument("b", help="the level of B")
    parser.add_argument("--game", default="doppelkopf", help="a game of four (doppelkopf)")
    parser.add_argument("--profile", help="its rules (the usual ones)")
    parser.add_argument("--rounds", type=int, default=400, help="two for each deal (400)")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    asked = parser.parse_args()
    game = game_named(asked.game)
    # One round for each match: the second would begin with another player.
    rules = game.rules.named(asked.profile or game.usual_profile, one_round(game))
    play = partial(played, game.name, rules, (asked.a, asked.b), asked.seed)
    began = time.perf_counter()
    done: list[tuple[float, float]] = []

    def so_far() -> str:
        duel = sum_up(done)
        return (
            f"{asked.a} - {asked.b}: {duel.mean:+.3f} ± {duel.ci95:.3f} points a round "
            f"({duel.rounds} rounds, {rules.profile}, seed {asked.seed}, "
            f"{time.perf_counter() - began:.0f} s)"
        )

    with ProcessPoolExecutor(asked.jobs) as pool:
        for some in pool.map(play, _chunks(asked.rounds // 2)):
            done += some
            if len(done) % TOLD == 0:
                print(so_far(), file=sys.stderr)
    print(so_far())


if __name__ == "__main__":
    main()
