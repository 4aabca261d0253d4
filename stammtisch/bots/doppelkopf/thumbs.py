"""Rules of thumb for playing a card, and whole rounds played by them.

The medium bot plays by `thumb`; the hard bot plays imagined rounds to their end by it, very many
of them. So this is ints, lists and plain loops like the kernel of the game: the file runs as it
is, and mypyc compiles it.

Nobody knows more here than at a table: the cards that are gone, his own, and those parties that
have shown themselves.
"""

from __future__ import annotations

from typing import Final

from stammtisch.games.doppelkopf.kernel import EYES, FOX_BITS, FOXES, TRUMP, special_points

_CLUB_QUEENS: Final = 3 << 4

#: Why a card was chosen; the medium bot has a sentence for each.
ONLY: Final = 0
LEADS_BOSS: Final = 1
DRAWS_TRUMPS: Final = 2
LEADS_TRUMP: Final = 3
LEADS_LOW: Final = 4
FEEDS: Final = 5
TAKES_LAST: Final = 6
TAKES: Final = 7
RUFFS: Final = 8
SAVES: Final = 9
DUCKS: Final = 10


class Tables:
    """All that one looks up about the cards of a game. Lists have a place for each card."""

    group: list[int]
    strength: list[int]
    beats: list[int]
    beats_last: list[int]
    follow: list[int]
    groups: list[int]
    deck: int
    #: Tricks are to be avoided.
    ducking: bool
    #: The special points that count, as in `kernel.SPECIAL`, and the cards that are foxes.
    extras: int
    foxes: int
    #: What one would rather give a partner, throw away (low first), and win with.
    give: list[int]
    cost: list[int]
    win: list[int]

    def __init__(
        self,
        group: list[int],
        strength: list[int],
        beats: list[int],
        beats_last: list[int],
        groups: list[int],
        deck: int,
        ducking: bool,
        extras: int,
        pigs: int,
    ) -> None:
        self.group = group
        self.strength = strength
        self.beats = beats
        self.beats_last = beats_last
        self.groups = groups
        self.follow = [groups[group[card]] for card in range(48)]
        self.deck = deck
        self.ducking = ducking
        self.extras = extras
        self.foxes = FOXES & ~pigs
        self.give = [0] * 48
        self.cost = [0] * 48
        self.win = [0] * 48
        for card in range(48):
            eyes = EYES[card]
            if group[card] == TRUMP:
                fox = 24 if extras & FOX_BITS and self.foxes >> card & 1 else 0
                self.give[card] = 8 * eyes - 3 * strength[card] + fox
                self.cost[card] = 8 * eyes + 20 + 4 * strength[card] + fox
                self.win[card] = 8 * eyes - 6 * strength[card] + fox
            else:
                self.give[card] = 8 * eyes - (12 if strength[card] == 5 else 0)
                self.cost[card] = 8 * eyes
                self.win[card] = 8 * eyes


# --- one card ----------------------------------------------------------------------------------


def thumb(
    t: Tables,
    hand: int,
    choice: int,
    table: list[int],
    best: int,
    last: bool,
    friendly: bool,
    alone: bool,
    gone: int,
    number: int,
) -> int:
    """A good card by rules of thumb: its number, and 64 times the reason.

    `choice` is what may be played of the hand, `best` the place of the card that wins the trick so
    far, which is a partner's if `friendly`. `alone`: one plays against the three others. `gone`
    are all cards that were played, those on the table, too. `number` is any number: it decides
    where one as well as another is right.
    """
    if choice & (choice - 1) == 0:
        return choice.bit_length() - 1
    if t.ducking:
        return _duck(t, choice, table, best)
    if not table:
        return _lead(t, choice, alone, gone)
    best_card = table[best]
    beats = t.beats_last if last else t.beats
    unseen = t.deck & ~gone & ~hand
    fourth = len(table) == 3
    led = table[0]
    if friendly:
        sure = fourth or beats[best_card] & unseen == 0
        if not sure:
            if t.group[best_card] == TRUMP:
                sure = t.strength[best_card] >= 10 or t.group[led] != TRUMP
            else:
                sure = _goes_round(t, led, hand, gone, table)
        if sure:
            return _highest(choice, t.give) | FEEDS << 6
    winning = choice & beats[best_card]
    if winning and not friendly:
        stake = 0
        for card in table:
            stake += EYES[card]
        if fourth:
            card = _highest(winning, t.win)
            if t.group[card] != TRUMP or stake + EYES[card] >= (9 if t.strength[card] > 8 else 4):
                return card | TAKES_LAST << 6
        else:
            taking = _take_early(t, hand, winning, led, stake, unseen, gone, table, number)
            if taking >= 0:
                return taking
    return _cheapest(t, hand, choice) | SAVES << 6


