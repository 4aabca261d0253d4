"""The deal: from a seed to hands and talon. `docs/rules/tarock.md` says the same in words."""

from __future__ import annotations

from stammtisch.games.game import Seat
from stammtisch.games.stream import Stream
from stammtisch.games.tarock.cards import CARDS, TAROKS, Cards, mask
from stammtisch.games.tarock.talon import TALON

HAND = 12
_PACKET = 6


def lay_out(seed: bytes, dealer: Seat, redeal: bool) -> tuple[list[Cards], list[int]]:
    """Hands and talon: six cards to the talon, then twice six to each, from forehand on.

    With `redeal`, the pack is shuffled on until nobody is without taroks.
    """
    stream = Stream(seed)
    pack: list[int] = list(range(CARDS))
    while True:
        pack = stream.shuffled(pack)
        hands = [0, 0, 0, 0]
        for packet in range(8):
            start = TALON + packet * _PACKET
            hands[(dealer + 1 + packet) % 4] |= mask(pack[start : start + _PACKET])
        if not redeal or all(hand & TAROKS for hand in hands):
            return hands, pack[:TALON]
