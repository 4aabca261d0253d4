"""Rules of thumb for playing a card, and whole deals played by them.

The medium bot plays by `thumb`; the hard bot plays imagined deals to their end by it, very many
of them. So this is ints, lists and plain loops like the kernel of the game, by whose rules it
plays: the file runs as it is, and mypyc compiles it.

Nobody knows more here than at a table: the cards that are gone, his own, who did not follow, and
the declarer's partner once the called king has shown him.
"""

from __future__ import annotations

from typing import Final

from stammtisch.games.tarock.kernel import TAKE_NONE, Manner, Tricks, winner

_PAGAT: Final = 32
_MOND: Final = 52
_SKIS: Final = 53
_TRULA: Final = 1 << 32 | 1 << 52 | 1 << 53
_OVER_PAGAT: Final = 1 << 52 | 1 << 53
_TAROKS: Final = ((1 << 22) - 1) << 32
_PACK: Final = (1 << 54) - 1
#: What a card counts in a trick, before it is counted by threes.
WORTH: Final[list[int]] = [1, 1, 1, 1, 2, 3, 4, 5] * 4 + [5] + [1] * 19 + [5, 5]
_GROUP: Final[list[int]] = [card >> 3 if card < 32 else 4 for card in range(54)]
_CARDS: Final[list[int]] = [0xFF << (8 * suit) for suit in range(4)] + [_TAROKS]

#: A tarok from here on is too good for a cheap trick: the seventeen.
_DEAR: Final = 48
#: What lies in a trick that is worth such a tarok.
_RICH: Final = 7

#: Why a card was chosen; the medium bot has a sentence for each.
ONLY: Final = 0
LEADS_BOSS: Final = 1
DRAWS_TAROKS: Final = 2
LEADS_TAROK: Final = 3
SEEKS_KING: Final = 4
FORCES: Final = 5
LEADS_LOW: Final = 6
FEEDS: Final = 7
TAKES_LAST: Final = 8
TAKES: Final = 9
RUFFS: Final = 10
SAVES: Final = 11
DUCKS: Final = 12
CATCHES: Final = 13
SINKS: Final = 14


class Knowledge:
    """What everybody at the table knows of a deal beside the cards on the table."""

    #: Cards that were played, or lie face up beside the tricks.
    gone: int
    #: Of each seat: the groups (suits, and 4: taroks) that it has no card of, one bit each.
    voids: list[int]
    declarer: int
    #: The called king; -1: none.
    king: int
    #: The declarer's side, one bit for each seat, if everybody knows it; else 0.
    side: int

    def __init__(self, gone: int, voids: list[int], declarer: int, king: int, side: int) -> None:
        self.gone = gone
        self.voids = voids
        self.declarer = declarer
        self.king = king
        self.side = side


def friends_of(know: Knowledge, seat: int, hand: int) -> int:
    """Whom the seat knows to be on its side, itself not counted."""
    own = 1 << seat
    if know.side:
        return (know.side if know.side & own else 15 ^ know.side) & ~own
    if seat != know.declarer and know.king >= 0 and hand >> know.king & 1:
        return 1 << know.declarer
    return 0


# --- which card --------------------------------------------------------------------------------


def thumb(
    manner: Manner,
    know: Knowledge,
    hand: int,
    choice: int,
    leader: int,
    trick: list[int],
    unseen: int,
) -> int:
    """The card of `choice` to play, and why: card + 64 × reason."""
    if choice & (choice - 1) == 0:
        return choice.bit_length() - 1
    seat = (leader + len(trick)) & 3
    if manner.negative:
        if manner.goal == TAKE_NONE and seat != know.declarer:
            return _against_beggar(manner, know, choice, leader, trick) | SINKS << 6
        if not trick:
            return _lead_low(choice, unseen) | DUCKS << 6
        return _duck(manner, choice, trick) | DUCKS << 6
    friends = friends_of(know, seat, hand)
    if not trick:
        return _lead(manner, know, seat, choice, unseen, friends)
    return _follow(manner, know, seat, choice, leader, trick, unseen, friends)


def _bosses(choice: int, unseen: int) -> int:
    """The cards that no unseen card of their own group beats."""
    found = 0
    for group in range(5):
        mine = choice & _CARDS[group]
        if mine:
            above = (unseen & _CARDS[group]).bit_length()
            found |= mine >> above << above
    return found


