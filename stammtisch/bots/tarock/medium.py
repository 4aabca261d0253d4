"""The medium bot: plays by the rules of thumb that good players teach beginners.

It bids by what its hand is worth, calls the king of a short suit, lays down what leaves it without
a suit, remembers all cards and who did not follow, and keeps its mond from the skis.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from stammtisch.bots.bots import Decision
from stammtisch.bots.tarock import thumbs
from stammtisch.bots.tarock.answers import (
    announce_by_counting,
    bid_by_counting,
    king_by_counting,
    talon_by_counting,
    vote,
)
from stammtisch.bots.tarock.position import Position, position_from
from stammtisch.games.game import Observation
from stammtisch.games.tarock.cards import NAMES
from stammtisch.games.tarock.records import Play

REASONS = {
    thumbs.ONLY: "There is no other card to play.",
    thumbs.LEADS_BOSS: "Nobody has a better card of that suit: it should go round.",
    thumbs.DRAWS_TAROKS: "The best tarok draws the others.",
    thumbs.LEADS_TAROK: "There are taroks enough to lead one.",
    thumbs.SEEKS_KING: "The partner may show the called king.",
    thumbs.FORCES: "The declarer must spend a tarok on that suit.",
    thumbs.LEADS_LOW: "A cheap card: somebody else may lead.",
    thumbs.FEEDS: "The partner has the trick: points to it.",
    thumbs.TAKES_LAST: "The last card takes the trick.",
    thumbs.TAKES: "The trick is worth a high card.",
    thumbs.RUFFS: "A tarok takes this suit.",
    thumbs.SAVES: "There is nothing to win: the cheapest card.",
    thumbs.DUCKS: "Better no trick at all.",
    thumbs.SINKS: "The beggar shall have a trick.",
    thumbs.CATCHES: "The skis catches the mond.",
}

#: What is done in each phase, by counting.
COUNTING: dict[str, Callable[[Observation], Decision]] = {
    "bidding": bid_by_counting,
    "calling": king_by_counting,
    "exchange": talon_by_counting,
    "announcing": announce_by_counting,
    "scored": vote,
}


@dataclass(frozen=True, slots=True)
class Medium:
    level: str = "medium"

    def choose(self, observation: Observation, rng: Random) -> Decision:
        if not observation.actions:
            return Decision(None, "There is nothing to do.")
        answer = COUNTING.get(observation.view.phase)
        return card_by_thumb(position_from(observation)) if answer is None else answer(observation)


def card_by_thumb(at: Position) -> Decision:
    found = thumbs.thumb(at.manner, at.know, at.hand, at.choice, at.leader, at.trick, at.unseen)
    return Decision(Play(NAMES[found & 63]), REASONS[found >> 6])
