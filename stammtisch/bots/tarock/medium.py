"""The medium bot: plays by the rules of thumb that good players teach beginners.

It bids by what its hand is worth, calls the king of a short suit, lays down what leaves it without
a suit, remembers all cards and who did not follow, and keeps its mond from the skis.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from stammtisch.bots.bots import Decision, Reason
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
    thumbs.ONLY: Reason("only_card"),
    thumbs.LEADS_BOSS: Reason("goes_round"),
    thumbs.DRAWS_TAROKS: Reason("draws_taroks"),
    thumbs.LEADS_TAROK: Reason("leads_tarok"),
    thumbs.SEEKS_KING: Reason("seeks_king"),
    thumbs.FORCES: Reason("forces_tarok"),
    thumbs.LEADS_LOW: Reason("leads_low"),
    thumbs.FEEDS: Reason("feeds_points"),
    thumbs.TAKES_LAST: Reason("takes_last"),
    thumbs.TAKES: Reason("takes_high"),
    thumbs.RUFFS: Reason("ruffs_tarok"),
    thumbs.SAVES: Reason("saves"),
    thumbs.DUCKS: Reason("ducks"),
    thumbs.SINKS: Reason("sinks_beggar"),
    thumbs.CATCHES: Reason("catches_mond"),
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
            return Decision(None, Reason("nothing_to_do"))
        answer = COUNTING.get(observation.view.phase)
        return card_by_thumb(position_from(observation)) if answer is None else answer(observation)


def card_by_thumb(at: Position) -> Decision:
    found = thumbs.thumb(at.manner, at.know, at.hand, at.choice, at.leader, at.trick, at.unseen)
    return Decision(Play(NAMES[found & 63]), REASONS[found >> 6])
