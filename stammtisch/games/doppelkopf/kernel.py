"""How cards are played: what may be played, who wins a trick, and what it brings, quickly.

The match and the searching bots both play by these functions, so that no rule is written twice.
Everything here is ints, lists and plain loops: the file runs as it is, and mypyc compiles it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from stammtisch.games.game import Luck

#: Eyes of the cards, by number: two each of 9 j q k 10 a, in each suit.
EYES: Final[list[int]] = [0, 0, 2, 2, 3, 3, 4, 4, 10, 10, 11, 11] * 4
_SUIT: Final = 0x001001001001
_JACKS: Final = 3 * (_SUIT << 2)
_QUEENS: Final = 3 * (_SUIT << 4)
_KINGS: Final = 3 * (_SUIT << 6)
_TENS: Final = 3 * (_SUIT << 8)
_ACES: Final = 3 * (_SUIT << 10)
_CLUB_JACKS: Final = 3 << 2
_CLUB_QUEENS: Final = 3 << 4
_SPADE_QUEENS: Final = 3 << 16
_SPADE_KINGS: Final = 3 << 18
_DIAMOND_QUEENS: Final = 3 << 40
#: Both diamond aces; those that are pigs are no foxes.
FOXES: Final = 3 << 46
#: The first card of each kind.
_FIRST: Final = 0x555555555555

#: The group of trumps; 0 to 3 are the plain suits.
TRUMP: Final = 4


class Order:
    """Which cards are trumps, and which card beats which: tables that never change."""

    #: The group of each card: its plain suit, or `TRUMP`.
    group: list[int]
    #: How strong each card is within its group; equal cards are equally strong.
    strength: list[int]
    #: All cards of each group.
    groups: list[int]
    #: For each card, all cards of its group: what follows it.
    follow: list[int]
    #: For each card, the cards that beat it when they are played after it.
    beats: list[int]
    #: The same in the last trick.
    beats_last: list[int]

    def __init__(
        self, group: list[int], strength: list[int], second_wins: int, second_wins_last: int
    ) -> None:
        """Of two equal cards the second wins if it is in `second_wins` (in the last trick,
        `second_wins_last`), else the first."""
        self.group = group
        self.strength = strength
        groups = [0, 0, 0, 0, 0]
        for card in range(48):
            groups[group[card]] |= 1 << card
        self.groups = groups
        self.follow = [groups[group[card]] for card in range(48)]
        self.beats = _beaten_by(group, strength, second_wins)
        self.beats_last = _beaten_by(group, strength, second_wins_last)

    @property
    def trumps(self) -> int:
        return self.groups[TRUMP]


def _beaten_by(group: list[int], strength: list[int], second_wins: int) -> list[int]:
    table = [0] * 48
    for lying in range(48):
        for played in range(48):
            if group[played] == group[lying]:
                stronger = strength[played] > strength[lying]
                second = strength[played] == strength[lying] and (second_wins >> played & 1) == 1
                wins = stronger or (second and played != lying)
            else:
                wins = group[played] == TRUMP
            if wins:
                table[lying] |= 1 << played
    return table


# --- single questions --------------------------------------------------------------------------


def legal(order: Order, hand: int, lead: int) -> int:
    """The cards of the hand that may be played on the card `lead`; -1: to lead oneself."""
    if lead < 0:
        return hand
    following = hand & order.follow[lead]
    return following if following else hand


def winner(order: Order, trick: list[int], last: bool) -> int:
    """Which of the cards, in the order in which they were played, wins: its place, 0 to 3."""
    beats = order.beats_last if last else order.beats
    best = 0
    for place in range(1, len(trick)):
        if beats[trick[best]] >> trick[place] & 1:
            best = place
    return best


def eyes_of(cards: int) -> int:
    """The eyes of a set of cards."""
    return (
        11 * (cards & _ACES).bit_count()
        + 10 * (cards & _TENS).bit_count()
        + 4 * (cards & _KINGS).bit_count()
        + 3 * (cards & _QUEENS).bit_count()
        + 2 * (cards & _JACKS).bit_count()
    )


def club_queens(hands: list[int]) -> int:
    """The seats that hold a club queen, one bit each: the re party of a normal game."""
    seats = 0
    for seat in range(len(hands)):
        if hands[seat] & _CLUB_QUEENS:
            seats |= 1 << seat
    return seats


# --- special points ----------------------------------------------------------------------------

#: What a trick can bring its winner's party, a bit for each point: two foxes are caught in two.
SPECIAL: Final = (
    *("fox", "fox", "doppelkopf", "heart_trick", "hobgoblin", "hobgoblin"),
    *("charlie", "fox_lasttrick", "charlie_broken", "charlie_broken", "jane", "jane"),
    "sec_black_trick",
)
#: The bits of the foxes.
FOX_BITS: Final = 3
#: So many eyes make a trick a Doppelkopf.
DOPPELKOPF: Final = 40


def special_points(
    group: list[int],
    foxes: int,
    trick: list[int],
    leader: int,
    best: int,
    re: int,
    last: bool,
    black: list[int],
) -> int:
    """All points of `SPECIAL` that the trick brings, whether the table counts them or not.

    `best` is the place of the card that wins it, `re` the seats of that party. `black` has the
    number of tricks of clubs and of spades, without a trump in them, before this one; a trick of
    that kind is added to it.
    """
    own = re >> (leader + best & 3) & 1
    taker = 1 << trick[best]
    eyes = 0
    caught = 0
    trumps = 0
    hearts = 0
    for place in range(4):
        card = trick[place]
        eyes += EYES[card]
        if re >> (leader + place & 3) & 1 != own:
            caught |= 1 << card
        if group[card] == TRUMP:
            trumps += 1
        elif group[card] == 2:
            hearts += 1
    found = _unary(caught & foxes)
    if eyes >= DOPPELKOPF:
        found |= 4
    if hearts == 4:
        found |= 8
    if taker & _SPADE_QUEENS:
        found |= _unary(caught & _SPADE_KINGS) << 4
    if last:
        if taker & _CLUB_JACKS:
            found |= 64
        if taker & foxes:
            found |= 128
        charlies = _unary(caught & _CLUB_JACKS)
        found |= charlies << 8
        if taker & _DIAMOND_QUEENS:
            found |= charlies << 10
    if not trumps and group[trick[0]] < 2:
        suit = group[trick[0]]
        black[suit] += 1
        if black[suit] == 2:
            found |= 4096
    return found


def _unary(cards: int) -> int:
    """As many bits as there are cards, of two at most."""
    return (1 << cards.bit_count()) - 1


# --- a round of cards --------------------------------------------------------------------------


class Play:
    """The tricks of one round, from any moment on: cards are played, and can be taken back."""

    order: Order
    hands: list[int]
    #: Who led the trick on the table, and its cards in order.
    leader: int
    trick: list[int]
    #: What each seat has won: eyes and tricks.
    eyes: list[int]
    tricks: list[int]
    #: What was played, with who had led, and the finished tricks: to take cards back.
    _played: list[int]
    _finished: list[list[int]]

    def __init__(
        self,
        order: Order,
        hands: list[int],
        leader: int,
        trick: list[int],
        eyes: list[int],
        tricks: list[int],
    ) -> None:
        self.order = order
        self.hands = hands[:]
        self.leader = leader
        self.trick = trick[:]
        self.eyes = eyes[:]
        self.tricks = tricks[:]
        self._played = []
        self._finished = []

    @property
    def turn(self) -> int:
        return (self.leader + len(self.trick)) & 3

    @property
    def over(self) -> bool:
        return self.hands[self.turn] == 0

    def legal(self) -> int:
        trick = self.trick
        return legal(self.order, self.hands[self.turn], trick[0] if trick else -1)

    def make(self, card: int) -> None:
        """The seat whose turn it is plays the card, which must be legal."""
        seat = (self.leader + len(self.trick)) & 3
        self.hands[seat] ^= 1 << card
        trick = self.trick
        trick.append(card)
        self._played.append(self.leader << 6 | card)
        if len(trick) == 4:
            taker = (self.leader + winner(self.order, trick, self.hands[seat] == 0)) & 3
            self.eyes[taker] += EYES[trick[0]] + EYES[trick[1]] + EYES[trick[2]] + EYES[card]
            self.tricks[taker] += 1
            self.leader = taker
            self._finished.append(trick)
            self.trick = []

    def unmake(self) -> None:
        """Take the last card back that `make` played."""
        record = self._played.pop()
        card = record & 63
        leader = record >> 6
        if not self.trick:
            taker = self.leader
            trick = self._finished.pop()
            self.eyes[taker] -= EYES[trick[0]] + EYES[trick[1]] + EYES[trick[2]] + EYES[card]
            self.tricks[taker] -= 1
            self.leader = leader
            self.trick = trick
        self.trick.pop()
        self.hands[(leader + len(self.trick)) & 3] ^= 1 << card

    def copy(self) -> Play:
        """An independent copy; what was played before can only be taken back in the original."""
        return Play(self.order, self.hands, self.leader, self.trick, self.eyes, self.tricks)


# --- cards by chance ---------------------------------------------------------------------------

#: What ends a stretch of cards: that the match must look at the trick that was won; that somebody
#: out of turn may want to speak; that the seat whose turn it is wants to say something.
LOOK: Final = 0
OTHERS_SPEAK: Final = 1
MOVER_SPEAKS: Final = 2


class Stretch:
    """Cards that were played by chance, one after the other."""

    #: In order, those that lay in the trick at the beginning first.
    cards: list[int]
    #: Who won the tricks that were finished.
    winners: list[int]
    #: The seats that have played club queens, one bit each.
    queens: int
    #: LOOK, OTHERS_SPEAK or MOVER_SPEAKS.
    halt: int

    def __init__(self, trick: list[int]) -> None:
        self.cards = trick[:]
        self.winners = []
        self.queens = 0
        self.halt = LOOK


class Table(Protocol):
    """What cards are played at: all lists are changed in place."""

    @property
    def order(self) -> Order: ...
    @property
    def hands(self) -> list[int]: ...
    @property
    def leader(self) -> int: ...
    @property
    def trick(self) -> list[int]: ...
    @property
    def eyes(self) -> list[int]: ...
    @property
    def won(self) -> list[int]: ...
    @property
    def joker(self) -> int: ...
    @property
    def open_party(self) -> bool: ...
    @property
    def last_call(self) -> int: ...


def play_by_chance(match: Table, least: list[int], luck: Luck) -> Stretch:
    """Play any cards, each kind as likely as any other that may be played.

    Who holds at least `least` cards could say something, and does so with the chance `talks`; after
    each card somebody else may, in all tricks up to that after `last_call` of them. As long as the
    parties are open each trick has to be looked at.
    """
    order, hands, leader, trick = match.order, match.hands, match.leader, match.trick
    eyes, tricks, joker, watched = match.eyes, match.won, match.joker, match.open_party
    last_call, rngs, table, talks = match.last_call, luck.seats, luck.table, luck.talks
    stretch = Stretch(trick)
    played = stretch.cards
    follow = order.follow
    seat = (leader + len(trick)) & 3
    count = hands[seat].bit_count()
    number = tricks[0] + tricks[1] + tricks[2] + tricks[3]
    beats = order.beats_last if count == 1 else order.beats
    best = winner(order, trick, count == 1) if trick else 0
    while True:
        rng = rngs[seat]
        if count >= least[seat] and rng.random() < talks:
            stretch.halt = MOVER_SPEAKS
            return stretch
        hand = hands[seat]
        choice = hand
        if trick:
            choice = hand & follow[trick[0]]
            if not choice:
                choice = hand
        kinds = (choice | choice >> 1) & _FIRST
        if joker >= 0:
            named = choice & 1 << joker
            others = choice ^ named
            kinds = (others | others >> 1) & _FIRST | named
        for _ in range(int(rng.random() * kinds.bit_count())):
            kinds &= kinds - 1
        bit = kinds & -kinds
        if not choice & bit:
            bit <<= 1
        card = bit.bit_length() - 1
        hands[seat] = hand ^ bit
        if bit & _CLUB_QUEENS:
            stretch.queens |= 1 << seat
        played.append(card)
        trick.append(card)
        if len(trick) < 4:
            if len(trick) == 1:
                best = 0
            elif beats[trick[best]] >> card & 1:
                best = len(trick) - 1
            seat = (seat + 1) & 3
            spoken = table.random() < talks
        else:
            if beats[trick[best]] >> card & 1:
                best = 3
            leader = seat = (leader + best) & 3
            eyes[seat] += EYES[trick[0]] + EYES[trick[1]] + EYES[trick[2]] + EYES[card]
            tricks[seat] += 1
            stretch.winners.append(seat)
            trick.clear()
            count -= 1
            number += 1
            if count == 1:
                beats = order.beats_last
            spoken = table.random() < talks
            if watched or not count:
                if spoken:
                    stretch.halt = OTHERS_SPEAK
                return stretch
        if spoken and number <= last_call:
            stretch.halt = OTHERS_SPEAK
            return stretch
