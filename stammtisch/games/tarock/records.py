"""What seats do, and what happens, in a match of Tarock.

Cards are named as in the JSON protocol: the suit C S H D or T for taroks, then the rank ("CK",
"H1", "T21"); the skis is "TS". `contracts.CONTRACTS` has the contracts in their order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from stammtisch.games.game import Event, Seat

Card = str
Cards = tuple[Card, ...]
#: "dealing": the server has yet to deal. "scored": all look at the result and say how to go on.
Phase = Literal["dealing", "bidding", "calling", "exchange", "announcing", "play", "scored", "over"]
#: What is said after a deal: the match ends, or is put off, only if all four want that.
Choice = Literal["continue", "adjourn", "end"]

#: In this order wherever several are listed.
BONUSES = ("trula", "kings", "kings_ultimo", "pagat_ultimo", "valat")
#: What can be doubled by kontra: the game itself, and each announced bonus.
TARGETS = ("game", *BONUSES)
CHOICES: tuple[Choice, ...] = ("continue", "adjourn", "end")


# --- actions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid a contract, or "pass"."""

    type: ClassVar[str] = "bid"
    contract: str


@dataclass(frozen=True, slots=True)
class ThrowIn:
    """Ask for a new deal, having been dealt no tarok. Only where the rule `redeal` says so."""

    type: ClassVar[str] = "throw_in"


@dataclass(frozen=True, slots=True)
class CallKing:
    """Call the king of a suit: C, S, H or D. Who holds it is the secret partner.

    suit: `C`, `S`, `H` or `D`.
    """

    type: ClassVar[str] = "call_king"
    suit: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """Take a pile of the talon, counted from 0, and lay as many cards down.

    cards: What one lays down, as many cards as the pile has.
    """

    type: ClassVar[str] = "exchange"
    picked: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Announce:
    """Announce bonuses and double what others have announced; with neither, say nothing.

    kontra: What is doubled: `game`, or a bonus.
    """

    type: ClassVar[str] = "announce"
    bonuses: tuple[str, ...] = ()
    kontra: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card.

    card: The card's name (see above).
    """

    type: ClassVar[str] = "play"
    card: Card


@dataclass(frozen=True, slots=True)
class Vote:
    """Say after a deal how to go on. It may be changed until all four say the same, or until
    the pause is over: then the next deal comes.

    choice: `continue`, `adjourn` or `end`.
    """

    type: ClassVar[str] = "vote"
    choice: Choice


# --- parts of events and views -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Called:
    """A bid as it was made; `contract` may be "pass"."""

    seat: Seat
    contract: str


@dataclass(frozen=True, slots=True)
class Kontra:
    """What a target is multiplied by now: 2, 4, 8 or 16.

    target: `game`, or a bonus.
    seat: Who announced the bonus; None if the target is the game.
    """

    target: str
    factor: int
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What a seat said in its turn to announce; nothing at all is a pass.

    kontra: What the seat doubled, with the factors that it made.
    """

    seat: Seat
    bonuses: tuple[str, ...] = ()
    kontra: tuple[Kontra, ...] = ()


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards in the order of their turns; of the running trick, as far as it has come.

    leader: Who led it.
    cards: In the order of their turns.
    winner: Who won the trick; null as long as it runs.
    gift: The talon's card that went with it (klop).
    """

    leader: Seat
    cards: Cards
    winner: Seat | None = None
    gift: Card | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a deal's score: `value` is signed, for the declarer's side, and has the factor in
    it. `seat` is whose item it is where it belongs to one player alone (klop, mond).

    name: What it was.
    value: Signed, for the declarer's side; the factor is in it.
    announced: It had been announced.
    seat: Whose it is, where it belongs to one player alone.
    """

    name: str
    value: int
    announced: bool = False
    factor: int = 1
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """A deal as it goes onto the score sheet, with all cards face up.

    deal: 1 is the first.
    contract: What was played.
    declarer: Who plays the contract.
    partner: None: the declarer was alone.
    called: The suit of the called king.
    points: Card points of the declarer's side; in klop None, see `piles`.
    piles: Card points in the pile of each seat.
    tricks: Tricks of each seat.
    won: Did the declarer's side win? None in klop.
    items: What the deal's points are made of.
    mond: Who paid for the mond.
    radli: Of each seat, after the deal.
    doubled: The deal was doubled by a radelc.
    scores: What the deal brought each seat.
    hands: The hands as they were dealt.
    talon: The six cards of the talon.
    discarded: What was laid down.
    """

    deal: int
    dealer: Seat
    contract: str
    declarer: Seat
    partner: Seat | None
    called: str | None
    points: int | None
    piles: tuple[int, ...]
    tricks: tuple[int, ...]
    won: bool | None
    items: tuple[Item, ...]
    mond: Seat | None
    radli: tuple[int, ...]
    doubled: bool
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    hands: tuple[Cards, ...]
    talon: Cards
    picked: int | None
    discarded: Cards