def _take_early(
    t: Tables,
    hand: int,
    winning: int,
    led: int,
    stake: int,
    unseen: int,
    gone: int,
    table: list[int],
    number: int,
) -> int:
    """A card to win with before all have played, or -1 if it is not worth it."""
    if t.group[led] != TRUMP:
        plain = winning & t.follow[led]
        if plain:
            card = _highest(plain, t.strength)
            boss = t.beats[card] & unseen & t.follow[led] == 0
            if boss and (_goes_round(t, led, hand, gone, table) or number & 256):
                return card | TAKES << 6
            return -1
        if stake < 8 and number & 512:
            return -1
        if _goes_round(t, led, hand, gone, table):
            # The others will follow: a trump with eyes is safe.
            return _highest(winning, t.win) | RUFFS << 6
        sturdy = _at_least(t, winning, 6)
        return _lowest(sturdy if sturdy else winning, t.strength) | RUFFS << 6
    bosses = 0
    rest = winning
    while rest:
        lowest = rest & -rest
        card = lowest.bit_length() - 1
        if t.beats[card] & unseen == 0:
            bosses |= lowest
        rest ^= lowest
    if bosses and stake >= 8:
        return _lowest(bosses, t.strength) | TAKES << 6
    if stake >= 10 or number & 256:
        sturdy = _at_least(t, winning, 8)
        if sturdy:
            return _lowest(sturdy, t.strength) | TAKES << 6
    return -1


def _goes_round(t: Tables, led: int, hand: int, gone: int, table: list[int]) -> bool:
    """Will those who have yet to play probably follow this plain suit?"""
    suit = t.follow[led]
    if t.groups[TRUMP] & t.deck & ~gone & ~hand == 0:
        return True
    lying = 0
    for card in table:
        lying |= 1 << card
    if gone & ~lying & suit:
        return False
    out = (suit & t.deck & ~gone & ~hand).bit_count()
    return out >= 4 - len(table)


def _lead(t: Tables, hand: int, alone: bool, gone: int) -> int:
    unseen = t.deck & ~gone & ~hand
    trumps = t.groups[TRUMP]
    own_trumps = hand & trumps
    trumps_out = (unseen & trumps).bit_count()
    chosen = -1
    shortest = 99
    rest = hand & ~trumps
    while rest:
        lowest = rest & -rest
        card = lowest.bit_length() - 1
        rest ^= lowest
        suit = t.follow[card]
        if t.beats[card] & unseen & suit:
            continue
        out = (suit & unseen).bit_count()
        held = (suit & hand).bit_count()
        if (
            trumps_out == 0
            or (gone & suit == 0 and out >= 3 and not alone)
            or (alone and out >= 3 and own_trumps == 0)
        ) and held < shortest:
            chosen, shortest = card, held
    if chosen >= 0:
        return chosen | LEADS_BOSS << 6
    if own_trumps and trumps_out:
        strongest = _highest(own_trumps, t.strength)
        count = own_trumps.bit_count()
        boss = t.beats[strongest] & unseen & trumps == 0
        if boss and (alone or 2 * count > trumps_out):
            return strongest | DRAWS_TRUMPS << 6
        if 3 * count >= trumps_out + 2:
            return _lowest(own_trumps, t.cost) | LEADS_TRUMP << 6
    plain = hand & ~trumps
    if plain:
        return _cheapest(t, hand, plain) | LEADS_LOW << 6
    return _lowest(hand, t.cost) | LEADS_TRUMP << 6


