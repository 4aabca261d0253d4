"""The deal: from a seed to hands and talon. `docs/rules/tarock.md` says the same in words."""

from __future__ import annotations

from stammtisch.games.game import Seat
from stammtisch.games.stream import Stream
from stammtisch.games.tarock.cards import CARDS, Cards
from stammtisch.games.tarock.kernel import dealt_out, without_taroks
from stammtisch.games.tarock.talon import TALON

HAND = 12


def lay_out(seed: bytes, dealer: Seat, redeal: bool) -> tuple[list[Cards], list[int]]:
    """Hands and talon: six cards to the talon, then twice six to each, from forehand on.

    With `redeal`, the pack is shuffled on until nobody is without taroks.
    """
    stream = Stream(seed)
    pack = stream.shuffled(range(CARDS))
    hands = dealt_out(pack, (dealer + 1) % 4)
    while redeal and without_taroks(hands):
        pack = stream.shuffled(pack)
        hands = dealt_out(pack, (dealer + 1) % 4)
    return hands, pack[:TALON]
