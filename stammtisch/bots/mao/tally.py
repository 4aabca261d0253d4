"""How often conditions were contradicted, for all of them at once.

Bit n of `tally[k]` says that condition n was contradicted more than k times. A tally is only as
long as it matters: the last two masks are the conditions in doubt, and those that are struck.
"""

from __future__ import annotations

from collections.abc import Iterable

from stammtisch.bots.mao.conditions import Mask

Tally = tuple[Mask, ...]
#: How many moments there were that fit these conditions.
Moments = dict[Mask, int]


def counted(moments: Moments, patience: int) -> Tally:
    """All these moments contradict the conditions that fit them; so many contradictions as
    `patience` prove nothing."""
    if patience == 0:
        doubted = struck = 0
        for mask, count in moments.items():
            if count > 0:
                struck |= mask if count > 1 else doubted & mask
                doubted |= mask
        return doubted, struck
    tally = [0] * (patience + 2)
    levels = range(patience + 1, 0, -1)
    for mask, count in moments.items():
        # More of the same would change nothing.
        for _ in range(min(count, patience + 2)):
            for k in levels:
                tally[k] |= tally[k - 1] & mask
            tally[0] |= mask
    return tuple(tally)


def joined(tallies: Iterable[Tally], patience: int) -> Tally:
    """All contradictions of several tallies together."""
    if patience == 0:
        doubted = struck = 0
        for some, more in tallies:
            struck |= more | (doubted & some)
            doubted |= some
        return doubted, struck
    # A mask of a tally is one contradiction more of all conditions in it.
    moments: Moments = {}
    for tally in tallies:
        for mask in tally:
            moments[mask] = moments.get(mask, 0) + 1
    return counted(moments, patience)
