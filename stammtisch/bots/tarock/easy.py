"""The easy bot: a beginner, who counts taroks and looks at the trick on the table.

It takes what it can take, otherwise it throws what is cheap, and it does not care who plays with
whom. It announces nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from stammtisch.bots.bot import Decision
from stammtisch.bots.tarock.answers import SILENT, THROWS_IN, bid_from, hand_of
from stammtisch.bots.tarock.position import Position, position_from
from stammtisch.bots.tarock.thumbs import WORTH
from stammtisch.bots.tarock.votes import vote
from stammtisch.games.game import Sight
from stammtisch.games.tarock.cards import KINGS, NAMES, NUMBERS, SUITS, TAROKS
from stammtisch.games.tarock.kernel import cards_of, winner
from stammtisch.games.tarock.records import CallKing, Exchange, Play, ThrowIn
from stammtisch.games.tarock.view import View

#: The taroks that a beginner wants for each contract.
_NEEDED = {"three": 5, "two": 7, "one": 8, "solo_three": 10}


@dataclass(frozen=True, slots=True)
class Easy:
    level: str = "easy"

    def choose(self, sight: Sight, rng: Random) -> Decision:
        if not sight.actions:
            return Decision(None, "There is nothing to do.")
        view: View = sight.view
        if view.phase == "bidding":
            return _bid(sight)
        if view.phase == "calling":
            return _call(sight, rng)
        if view.phase == "exchange":
            return _exchange(sight)
        if view.phase == "announcing":
            return SILENT
        if view.phase == "scored":
            return vote(sight)
        return _play(position_from(sight), rng)


def _bid(sight: Sight) -> Decision:
    if ThrowIn() in sight.actions:
        return THROWS_IN
    taroks = (hand_of(sight) & TAROKS).bit_count()
    return bid_from(sight, [name for name, needed in _NEEDED.items() if taroks >= needed])


def _call(sight: Sight, rng: Random) -> Decision:
    hand = hand_of(sight)
    others = [suit for suit, king in zip(SUITS, KINGS, strict=True) if not hand >> king & 1]
    return Decision(CallKing(rng.choice(others or SUITS)), "It is a king that others have.")


def _exchange(sight: Sight) -> Decision:
    """The pile with the most points, and for it the lowest cards."""
    view: View = sight.view
    offers = [one for one in sight.actions if isinstance(one, Exchange)]
    best = max(offers, key=lambda one: sum(WORTH[NUMBERS[name]] for name in view.piles[one.picked]))
    return Decision(best, "That pile has the most points.")


def _play(at: Position, rng: Random) -> Decision:
    cards = cards_of(at.choice)
    if len(cards) == 1:
        return Decision(Play(NAMES[cards[0]]), "There is no other card to play.")
    if at.manner.negative:
        return Decision(Play(NAMES[min(cards, key=_height)]), "A low card may not win the trick.")
    if not at.trick:
        kings = [card for card in cards if card in KINGS]
        card = rng.choice(kings or cards)
        return Decision(Play(NAMES[card]), "Kings first." if kings else "Any card will do.")
    winning = [card for card in cards if winner(at.manner, [*at.trick, card]) == len(at.trick)]
    if winning:
        return Decision(Play(NAMES[max(winning, key=_height)]), "It takes the trick for now.")
    cheap = min(cards, key=lambda card: (WORTH[card], _height(card)))
    return Decision(Play(NAMES[cheap]), "It cannot win, so it throws a cheap card.")


def _height(card: int) -> int:
    """Taroks above all suits, in a suit by rank."""
    return card if TAROKS >> card & 1 else card & 7