def _cheapest(cards: int) -> int:
    """What is worth least; of that the lowest, plain suits before taroks."""
    best = -1
    least = 99
    while cards:
        low = cards & -cards
        card = low.bit_length() - 1
        cards ^= low
        worth = 4 * WORTH[card] + (card - _PAGAT if card >= _PAGAT else 0)
        if worth < least:
            least = worth
            best = card
    return best


def _dearest(cards: int) -> int:
    """What is worth most to the side that gets it; low taroks before high ones."""
    best = -1
    most = -99
    while cards:
        low = cards & -cards
        card = low.bit_length() - 1
        cards ^= low
        worth = 16 * WORTH[card]
        if card >= _MOND:
            # The highest taroks are worth more in a trick of their own.
            worth = -card
        elif card > _PAGAT:
            worth = 8 - (card - _PAGAT) // 2
        if worth > most:
            most = worth
            best = card
    return best


def _lead(
    manner: Manner,
    know: Knowledge,
    seat: int,
    choice: int,
    unseen: int,
    friends: int,
) -> int:
    attacks = seat == know.declarer or (friends >> know.declarer & 1) == 1
    bosses = _bosses(choice, unseen)
    taroks = choice & _TAROKS
    out = unseen & _TAROKS
    if not manner.trumps:
        sure = bosses & ~_TAROKS
        if sure:
            return (sure.bit_length() - 1) | LEADS_BOSS << 6
    if manner.trumps and attacks and taroks:
        many = 2 * taroks.bit_count() > out.bit_count() or taroks.bit_count() >= 7
        if out and many:
            best = bosses & taroks
            if best:
                return (best.bit_length() - 1) | DRAWS_TAROKS << 6
            small = taroks & ~_TRULA
            if small:
                return (small.bit_length() - 1) | LEADS_TAROK << 6
        if not out and taroks & ~(1 << _PAGAT):
            rest = choice & ~_TAROKS
            if rest & bosses:
                return (rest & bosses).bit_length() - 1 | LEADS_BOSS << 6
            if not rest:
                return (taroks.bit_length() - 1) | DRAWS_TAROKS << 6
    voids = 0
    for other in range(4):
        if other != seat and not friends >> other & 1:
            voids |= know.voids[other]
    # A king or a boss goes round as long as nobody is known to ruff, and enough of it is out.
    best_card = -1
    for group in range(4):
        top = choice & bosses & _CARDS[group]
        if top and (not out or (not voids >> group & 1 and _spread(unseen, group) >= 4)):
            card = top.bit_length() - 1
            if best_card < 0 or WORTH[card] > WORTH[best_card]:
                best_card = card
    if best_card >= 0:
        return best_card | LEADS_BOSS << 6
    if seat == know.declarer and know.king >= 0 and unseen >> know.king & 1 and not know.side:
        group = know.king >> 3
        suit = choice & _CARDS[group]
        if suit and not voids >> group & 1:
            return _cheapest(suit) | SEEKS_KING << 6
    plain = choice & ~_TAROKS
    if not attacks and plain:
        # A suit that the declarer ruffs costs him taroks.
        forcing = know.voids[know.declarer]
        if not forcing >> 4 & 1:
            for group in range(4):
                suit = plain & _CARDS[group]
                if suit and forcing >> group & 1:
                    return _cheapest(suit) | FORCES << 6
    if not plain:
        small = taroks & ~_TRULA
        return (_cheapest(small) if small else _cheapest(taroks)) | LEADS_TAROK << 6
    # Attackers shorten a short suit, to ruff it later; the others lead a long one.
    pick = -1
    measure = -99
    for group in range(4):
        suit = plain & _CARDS[group]
        if suit:
            length = suit.bit_count()
            value = -length if attacks and taroks else length
            low = suit & -suit
            value = 2 * value - WORTH[low.bit_length() - 1]
            if value > measure:
                measure = value
                pick = low.bit_length() - 1
    return pick | LEADS_LOW << 6


def _spread(unseen: int, group: int) -> int:
    """How many cards of a group the others may have."""
    return (unseen & _CARDS[group]).bit_count()


