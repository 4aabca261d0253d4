"""The easy bot: a beginner, who counts taroks and looks at the trick on the table.

It takes what it can take, otherwise it throws what is cheap, and it does not care who plays with
whom. It announces nothing.

The random bot of Tarock, for simulations.

It fills in no forms: not every choice of cards from a form may be laid down together, and who
announces anything at all plays for hundreds of points. Bids are low rather than high for the same
reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from stammtisch.bots.bots import Decision, Reason
from stammtisch.bots.tarock.answers import SILENT, THROWS_IN, bid_from, hand_of, vote
from stammtisch.bots.tarock.position import Position, position_from
from stammtisch.bots.tarock.thumbs import WORTH
from stammtisch.games.game import Action, Observation
from stammtisch.games.tarock.cards import KINGS, NAMES, NUMBERS, SUITS, TAROKS
from stammtisch.games.tarock.kernel import cards_of, winner
from stammtisch.games.tarock.records import Bid, CallKing, Exchange, Play, ThrowIn
from stammtisch.games.tarock.view import View


@dataclass(frozen=True, slots=True)
class Stray:
    level: str = "random"
    #: Nothing is ever said out of turn.
    talks: float = 0.0
    fills_in: bool = False
    drifts: bool = True

    def choose(self, observation: Observation, rng: Random) -> Decision:
        action = self.pick(observation.actions, rng)
        if action is None:
            return Decision(None, Reason("nothing_to_do"))
        return Decision(action, self.why(action, len(observation.actions)))

    def pick(self, actions: Sequence[Action], rng: Random) -> Action | None:
        if not actions:
            return None
        if type(actions[0]) is Bid:
            # Each is half as likely as the one before.
            for one in actions:
                if rng.random() < 0.5:
                    return one
            return actions[0]
        return rng.choice(actions)

    def why(self, action: Action, count: int) -> Reason:
        if isinstance(action, Bid):
            return Reason("random_low", {"count": count})
        return Reason("random", {"count": count})


#: The taroks that a beginner wants for each contract.
_NEEDED = {"three": 5, "two": 7, "one": 8, "solo_three": 10}


@dataclass(frozen=True, slots=True)
class Easy:
    level: str = "easy"

    def choose(self, observation: Observation, rng: Random) -> Decision:
        if not observation.actions:
            return Decision(None, Reason("nothing_to_do"))
        view: View = observation.view
        if view.phase == "bidding":
            return _bid(observation)
        if view.phase == "calling":
            return _call(observation, rng)
        if view.phase == "exchange":
            return _exchange(observation)
        if view.phase == "announcing":
            return SILENT
        if view.phase == "scored":
            return vote(observation)
        return _play(position_from(observation), rng)


def _bid(observation: Observation) -> Decision:
    if ThrowIn() in observation.actions:
        return THROWS_IN
    taroks = (hand_of(observation) & TAROKS).bit_count()
    return bid_from(observation, [name for name, needed in _NEEDED.items() if taroks >= needed])


def _call(observation: Observation, rng: Random) -> Decision:
    hand = hand_of(observation)
    others = [suit for suit, king in zip(SUITS, KINGS, strict=True) if not hand >> king & 1]
    return Decision(CallKing(rng.choice(others or SUITS)), Reason("others_king"))


def _exchange(observation: Observation) -> Decision:
    """The pile with the most points, and for it the lowest cards."""
    view: View = observation.view
    offers = [one for one in observation.actions if isinstance(one, Exchange)]
    best = max(offers, key=lambda one: sum(WORTH[NUMBERS[name]] for name in view.piles[one.picked]))
    return Decision(best, Reason("most_points"))


def _play(at: Position, rng: Random) -> Decision:
    cards = cards_of(at.choice)
    if len(cards) == 1:
        return Decision(Play(NAMES[cards[0]]), Reason("only_card"))
    if at.manner.negative:
        return Decision(Play(NAMES[min(cards, key=_height)]), Reason("low_card"))
    if not at.trick:
        kings = [card for card in cards if card in KINGS]
        card = rng.choice(kings or cards)
        return Decision(Play(NAMES[card]), Reason("kings_first") if kings else Reason("any_card"))
    winning = [card for card in cards if winner(at.manner, [*at.trick, card]) == len(at.trick)]
    if winning:
        return Decision(Play(NAMES[max(winning, key=_height)]), Reason("takes_for_now"))
    cheap = min(cards, key=lambda card: (WORTH[card], _height(card)))
    return Decision(Play(NAMES[cheap]), Reason("throws_cheap"))


def _height(card: int) -> int:
    """Taroks above all suits, in a suit by rank."""
    return card if TAROKS >> card & 1 else card & 7
