"""Why a card may not be played now."""

from __future__ import annotations

from stammtisch.games.tarock.cards import MOND, PAGAT, SKIS, TAROKS
from stammtisch.games.tarock.kernel import Tricks, legal


def card_fault(tricks: Tricks, card: int) -> str:
    """The code of the refusal for a card that the seat whose turn it is may not play."""
    hand = tricks.hands[tricks.turn]
    trick = tricks.trick
    if not hand >> card & 1:
        return "not_in_hand"
    if legal(tricks.manner, hand, trick) >> card & 1:
        return "ultimo_locked"
    if not trick:
        return "pagat_last"
    lead_is_tarok, is_tarok = trick[0] >= PAGAT, card >= PAGAT
    suit = TAROKS if lead_is_tarok else 0xFF << (trick[0] & 24)
    if hand & suit and not suit >> card & 1:
        return "must_follow"
    if not hand & suit and not is_tarok:
        return "must_play_tarok"
    if is_tarok and MOND in trick and SKIS in trick and hand >> PAGAT & 1:
        return "pagat_forced"
    return "pagat_last" if card == PAGAT else "must_beat"
