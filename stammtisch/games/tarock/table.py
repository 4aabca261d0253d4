"""The table of a match of Tarock, from deal to deal: dealing, votes, copies, and all of its state.

`docs/rules/tarock.md` says in words how the cards are dealt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from stammtisch.games.game import Match, Outcome, Rules, Seat, tuple_of
from stammtisch.games.stream import Stream
from stammtisch.games.tarock.board import TALON, Board
from stammtisch.games.tarock.cards import CARDS, Cards
from stammtisch.games.tarock.kernel import dealt_out, without_taroks
from stammtisch.games.tarock.records import CHOICES, Choice
from stammtisch.games.tarock.rules import TarockRules

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


_SEATS = range(4)


#: What follows from the hands, the contract and the cards played.
_FROM_CARDS_PLAYED = (
    *("manner", "hands", "locked", "declarer", "king", "gifts", "leader", "trick", "piles"),
    *("taken", "winners", "mond_loser", "mond_taker", "king_won"),
)


class TarockTable(Board, Match):
    rules: TarockRules
    #: The terms follow from the rules and the contract, the piles from talon and contract; `told`
    #: is what was looked at of the tricks, and the sheet what was scored: totals are in the state.
    #: Auction, talk and tricks are in the state as what was bid, said and played.
    derived = (
        Match.derived
        | {"terms_by_name", "terms", "piles", "told", "sheet"}
        | {f"auction.{one}" for one in ("forehand", "passed", "highest", "holder", "next", "valid")}
        | {f"talk.{one}" for one in ("side", "sides", "pledges", "level", "next")}
        | {f"talk.{one}" for one in ("_terms", "_declarer", "_levels", "_left")}
        | {f"tricks.{one}" for one in _FROM_CARDS_PLAYED}
    )

    def __init__(self, rules: Rules, seats: int, carry: Mapping[str, Any] | None = None) -> None:
        assert isinstance(rules, TarockRules)
        super().__init__(rules)
        self.seats = seats
        self.outcome: Outcome | None = None
        self.deadline: int | None = None
        self.awaits_deal = True
        self.votes: list[Choice | None] = [None, None, None, None]
        if carry is not None:
            self.done = carry["deals"]
            self.first_dealer = (carry["dealer"] - carry["deals"]) % 4
            self.totals = list(carry["totals"])
            self.radli = list(carry["radli"])
        self.clear_deal()

    @property
    def turn(self) -> tuple[Seat, ...]:
        if self.mover >= 0:
            return (self.mover,)
        return self._voters() if self.phase == "scored" else ()

    @property
    def deal_public(self) -> bool:
        return self.phase in ("scored", "dealing", "over")

    def _voters(self) -> tuple[Seat, ...]:
        """Who has yet to say how to go on. If some want to stop and others do not, those others
        may change their minds as long as the pause lasts."""
        open_votes = tuple(seat for seat in _SEATS if self.votes[seat] is None)
        going_on = tuple(seat for seat in _SEATS if self.votes[seat] == "continue")
        return open_votes or going_on or tuple(_SEATS)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be said after a deal; only a match without a last deal is ended that way."""
        if self.phase != "scored":
            return ()
        return CHOICES if self.rules.deals == 0 else CHOICES[:2]

    # --- from deal to deal ----------------------------------------------------------------------

    def lay(self, hands: Sequence[Cards], talon: Sequence[int]) -> None:
        """The cards are dealt."""
        if not self.awaits_deal or self.dealer != (self.first_dealer + self.done) % 4:
            self.clear_deal()
        self.awaits_deal = False
        self.begin(hands, talon)

    # --- copies ---------------------------------------------------------------------------------

    def carried(self) -> Any:
        if self.outcome is None or self.outcome.kind != "adjourned":
            return None
        return {
            "deals": self.done,
            "dealer": (self.first_dealer + self.done) % 4,
            "totals": list(self.totals),
            "radli": list(self.radli),
        }

    def copy(self) -> Self:
        kind = type(self)
        twin = kind.__new__(kind)
        twin.__dict__.update(self.__dict__)
        self.copy_to(twin)
        twin.votes = self.votes[:]
        return twin

    def state(self) -> tuple[Any, ...]:
        talk, tricks = self.talk, self.tricks
        return (
            (self.rules.digest, self.seats),
            (self.phase, self.awaits_deal, self.mover, self.deadline),
            (self.done, self.first_dealer, self.dealer),
            (tuple(self.totals), tuple(self.radli), tuple(self.votes)),
            (tuple(self.dealt), tuple(self.hands), tuple(self.talon)),
            tuple(tuple_of(made) for made in self.auction.bids),
            (self.declarer, self.king, self.partner, self.picked, self.discarded),
            None if talk is None else tuple(tuple_of(said) for said in talk.said),
            None if tricks is None else tuple(tricks.played),
            None if self.outcome is None else tuple_of(self.outcome),
        )
