"""A full match of Doppelkopf, made of what one seat sees of it.

What is public is set as it is. The cards that cannot be seen are dealt at random to where the clues
let them be: a suit that somebody did not follow is gone; who said re has a club queen, and who said
kontra has none; a bride has both; who called pigs had both foxes; a poor player has no trumps but
those that came back. A lenient table may have seen wrong moves: if the clues do not fit, only what
was seen counts. What nobody needs to know to play on (which of the moves so far a complaint would
find wrong, beyond suits that were not followed) is assumed to be in order.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from stammtisch.games.doppelkopf import rounds, tricks
from stammtisch.games.doppelkopf.calls import level_of
from stammtisch.games.doppelkopf.cards import (
    EYES,
    FULL_DECK,
    GAME_TYPES,
    JOKER,
    KIND_NAMES,
    KINDS,
    Card,
    Cards,
    mask,
    members,
    pig_cards,
    pigs_possible,
    superpig_cards,
)
from stammtisch.games.doppelkopf.kernel import club_queens, legal
from stammtisch.games.doppelkopf.records import Laid, Poverty, Trick
from stammtisch.games.doppelkopf.reservations import MOST_TRUMPS, trumps_of
from stammtisch.games.doppelkopf.scoring import Buck, Taken
from stammtisch.games.doppelkopf.table import ALL_SEATS, SEATS, Charge, DoppelkopfTable, Logged
from stammtisch.games.doppelkopf.tricks import CLUB_QUEENS
from stammtisch.games.doppelkopf.view import OVER, View
from stammtisch.games.game import Outcome, Seat
from stammtisch.games.spreading import Place, spread_out


def fill_in(match: DoppelkopfTable, view: View, rng: Random) -> None:
    """Make a new match look like `view` to whoever's view it is."""
    _set_match(match, view)
    _set_talk(match, view)
    _set_pigs(match, view)
    pack = Pack(match)
    _set_tricks(match, view, pack)
    guess(match, view, pack, rng)
    _set_parties(match, view)
    if view.must_follow is not None:
        called = match.pig_cards if view.must_follow == "pigs" else match.superpig_cards
        match.owed = called or pig_cards(_game_of_pigs(view))
        match.fitting = -1
    if not match.strict:
        _set_log(match, view)


class Pack:
    """The cards of the deck that have not been found in the view yet."""

    def __init__(self, match: DoppelkopfTable) -> None:
        self.left: Cards = match.rules.deck
        self._joker = match.joker
        self._single = match.pig_cards if match.pig_cards.bit_count() == 1 else 0

    def take(self, named: str, rank: str | None = None) -> Card:
        """A card of that name. Of two foxes, one of which is a pig, it is the one meant."""
        card = self._find(named, rank)
        self.left ^= 1 << card
        return card

    def _find(self, named: str, rank: str | None) -> Card:
        if named == JOKER:
            return self._joker
        lowest = 2 * KINDS[named]
        if self._single & self.left & 3 << lowest and rank == "pig":
            return self._single.bit_length() - 1
        return lowest if self.left >> lowest & 1 else lowest + 1

    def take_all(self, named: tuple[str, ...], rank: str | None = None) -> Cards:
        cards = 0
        for one in named:
            cards |= 1 << self.take(one, rank)
        return cards


# --- what is public ----------------------------------------------------------------------------


def _set_match(match: DoppelkopfTable, view: View) -> None:
    match.round = view.round
    match.scored = view.scored
    match.first = view.first
    match.clear_round()
    match.phase = view.phase
    match.awaits_deal = view.phase == "dealing"
    match.points = list(view.points)
    match.penalties = list(view.penalties)
    match.sheet = view.sheet
    match.buck = Buck(view.bucks)
    match.solo_done = list(view.solo_done)
    match.votes = list(view.votes)
    match.deadline = view.deadline
    if view.over:
        ranks = tuple(1 + sum(other > own for other in view.points) for own in view.points)
        match.outcome = Outcome("won", ranks, view.points)


