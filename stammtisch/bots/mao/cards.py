"""Which card to play, if any."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from stammtisch.bots.bot import Decision
from stammtisch.bots.mao.mind import Mind
from stammtisch.games.game import Action
from stammtisch.games.mao.card import RANK, SUIT, Card, card_name
from stammtisch.games.mao.language.meaning import cards_of
from stammtisch.games.mao.language.rule import Draw, Say, SayName, Situation, Skip, Wild
from stammtisch.games.mao.records import Move, Spot

DRAW = Move(Spot("deck"), Spot("hand"))
#: How likely a card must be wrong to be kept for later while there are others; and for ever: a card
#: that goes back to the hand with a penalty costs no more than a drawn one, and tells something.
_RISKY = 0.3
_HOPELESS = 0.9
#: Whom to stop: who has no more cards than this.
_NEARLY_OUT = 3


def take_turn(mind: Mind, actions: Sequence[Action], rng: Random) -> Decision:
    """Play a card that seems right, or draw."""
    hand, outlook = mind.hand, _Outlook(mind)
    found = [
        (index, risk) for index, card in enumerate(hand) if (risk := outlook.risk(card)) is not None
    ]
    least = min((risk for _, risk in found), default=1.0)
    safe = [index for index, risk in found if risk <= max(least, _RISKY) and risk < _HOPELESS]
    draws = DRAW in actions
    if not mind.traits.weighs and mind.traits.imagination is None and draws:
        # Uniform play: to draw is one of the choices.
        chosen = rng.randrange(len(safe) + 1)
        return _draw("any") if chosen == len(safe) else _play(mind, safe[chosen], actions)
    if safe and mind.traits.weighs:
        best = max(safe, key=lambda index: (outlook.worth(hand[index]), rng.random()))
        return _play(mind, best, actions)
    if safe:
        return _play(mind, rng.choice(safe), actions)
    if draws:
        return _draw("none" if not found else "risky")
    # Nobody can hold more cards, so one must go, right or wrong.
    failed = mind.history.failed()
    untried = [index for index, card in enumerate(hand) if card not in failed]
    return _play(mind, rng.choice(untried or range(len(hand))), actions)


_WHY = {
    "any": "One of the legal moves at random.",
    "none": "No card fits.",
    "risky": "What fits seems to be forbidden.",
}


def _draw(why: str) -> Decision:
    return Decision(DRAW, _WHY[why])


def _play(mind: Mind, index: int, actions: Sequence[Action]) -> Decision:
    move = Move(Spot("hand", index), Spot("pile", len(mind.view.pile)))
    # Hundreds of moves may be legal, and to compare two takes a while.
    alike = (one for one in actions if isinstance(one, Move) and one.source.index == index)
    name = card_name(mind.hand[index])
    return Decision(move if move in alike else None, f"The {name} fits.")


class _Outlook:
    """What each card of the hand would do, if it were played now."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        pile = mind.view.pile
        self._before = pile[-1] if pile else None
        self._last = mind.history.demanding
        self._failed = mind.history.failed()
        self._demands = [cards_of(test) for test in mind.known.demands(self._last)]
        self._wish = mind.wish()
        self._risks: dict[Card, float | None] = {}

    def risk(self, card: Card) -> float | None:
        """How likely the card must not lie there; None if it surely must not."""
        if card not in self._risks:
            self._risks[card] = self._risk_of(card)
        return self._risks[card]

    def _risk_of(self, card: Card) -> float | None:
        if card in self._failed or not all(cards[card] for cards in self._demands):
            return None
        mind, now = self._mind, self._situation(card)
        wants = mind.known.wants(mind.seat, now)
        if wants.forbidden or not (wants.wild or self._fits(card)):
            return None
        return max(mind.lore.forbidden(now), mind.lore.demanded(self._last, card))

    def _fits(self, card: Card) -> bool:
        before, wish = self._before, self._wish
        if before is None or wish is not None:
            return before is None or SUIT[card] == wish
        return SUIT[card] == SUIT[before] or RANK[card] == RANK[before]

    def _situation(self, card: Card) -> Situation:
        mind = self._mind
        return mind.history.situation(mind.seat, card, self._before, len(mind.hand) - 1)

    def worth(self, card: Card) -> float:
        """Cards that stop others, that need no unknown words, and whose suit is plenty go first."""
        mind, now, rest = self._mind, self._situation(card), len(self._mind.hand) - 1
        worth = 0.1 * (sum(SUIT[other] == SUIT[card] for other in mind.hand) - 1)
        worth -= self.risk(card) or 0.0
        worth -= mind.lore.unspoken(now)
        following = _next_count(mind)
        for order in mind.known.wants(mind.seat, now).orders:
            duty = order.duty
            if isinstance(duty, Wild) and rest > 1:
                worth -= 0.8
            elif isinstance(duty, Skip) or (isinstance(duty, Draw) and order.seat != mind.seat):
                worth += 1.0 if following <= _NEARLY_OUT else 0.1
            elif isinstance(duty, Draw):
                worth -= duty.count
            elif isinstance(duty, Say | SayName):
                worth -= mind.traits.forgets
        return worth


def _next_count(mind: Mind) -> int:
    view, seat = mind.view, mind.seat
    for _ in view.present:
        seat = (seat + view.direction) % len(view.present)
        if view.present[seat]:
            break
    return view.counts[seat]
