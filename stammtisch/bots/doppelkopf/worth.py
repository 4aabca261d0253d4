"""What the end of an imagined round is worth to a seat, in points."""

from __future__ import annotations

from stammtisch.games.doppelkopf.extras import Taken, extras_of
from stammtisch.games.doppelkopf.kernel import Order
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.scoring import WITH_EXTRAS, Facts, Words, score
from stammtisch.games.doppelkopf.tricks import SECRET
from stammtisch.games.game import Seat

#: Points for an eye: of two ways that are worth the same, the one with more eyes is safer.
AN_EYE = 0.01


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
        self._game = game
        self._seat = seat
        self._tricks = tricks
        self._calls = calls
        self._factor = factor
        self._won = won
        self._known: dict[int, float] = {}
        self._so_far: dict[int, int] = {}

    def __call__(self, ended: int) -> float:
        worth = self._known.get(ended)
        if worth is None:
            worth = self._known[ended] = self._counted(ended)
        return worth

    def _counted(self, ended: int) -> float:
        eyes, tricks = ended & 255, ended >> 8 & 15
        re = ended >> 20
        alone = re & (re - 1) == 0
        game = self._game
        if alone:
            game = SECRET.get(game, "solo_diamonds" if game == "wedding" else game)
        special = (ended >> 12 & 255) - 32 + self._special(game, re)
        facts = Facts(
            game,
            (eyes, 240 - eyes),
            (tricks, self._tricks - tricks),
            self._calls,
            (("fox",) * special, ("fox",) * -special),
            self._factor,
        )
        party = 0 if re >> self._seat & 1 else 1
        each = score(self._rules, facts).each[party]
        return each + AN_EYE * (eyes if party == 0 else 240 - eyes)

    def _special(self, game: str, re: int) -> int:
        """Special points of the tricks so far, of re less those of kontra."""
        if self._won is None or game not in WITH_EXTRAS:
            return 0
        if re not in self._so_far:
            order, tricks, pigs = self._won
            ours, theirs = extras_of(self._rules, order, tricks, re, pigs)
            self._so_far[re] = len(ours) - len(theirs)
        return self._so_far[re]
