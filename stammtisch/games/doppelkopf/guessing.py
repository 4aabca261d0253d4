"""Which hands could the others have?

A suit that somebody did not follow is gone; who said re has a club queen, and who said kontra has
none; a bride has both; who called pigs had both foxes; a poor player has no trumps but those that
came back. A lenient table may have seen wrong moves: if that does not fit, only what was seen
counts.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from stammtisch.games.doppelkopf import orders, tricks
from stammtisch.games.doppelkopf.cards import FULL_DECK, Cards, mask, members, pairs
from stammtisch.games.doppelkopf.extras import Taken
from stammtisch.games.doppelkopf.looking import OVER
from stammtisch.games.doppelkopf.poverty import MOST_TRUMPS, trumps_of
from stammtisch.games.doppelkopf.records import Poverty
from stammtisch.games.doppelkopf.spreading import spread_out
from stammtisch.games.doppelkopf.table import SEATS, DoppelkopfTable
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.game import Seat
from stammtisch.games.spreading import Place

if TYPE_CHECKING:
    from stammtisch.games.doppelkopf.imagining import Pack

_CLUB_QUEENS = pairs("cq")
#: The middle of the table, where the cards of a poverty lie while somebody thinks about them.
MIDDLE = 4
PLACES = 5


@dataclass
class Clues:
    """What is known of each place: the four hands and the middle."""

    #: Cards that are certainly there.
    sure: list[Cards] = field(default_factory=lambda: [0] * PLACES)
    #: Cards that may be there.
    may: list[Cards] = field(default_factory=lambda: [FULL_DECK] * PLACES)
    #: Of each of these sets at least one card is there.
    wants: list[list[Cards]] = field(default_factory=lambda: [[] for _ in range(PLACES)])
    #: How many trumps there are, least to most; None: any number.
    trumps: dict[int, tuple[int, int]] = field(default_factory=dict)

    def only(self, cards: Cards, *places: int) -> None:
        """These cards are at one of the places."""
        for place in range(PLACES):
            if place not in places:
                self.may[place] &= ~cards


def guess(match: DoppelkopfTable, view: View, pack: Pack, rng: Random) -> None:
    """Set the hands, as they are, as they were when the tricks began, and as they were dealt."""
    if view.phase in OVER:
        _set_known(match, view, pack)
        return
    rooms = [*view.counts, pack.left.bit_count() - sum(view.counts)]
    own = -1 if view.seat is None else view.seat
    for seat, hand in enumerate(view.hands):
        if hand is not None:
            match.hands[seat] = pack.take_all(hand, "pig" if seat == view.pigs else None)
    hidden = [place for place in range(PLACES) if place == MIDDLE or view.hands[place] is None]
    played = [_played_by(match, seat) for seat in SEATS]
    _set_sale(match, view)
    for trusting in (True, False):
        clues = _clues(match, view, own, pack.left, played, trusting=trusting)
        found = _spread(match, clues, hidden, rooms, pack.left, rng)
        if found is not None:
            break
    else:
        raise AssertionError("the cards that are left do not fit into the hands")
    for place in hidden:
        if place != MIDDLE:
            match.hands[place] = found[place]
    match.start = [match.hands[seat] | played[seat] for seat in SEATS]
    match.dealt = match.start[:]
    _set_poverty(match, view, found[MIDDLE], rng)


def _played_by(match: DoppelkopfTable, seat: Seat) -> Cards:
    running = Taken(match.leader, tuple(match.trick), match.leader)
    cards = 0
    for trick in (*match.history, running):
        place = (seat - trick.leader) & 3
        if place < len(trick.cards):
            cards |= 1 << trick.cards[place]
    return cards | (1 << match.early[seat] if seat in match.early else 0)


def _spread(
    match: DoppelkopfTable,
    clues: Clues,
    hidden: list[int],
    rooms: list[int],
    left: Cards,
    rng: Random,
) -> list[Cards] | None:
    """The cards of each hidden place, or None if the clues cannot all be true."""
    found = [0] * PLACES
    for place in hidden:
        sure = clues.sure[place] & left
        found[place] |= sure
        left ^= sure
        for wanted in clues.wants[place]:
            if wanted & left and not found[place] & wanted:
                card = rng.choice(list(members(wanted & left)))
                found[place] |= 1 << card
                left ^= 1 << card
    trumps = trumps_of(match, FULL_DECK)
    places: list[tuple[int, Place]] = []
    for place in hidden:
        room = rooms[place] - found[place].bit_count()
        if room < 0:
            return None
        if place in clues.trumps:
            least, most = clues.trumps[place]
            have = (found[place] & trumps).bit_count()
            most = min(most - have, room, (left & trumps & clues.may[place]).bit_count())
            if most < max(0, least - have):
                return None
            number = rng.randint(max(0, least - have), most)
            places.append((place, Place(number, clues.may[place] & trumps)))
            places.append((place, Place(room - number, clues.may[place] & ~trumps)))
        else:
            places.append((place, Place(room, clues.may[place])))
    if not spread_out(list(members(left)), [one for _, one in places], rng):
        return None
    for place, one in places:
        found[place] |= mask(one.cards)
    return found


# --- clues -------------------------------------------------------------------------------------


def _clues(
    match: DoppelkopfTable,
    view: View,
    own: Seat,
    left: Cards,
    played: list[Cards],
    *,
    trusting: bool,
) -> Clues:
    """What was seen, and, if one trusts that all was in order, what follows from what was done."""
    clues = Clues()
    if trusting:
        _suits_gone(match, clues)
        _queens(match, view, clues, played)
        _pigs(match, view, clues)
    if view.poverty is not None:
        _sale(match, view.poverty, clues, own, left, played)
    for sale in view.unsold:
        _no_sale(match, sale, clues, left, played)
    if view.must_follow is not None and (trusting or match.strict):
        called = match.pig_cards if view.must_follow == "pigs" else match.superpig_cards
        clues.wants[match.mover].append(called)
    if not trusting:
        clues.trumps.clear()
    return clues


def _suits_gone(match: DoppelkopfTable, clues: Clues) -> None:
    """Before a black sow was sold the order was another one."""
    sow = any(said.word.startswith("black_sow_") for said in match.said)
    running = Taken(match.leader, tuple(match.trick), match.leader)
    for number, trick in enumerate((*match.history, running), start=1):
        order = match.order_for("black_sow") if sow and number <= match.settled else match.order
        for place, card in enumerate(trick.cards):
            if order.group[card] != order.group[trick.cards[0]]:
                seat = (trick.leader + place) & 3
                clues.may[seat] &= ~order.follow[trick.cards[0]]


def _queens(match: DoppelkopfTable, view: View, clues: Clues, played: list[Cards]) -> None:
    if view.wedding is not None:
        clues.sure[view.wedding.bride] |= _CLUB_QUEENS
        clues.only(_CLUB_QUEENS, view.wedding.bride)
    elif view.game in tricks.SECRET:
        for said in view.said:
            if said.party == "re" and not played[said.seat] & _CLUB_QUEENS:
                clues.wants[said.seat].append(_CLUB_QUEENS)
            elif said.party == "kontra":
                clues.may[said.seat] &= ~_CLUB_QUEENS


def _pigs(match: DoppelkopfTable, view: View, clues: Clues) -> None:
    game = match.game if match.game and orders.pigs_possible(match.game) else "normal"
    for seat, cards in (
        (view.pigs, orders.pig_cards(game)),
        (view.superpigs, orders.superpig_cards(match.rules, game)),
    ):
        if seat is None:
            continue
        places = {seat}
        if view.poverty is not None:
            # Trumps are sold; whoever had them may have none now.
            places |= {view.poverty.seller, MIDDLE}
            places |= set() if view.poverty.buyer is None else {view.poverty.buyer}
        clues.only(cards, *places)


def _sale(
    match: DoppelkopfTable,
    sale: Poverty,
    clues: Clues,
    own: Seat,
    left: Cards,
    played: list[Cards],
) -> None:
    seller, buyer = sale.seller, sale.buyer
    if not sale.asked:
        clues.trumps[seller] = (0, MOST_TRUMPS)
        return
    if buyer is None:
        clues.sure[MIDDLE] |= _cards(match, left, sale.passed)
        clues.trumps[seller] = (0, 0)
        return
    if sale.trumps is None:
        clues.trumps[seller] = (0, 0)
        clues.sure[MIDDLE] |= _cards(match, left, sale.returned)
        if own != buyer:
            clues.only(_cards(match, left, sale.passed), buyer, MIDDLE)
        return
    gone = trumps_of(match, played[seller]).bit_count()
    clues.trumps[seller] = (sale.trumps - gone, sale.trumps - gone)
    back = _not_played(match, sale.returned, played[seller])
    clues.sure[seller] |= _cards(match, left, back)
    if own == seller:
        kept = Counter(sale.passed) - Counter(sale.returned)
        clues.sure[buyer] |= _cards(
            match, left, _not_played(match, tuple(kept.elements()), played[buyer])
        )
    elif own != buyer:
        there = _not_played(match, sale.passed, played[buyer] | played[seller])
        clues.only(_cards(match, left, there), buyer, seller)


def _not_played(
    match: DoppelkopfTable, named: tuple[str, ...] | None, played: Cards
) -> tuple[str, ...]:
    """Those of the cards that may still be in the hands that got them: others like them, played
    from there, count as them."""
    held = Counter(named or ()) - Counter(match.names[card] for card in members(played))
    return tuple(held.elements())


def _no_sale(
    match: DoppelkopfTable, sale: Poverty, clues: Clues, left: Cards, played: list[Cards]
) -> None:
    gone = trumps_of(match, played[sale.seller]).bit_count()
    clues.trumps[sale.seller] = (0, MOST_TRUMPS - gone)
    if sale.passed is not None:
        there = _not_played(match, sale.passed, played[sale.seller])
        cards = _cards(match, left, there)
        clues.sure[sale.seller] |= cards
        trumps = trumps_of(match, cards).bit_count()
        clues.trumps[sale.seller] = (trumps, trumps)


def _cards(match: DoppelkopfTable, left: Cards, named: tuple[str, ...] | None) -> Cards:
    """Those of the named cards that have not been seen anywhere else since."""
    found = 0
    for one in named or ():
        card = match.card_named(left & ~found, one)
        if card >= 0:
            found |= 1 << card
    return found


# --- the sale of a poverty ---------------------------------------------------------------------


def _set_sale(match: DoppelkopfTable, view: View) -> None:
    sale = view.poverty
    if sale is not None:
        match.seller, match.buyer, match.sold_to = sale.seller, sale.buyer, list(sale.asked)
        match.trumps_back = sale.trumps


def _set_poverty(match: DoppelkopfTable, view: View, middle: Cards, rng: Random) -> None:
    """Which cards were passed and which came back: as seen, or as they could have been."""
    for sale in view.unsold:
        match.unsold.append(
            (sale.seller, _three(match, match.start[sale.seller], sale.passed, rng), sale.asked)
        )
    if view.poverty is None or not view.poverty.asked:
        return
    sale, seller, buyer = view.poverty, view.poverty.seller, view.poverty.buyer
    if buyer is None:
        match.passed = middle
    elif view.poverty.trumps is None:
        match.returned = middle if match.asking == "poverty_return_trumps" else 0
        match.passed = _three(match, match.start[buyer] | middle, sale.passed, rng)
    else:
        match.returned = _three(match, match.start[seller], sale.returned, rng)
        match.passed = _three(match, match.start[buyer] | match.returned, sale.passed, rng)
    back = match.returned if sale.trumps is not None else 0
    match.dealt[seller] = match.start[seller] & ~back | match.passed
    if buyer is not None:
        match.dealt[buyer] = (match.start[buyer] | match.returned) & ~match.passed
    if view.phase == "reservations":
        match.start = match.dealt[:]


def _three(
    match: DoppelkopfTable, among: Cards, named: tuple[str, ...] | None, rng: Random
) -> Cards:
    """The named cards, else any three: as many trumps as possible."""
    if named is not None:
        cards = 0
        for one in named:
            card = match.card_named(among & ~cards, one)
            if card < 0:
                # One of the two has gone a way that the seat has not seen.
                card = match.card_named(match.rules.deck & ~cards, one)
            cards |= 1 << card
        return cards
    shuffled = rng.sample(list(members(among)), among.bit_count())
    shuffled.sort(key=lambda card: not trumps_of(match, 1 << card))
    return mask(shuffled[:3])


# --- after a round -----------------------------------------------------------------------------


def _set_known(match: DoppelkopfTable, view: View, pack: Pack) -> None:
    """Everything is known: the hands as they were dealt, and all that happened to them."""
    _set_sale(match, view)
    deck = match.rules.deck
    for seat, hand in enumerate(view.hands):
        held = Counter(hand)
        _count_sale(held, seat, view.poverty)
        played = _played_by(match, seat)
        held.subtract(match.names[card] for card in members(played))
        match.hands[seat] = pack.take_all(tuple(held.elements()))
        match.start[seat] = match.hands[seat] | played
        match.dealt[seat] = _cards(match, deck, hand)
        deck &= ~match.dealt[seat]
    for unsold in view.unsold:
        cards = _cards(match, match.dealt[unsold.seller], unsold.passed)
        match.unsold.append((unsold.seller, cards, unsold.asked))
    if view.poverty is not None:
        match.passed = _cards(match, match.rules.deck, view.poverty.passed)
        match.returned = _cards(match, match.rules.deck, view.poverty.returned)


def _count_sale(held: Counter[str], seat: Seat, sale: Poverty | None) -> None:
    """What a sale has changed in the hand."""
    if sale is None:
        return
    passed, returned = sale.passed or (), sale.returned or ()
    if seat == sale.seller:
        held.subtract(passed)
        held.update(returned if sale.trumps is not None else ())
    elif seat == sale.buyer:
        held.update(passed)
        held.subtract(returned)