def _follow(
    manner: Manner,
    know: Knowledge,
    seat: int,
    choice: int,
    leader: int,
    trick: list[int],
    unseen: int,
    friends: int,
) -> int:
    place = winner(manner, trick)
    best = trick[place]
    holder = (leader + place) & 3
    left = 3 - len(trick)
    stake = 0
    lying = 0
    for card in trick:
        stake += WORTH[card]
        lying |= 1 << card
    winning = _winning(manner, choice, trick, best, lying)
    if lying >> _MOND & 1 and winning >> _SKIS & 1:
        whose = (leader + trick.index(_MOND)) & 3
        if not friends >> whose & 1:
            return _SKIS | CATCHES << 6
    safe = _without_mond(choice, unseen, lying, left)
    winning &= safe
    rivals = 0
    threat = 0
    for step in range(1, left + 1):
        other = (seat + step) & 3
        if not friends >> other & 1:
            rivals += 1
            threat |= 1 << other
    led = _GROUP[trick[0]]
    if friends >> holder & 1:
        if not rivals or _holds(know, best, led, unseen, threat):
            return _dearest(safe & ~winning if safe & ~winning else safe) | FEEDS << 6
        taking = _sure(know, winning, led, unseen, threat) if stake >= 4 else 0
        if taking and led < 4 and taking & ~_TAROKS:
            return _dearest(taking & ~_TAROKS) | TAKES << 6
        return _throw(safe, winning) | SAVES << 6
    if not winning:
        return _throw(safe, winning) | SAVES << 6
    if not rivals:
        plain = winning & ~_TAROKS
        if plain:
            return _dearest(plain) | TAKES_LAST << 6
        if winning >> _PAGAT & 1:
            return _PAGAT | TAKES_LAST << 6
        low = winning & -winning
        card = low.bit_length() - 1
        if card < _DEAR or stake >= _RICH - 2 or not safe & ~winning:
            return card | TAKES_LAST << 6
        return _throw(safe, winning) | SAVES << 6
    if led < 4:
        plain = winning & ~_TAROKS
        if plain:
            taking = _sure(know, plain, led, unseen, threat)
            if taking:
                return _dearest(taking) | TAKES << 6
            return _throw(safe, winning) | SAVES << 6
        if winning & _TAROKS:
            return _ruff(know, winning, led, unseen, threat, stake) | RUFFS << 6
        return _throw(safe, winning) | SAVES << 6
    taking = _sure(know, winning, led, unseen, threat)
    if taking and (stake >= 4 or seat == know.declarer):
        low = taking & -taking
        return (low.bit_length() - 1) | TAKES << 6
    if left == 1 and stake >= 3:
        small = winning & ~_TRULA
        if small:
            return (small.bit_length() - 1) | TAKES << 6
    return _throw(safe, winning) | SAVES << 6


def _winning(manner: Manner, choice: int, trick: list[int], best: int, lying: int) -> int:
    """What of the choice would be the best card of the trick."""
    led = trick[0]
    if best >= _PAGAT:
        found = choice & _TAROKS
        if not manner.trumps and led < _PAGAT:
            found = 0
    else:
        found = choice & _CARDS[_GROUP[led]]
        if manner.trumps:
            found |= choice & _TAROKS
    found = found >> (best + 1) << (best + 1)
    if lying & _OVER_PAGAT == _OVER_PAGAT and (manner.trumps or led >= _PAGAT):
        found |= choice & 1 << _PAGAT
    return found


def _without_mond(choice: int, unseen: int, lying: int, left: int) -> int:
    """The choice without a mond that the skis would catch, or may, if there is anything else."""
    rest = choice & ~(1 << _MOND)
    risky = lying >> _SKIS & 1 or (left and unseen >> _SKIS & 1)
    return rest if risky and rest else choice


def _holds(know: Knowledge, best: int, led: int, unseen: int, threat: int) -> bool:
    """Will nobody of those seats beat the card, as far as one can know?"""
    above = unseen & _CARDS[_GROUP[best]]
    if above >> (best + 1):
        for seat in range(4):
            if threat >> seat & 1 and not know.voids[seat] >> _GROUP[best] & 1:
                return False
    if best >= _PAGAT or not unseen & _TAROKS:
        return True
    for seat in range(4):
        if threat >> seat & 1:
            void = know.voids[seat]
            if void >> led & 1 and not void >> 4 & 1:
                return False
    return _spread(unseen, led) >= 4


def _sure(know: Knowledge, winning: int, led: int, unseen: int, threat: int) -> int:
    found = 0
    while winning:
        low = winning & -winning
        winning ^= low
        if _holds(know, low.bit_length() - 1, led, unseen, threat):
            found |= low
    return found


