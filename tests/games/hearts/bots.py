"""A bot for Hearts that keeps low."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from stammtisch.bots.bots import Bot, Decision, Reason, Uniform
from stammtisch.games.french import HEIGHT, Card
from stammtisch.games.game import Observation
from tests.games.hearts.records import Pass, Play, View


@dataclass(frozen=True, slots=True)
class Cautious:
    level: str = "easy"

    def choose(self, observation: Observation, rng: Random) -> Decision:
        view: View = observation.view
        if view.phase == "passing":
            assert view.hand is not None
            high = sorted(view.hand, key=_height)[-3:]
            return Decision(Pass(tuple(high)), Reason("High cards take tricks."))
        plays = [action for action in observation.actions if isinstance(action, Play)]
        lowest = min(plays, key=lambda play: _height(play.card))
        return Decision(lowest, Reason("Low cards take no tricks."))


def _height(card: Card) -> tuple[int, Card]:
    return HEIGHT[card], card


BOTS: dict[str, Bot] = {bot.level: bot for bot in (Cautious(), Uniform())}
