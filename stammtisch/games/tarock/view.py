"""What a seat sees of a match of Tarock."""

from __future__ import annotations

from dataclasses import dataclass

from stammtisch.games.game import Seat
from stammtisch.games.quick import quick
from stammtisch.games.tarock.records import (
    Announced,
    Called,
    Cards,
    Choice,
    Phase,
    Result,
    Said,
    Trick,
)


@quick
@dataclass(frozen=True, slots=True)
class View:
    """A match of Tarock as one seat sees it; a spectator's `seat` and `hand` are None.

    Of a deal it keeps all that has been seen since it was dealt, also when it is scored.
    """

    seat: Seat | None
    phase: Phase
    #: The number of the deal, 1 is the first; 0 before it.
    deal: int
    dealer: Seat
    #: Sits after the dealer, and has the last word in the auction.
    forehand: Seat
    #: Whose bid, call, exchange, announcement or card is next; None where several or nobody are
    #: waited for.
    mover: Seat | None
    #: One's cards, as in `cards.NAMES`.
    hand: Cards | None
    #: One's cards as they were dealt.
    dealt: Cards | None
    #: How many cards each seat holds.
    counts: tuple[int, ...]
    #: The auction so far, in order.
    bids: tuple[Called, ...]
    #: None until the auction is over.
    contract: str | None
    declarer: Seat | None
    #: The suit of the called king; None where none is called, or not yet.
    called: str | None
    #: Who plays with the declarer, as far as one knows; None is nobody, or unknown.
    partner: Seat | None
    #: `partner` is sure: it is public, or one's own hand tells.
    partner_known: bool
    #: The talon's piles, once they have been shown.
    piles: tuple[Cards, ...]
    picked: int | None
    #: The taroks that were laid down, which all have seen.
    shown: Cards
    #: All that was laid down, if it was oneself who did.
    discarded: Cards | None
    #: What each seat said in turn, in order.
    said: tuple[Said, ...]
    #: The bonuses that stand, in order, and the factor of the game itself.
    announced: tuple[Announced, ...]
    game_factor: int
    #: The tricks that are won, in order, and the running one.
    tricks: tuple[Trick, ...]
    trick: Trick | None
    #: The declarer's hand where it lies open (open beggar), else None.
    open_hand: Cards | None
    radli: tuple[int, ...]
    totals: tuple[int, ...]
    #: The deals of this match that are over.
    sheet: tuple[Result, ...]
    #: What each seat has said after the deal, and what can be said, whether it is listed or not.
    votes: tuple[Choice | None, ...]
    choices: tuple[Choice, ...]
    deadline: int | None
    over: bool