@dataclass(frozen=True, slots=True)
class Announced:
    """A bonus that was announced, and what kontra has made of it.

    seat: Who announced it.
    bonus: `trula`, `kings`, `kings_ultimo`, `pagat_ultimo` or `valat`.
    """

    seat: Seat
    bonus: str
    factor: int = 1


# --- events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A deal begins. `hands` holds None for those one may not see.

    deal: The number of the deal; 1 is the first.
    hands: Each hand; null for those one may not see.
    radli: The radli of each seat.
    """

    type: ClassVar[str] = "dealt"
    deal: int
    dealer: Seat
    hands: tuple[Cards | None, ...]
    totals: tuple[int, ...]
    radli: tuple[int, ...]

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return (0, 1, 2, 3)

    def seen_by(self, seat: Seat | None) -> Dealt:
        hands = tuple(hand if at == seat else None for at, hand in enumerate(self.hands))
        return replace(self, hands=hands)


@dataclass(frozen=True, slots=True)
class ThrownIn(Event):
    """A seat without taroks wants a new deal by the same dealer, and shows that it has none.

    hand: The cards of the hand.
    """

    type: ClassVar[str] = "thrown_in"
    seat: Seat
    hand: Cards


@dataclass(frozen=True, slots=True)
class BiddingBegan(Event):
    """`next` bids first. Only that seat sees what is `valid`: "pass" first, then ascending.

    valid: What that seat may do; null for all others.
    """

    type: ClassVar[str] = "bidding_began"
    next: Seat
    valid: tuple[str, ...] | None

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return (self.next,)

    def seen_by(self, seat: Seat | None) -> BiddingBegan:
        return self if seat == self.next else replace(self, valid=None)


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    """A seat bid, or passed. `next` is None after the last bid.

    valid: What `next` may bid, for that seat only.
    """

    type: ClassVar[str] = "bid_made"
    seat: Seat
    contract: str
    next: Seat | None
    valid: tuple[str, ...] | None

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return () if self.next is None else (self.next,)

    def seen_by(self, seat: Seat | None) -> BidMade:
        return self if self.next in (seat, None) else replace(self, valid=None)


@dataclass(frozen=True, slots=True)
class BidWon(Event):
    """The auction is over: what is played, and who plays it. In klop that is forehand."""

    type: ClassVar[str] = "bid_won"
    seat: Seat
    contract: str


@dataclass(frozen=True, slots=True)
class CallingBegan(Event):
    """The declarer has to call a king."""

    type: ClassVar[str] = "calling_began"
    seat: Seat


@dataclass(frozen=True, slots=True)
class KingCalled(Event):
    """The declarer has called a king.

    suit: `C`, `S`, `H` or `D`.
    """

    type: ClassVar[str] = "king_called"
    seat: Seat
    suit: str


@dataclass(frozen=True, slots=True)
class TalonShown(Event):
    """The talon lies face up, in piles from which the declarer takes one.

    piles: The talon's piles.
    """

    type: ClassVar[str] = "talon_shown"
    piles: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class ExchangeBegan(Event):
    """The declarer has to take a pile. `invalid`, for that seat only: the cards of its hand that
    may not be laid down whatever pile it takes.

    invalid: Cards that may not be laid down; null for all but the declarer.
    """

    type: ClassVar[str] = "exchange_began"
    seat: Seat
    invalid: Cards | None

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def seen_by(self, seat: Seat | None) -> ExchangeBegan:
        return self if seat == self.seat else replace(self, invalid=None)


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    """A pile was taken. All see the taroks that were laid down (`shown`), the declarer also the
    other `cards`.

    taken: The cards of the pile.
    shown: The taroks among those laid down, which all see.
    cards: The names of the cards; null if one may not see them.
    """

    type: ClassVar[str] = "exchanged"
    seat: Seat
    picked: int
    taken: Cards
    shown: Cards
    cards: Cards | None

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def seen_by(self, seat: Seat | None) -> Exchanged:
        return self if seat == self.seat else replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class AnnouncingBegan(Event):
    """`next` speaks first; only that seat sees what it may say.

    kontra: What is doubled: `game`, or a bonus.
    """

    type: ClassVar[str] = "announcing_began"
    next: Seat
    bonuses: tuple[str, ...] | None
    kontra: tuple[str, ...] | None

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return (self.next,)

    def seen_by(self, seat: Seat | None) -> AnnouncingBegan:
        return self if seat == self.next else replace(self, bonuses=None, kontra=None)


@dataclass(frozen=True, slots=True)
class AnnouncementMade(Event):
    """A seat has announced something, or nothing. `next` is None after the last.

    kontra: What the seat doubled, with the factors that it made.
    valid_bonuses: What `next` may say, for that seat only.
    valid_kontra: What that seat may double; null for all others.
    """

    type: ClassVar[str] = "announcement_made"
    seat: Seat
    bonuses: tuple[str, ...]
    kontra: tuple[Kontra, ...]
    next: Seat | None
    valid_bonuses: tuple[str, ...] | None
    valid_kontra: tuple[str, ...] | None

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return () if self.next is None else (self.next,)

    def seen_by(self, seat: Seat | None) -> AnnouncementMade:
        if self.next in (seat, None):
            return self
        return replace(self, valid_bonuses=None, valid_kontra=None)


@dataclass(frozen=True, slots=True)
class AnnouncingOver(Event):
    """Nobody announces any more."""

    type: ClassVar[str] = "announcing_over"


@dataclass(frozen=True, slots=True)
class PlayBegan(Event):
    """`next` leads to the first trick; only that seat sees which cards it may play.

    valid: What that seat may do; null for all others.
    """

    type: ClassVar[str] = "play_began"
    next: Seat
    valid: Cards | None

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return (self.next,)

    def seen_by(self, seat: Seat | None) -> PlayBegan:
        return self if seat == self.next else replace(self, valid=None)


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A card was played. With the fourth, the trick has a winner, who leads the `next` one.

    card: The card's name (see above).
    trick: The number of the trick, 1 is the first.
    next: None after the last card of the deal.
    winner: Who won the trick; null as long as it runs.
    gift: The talon's card that the winner gets with the trick (klop).
    valid: What `next` may play, for that seat only.
    """

    type: ClassVar[str] = "card_played"
    seat: Seat
    card: Card
    trick: int
    next: Seat | None
    winner: Seat | None
    gift: Card | None
    valid: Cards | None

    @property
    def insiders(self) -> tuple[Seat, ...]:
        return () if self.next is None else (self.next,)

    def seen_by(self, seat: Seat | None) -> CardPlayed:
        if self.next is None or self.next == seat:
            return self
        # Not by `replace`, because four of five events are this one.
        return CardPlayed(self.seat, self.card, self.trick, self.next, self.winner, self.gift, None)


@dataclass(frozen=True, slots=True)
class HandOpened(Event):
    """An open beggar lays the hand face up after the first trick.

    hand: The cards of the hand.
    """

    type: ClassVar[str] = "hand_opened"
    seat: Seat
    hand: Cards


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """The deal is over.

    result: The deal as it goes onto the score sheet.
    """

    type: ClassVar[str] = "scored"
    result: Result


@dataclass(frozen=True, slots=True)
class Voted(Event):
    """A seat said how to go on.

    choice: `continue`, `adjourn` or `end`.
    """

    type: ClassVar[str] = "voted"
    seat: Seat
    choice: Choice


@dataclass(frozen=True, slots=True)
class MatchOver(Event):
    """The match has ended: "won", "draw" or "adjourned".

    kind: `won`, `draw` or `adjourned`.
    ranks: The rank of each seat, 1 is best.
    charged: What left-over radli have cost each seat, not negative; it is in the totals.
    """

    type: ClassVar[str] = "match_over"
    kind: str
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    charged: tuple[int, ...]
