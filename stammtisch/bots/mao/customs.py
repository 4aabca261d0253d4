"""Card rules that every chairman has, or some: which of them hold at this table?"""

from __future__ import annotations

from stammtisch.bots.mao.conditions import Imagination, Mask, bits
from stammtisch.bots.mao.deeds import Deed
from stammtisch.bots.mao.history import History
from stammtisch.bots.mao.speaking import said
from stammtisch.games.mao.chair.base import BASE, base_texts
from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import Rule, Say, SayName, Wild
from stammtisch.games.mao.rules import MaoRules

#: Rules that every chairman has, unless it turns out that this one has not.
CUSTOMS = base_texts(MaoRules.named("chaired"))
#: Those that some have.
RARE_CUSTOMS = tuple(text for texts in BASE.values() for text in texts if text not in CUSTOMS)
#: A custom that was so often left undone for nothing does not hold here.
_ABROGATED = 2

_TEXTS = (*CUSTOMS, *RARE_CUSTOMS)
_RULES = tuple(map(parse, _TEXTS))
_WHEN = Imagination((1.0, tuple(rule.conditions for rule in _RULES)))
#: The numbers of the rare ones, as a mask.
_RARE = (1 << len(_TEXTS)) - (1 << len(CUSTOMS))


class Customs:
    """What a history says about each custom."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._read = 0
        #: How much speaks against each custom, and what each deed has to do with it.
        self._against = [0] * len(_RULES)
        self._by_deed: dict[int, list[tuple[int, int]]] = {}
        self._held: tuple[str, ...] = CUSTOMS

    def held(self) -> tuple[str, ...]:
        """Those that hold at this table, by all that was seen."""
        changed = self._history.changed
        if self._read < len(changed):
            for deed in dict.fromkeys(changed[self._read :]):
                self._weigh(deed)
            self._read = len(changed)
            self._held = self._judged()
        return self._held

    def _weigh(self, deed: Deed) -> None:
        fits = _WHEN.fits(deed.now)
        if not fits:
            return
        for number, count in self._by_deed.pop(deed.number, ()):
            self._against[number] -= count
        found = [
            (number, count) for number in bits(fits) if (count := _against(_RULES[number], deed))
        ]
        if found:
            self._by_deed[deed.number] = found
            for number, count in found:
                self._against[number] += count

    def _judged(self) -> tuple[str, ...]:
        against = self._against
        held = [number for number in range(len(CUSTOMS)) if against[number] < _ABROGATED]
        return tuple(_TEXTS[number] for number in (*held, *bits(self._spoken_for(held))))

    def _spoken_for(self, held: list[int]) -> Mask:
        """Rare customs that nothing speaks against, while somebody should have said something that
        no usual one explains."""
        possible = _RARE & sum(1 << at for at, count in enumerate(self._against) if not count)
        found = 0
        for deed in self._history.charged.get("words", ()):
            fits = _WHEN.fits(deed.now)
            if fits & possible and not _explained(deed, fits, held):
                found |= fits & possible
        return found


def _against(rule: Rule, deed: Deed) -> int:
    """How often it was left undone for nothing, or done and punished."""
    found = 0
    for duty in rule.duties:
        if isinstance(duty, Wild):
            found += _ABROGATED * ("fit" in deed.charges)
        elif isinstance(duty, Say | SayName) and deed.is_good:
            spared = deed.closed and "words" not in deed.charges
            found += spared and not said(duty, deed, deed.words + deed.idle)
            found += said(duty, deed, deed.idle)
    return found


def _explained(deed: Deed, fits: Mask, held: list[int]) -> bool:
    return any(
        isinstance(duty, Say | SayName) and not said(duty, deed, deed.words)
        for number in held
        if fits >> number & 1
        for duty in _RULES[number].duties
    )
