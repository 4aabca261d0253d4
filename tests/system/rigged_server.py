"""`stammtisch serve` with a deal that is known beforehand, so that a test comes to its subject:
`python -m tests.system.rigged_server DEAL OPTION …`. Every first deal at every table is that one.

The records of such a house do not verify, of course.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import count

from stammtisch.cli import main
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.reservations import trumps_of
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.game import Deal
from stammtisch.games.tarock.cards import ALL_KINGS, TAROKS
from stammtisch.games.tarock.table import lay_out
from stammtisch.tables import fairness, state


def _seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


def _trumps(seed: bytes) -> tuple[list[int], bool]:
    """How many trumps of Doppelkopf each seat has, and whether somebody has a wedding."""
    match = DoppelkopfMatch(DoppelkopfRules.named("house"), 4)
    match.apply(None, Deal(seed), 0)
    wedding = any(match.spread(hand).count("cq") == 2 for hand in match.hands)
    return [trumps_of(match, hand).bit_count() for hand in match.hands], wedding


def _usual(seed: bytes) -> bool:
    """Nobody has anything to say before the first card."""
    trumps, wedding = _trumps(seed)
    return not wedding and min(trumps) >= 5 and max(trumps) <= 8


def _poor(seat: int) -> Callable[[bytes], bool]:
    """That seat has a poverty, and nobody a hand that is worth a solo."""

    def fits(seed: bytes) -> bool:
        trumps, wedding = _trumps(seed)
        others = [held for place, held in enumerate(trumps) if place != seat]
        return not wedding and trumps[seat] == 2 and max(others) <= 9

    return fits


def _married(seed: bytes) -> bool:
    """Seat 0 has both queens of clubs, and nobody a poverty or a hand that is worth a solo."""
    match = DoppelkopfMatch(DoppelkopfRules.named("house"), 4)
    match.apply(None, Deal(seed), 0)
    trumps, _ = _trumps(seed)
    return match.spread(match.hands[0]).count("cq") == 2 and min(trumps) >= 5 and max(trumps) <= 8


def _strong(seat: int) -> Callable[[bytes], bool]:
    """That seat has a hand of Tarock that outbids all others, and lacks a king to call."""

    def fits(seed: bytes) -> bool:
        hands, _ = lay_out(seed, 3, redeal=False)
        own, others = hands[seat], [hand for place, hand in enumerate(hands) if place != seat]
        strong = (own & TAROKS).bit_count() >= 9 and (own & ALL_KINGS).bit_count() <= 1
        return strong and all((hand & TAROKS).bit_count() <= 4 for hand in others)

    return fits


def _opposed(seed: bytes) -> bool:
    """Seat 2 outbids all others, and seat 0 has no king: whichever is called, it is an opponent."""
    hands, _ = lay_out(seed, 3, redeal=False)
    return not hands[0] & ALL_KINGS and _strong(2)(seed)


DEALS: dict[str, Callable[[bytes], bool]] = {
    "usual": _usual,
    "seller": _poor(0),
    "buyer": _poor(3),
    "declarer": _strong(0),
    "defender": _opposed,
    "married": _married,
}


def rigged(name: str) -> bytes:
    return next(seed for seed in map(_seed, count()) if DEALS[name](seed))


if __name__ == "__main__":
    first = rigged(sys.argv[1])

    def seed_of(secret: bytes, round: int, nonces: Sequence[bytes]) -> bytes:
        return first if round == 1 else fairness.seed_of(secret, round, nonces)

    vars(state)["seed_of"] = seed_of
    sys.exit(main(["serve", *sys.argv[2:]]))
