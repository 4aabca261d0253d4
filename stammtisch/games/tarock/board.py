"""One deal of Tarock on the table: the auction, the talon, and how it moves on from phase to phase.

The methods here change the board without asking whether they may; `TarockMatch` asks, and tells
what happened. A seat is 0 to 3, sets of seats and of cards are bit masks. The file runs as it is,
and mypyc compiles it; the table that goes on from deal to deal is a subclass in plain Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stammtisch.games.compiling import mypyc_attr
from stammtisch.games.game import Seat
from stammtisch.games.tarock.cards import (
    ALL_KINGS,
    KINGS,
    LOW_CARDS,
    MOND,
    PAGAT,
    SKIS,
    TAROKS,
    TRULA,
    Cards,
    mask,
)
from stammtisch.games.tarock.kernel import Tricks, legal, points_of
from stammtisch.games.tarock.records import Called, Phase, Trick
from stammtisch.games.tarock.rules import CONTRACTS, LEAST, PASS, RANK, TarockRules, Terms, terms_of
from stammtisch.games.tarock.scoring import (
    TRICKS,
    Facts,
    LastTrick,
    Line,
    Score,
    Sheet,
    klop_score,
    score,
)
from stammtisch.games.tarock.talk import Talk

# --- the auction -------------------------------------------------------------------------------
#
# The seat after forehand begins, forehand speaks last, then it goes round without those who have
# passed. Of two equal bids the one from nearer to forehand is better.

#: By the lowest contract that may be bid: what is valid, without and with "pass".
_WITHOUT_PASS: Final = tuple(CONTRACTS[low:] for low in range(len(CONTRACTS) + 1))
_WITH_PASS: Final = tuple((PASS, *CONTRACTS[low:]) for low in range(len(CONTRACTS) + 1))
#: Every bid of every seat, made once.
_CALLED: Final = {
    word: tuple(Called(seat, word) for seat in range(4)) for word in (PASS, *CONTRACTS)
}


class Auction:
    """What has been bid in one deal; it is over when `next` is None."""

    __slots__ = ("bids", "forehand", "highest", "holder", "next", "passed", "valid")

    def __init__(self, forehand: Seat) -> None:
        self.forehand = forehand
        #: In order.
        self.bids: list[Called] = []
        #: One bit for each seat.
        self.passed = 0
        #: The rank of the highest bid, -1 if there is none, and whose it is.
        self.highest = -1
        self.holder: Seat = forehand
        self.next: Seat | None = (forehand + 1) % 4
        #: What the next one may say: "pass" first, then contracts ascending.
        self.valid: tuple[str, ...] = _WITH_PASS[LEAST]

    @property
    def alone(self) -> bool:
        """Have all but the next one passed, who must bid now?"""
        return self.passed.bit_count() == 3

    def bid(self, contract: str) -> None:
        """The next one says it; it must be valid."""
        seat = self.next
        assert seat is not None
        last = self.alone
        self.bids.append(_CALLED[contract][seat])
        if contract == PASS:
            self.passed |= 1 << seat
        else:
            self.highest = RANK[contract]
            self.holder = seat
        if last:
            self.next = None
            self.valid = ()
            return
        after = seat + 1 & 3
        while self.passed >> after & 1:
            after = after + 1 & 3
        self.next = after
        self.valid = self._valid(after)

    def _valid(self, seat: Seat) -> tuple[str, ...]:
        if self.alone:
            # Without any bid that is forehand, who may choose anything; else one repeats or raises.
            return _WITHOUT_PASS[max(self.highest, 0)]
        nearer = seat - self.forehand & 3 < self.holder - self.forehand & 3
        low = self.highest if nearer else self.highest + 1
        return _WITH_PASS[low if low > LEAST else LEAST]

    def copy(self) -> Auction:
        twin = Auction(self.forehand)
        twin.bids = self.bids[:]
        twin.passed = self.passed
        twin.highest = self.highest
        twin.holder = self.holder
        twin.next = self.next
        twin.valid = self.valid
        return twin


def error_of(auction: Auction, said: object) -> str | None:
    """The code of what is wrong with such a bid of the next seat, which may be anything; None if it
    is valid."""
    if said in auction.valid:
        return None
    return "must_bid" if said == PASS else "invalid_contract"


# --- the talon: its piles, and what may be laid down for one of them ---------------------------

TALON = 6


def piles_of(talon: Sequence[int], size: int) -> list[Cards]:
    """Neighbours in the talon make a pile."""
    return [mask(talon[at : at + size]) for at in range(0, TALON, size)]


def required_discards(held: Cards, number: int, free: bool) -> Cards:
    """What must be among the cards laid down from those held: if taroks have to go because low
    cards are few, then all low cards."""
    low = held & LOW_CARDS
    return low if not free and low.bit_count() < number else 0


def discardable(held: Cards, number: int, free: bool) -> Cards:
    """What may be among `number` cards laid down from those held."""
    low = held & LOW_CARDS
    if free or low.bit_count() < number:
        return low | (held & TAROKS & ~TRULA)
    return low


def undiscardable(hand: Cards, piles: Sequence[Cards], number: int, free: bool) -> Cards:
    """The cards of the hand that cannot be laid down, whatever pile is taken."""
    possible = 0
    for pile in piles:
        possible |= discardable(hand | pile, number, free)
    return hand & ~possible


def discard_fault(held: Cards, cards: Cards, number: int, free: bool) -> str | None:
    """The code of what is wrong with laying these cards down; None if nothing is."""
    if cards & ~held:
        return "not_yours"
    if cards.bit_count() != number:
        return "wrong_number"
    if cards & (ALL_KINGS | TRULA):
        return "never_laid_down"
    if cards & ~discardable(held, number, free) or required_discards(held, number, free) & ~cards:
        return "low_cards_first"
    return None


def usual_discards(held: Cards, number: int, free: bool) -> Cards:
    """A choice that is always right: low cards as long as there are any."""
    chosen = 0
    for group in (held & LOW_CARDS, held & TAROKS & ~TRULA):
        while group and chosen.bit_count() < number:
            lowest = group & -group
            chosen |= lowest
            group ^= lowest
    return chosen


# --- the cards ---------------------------------------------------------------------------------


def card_fault(tricks: Tricks, card: int) -> str:
    """The code of the refusal for a card that the seat whose turn it is may not play."""
    hand = tricks.hands[tricks.turn]
    trick = tricks.trick
    if not hand >> card & 1:
        return "not_in_hand"
    if legal(tricks.manner, hand, trick) >> card & 1:
        return "ultimo_locked"
    if not trick:
        return "pagat_last"
    lead_is_tarok, is_tarok = trick[0] >= PAGAT, card >= PAGAT
    suit = TAROKS if lead_is_tarok else 0xFF << (trick[0] & 24)
    if hand & suit and not suit >> card & 1:
        return "must_follow"
    if not hand & suit and not is_tarok:
        return "must_play_tarok"
    if is_tarok and MOND in trick and SKIS in trick and hand >> PAGAT & 1:
        return "pagat_forced"
    return "pagat_last" if card == PAGAT else "must_beat"


# --- the whole deal ----------------------------------------------------------------------------

_NO_LOCKS: Final = [0, 0, 0, 0]


@mypyc_attr(allow_interpreted_subclasses=True)
class Board:
    def __init__(self, rules: TarockRules) -> None:
        self.rules = rules
        self.terms_by_name = terms_of(rules)
        self.phase: Phase = "dealing"
        #: Deals that are over, in all matches that this one goes on from.
        self.done = 0
        #: Who dealt, or would have dealt, first of all: forehand is seat 0 then.
        self.first_dealer: Seat = 3
        self.totals = [0, 0, 0, 0]
        self.radli = [0, 0, 0, 0]
        self.sheet = Sheet()

    def clear_deal(self) -> None:
        """An empty board before a deal."""
        self.dealer: Seat = (self.first_dealer + self.done) % 4
        #: Whose move it is; -1 where several or nobody are waited for.
        self.mover: Seat = -1
        #: As dealt, and before the first trick as they are now; then see `tricks`.
        self.dealt: list[Cards] = [0, 0, 0, 0]
        self.hands: list[Cards] = [0, 0, 0, 0]
        self.talon: list[int] = []
        #: The talon's piles, where the contract has them.
        self.piles: list[Cards] = []
        self.auction = Auction(self.forehand)
        self.terms: Terms | None = None
        self.declarer: Seat = -1
        #: The called king; -1 where none is called.
        self.king = -1
        #: -1: nobody, or nobody yet.
        self.partner: Seat = -1
        #: The pile that was taken, its number or -1, and what was laid down.
        self.picked = -1
        self.discarded: Cards = 0
        self.talk: Talk | None = None
        #: The cards are played here, by `put` alone: a search that takes cards back has a copy.
        self.tricks: Tricks | None = None
        #: The tricks that are won, as far as anybody has looked at them.
        self.told: list[Trick] = []

    @property
    def forehand(self) -> Seat:
        return self.dealer + 1 & 3

    def held(self, seat: Seat) -> Cards:
        return self.hands[seat] if self.tricks is None else self.tricks.hands[seat]

    # --- from phase to phase --------------------------------------------------------------------

    def begin(self, hands: Sequence[Cards], talon: Sequence[int]) -> None:
        """The cards are dealt onto an empty board."""
        self.dealt = list(hands)
        self.hands = list(hands)
        self.talon = list(talon)
        self.phase = "bidding"
        self.mover = self.dealer + 2 & 3

    def make_bid(self, contract: str) -> None:
        self.auction.bid(contract)
        self.follow_auction()

    def follow_auction(self) -> None:
        """Go on to whom the bids so far have made the next one to do something."""
        auction = self.auction
        if auction.next is not None:
            self.mover = auction.next
            return
        self.declarer = self.mover = auction.holder
        self.terms = terms = self.terms_by_name[CONTRACTS[auction.highest]]
        if not terms.contract.pile:
            self._begin_talk()
            return
        self.piles = piles_of(self.talon, terms.contract.pile)
        self.phase = "calling" if terms.contract.calls else "exchange"

    def call_king(self, suit: int) -> None:
        self.king = KINGS[suit]
        for seat in range(4):
            if self.hands[seat] >> self.king & 1 and seat != self.declarer:
                self.partner = seat
        self.phase = "exchange"

    def open_piles(self) -> list[int]:
        """The piles that may be taken."""
        piles, king = self.piles, self.king
        if king in self.talon and self.rules.forced_king_pile:
            return [at for at, pile in enumerate(piles) if pile >> king & 1]
        return list(range(len(piles)))

    def offer(self, picked: int) -> tuple[Cards, int, bool]:
        """What the declarer would hold with that pile, how many to lay down, and how freely."""
        assert self.terms is not None
        held = self.hands[self.declarer] | self.piles[picked]
        return held, self.terms.contract.pile, self.rules.free_tarok_discard

    def take_pile(self, picked: int, cards: Cards) -> None:
        self.picked = picked
        self.discarded = cards
        self.hands[self.declarer] = (self.hands[self.declarer] | self.piles[picked]) & ~cards
        self._begin_talk()

    def _begin_talk(self) -> None:
        assert self.terms is not None
        side = 1 << self.declarer
        if self.partner >= 0:
            side |= 1 << self.partner
        levels = self.rules.kontra_levels
        # All have seen what lies in the talon.
        secret = self.king >= 0 and self.king not in self.talon
        self.talk = Talk(self.terms, levels, self.declarer, side, secret=secret)
        self.phase = "announcing"
        self.follow_talk()

    def say(self, bonuses: tuple[str, ...], kontra: tuple[str, ...]) -> None:
        assert self.talk is not None
        self.talk.say(bonuses, kontra)
        self.follow_talk()

    def follow_talk(self) -> None:
        """Go on to whom the words so far have made the next one to do something."""
        assert self.talk is not None
        if self.talk.next is None:
            self._begin_tricks()
        else:
            self.mover = self.talk.next

    def _begin_tricks(self) -> None:
        assert self.terms is not None and self.talk is not None
        contract = self.terms.contract
        king = self.king if self.king >= 0 else None
        self.phase = "play"
        self.mover = self.declarer if contract.declarer_leads else self.forehand
        self.tricks = Tricks(
            self.terms.manner,
            self.hands,
            self.mover,
            self.declarer,
            self.talk.locked(king) if self.rules.ultimo_locked else _NO_LOCKS,
            self.king if self.king in self.talon else -1,
            self.talon if contract.name == "klop" else [],
        )

    def put(self, card: int) -> bool:
        """The mover plays a card. Is the deal over?"""
        assert self.tricks is not None
        over = self.tricks.make(card)
        self.mover = self.tricks.turn
        return over

    # --- the end of a deal ----------------------------------------------------------------------

    def settle(self) -> None:
        """The deal is played: count it."""
        assert self.tricks is not None and self.terms is not None
        scored = self.scored()
        if scored.doubled and scored.won:
            self.radli[self.declarer] -= 1
        for seat in range(4):
            self.totals[seat] += scored.seats[seat]
            if scored.gives_radli:
                self.radli[seat] += 1
        self.done += 1
        self.mover = -1
        self.sheet.add(
            Line(
                self.done,
                self.dealer,
                self.terms.contract.name,
                self.declarer,
                self.partner,
                self.king,
                self.seat_piles(),
                self.tricks.taken[:],
                scored,
                self.radli[:],
                self.totals[:],
                self.dealt,
                self.talon,
                self.picked,
                self.discarded,
            )
        )

    def scored(self) -> Score:
        """What the deal is worth as it is played now."""
        tricks, talk, terms = self.tricks, self.talk, self.terms
        assert tricks is not None and talk is not None and terms is not None
        piles = self.seat_piles()
        if terms.contract.name == "klop":
            points = [points_of(pile) for pile in piles]
            return klop_score(self.rules, points, tricks.taken, talk.factor)
        pile, taken = piles[self.declarer], tricks.taken[self.declarer]
        if self.partner >= 0:
            pile |= piles[self.partner]
            taken += tricks.taken[self.partner]
        loser, taker = self._mond()
        return score(
            self.rules,
            Facts(
                contract=terms.contract,
                declarer=self.declarer,
                partner=self.partner if self.partner >= 0 else None,
                pile=pile,
                tricks=taken,
                king=self.king if self.king >= 0 else None,
                last=self._last_trick(),
                promises=talk.promises(),
                factor=talk.factor,
                radelc=self.radli[self.declarer] > 0,
                mond_loser=loser,
                mond_taker=taker,
            ),
        )

    def seat_piles(self) -> list[Cards]:
        """What each seat has won; the declarer also what was laid down, and the rest of the talon
        if a trick was won with the king from it."""
        assert self.tricks is not None
        piles = self.tricks.piles[:]
        piles[self.declarer] |= self.discarded
        if self.tricks.king_won:
            piles[self.declarer] |= self.rest_of_talon()
        return piles

    def rest_of_talon(self) -> Cards:
        """What the declarer did not take."""
        rest = mask(self.talon)
        return rest & ~self.piles[self.picked] if self.picked >= 0 else rest

    def _last_trick(self) -> LastTrick | None:
        tricks = self.tricks
        assert tricks is not None
        if len(tricks.winners) < TRICKS:
            return None
        leader = tricks.played[-1] >> 6
        return LastTrick(leader, tuple(tricks.last_trick()), tricks.winners[-1])

    def _mond(self) -> tuple[Seat | None, Seat | None]:
        """Who lost the mond, and to whom."""
        tricks, terms = self.tricks, self.terms
        assert tricks is not None and terms is not None
        if tricks.mond_loser >= 0:
            return tricks.mond_loser, tricks.mond_taker
        in_talon = terms.contract.mond == "trick_or_talon" and MOND in self.talon
        if in_talon and not tricks.king_won and self.rest_of_talon() >> MOND & 1:
            return self.declarer, None
        return None, None

    # --- copies ---------------------------------------------------------------------------------

    def copy_to(self, twin: Board) -> None:
        """Let a new board lie as this one does."""
        twin.rules = self.rules
        twin.terms_by_name = self.terms_by_name
        twin.phase = self.phase
        twin.done = self.done
        twin.first_dealer = self.first_dealer
        twin.totals = self.totals[:]
        twin.radli = self.radli[:]
        twin.sheet = self.sheet.copy()
        twin.dealer = self.dealer
        twin.mover = self.mover
        twin.dealt = self.dealt[:]
        twin.hands = self.hands[:]
        twin.talon = self.talon[:]
        twin.piles = self.piles[:]
        twin.auction = self.auction.copy()
        twin.terms = self.terms
        twin.declarer = self.declarer
        twin.king = self.king
        twin.partner = self.partner
        twin.picked = self.picked
        twin.discarded = self.discarded
        twin.talk = None if self.talk is None else self.talk.copy()
        twin.tricks = None if self.tricks is None else self.tricks.copy()
        twin.told = self.told[:]
