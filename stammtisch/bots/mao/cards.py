"""Which card to play, if any."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from stammtisch.bots.bot import Decision
from stammtisch.bots.mao.mind import Mind
from stammtisch.games.game import Action
from stammtisch.games.mao.card import RANK, SUIT, card_name
from stammtisch.games.mao.language.meaning import card_fits
from stammtisch.games.mao.language.rule import Draw, Forbidden, Say, SayName, Skip, Wild
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
    found = [
        (index, risk) for index in range(len(mind.hand)) if (risk := _risk(mind, index)) is not None
    ]
    least = min((risk for _, risk in found), default=1.0)
    safe = [index for index, risk in found if risk <= max(least, _RISKY) and risk < _HOPELESS]
    draws = DRAW in actions
    if not mind.traits.weighs and mind.traits.imagination is None and draws:
        # Uniform play: to draw is one of the choices.
        chosen = rng.randrange(len(safe) + 1)
        return _draw("any") if chosen == len(safe) else _play(mind, safe[chosen], actions)
    if safe and mind.traits.weighs:
        return _play(
            mind, max(safe, key=lambda index: (_worth(mind, index), rng.random())), actions
        )
    if safe:
        return _play(mind, rng.choice(safe), actions)
    if draws:
        return _draw("none" if not found else "risky")
    # Nobody can hold more cards, so one must go, right or wrong.
    failed = mind.history.failed()
    untried = [index for index, card in enumerate(mind.hand) if card not in failed]
    return _play(mind, rng.choice(untried or range(len(mind.hand))), actions)


_WHY = {
    "any": "One of the legal moves at random.",
    "none": "No card fits.",
    "risky": "What fits seems to be forbidden.",
}


def _draw(why: str) -> Decision:
    return Decision(DRAW, _WHY[why])


def _play(mind: Mind, index: int, actions: Sequence[Action]) -> Decision:
    move = Move(Spot("hand", index), Spot("pile", len(mind.view.pile)))
    name = card_name(mind.hand[index])
    return Decision(move if move in actions else None, f"The {name} fits.")


def _risk(mind: Mind, index: int) -> float | None:
    """How likely the card must not lie there; None if it surely must not."""
    card, pile = mind.hand[index], mind.view.pile
    before = pile[-1] if pile else None
    now = mind.history.situation(mind.seat, card, before, len(mind.hand) - 1)
    duties = [order.duty for order in mind.known.orders(mind.seat, now)]
    last = mind.history.last_play()
    if any(isinstance(duty, Forbidden) for duty in duties) or card in mind.history.failed():
        return None
    if not all(card_fits(test, card) for test in mind.known.demands(last)):
        return None
    wild = any(isinstance(duty, Wild) for duty in duties)
    if not wild and before is not None:
        wish = mind.wish()
        fits_top = SUIT[card] == SUIT[before] or RANK[card] == RANK[before]
        if not (fits_top if wish is None else SUIT[card] == wish):
            return None
    return max(mind.lore.forbidden(now), mind.lore.demanded(last, card))


def _worth(mind: Mind, index: int) -> float:
    """Cards that stop others, that need no unknown words, and whose suit is plenty go first."""
    card, view = mind.hand[index], mind.view
    before = view.pile[-1] if view.pile else None
    now = mind.history.situation(mind.seat, card, before, len(mind.hand) - 1)
    rest = [other for at, other in enumerate(mind.hand) if at != index]
    worth = 0.1 * sum(SUIT[other] == SUIT[card] for other in rest)
    worth -= _risk(mind, index) or 0.0
    worth -= mind.lore.unspoken(now)
    following = _next_count(mind)
    for order in mind.known.orders(mind.seat, now):
        duty = order.duty
        if isinstance(duty, Wild) and len(rest) > 1:
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
