"""Until when something may be called.

A party says re or kontra, then denies the other side 90, 60, 30 eyes and at last every trick. How
late each is allowed goes by the cards that the caller still holds. A wedding moves all of it back
by the number of the trick that settled it; without one that number is 1.
"""

from __future__ import annotations

from stammtisch.games.doppelkopf.words import DENIALS


def level_of(call: str) -> int:
    """0 is re or kontra, 1 is no90, 4 is black."""
    return DENIALS.index(call) + 1 if call in DENIALS else 0


def least_cards(call: str, tricks: int, settled: int = 1) -> int:
    """With how many cards in hand the call is still in time: of 12 with 11, 10, 9, 8, 7."""
    return tricks - settled - level_of(call)


def least_cards_to_reply(answered: str, tricks: int, settled: int = 1) -> int:
    """With how many one may still answer that call of the other side with re or kontra."""
    return least_cards(answered, tricks, settled) - 1


def in_time(
    call: str, cards: int, tricks: int, settled: int = 1, theirs: tuple[str, ...] = ()
) -> bool:
    """May the call still be made with so many cards, after these calls of the other side?"""
    if cards >= least_cards(call, tricks, settled):
        return True
    return level_of(call) == 0 and any(
        cards >= least_cards_to_reply(answered, tricks, settled) for answered in theirs
    )


def made_with(call: str, party: str, made: tuple[str, ...]) -> tuple[str, ...]:
    """All that the party calls by calling this, given what it has called: the lower ones first."""
    steps = (party, *DENIALS)[: level_of(call) + 1]
    return tuple(step for step in steps if step not in made)
