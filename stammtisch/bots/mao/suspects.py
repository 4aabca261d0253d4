"""Conditions under suspicion: which of them an unknown rule may have, after all that was seen."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.bots.mao.conditions import Conditions, Imagination, Mask
from stammtisch.bots.mao.tally import Tally

#: What is left of a condition's weight after one contradiction; the next one strikes it. (The
#: chairman errs never, but a newer rule may have silenced the suspected one.)
_DOUBT = 0.1
#: How much a moment speaks for a condition if the rule was probably, but not surely, broken in it.
_HINT = 3.0
#: If no condition explains all moments there are several rules: then only so many are looked at.
_NEWEST = 4


class Suspects:
    """`shown` are moments in which the rule surely spoke, `hinted` those in which it may have; each
    is the mask of the conditions that fit it. `contradicted` tells which conditions fit moments in
    which it did not speak."""

    def __init__(
        self,
        imagination: Imagination,
        shown: Sequence[Mask],
        contradicted: Tally,
        hinted: Sequence[Mask] = (),
    ) -> None:
        self._imagination = imagination
        self._hinted = hinted
        self._doubted, self._struck = contradicted[-2:]
        common = ~self._struck if shown else 0
        for mask in shown:
            common &= mask
        #: One condition explains everything.
        self.agree = bool(common)
        self._alive: list[Mask] = [common]
        if shown and not common:
            each = (mask & ~self._struck for mask in shown[-_NEWEST:])
            self._alive = [mask for mask in each if mask]
        self._weights = [self._weigh(mask) for mask in self._alive]

    def chance(self, fits: Mask) -> float:
        """How likely the rule speaks in a moment that these conditions fit."""
        found = 0.0
        for alive, total in zip(self._alive, self._weights, strict=True):
            if total > 0 and alive & fits:
                found = max(found, self._weigh(alive & fits) / total)
        return found

    @property
    def weight(self) -> float:
        return sum(self._weights)

    def likeliest(self) -> Conditions | None:
        best = max(self._alive, key=self._weigh, default=0)
        sure = best & ~self._doubted
        return self._imagination.likeliest(sure or best) if best else None

    def _weigh(self, mask: Mask) -> float:
        weight = self._imagination.weight
        found = 0.0
        for some, worth in ((mask & ~self._doubted, 1.0), (mask & self._doubted, _DOUBT)):
            if some:
                hints = sum(weight(some & hint) for hint in self._hinted)
                found += worth * (weight(some) + _HINT * hints)
        return found