def _duck(t: Tables, choice: int, table: list[int], best: int) -> int:
    """Stay below the best card, as high as possible; if one cannot, or leads: the weakest."""
    if table:
        below = choice & ~t.beats[table[best]]
        if below:
            return _highest(below, t.cost) | DUCKS << 6
    return _lowest(choice, t.cost) | DUCKS << 6


def _cheapest(t: Tables, hand: int, choice: int) -> int:
    """What costs least to throw away; the last card of a plain suit is given a little sooner."""
    chosen = -1
    least = 0
    while choice:
        lowest = choice & -choice
        card = lowest.bit_length() - 1
        choice ^= lowest
        cost = t.cost[card]
        if t.group[card] != TRUMP:
            cost += 3 * (hand & t.follow[card]).bit_count()
        if chosen < 0 or cost < least:
            chosen, least = card, cost
    return chosen


def _at_least(t: Tables, cards: int, strength: int) -> int:
    found = 0
    while cards:
        lowest = cards & -cards
        if t.strength[lowest.bit_length() - 1] >= strength:
            found |= lowest
        cards ^= lowest
    return found


def _highest(cards: int, worth: list[int]) -> int:
    chosen = -1
    most = 0
    while cards:
        lowest = cards & -cards
        card = lowest.bit_length() - 1
        if chosen < 0 or worth[card] > most:
            chosen, most = card, worth[card]
        cards ^= lowest
    return chosen


def _lowest(cards: int, worth: list[int]) -> int:
    chosen = -1
    least = 0
    while cards:
        lowest = cards & -cards
        card = lowest.bit_length() - 1
        if chosen < 0 or worth[card] < least:
            chosen, least = card, worth[card]
        cards ^= lowest
    return chosen


# --- whole rounds ------------------------------------------------------------------------------


def known_to(seat: int, shown: int, re: int) -> int:
    """The seats whose party this one knows, if all know those in `shown`."""
    known = shown | 1 << seat
    if (known & re).bit_count() >= 2 or (known & ~re).bit_count() == 3:
        return 15
    return known


