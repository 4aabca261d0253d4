"""How cards are played: what may be played, and who wins a trick, quickly.

The match and the searching bots both play by these functions, so that no rule is written twice.
Everything here is ints, lists and plain loops: the file runs as it is, and mypyc compiles it.
`cards.py` says how cards are numbered.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from stammtisch.games.compiling import i64

T = TypeVar("T")

_PAGAT: Final = 32
_MOND: Final = 52
_SKIS: Final = 53
_PAGAT_BIT: Final = 1 << 32
_TRULA: Final = 1 << 32 | 1 << 52 | 1 << 53
_OVER_PAGAT: Final = 1 << 52 | 1 << 53
_TAROKS: Final = ((1 << 22) - 1) << 32
_ONE_OF_SUIT: Final = 0x01010101
_JACKS: Final = _ONE_OF_SUIT << 4
_KNIGHTS: Final = _ONE_OF_SUIT << 5
_QUEENS: Final = _ONE_OF_SUIT << 6
_FIVES: Final = _ONE_OF_SUIT << 7 | _TRULA

#: The set of each card alone. (Where a literal is shifted, mypyc calculates with 32 bits.)
_BIT: Final[list[int]] = [1 << card for card in range(54)]
#: All cards of the suit of each card.
_FOLLOW: Final[list[int]] = [0xFF << (card & 24) if card < 32 else _TAROKS for card in range(54)]

#: When the pagat may be led in a negative game: as the last card, as the last tarok, always.
LAST_CARD: Final = 0
LAST_TAROK: Final = 1
ANY_TIME: Final = 2

#: What a deal is over by before its last card: nothing, the declarer's first trick, or his first
#: trick lost.
PLAY_ALL: Final = 0
TAKE_NONE: Final = 1
TAKE_ALL: Final = 2


class Manner:
    """How the cards of a contract are played: its rules, with the options of the table."""

    #: Klop and beggars: whoever can must beat, and the pagat goes last.
    negative: bool
    #: Taroks win plain suits: in all contracts but the colour valat.
    trumps: bool
    #: Negative, no card of the suit, and trumped already: the tarok must be overtaken.
    overtake: bool
    pagat_lead: int
    #: The emperor's trick wants the pagat last of the three.
    strict: bool
    #: PLAY_ALL, TAKE_NONE or TAKE_ALL.
    goal: int

    def __init__(
        self,
        negative: bool = False,
        trumps: bool = True,
        overtake: bool = True,
        pagat_lead: int = LAST_CARD,
        strict: bool = False,
        goal: int = PLAY_ALL,
    ) -> None:
        self.negative = negative
        self.trumps = trumps
        self.overtake = overtake
        self.pagat_lead = pagat_lead
        self.strict = strict
        self.goal = goal


# --- single questions --------------------------------------------------------------------------


def legal(manner: Manner, hand: i64, trick: list[int], locked: i64 = 0) -> i64:
    """The cards of the hand that may be played on those of the trick.

    A locked card (an announced ultimo) may be played only if there is no other.
    """
    if trick:
        follow: i64 = _FOLLOW[trick[0]]
        choice: i64 = hand & follow
        if not choice:
            choice = hand & _TAROKS
            follow = _TAROKS
        if not choice:
            choice = hand
        elif manner.negative:
            if follow == _TAROKS:
                choice = _negative_taroks(manner, choice, trick)
            else:
                choice = _higher_in_suit(choice, trick)
    else:
        choice = hand
        if manner.negative and hand & _PAGAT_BIT:
            choice = _led_with_pagat(manner, hand)
    if locked:
        free: i64 = choice & ~locked
        if free:
            return free
    return choice


def _led_with_pagat(manner: Manner, hand: i64) -> i64:
    others: i64 = hand ^ _PAGAT_BIT
    kept_back = manner.pagat_lead == LAST_CARD and others != 0
    if kept_back or (manner.pagat_lead == LAST_TAROK and others & _TAROKS):
        return others
    return hand


def _higher_in_suit(following: i64, trick: list[int]) -> i64:
    """Whoever follows suit beats the best of it, but nobody has to once it is trumped."""
    follow: i64 = _FOLLOW[trick[0]]
    best: i64 = 0
    for one in trick:
        card: i64 = one
        if card >= _PAGAT:
            return following
        if follow >> card & 1 and card > best:
            best = card
    higher: i64 = following >> (best + 1) << (best + 1)
    return higher if higher else following


def _negative_taroks(manner: Manner, taroks: i64, trick: list[int]) -> i64:
    lying: i64 = 0
    above: i64 = 0
    for one in trick:
        card: i64 = one
        if card >= _PAGAT:
            lying |= _BIT[card]
            if card >= above:
                above = card + 1
    # With mond and skis on the table, the pagat makes the emperor's trick.
    if lying & _OVER_PAGAT == _OVER_PAGAT and taroks & _PAGAT_BIT:
        return _PAGAT_BIT
    choice: i64 = taroks
    if lying and (manner.overtake or trick[0] >= _PAGAT):
        higher: i64 = taroks >> above << above
        if higher:
            choice = higher
    others: i64 = choice & ~_PAGAT_BIT
    return others if others else choice


def winner(manner: Manner, trick: list[int]) -> int:
    """Which of the cards, in the order in which they were played, wins: its place, 0 to 3."""
    best = 0
    high: i64 = trick[0]
    follow: i64 = _FOLLOW[trick[0]]
    trumped = manner.trumps or high >= _PAGAT
    seen: i64 = _BIT[high]
    for place in range(1, len(trick)):
        card: i64 = trick[place]
        seen |= _BIT[card]
        if card > high and (follow >> card & 1 or (trumped and card >= _PAGAT)):
            best = place
            high = card
    if trumped and seen & _TRULA == _TRULA:
        place = trick.index(_PAGAT)
        if not manner.strict or (place > trick.index(_MOND) and place > trick.index(_SKIS)):
            return place
    return best


def points_of(cards: int) -> int:
    """Card points by groups of three: each is worth its sum less two, one or two cards that are
    left over their sum less one."""
    number = cards.bit_count()
    worth = (
        number
        + (cards & _JACKS).bit_count()
        + 2 * (cards & _KNIGHTS).bit_count()
        + 3 * (cards & _QUEENS).bit_count()
        + 4 * (cards & _FIVES).bit_count()
    )
    return worth - 2 * (number // 3) - (1 if number % 3 else 0)


def cards_of(cards: int) -> list[int]:
    """The cards of a set, lowest number first."""
    listed = []
    while cards:
        lowest = cards & -cards
        listed.append(lowest.bit_length() - 1)
        cards ^= lowest
    return listed


def mask(cards: Iterable[int]) -> int:
    """The set of the cards."""
    held: i64 = 0
    for card in cards:
        held |= _BIT[card]
    return held


def dealt_out(pack: list[int], forehand: int) -> list[int]:
    """The hands from a shuffled pack: after the talon's six, packets of six go round twice."""
    hands = [0, 0, 0, 0]
    at: i64 = 6
    for packet in range(8):
        cards: i64 = 0
        for _ in range(6):
            cards |= _BIT[pack[at]]
            at += 1
        hands[(forehand + packet) & 3] |= cards
    return hands


