"""How long a bot thinks: the median, the 99th percentile and the longest of its decisions.

Four bots of a level play rounds with each other; what is timed is CPU time. Whoever is asked out
of turn is counted apart. With STAMMTISCH_PLAIN=1 nothing runs as machine code.

example: python -m bench.decisions doppelkopf hard --rounds 20
"""

from __future__ import annotations

import argparse
import hashlib
import time
from random import Random

from bench.duplicate import one_round
from bench.load.figures import Value, quantile, show
from stammtisch.bots.bots import bot_for
from stammtisch.games.game import Deal, Game, Match, Observation, Refusal, Rules, Seat
from stammtisch.games.games import game_named


class Timed:
    """A bot, and the milliseconds that each of its decisions took: by what the seat was asked."""

    def __init__(self, game: str, level: str) -> None:
        self._bot = bot_for(game, level)
        self._rng = Random(1)
        self.took: dict[str, list[float]] = {"in turn": [], "out of turn": []}

    def act(self, match: Match, seat: Seat) -> bool:
        observation: Observation = match.observation(seat)
        began = time.process_time()
        action = self._bot.choose(observation, self._rng).action
        kind = "in turn" if seat in observation.turn else "out of turn"
        self.took[kind].append((time.process_time() - began) * 1000)
        if action is None:
            return False
        try:
            match.apply(seat, action)
        except Refusal:
            return False
        return True


def play(game: Game, rules: Rules, bot: Timed, number: int) -> None:
    match = game.new(rules, game.seats[-1])
    match.quiet = True
    deals = 0
    while match.outcome is None:
        if match.awaits_deal:
            match.apply(None, Deal(hashlib.sha256(b"%d %d" % (number, deals)).digest()))
            deals += 1
            continue
        if not any(bot.act(match, seat) for seat in match.turn):
            raise SystemExit("All bots wait.")
        for seat in match.speakers:
            bot.act(match, seat)


def figures(took: list[float]) -> dict[str, Value]:
    took = sorted(took)
    return {
        "decisions": len(took),
        "median ms": quantile(took, 0.5),
        "p99 ms": quantile(took, 0.99),
        "longest ms": took[-1] if took else 0.0,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench.decisions",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game")
    parser.add_argument("level")
    parser.add_argument("--profile", help="the usual one unless told")
    parser.add_argument("--rounds", type=int, default=20, help="matches of one round (20)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    asked = parser.parse_args()
    game = game_named(asked.game)
    rules = game.rules.named(asked.profile or game.usual_profile, one_round(game))
    bot = Timed(game.name, asked.level)
    for number in range(asked.rounds):
        play(game, rules, bot, number)
    show({kind: figures(took) for kind, took in bot.took.items()}, asked.json)


if __name__ == "__main__":
    main()