def rollout(
    t: Tables,
    hands: list[int],
    leader: int,
    table: list[int],
    gone: int,
    eyes: list[int],
    tricks: list[int],
    re: int,
    shown: int,
    first: int,
    seed: int,
    bride: int = -1,
    seeks: int = 0,
    wish: int = 0,
    black: int = 0,
) -> int:
    """Play `first` (-1: any card), then all cards by rules of thumb; the arguments stay as they
    are.

    `re` are the seats of that party, `shown` those whose party everybody knows. As long as a
    `bride` seeks a partner (in so many tricks more), the first trick led with a card of `wish`
    that another wins finds one. `black` are the tricks of clubs without a trump so far, and from
    bit 4 those of spades. Returned are re's eyes, then from bit 8 its tricks, from bit 12
    the special points of re less those of kontra, plus 32, and from bit 20 the re party.
    """
    held = hands[:]
    lying = table[:]
    won = eyes + tricks
    clean = [black & 15, black >> 4]
    extra = 0
    waiting: list[list[int]] = []
    takers: list[int] = []
    state = seed & 0x7FFFFFFF
    seat = (leader + len(lying)) & 3
    last = held[leader] == 0 if lying else held[leader] & (held[leader] - 1) == 0
    beats = t.beats_last if last else t.beats
    best = 0
    for place in range(1, len(lying)):
        if beats[lying[best]] >> lying[place] & 1:
            best = place
    while held[seat]:
        hand = held[seat]
        if first >= 0:
            card = first
            first = -1
        else:
            choice = hand
            if lying:
                following = hand & t.follow[lying[0]]
                if following:
                    choice = following
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            own = re >> seat & 1
            friendly = False
            if lying and not seeks:
                holder = (leader + best) & 3
                if known_to(seat, shown, re) >> holder & 1:
                    friendly = (re >> holder & 1) == own
            alone = own == 1 and re & (re - 1) == 0
            card = thumb(t, hand, choice, lying, best, last, friendly, alone, gone, state >> 8) & 63
        held[seat] = hand ^ (1 << card)
        gone |= 1 << card
        if _CLUB_QUEENS >> card & 1:
            shown |= 1 << seat
        lying.append(card)
        place = len(lying) - 1
        if place and beats[lying[best]] >> card & 1:
            best = place
        if place < 3:
            seat = (seat + 1) & 3
            continue
        seat = (leader + best) & 3
        worth = EYES[lying[0]] + EYES[lying[1]] + EYES[lying[2]] + EYES[card]
        won[seat] += worth
        won[seat + 4] += 1
        if t.extras:
            if bride < 0:
                points = special_points(t.group, t.foxes, lying, leader, best, re, last, clean)
                found = (points & t.extras).bit_count()
                extra += found if re >> seat & 1 else -found
            else:
                # Whose they are is only known when the parties are.
                waiting.append(lying)
                takers.append(leader | best << 2 | (16 if last else 0))
        if seeks:
            seeks -= 1
            if seat != bride and wish >> lying[0] & 1:
                re |= 1 << seat
                seeks = 0
        leader = seat
        lying = []
        best = 0
        hand = held[leader]
        last = hand & (hand - 1) == 0
        beats = t.beats_last if last else t.beats
    for at in range(len(waiting)):
        leader = takers[at] & 3
        best = takers[at] >> 2 & 3
        last = takers[at] > 15
        points = special_points(t.group, t.foxes, waiting[at], leader, best, re, last, clean)
        found = (points & t.extras).bit_count()
        extra += found if re >> (leader + best & 3) & 1 else -found
    re_eyes = 0
    re_tricks = 0
    for at in range(4):
        if re >> at & 1:
            re_eyes += won[at]
            re_tricks += won[at + 4]
    return re_eyes | re_tricks << 8 | (extra + 32) << 12 | re << 20


# --- cards that one cannot see -------------------------------------------------------------------


def deal_out(cards: list[int], rooms: list[int], allowed: list[int], seed: int) -> list[int]:
    """Deal all cards to places that have so much room and take only some cards; the sets of cards
    that they get, or nothing if that did not succeed.

    Cards with the least choice go first, each to a place as likely as that has room; if there is
    none left, one card that lies there already makes way.
    """
    state = seed & 0x7FFFFFFF
    places = len(rooms)
    mixed = cards[:]
    for at in range(len(mixed) - 1, 0, -1):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        other = (state >> 8) % (at + 1)
        mixed[at], mixed[other] = mixed[other], mixed[at]
    free = rooms[:]
    found = [0] * places
    for choices in range(places + 1):
        for card in mixed:
            count = 0
            room = 0
            for place in range(places):
                if allowed[place] >> card & 1:
                    count += 1
                    room += free[place]
            if count != choices:
                continue
            if room == 0:
                if not _make_way(card, allowed, free, found):
                    return []
                continue
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            number = (state >> 8) % room
            for place in range(places):
                if allowed[place] >> card & 1:
                    number -= free[place]
                    if number < 0:
                        found[place] |= 1 << card
                        free[place] -= 1
                        break
    return found


def _make_way(card: int, allowed: list[int], free: list[int], found: list[int]) -> bool:
    for place in range(len(free)):
        if allowed[place] >> card & 1:
            for other in range(len(free)):
                movable = found[place] & allowed[other] if free[other] else 0
                if movable:
                    moved = movable & -movable
                    found[place] ^= moved | 1 << card
                    found[other] |= moved
                    free[other] -= 1
                    return True
    return False
