"""The two buttons of a client: what its player could call next, and whether it may be called now.

The client knows no rules of its own for that. It is worked out from what everybody hears and from
the player's own cards.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from stammtisch.games.doppelkopf.calls import in_time, level_of, made_with
from stammtisch.games.doppelkopf.orders import SUIT_GAMES, pigs_possible
from stammtisch.games.doppelkopf.pigs import ON_PLAY
from stammtisch.games.doppelkopf.records import Party
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.scoring import NULL_GAMES
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import CALLS, DENIALS

#: Until something has happened in them, nobody knows the parties.
OPEN_GAMES = ("wedding", "black_sow")
_BOTH = 2


class Buttons:
    __slots__ = (
        "_called",
        "_game",
        "_labels",
        "_open",
        "_party",
        "_pigs",
        "_rules",
        "_settled",
        "_start",
    )

    def __init__(self, rules: DoppelkopfRules) -> None:
        self._rules = rules
        self._game: str | None = None
        self._party: Party | None = None
        self._open = True
        self._called: dict[Party, list[str]] = {"re": [], "kontra": []}
        self._settled = 1
        #: What was called of pigs so far: nothing, pigs, superpigs.
        self._pigs = 0
        #: The player's cards when the first trick began.
        self._start: Sequence[str] = ()
        #: What the buttons say; None if it may have changed.
        self._labels: tuple[str, str] | None = None

    # --- what happens --------------------------------------------------------------------------

    def chosen(self, game: str, party: Party | None, hand: Collection[str]) -> None:
        """What is played from now on; after some tricks, because of the black sow."""
        if self._game is None:
            self._start = tuple(hand)
        else:
            self._settled = self._rules.tricks - len(hand)
        self._game, self._party = game, party
        self._open = game in OPEN_GAMES
        self._labels = None

    def settled(self, trick: int, party: Party | None) -> None:
        """The parties are known since that trick."""
        self._open = False
        self._settled, self._party = trick, party
        self._labels = None

    def said(self, word: str, party: Party | None) -> None:
        self._labels = None
        if word in CALLS and party is not None:
            made = self._called[party]
            made += made_with(word, party, tuple(made))
        elif word in ("pigs", "pigs_yes"):
            self._pigs = 1
        elif word in ("superpigs", "superpigs_yes"):
            self._pigs = 2

    def looked(self, view: View) -> None:
        """What has been called is this; a call may have been taken back."""
        self._called = {"re": list(view.re_calls), "kontra": list(view.kontra_calls)}
        self._labels = None

    # --- what they show ------------------------------------------------------------------------

    def labels(self) -> dict[str, Any]:
        call, pigs = self._said_next()
        return {"rebtn_lbl": call, "pigbtn_lbl": pigs}

    def states(self, hand: Collection[str], own_turn: bool) -> dict[str, Any]:
        call, pigs = self._said_next()
        return {
            "rebtn_state": _state(call, self._may_call(call, len(hand), own_turn)),
            "pigbtn_state": _state(pigs, self._may_call_pigs(pigs, hand, own_turn)),
        }

    def _said_next(self) -> tuple[str, str]:
        if self._labels is None:
            self._labels = self._next_call(), self._next_pigs()
        return self._labels

    def _next_call(self) -> str:
        if self._party is None or self._open:
            return "none"
        ladder = (self._party, *DENIALS)[: 1 if self._game in NULL_GAMES else 5]
        made = max((level_of(call) + 1 for call in self._called[self._party]), default=0)
        return ladder[made] if made < len(ladder) else "none"

    def _may_call(self, call: str, cards: int, own_turn: bool) -> bool:
        if call == "none" or not (own_turn or self._rules.calls_when == "any_time"):
            return False
        if self._game in NULL_GAMES:
            return cards > 0
        theirs = tuple(self._called["kontra" if self._party == "re" else "re"])
        return in_time(call, cards, self._rules.tricks, self._settled, theirs)

    def _next_pigs(self) -> str:
        game = self._game
        if game is None or not pigs_possible(game) or self._pigs == _BOTH:
            return "none"
        if self._pigs == 0:
            return "pigs" if self._rules.pigs in ON_PLAY else "none"
        later = self._rules.has("superpigs") and self._rules.superpigs != "reservation"
        return "superpigs" if later else "none"

    def _may_call_pigs(self, label: str, hand: Collection[str], own_turn: bool) -> bool:
        if label == "none" or self._game is None:
            return False
        suit = SUIT_GAMES[self._game][0]
        held = list(hand)
        if label == "pigs":
            foxes = held.count(f"{suit}a")
            both = self._start.count(f"{suit}a") == _BOTH
            enough = {"one_on_play": both and foxes > 0, "one_on_fox": both and foxes == 1}
            return own_turn and enough.get(self._rules.pigs, foxes == _BOTH)
        rank = "9" if self._rules.without9 == "with_all" else "k"
        may = own_turn or self._rules.superpigs == "on_pig"
        return may and held.count(suit + rank) == _BOTH


def _state(label: str, may: bool) -> str:
    if label == "none":
        return "invis"
    return "enabled" if may else "disabled"