def _ruff(know: Knowledge, winning: int, led: int, unseen: int, threat: int, stake: int) -> int:
    """A tarok on a suit: low if the others will follow, higher if somebody may ruff over it."""
    over = False
    for seat in range(4):
        if threat >> seat & 1 and know.voids[seat] >> led & 1:
            over = over or not know.voids[seat] >> 4 & 1
    if not over and _spread(unseen, led) >= 3:
        return (winning & -winning).bit_length() - 1
    small = winning & ~_TRULA
    if not small:
        return (winning & -winning).bit_length() - 1
    if stake >= _RICH:
        return small.bit_length() - 1
    return (small & -small).bit_length() - 1


def _throw(safe: int, winning: int) -> int:
    """The cheapest card; rather one that does not win by chance."""
    rest = safe & ~winning
    return _cheapest(rest if rest else safe)


# --- games in which one wants no tricks --------------------------------------------------------


def _lead_low(choice: int, unseen: int) -> int:
    """A card under which the others must go over: where most of the unseen ones are higher."""
    best = -1
    most = -99
    cards = choice
    while cards:
        low = cards & -cards
        card = low.bit_length() - 1
        cards ^= low
        group = _CARDS[_GROUP[card]] & unseen
        above = (group >> card).bit_count()
        below = group.bit_count() - above
        value = 3 * above - 2 * below - WORTH[card]
        if card >= _PAGAT:
            value -= 4
        if not above:
            value -= 20
        if value > most:
            most = value
            best = card
    return best


def _duck(manner: Manner, choice: int, trick: list[int]) -> int:
    best = trick[winner(manner, trick)]
    lying = 0
    for card in trick:
        lying |= 1 << card
    winning = _winning(manner, choice, trick, best, lying)
    losing = choice & ~winning
    if losing:
        return _worst(losing)
    if len(trick) == 3:
        # The trick is taken anyway: with what would take others later.
        return winning.bit_length() - 1
    return (winning & -winning).bit_length() - 1


def _against_beggar(
    manner: Manner, know: Knowledge, choice: int, leader: int, trick: list[int]
) -> int:
    """The declarer shall take a trick: low before him, and high ones go when he is under."""
    place = (know.declarer - leader) & 3
    if place < len(trick):
        return _duck(manner, choice, trick)
    voids = know.voids[know.declarer]
    best = -1
    least = 99
    while choice:
        low = choice & -choice
        card = low.bit_length() - 1
        choice ^= low
        height = 3 * (card & 7) if card < _PAGAT else card - _PAGAT + 2
        if not trick and voids >> _GROUP[card] & 1:
            height += 30
        if height < least:
            least = height
            best = card
    return best


def _worst(cards: int) -> int:
    """What one would best be rid of: high taroks, then what is high and dear."""
    best = -1
    most = -99
    while cards:
        low = cards & -cards
        card = low.bit_length() - 1
        cards ^= low
        danger = 2 * (card & 7) + WORTH[card] if card < _PAGAT else card - 30
        if card == _PAGAT:
            danger = 18
        if danger > most:
            most = danger
            best = card
    return best


# --- whole deals -------------------------------------------------------------------------------


def rollout(tricks: Tricks, know: Knowledge, first: int, side: int) -> int:
    """Play the deal to its end in place, beginning with the card `first` (-1: any), everybody by
    rules of thumb; `side` is the declarer's side, to be known when the king is played. Return how
    many cards that took."""
    manner = tricks.manner
    count = 0
    card = first
    over = tricks.over
    king = know.king
    leader = tricks.leader
    trick = tricks.trick
    while not over:
        seat = (leader + len(trick)) & 3
        if card < 0:
            choice: int = tricks.legal()
            if choice & (choice - 1):
                hand = tricks.hands[seat]
                unseen = _PACK & ~know.gone & ~hand
                card = thumb(manner, know, hand, choice, leader, trick, unseen) & 63
            else:
                card = choice.bit_length() - 1
        if trick:
            note(know, seat, trick[0], card)
        know.gone |= 1 << card
        if card == king:
            know.side = side
        over = tricks.make(card)
        leader = tricks.leader
        trick = tricks.trick
        card = -1
        count += 1
    return count


def note(know: Knowledge, seat: int, led: int, card: int) -> None:
    """Remember what a card tells that does not follow."""
    group = _GROUP[led]
    if _GROUP[card] != group:
        know.voids[seat] |= 1 << group
        if card < _PAGAT:
            know.voids[seat] |= 1 << 4