def _set_talk(match: DoppelkopfTable, view: View) -> None:
    match.said = list(view.said)
    match.numbered = view.moves
    match.game = view.game
    match.settle(1)
    match.soloist = view.soloist
    for question in view.questions:
        if question.question != "accusation_vote":
            match.asking, match.asked = question.question, question.seat
    match.judged = list(view.judged)
    complaint = view.complaint
    if complaint is not None:
        votes = {seat: vote for seat, vote in enumerate(complaint.votes) if vote is not None}
        match.charge = Charge(complaint.accuser, complaint.accused, complaint.misconduct, votes)
    for party, words in enumerate((view.re_calls, view.kontra_calls)):
        match.level[party] = max((level_of(word) + 1 for word in words), default=0)
        match.called[party].extend((word, _made_by(view, party, word)) for word in words)
    if view.wedding is not None:
        match.wish, match.partner = view.wedding.wish, view.wedding.partner
        match.settle(view.wedding.trick or 1)
    match.limit_calls()
    for said in view.said:
        if said.word.startswith("black_sow_"):
            match.settle(match.size - said.cards)


def _made_by(view: View, party: int, word: str) -> int:
    """The number of the move by which the party called that: the first that goes so far."""
    calls = (said for said in view.said if said.party == ("re", "kontra")[party])
    return next((said.id for said in calls if level_of(said.word) >= level_of(word)), -1)


def _set_pigs(match: DoppelkopfTable, view: View) -> None:
    match.pigs, match.superpigs = view.pigs, view.superpigs
    game = view.game or "normal"
    if view.pigs is not None:
        foxes = pig_cards(_game_of_pigs(view))
        match.pig_cards = foxes if match.rules.pigs.startswith("two") else _one_pig(view, foxes)
    if view.superpigs is not None:
        match.superpig_cards = superpig_cards(match.rules, _game_of_pigs(view))
    match.set_order(game if game in GAME_TYPES else "normal")


def _one_pig(view: View, foxes: Cards) -> Cards:
    """The second of the two (see `calls.call_pigs`); none if both were played as foxes."""
    name = KIND_NAMES[foxes.bit_length() - 1 >> 1]
    tricks = (*view.tricks, *([view.trick] if view.trick else []))
    played = [one for trick in tricks for one in trick.cards if one.card == name]
    plain = sum(one.rank is None for one in played)
    return 0 if plain == 2 else 1 << foxes.bit_length() - 1


def _game_of_pigs(view: View) -> str:
    """What was played when pigs were called: a black sow's solo comes later."""
    sow = any(said.word.startswith("black_sow_") for said in view.said)
    game = view.game or "normal"
    return "normal" if sow or not pigs_possible(game) else game


def _set_tricks(match: DoppelkopfTable, view: View, pack: Pack) -> None:
    for number, trick in enumerate(view.tricks, start=1):
        cards = tuple(pack.take(one.card, one.rank) for one in trick.cards)
        assert trick.winner is not None
        match.history.append(Taken(trick.leader, cards, trick.winner))
        match.eyes[trick.winner] += sum(EYES[card] for card in cards)
        match.won[trick.winner] += 1
        _note_early(match, number, trick.cards)
    running = view.trick
    match.leader = match.mover = _leader_now(match, view, running)
    if running is None:
        return
    _note_early(match, len(view.tricks) + 1, running.cards)
    for one in running.cards:
        card = pack.take(one.card, one.rank)
        if (one.seat - running.leader) & 3 == len(match.trick):
            match.trick.append(card)
        else:
            match.early[one.seat] = card
    match.mover = (match.leader + len(match.trick)) & 3


def _note_early(match: DoppelkopfTable, number: int, cards: tuple[Laid, ...]) -> None:
    match.was_early += [(number, one.seat) for one in cards if one.early]


def _leader_now(match: DoppelkopfTable, view: View, running: Trick | None) -> int:
    if running is not None:
        return running.leader
    return match.history[-1].winner if match.history else view.first


# --- what follows from the cards ---------------------------------------------------------------


def _set_parties(match: DoppelkopfTable, view: View) -> None:
    game = view.game
    if view.phase in OVER:
        match.public = ALL_SEATS
        match.re = sum(1 << seat for seat in SEATS if view.parties[seat] == "re")
        match.open_party = match.re > 0 and None in view.parties
        return
    if game is None or view.phase == "reservations":
        return
    if game in tricks.SECRET:
        match.re = club_queens(match.start)
        if match.re & (match.re - 1) == 0:
            match.game = tricks.SECRET[game]
        _set_public(match)
        return
    match.re = sum(1 << seat for seat in SEATS if view.parties[seat] == "re")
    match.open_party = None in view.parties
    match.public = match.re if match.open_party else ALL_SEATS


def _set_public(match: DoppelkopfTable) -> None:
    """What everybody knows of the parties: by queens on the table, and by what was called."""
    queens = 0
    for leader, cards in (
        *((trick.leader, trick.cards) for trick in match.history),
        (match.leader, tuple(match.trick)),
    ):
        for place, card in enumerate(cards):
            if CLUB_QUEENS >> card & 1:
                queens += 1
                tricks.show_party(match, (leader + place) & 3)
    if match.strict:
        for said in match.said:
            if said.party is not None:
                tricks.show_party(match, said.seat)
    if queens == 2:
        match.public = ALL_SEATS


