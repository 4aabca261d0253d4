"""What the end of an imagined round is worth to a seat, in points."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from stammtisch.games.doppelkopf.cards import ALL_EYES
from stammtisch.games.doppelkopf.extras import Taken, extras_of
from stammtisch.games.doppelkopf.kernel import Order
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.scoring import WITH_EXTRAS, Facts, Two, Words, score
from stammtisch.games.doppelkopf.tricks import SECRET
from stammtisch.games.game import Seat

#: Points for an eye above half of them: of two ways that are worth the same, the one with more
#: eyes is safer.
AN_EYE = 0.01

#: With so many eyes of re, from either side, something begins to be worth more or less.
_STEPS = (1, 30, 60, 90, 120, 121, 150, 151, 180, 181, 210, 211, ALL_EYES)
#: The step on which so many eyes are.
_STEP = tuple(bisect_right(_STEPS, eyes) for eyes in range(ALL_EYES + 1))


class Points:
    """The points of a player of re and of kontra, however a round of this kind ends."""

    def __init__(
        self, rules: DoppelkopfRules, game: str, calls: tuple[Words, Words], factor: int
    ) -> None:
        self._rules = rules
        self._game = game
        self._calls = calls
        self._factor = factor
        self._known: dict[tuple[int, bool, bool, int], Two] = {}

    def of(self, eyes: int, tricks: Two, special: int) -> Two:
        """`eyes` are re's, `special` its special points less those of kontra."""
        key = (_STEP[eyes], tricks[0] == 0, tricks[1] == 0, special)
        each = self._known.get(key)
        if each is None:
            extras = (("fox",) * special, ("fox",) * -special)
            both = (eyes, ALL_EYES - eyes)
            facts = Facts(self._game, both, tricks, self._calls, extras, self._factor)
            each = self._known[key] = score(self._rules, facts).each
        return each


#: They are the same in all rounds, so they are kept.
points_of = lru_cache(maxsize=512)(Points)


class Worth:
    """The worth of what `thumbs.rollout` returns, if these are the calls at the end."""

    def __init__(
        self,
        rules: DoppelkopfRules,
        game: str,
        seat: Seat,
        tricks: int,
        calls: tuple[Words, Words] = ((), ()),
        factor: int = 1,
        won: tuple[Order, list[Taken], int] | None = None,
    ) -> None:
        """`won` are the tricks so far, with the order and the pigs by which they were played."""
        self._rules = rules
        self._seat = seat
        self._tricks = tricks
        self._won = won
        alone = SECRET.get(game, "solo_diamonds" if game == "wedding" else game)
        self._extras = game in WITH_EXTRAS, alone in WITH_EXTRAS
        self._points = (
            points_of(rules, game, calls, factor),
            points_of(rules, alone, calls, factor),
        )
        self._so_far: dict[int, int] = {}

    def __call__(self, ended: int) -> float:
        eyes, tricks, re = ended & 255, ended >> 8 & 15, ended >> 20
        alone = re & (re - 1) == 0
        special = 0
        if self._extras[alone]:
            special = (ended >> 12 & 255) - 32
            if self._won is not None:
                special += self._special(re)
        each = self._points[alone].of(eyes, (tricks, self._tricks - tricks), special)
        if re >> self._seat & 1:
            return each[0] + AN_EYE * (eyes - ALL_EYES / 2)
        return each[1] - AN_EYE * (eyes - ALL_EYES / 2)

    def _special(self, re: int) -> int:
        """Special points of the tricks so far, of re less those of kontra."""
        if re not in self._so_far:
            assert self._won is not None
            order, tricks, pigs = self._won
            ours, theirs = extras_of(self._rules, order, tricks, re, pigs)
            self._so_far[re] = len(ours) - len(theirs)
        return self._so_far[re]
