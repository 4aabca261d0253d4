"""How many bytes clients of the table protocol are sent, by events and by views, for each game.

Four seats play at random (twelve deals at most, or 400 steps); every step is put into the words
that its four players are sent. Nothing is timed.

example: python -m bench.sizes
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import fmean

import msgspec

from bench.load.figures import Value, show
from stammtisch.bots.bots import bot_for
from stammtisch.games.game import Deal, Event, Game, Timeout
from stammtisch.games.games import GAMES
from stammtisch.protocols.table.codec import EventTexts, observation_told, welcome_text
from stammtisch.tables.events import EventBatch

SEATS = 4
STEPS = 400
DEALS = 12


def sizes(game: Game, seed: int) -> dict[str, Value]:
    rng, texts = Random(seed), EventTexts()
    match = game.new(game.rules.named(game.usual_profile), SEATS)
    bot = bot_for(game.name, "random")
    by_events: list[int] = []
    by_views: list[int] = []
    observations: list[int] = []
    now = steps = deals = 0
    while match.outcome is None and steps < STEPS:
        now += 400
        steps += 1
        events: list[Event] = []
        if match.awaits_deal:
            if deals == DEALS:
                break
            deals += 1
            events = match.apply(None, Deal(rng.randbytes(32)), now)
        elif match.deadline is not None and match.deadline <= now:
            events = match.apply(None, Timeout(), now)
        else:
            seat = rng.choice(match.turn)
            action = bot.choose(match.observation(seat), rng).action
            if action is None:
                continue
            events = match.apply(seat, action, now)
        for seat in range(SEATS):
            seen = [event.seen_by(seat) for event in events]
            observation = match.observation(seat)
            by_events.append(len(texts.text(EventBatch("t" * 16, steps, now, list(seen)))))
            by_views.append(
                len(texts.text(EventBatch("t" * 16, steps, now, list(seen), observation)))
            )
            observations.append(len(msgspec.json.encode(observation_told(observation))))
    return {
        "steps": steps,
        "by events, mean": round(fmean(by_events)),
        "by views, mean": round(fmean(by_views)),
        "by views, largest": max(by_views),
        "observation alone, largest": max(observations),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = {game.name: sizes(game, asked.seed) for game in GAMES.values()}
    found["welcome"] = {"bytes": len(welcome_text())}
    show(found, asked.json)


if __name__ == "__main__":
    main()
