"""Tables that look like the real one to a seat, and are likely by how the others have bid."""

from __future__ import annotations

from random import Random

from stammtisch.bots.tarock.hands import NEEDED, strength_of
from stammtisch.games.game import Rules, Seat
from stammtisch.games.tarock.contracts import PASS
from stammtisch.games.tarock.imagining import Imagination, Lie
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.view import View

#: Of so many tables the likeliest is taken: in the auction, where that is cheap, and later.
DRAWS_EARLY, DRAWS = 8, 2
#: A hand as good as that would hardly have passed; one that is better would not beg.
_PASSES_UP_TO = 9.3
_BEGS_UP_TO = 5.0
_BEGGARS = ("beggar", "open_beggar")


class Worlds:
    """All that a view tells, to draw many tables from."""

    def __init__(self, rules: Rules, view: View) -> None:
        self._rules = rules
        self._imagination = Imagination(rules, view)
        self._draws = DRAWS if view.tricks else DRAWS_EARLY
        self._least: dict[Seat, float] = {}
        self._most: dict[Seat, float] = {}
        for made in view.bids:
            if made.seat == view.seat or made.contract == "klop":
                continue
            if made.contract in _BEGGARS:
                self._most[made.seat] = _BEGS_UP_TO
                self._least.pop(made.seat, None)
            elif made.contract != PASS:
                self._least[made.seat] = NEEDED.get(made.contract, NEEDED["solo_without"])
            elif made.seat not in self._least and made.seat not in self._most:
                self._most[made.seat] = _PASSES_UP_TO

    def draw(self, rng: Random) -> TarockMatch:
        """Of some ways in which the cards may lie, the one that surprises least by the bids."""
        best = self._imagination.lie(rng)
        least = self._surprise(best)
        for _ in range(self._draws - 1):
            if least <= 0.0:
                break
            other = self._imagination.lie(rng)
            surprise = self._surprise(other)
            if surprise < least:
                best, least = other, surprise
        return self._imagination.laid_out(TarockMatch(self._rules, 4), best)

    def _surprise(self, lie: Lie) -> float:
        """By how much the hands are weaker or stronger than the bids."""
        surprise = 0.0
        for seat, least in self._least.items():
            surprise += max(0.0, least - strength_of(lie.dealt[seat]))
        for seat, most in self._most.items():
            surprise += max(0.0, strength_of(lie.dealt[seat]) - most)
        return surprise