def without_taroks(hands: list[int]) -> bool:
    """Is there a hand without a tarok?"""
    return any(not hand & _TAROKS for hand in hands)


# --- a deal of cards ---------------------------------------------------------------------------


class Tricks:
    """The tricks of one deal, from the first lead on: cards are played, and can be taken back."""

    manner: Manner
    hands: list[int]
    #: Each seat's announced ultimo.
    locked: list[int]
    declarer: int
    #: The called king, if he who wins a trick with it gets something for it; else -1.
    king: int
    #: Cards that go to the winners of the first tricks, one each (klop).
    gifts: list[int]
    #: Who led the trick on the table, and its cards in order.
    leader: int
    trick: list[int]
    #: What each seat has won: a set of cards, and how many tricks.
    piles: list[int]
    taken: list[int]
    #: The winners of the tricks, in order.
    winners: list[int]
    #: All cards in the order in which they were played: leader of the trick × 64 + card.
    played: list[int]
    #: The seat that lost its mond to the skis or the emperor's pagat, and who took it; else -1.
    mond_loser: int
    mond_taker: int
    #: The declarer has won a trick with `king`.
    king_won: bool

    def __init__(
        self,
        manner: Manner,
        hands: list[int],
        leader: int,
        declarer: int,
        locked: list[int],
        king: int,
        gifts: list[int],
    ) -> None:
        self.manner = manner
        self.hands = hands[:]
        self.locked = locked
        self.declarer = declarer
        self.king = king
        self.gifts = gifts
        self.leader = leader
        self.trick = []
        self.piles = [0, 0, 0, 0]
        self.taken = [0, 0, 0, 0]
        self.winners = []
        self.played = []
        self.mond_loser = -1
        self.mond_taker = -1
        self.king_won = False

    @property
    def turn(self) -> int:
        return (self.leader + len(self.trick)) & 3

    @property
    def over(self) -> bool:
        if self.trick:
            return False
        goal = self.manner.goal
        if goal == TAKE_NONE and self.taken[self.declarer]:
            return True
        if goal == TAKE_ALL and self.taken[self.declarer] < len(self.winners):
            return True
        return self.hands[self.leader] == 0

    def legal(self) -> i64:
        seat = (self.leader + len(self.trick)) & 3
        return legal(self.manner, self.hands[seat], self.trick, self.locked[seat])

    def choices(self, things: list[T]) -> list[T]:
        """Of a list with something for each card, what belongs to those that may be played."""
        cards: int = self.legal()
        listed = []
        while cards:
            lowest = cards & -cards
            listed.append(things[lowest.bit_length() - 1])
            cards ^= lowest
        return listed

    def may(self, card: i64) -> bool:
        """May the seat whose turn it is play the card?"""
        return self.legal() >> card & 1 == 1

    def step(self, card: i64) -> int:
        """Play the card if it is legal; return whose turn is next, 4 if the deal is over, and -1
        if nothing has changed because the card may not be played."""
        if card < 0 or not self.legal() >> card & 1:
            return -1
        if self.make(card):
            return 4
        return (self.leader + len(self.trick)) & 3

    def make(self, card: i64) -> bool:
        """The seat whose turn it is plays the card, which must be legal. Is the deal over?"""
        trick = self.trick
        leader: i64 = self.leader
        seat: i64 = (leader + len(trick)) & 3
        held: i64 = self.hands[seat]
        self.hands[seat] = held ^ _BIT[card]
        trick.append(card)
        self.played.append(leader << 6 | card)
        if len(trick) < 4:
            return False
        place = winner(self.manner, trick)
        taker = (self.leader + place) & 3
        self.piles[taker] |= self._pile(trick)
        self.taken[taker] += 1
        self.winners.append(taker)
        best = trick[place]
        if best == self.king and taker == self.declarer:
            self.king_won = True
        if best in (_SKIS, _PAGAT) and _MOND in trick:
            self.mond_loser = (self.leader + trick.index(_MOND)) & 3
            self.mond_taker = taker
        self.leader = taker
        self.trick = []
        return self.over

    def _pile(self, trick: list[int]) -> i64:
        """The cards of the trick that is the last in `winners`, or will be, with its gift."""
        pile: i64 = 0
        for card in trick:
            pile |= _BIT[card]
        number = (len(self.played) >> 2) - 1
        if number < len(self.gifts):
            pile |= _BIT[self.gifts[number]]
        return pile

    def unmake(self) -> None:
        """Take the last card back that `make` played."""
        if not self.trick:
            taker = self.winners.pop()
            trick = self.last_trick()
            self.piles[taker] ^= self._pile(trick)
            self.taken[taker] -= 1
            self.leader = self.played[len(self.played) - 1] >> 6
            self.trick = trick
            if self.king in trick:
                self.king_won = False
            if _MOND in trick:
                self.mond_loser = -1
                self.mond_taker = -1
        card = self.trick.pop()
        self.played.pop()
        self.hands[(self.leader + len(self.trick)) & 3] ^= 1 << card

    def last_trick(self) -> list[int]:
        """The last four cards that were played."""
        return [one & 63 for one in self.played[len(self.played) - 4 :]]

    def copy(self) -> Tricks:
        """An independent copy, in which all can be taken back, too."""
        twin = Tricks(
            self.manner,
            self.hands,
            self.leader,
            self.declarer,
            self.locked,
            self.king,
            self.gifts,
        )
        twin.trick = self.trick[:]
        twin.piles = self.piles[:]
        twin.taken = self.taken[:]
        twin.winners = self.winners[:]
        twin.played = self.played[:]
        twin.mond_loser = self.mond_loser
        twin.mond_taker = self.mond_taker
        twin.king_won = self.king_won
        return twin


def side_pile(tricks: Tricks, seats: int) -> int:
    """All cards that these seats (one bit each) have won."""
    pile = 0
    for seat in range(4):
        if seats >> seat & 1:
            pile |= tricks.piles[seat]
    return pile


# --- what a card tells -------------------------------------------------------------------------


def ruled_out(manner: Manner, card: int, trick: list[int], locked: int) -> int:
    """The cards that a seat cannot have held beside `card` when it played that on the trick: with
    any of them in hand, the card would not have been legal."""
    bit = 1 << card
    # Who follows suit without having to beat tells nothing, nor does who leads freely.
    if not manner.negative and not locked & bit and (not trick or _FOLLOW[trick[0]] & bit):
        return 0
    out = 0
    for other in range(54):
        if other != card and not legal(manner, bit | 1 << other, trick, locked) & bit:
            out |= 1 << other
    return out