def _set_log(match: DoppelkopfTable, view: View) -> None:
    """The moves as a lenient table remembers them; numbers that nobody saw go to the cards."""
    match.log = [
        Logged(said.id, said.seat, "announcement", _logged(match, said.seat, said.word))
        for said in view.said
    ]
    complaint = view.complaint
    told = complaint.moves if complaint is not None and complaint.moves is not None else ()
    taken = {said.id for said in view.said} | {move.id for move in told}
    free = iter([number for number in range(view.moves) if number not in taken])
    own = {move.data: move.id for move in told if move.kind == "card"}
    hands = match.start[:]
    for number, trick in enumerate((*view.tricks, *([view.trick] if view.trick else []))):
        cards = match.history[number].cards if number < len(match.history) else _lying(match)
        for place, one in enumerate(trick.cards):
            seat, card = one.seat, cards[place]
            mine = complaint is not None and told and seat == complaint.accused
            known = own.get(one.card, -1) if mine else next(free, -1)
            fits = place == 0 or bool(legal(match.order, hands[seat], cards[0]) >> card & 1)
            match.log.append(
                Logged(known, seat, "card", one.card, fits, one.early, hands[seat], cards[0])
            )
            hands[seat] &= ~(1 << card)
    if complaint is not None and told:
        _set_told(match, view)


def _lying(match: DoppelkopfTable) -> tuple[Card, ...]:
    return (*match.trick, *match.early.values())


def _logged(match: DoppelkopfTable, seat: int, word: str) -> str:
    denied = word in ("no90", "no60", "no30", "black")
    return f"{word}_{rounds.party_of(match, seat)}" if denied else word


def _set_told(match: DoppelkopfTable, view: View) -> None:
    """The accused's moves exactly as the accuser was told them."""
    complaint = view.complaint
    assert complaint is not None and complaint.moves is not None
    judged = [move for move in match.log if move.seat == complaint.accused]
    others = [move for move in match.log if move.seat != complaint.accused]
    for told in complaint.moves:
        like = next((one for one in judged if (one.kind, one.data) == (told.kind, told.data)), None)
        if like is None:
            like = Logged(told.id, complaint.accused, told.kind, told.data)
        else:
            judged.remove(like)
            like.id = told.id
        like.punished = told.punished
        others.append(like)
    match.log = sorted(others, key=lambda move: move.id)


# --- the cards that cannot be seen -------------------------------------------------------------

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
    if not deal_out(list(members(left)), [one for _, one in places], rng):
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
        clues.sure[view.wedding.bride] |= CLUB_QUEENS
        clues.only(CLUB_QUEENS, view.wedding.bride)
    elif view.game in tricks.SECRET:
        for said in view.said:
            if said.party == "re" and not played[said.seat] & CLUB_QUEENS:
                clues.wants[said.seat].append(CLUB_QUEENS)
            elif said.party == "kontra":
                clues.may[said.seat] &= ~CLUB_QUEENS


def _pigs(match: DoppelkopfTable, view: View, clues: Clues) -> None:
    game = match.game if match.game and pigs_possible(match.game) else "normal"
    for seat, cards in (
        (view.pigs, pig_cards(game)),
        (view.superpigs, superpig_cards(match.rules, game)),
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


# --- dealing them ------------------------------------------------------------------------------

#: So many deals are tried before cards are placed one by one.
TRIES = 4


def deal_out(cards: list[Card], places: list[Place], rng: Random) -> bool:
    """Put every card somewhere it is allowed to be; False if that cannot be done.

    Any deal that is allowed is as likely as any other, if one is found soon. Else they are placed
    one by one, those with the least choice first.
    """
    free = cards[:]
    for _ in range(TRIES):
        rng.shuffle(free)
        if _dealt(free, places):
            return True
    return spread_out(free, places, rng)


def _dealt(cards: list[Card], places: list[Place]) -> bool:
    """Give each place as many of the cards as it has room for; False if one does not fit."""
    first = 0
    for place in places:
        last = first + place.room
        if mask(cards[first:last]) & ~place.allowed:
            return False
        first = last
    if first != len(cards):
        return False
    first = 0
    for place in places:
        place.cards = cards[first : first + place.room]
        first += place.room
    return True
