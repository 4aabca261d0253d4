"""Reservations: who wants to play something else than a normal game.

Everybody says in turn whether he does. Then those who do are asked what it is, one kind of
reservation after the other, each kind in turn, until somebody has one that decides the game.

A poverty is three cards for sale, all trumps among them. `sell`: the others are asked in turn and
see nothing until they accept. `circulate`: each one who is asked sees the cards. `circulate_duty`:
the last one has no choice. Seller and buyer are re.
"""

from __future__ import annotations

from collections.abc import Callable

from stammtisch.games.doppelkopf import calls, rounds, tricks
from stammtisch.games.doppelkopf.cards import (
    KINDS,
    NINES,
    Cards,
    members,
    pigs_possible,
    rank_of,
    suit_of,
)
from stammtisch.games.doppelkopf.kernel import TRUMP
from stammtisch.games.doppelkopf.records import Asked, PovertyCards, Question
from stammtisch.games.doppelkopf.table import SEATS, DoppelkopfTable
from stammtisch.games.doppelkopf.tricks import CLUB_QUEENS
from stammtisch.games.doppelkopf.words import ANSWERS, SOLOS, amount_of, refusal, wish_of
from stammtisch.games.game import Seat

#: The kinds of reservation, in the order in which they are asked for.
STEPS: tuple[Question, ...] = ("solo", "throw", "pigs", "superpigs", "poverty", "wedding")
_SOLO_RANK = {solo: rank for rank, solo in enumerate(SOLOS)}

_KINGS = rank_of("k")
_FULL = rank_of("10") | rank_of("a")
_SUITS = tuple(suit_of(letter) for letter in "cshd")


# --- bad hands ---------------------------------------------------------------------------------


def _count(hand: Cards, cards: Cards) -> int:
    return (hand & cards).bit_count()


def _of_each_suit(hand: Cards, cards: Cards) -> bool:
    return all(hand & cards & suit for suit in _SUITS)


#: Which hands may be thrown away, by the word that the rules have for it: of all cards but the
#: joker.
BAD_CARDS: dict[str, Callable[[Cards], bool]] = {
    "5_9": lambda hand: _count(hand, NINES) >= 5,
    "5_k": lambda hand: _count(hand, _KINGS) >= 5,
    "4_9+4_k": lambda hand: _count(hand, NINES) >= 4 and _count(hand, _KINGS) >= 4,
    "9_all_c": lambda hand: _of_each_suit(hand, NINES),
    "k_all_c": lambda hand: _of_each_suit(hand, _KINGS),
    "7full": lambda hand: _count(hand, _FULL) >= 7,
}
#: A hand without any trump above this card may be.
LOW_TRUMPS = {"t<hj": KINDS["dj"], "t<dj": KINDS["da"]}


def is_bad(match: DoppelkopfTable, seat: Seat) -> bool:
    """May the hand be thrown away?"""
    hand = match.hands[seat]
    counted = hand & ~(1 << match.joker) if match.joker >= 0 else hand
    order = match.order_for("normal")
    best = max((order.strength[card] for card in members(hand & order.groups[TRUMP])), default=0)
    return any(
        best <= order.strength[2 * LOW_TRUMPS[case]]
        if case in LOW_TRUMPS
        else BAD_CARDS[case](counted)
        for case in match.rules.throw_cases
    )


# --- poor hands --------------------------------------------------------------------------------

MOST_TRUMPS = 3


def trumps_of(match: DoppelkopfTable, cards: Cards) -> Cards:
    """Those that are trumps in a normal game."""
    return cards & match.order_for("normal").groups[TRUMP]


def is_poor(match: DoppelkopfTable, seat: Seat) -> bool:
    return trumps_of(match, match.hands[seat]).bit_count() <= MOST_TRUMPS


# --- who could have what -----------------------------------------------------------------------


def is_played(match: DoppelkopfTable, step: Question) -> bool:
    """Does the table know this kind of reservation?"""
    if step == "superpigs":
        return match.pigs is not None and match.superpigs_when == "reservation"
    return step in match.reservable


def can_affirm(match: DoppelkopfTable, seat: Seat, step: Question) -> bool:
    """Has the seat what it takes?"""
    if step == "solo":
        return True
    if step == "throw":
        return is_bad(match, seat)
    if step == "pigs":
        return calls.has_both(match, seat, calls.foxes(match))
    if step == "superpigs":
        return calls.has_both(match, seat, calls.superfoxes(match))
    if step == "poverty":
        return is_poor(match, seat)
    return match.hands[seat] & CLUB_QUEENS == CLUB_QUEENS


def _could_reserve(match: DoppelkopfTable, seat: Seat, steps: tuple[Question, ...]) -> bool:
    played = match.reservable
    return any(step in played and can_affirm(match, seat, step) for step in steps)


def forced_soloist(match: DoppelkopfTable) -> Seat | None:
    """Who must play the compulsory solo now, because there are only as many rounds left."""
    owing = [seat for seat in match.in_order() if not match.solo_done[seat]]
    left = match.rules.rounds - match.scored
    return owing[0] if owing and left <= len(owing) else None


# --- asking ------------------------------------------------------------------------------------


def begin(match: DoppelkopfTable) -> None:
    forced = forced_soloist(match) if match.rules.compulsory_solos else None
    if forced is not None:
        ask(match, forced, "solo")
    else:
        ask(match, match.first, "reservation")


def ask(match: DoppelkopfTable, seat: Seat, question: Question) -> None:
    match.asking = question
    match.asked = seat
    if not match.quiet:
        match.news.append(Asked(seat, question))


def reserved(match: DoppelkopfTable) -> set[Seat]:
    return {said.seat for said in match.said if said.word == "reservation_yes"}


def _asked_about(match: DoppelkopfTable, question: Question) -> list[Seat]:
    """Who is asked that, in order. Superpigs, and the pigs of a solo, could be anybody's."""
    if question in ("reservation", "superpigs") or match.game is not None:
        return match.in_order()
    having = reserved(match)
    return [seat for seat in match.in_order() if seat in having]


def _ask_next(match: DoppelkopfTable) -> bool:
    """Ask the next one the same; False if there is none."""
    question = match.asking
    assert question is not None
    seats = _asked_about(match, question)
    if match.asked in seats and match.asked != seats[-1]:
        ask(match, seats[seats.index(match.asked) + 1], question)
        return True
    return False


def _ask_from(match: DoppelkopfTable, step: int) -> None:
    """Go on with the kinds of reservation from there; without any it is a normal game."""
    for question in STEPS[step:]:
        if is_played(match, question) and (seats := _asked_about(match, question)):
            ask(match, seats[0], question)
            return
    if match.log:
        _flag_empty(match, reserved(match))
    tricks.begin(match, "normal")


def _flag_empty(match: DoppelkopfTable, seats: set[Seat]) -> None:
    """A lenient table notes which of these had a reservation and then none."""
    affirmed = {said.seat for said in match.said if said.word in ("pigs_yes", "poverty_yes")}
    for move in match.log:
        if move.data == "reservation_yes" and move.seat in seats - affirmed:
            move.legal = False


# --- what may be answered ----------------------------------------------------------------------


def fault_of(match: DoppelkopfTable, seat: Seat, word: str) -> str | None:
    """What is wrong with an answer to the question asked; what cannot be at all is refused."""
    question = match.asking
    assert question is not None
    if word not in ANSWERS.get(question, ()):
        raise refusal("wrong_answer", question=question)
    if question in ("solo", "black_sow_solo"):
        return _fault_of_solo(match, seat, word)
    if question == "reservation":
        lacks = word == "reservation_yes" and not _could_reserve(match, seat, STEPS)
        return "nothing_reserved" if lacks else None
    if question == "poverty_accept":
        if word == "poverty_decline" and must_take(match):
            raise refusal("must_accept")
        return None
    if question == "poverty_return_trumps":
        wrong = amount_of(word) != trumps_returned(match)
        return "invalid_return_amount" if wrong else None
    if question == "wedding_clarification_trick":
        return None
    if word.endswith("_yes"):
        return None if can_affirm(match, seat, question) else f"invalid_{question}"
    return _fault_of_no(match, seat, question)


def _fault_of_solo(match: DoppelkopfTable, seat: Seat, word: str) -> str | None:
    if word == "solo_no":
        if match.rules.compulsory_solos and forced_soloist(match) == seat:
            raise refusal("forced_solo")
        return _fault_of_no(match, seat, "solo")
    if word.removeprefix("black_sow_") not in match.rules.solos:
        raise refusal("unknown_solo")
    return None


def _fault_of_no(match: DoppelkopfTable, seat: Seat, question: Question) -> str | None:
    """Who has a reservation must have one of some kind: the last one cannot be denied."""
    if not match.strict or match.game is not None or question == "superpigs":
        return None
    affirmed = any(said.seat == seat and said.word == "pigs_yes" for said in match.said)
    later = STEPS[STEPS.index(question) + 1 :]
    if affirmed or _could_reserve(match, seat, later) or not can_affirm(match, seat, question):
        return None
    return "empty_reservation"


# --- answering ---------------------------------------------------------------------------------


def answer(match: DoppelkopfTable, seat: Seat, word: str) -> None:
    """The seat has said that word in answer to the question."""
    assert match.asking is not None
    _ANSWERED[match.asking](match, seat, word)


def _reservation(match: DoppelkopfTable, seat: Seat, word: str) -> None:
    following = (seat + 1) & 3
    if following != match.first:
        ask(match, following, "reservation")
    else:
        _ask_from(match, 0)


def _solo(match: DoppelkopfTable, seat: Seat, word: str) -> None:
    compare = match.rules.solo_prio == "prio" or match.rules.compulsory_solos
    if word != "solo_no" and not compare:
        _take_solo(match, seat, word)
        return
    if _ask_next(match):
        return
    bids = [(said.seat, said.word) for said in match.said if said.word in _SOLO_RANK]
    if bids:
        _take_solo(match, *min(bids, key=lambda bid: _solo_priority(match, *bid)))
    else:
        _ask_from(match, STEPS.index("solo") + 1)


def _solo_priority(match: DoppelkopfTable, seat: Seat, solo: str) -> tuple[bool, int, int]:
    """Compulsory solos come first, then the better kind where that counts, then the turn."""
    rank = _SOLO_RANK[solo] if match.rules.solo_prio == "prio" else 0
    return (match.solo_done[seat], rank, (seat - match.first) & 3)


def _take_solo(match: DoppelkopfTable, seat: Seat, solo: str) -> None:
    match.soloist = seat
    match.game = solo
    match.set_order(solo)
    if match.rules.pigs == "two_reservation" and pigs_possible(solo):
        ask(match, match.first, "pigs")
    else:
        tricks.begin(match, solo)


def _throw(match: DoppelkopfTable, seat: Seat, word: str) -> None:
    if word == "throw_yes":
        rounds.declare_void(match, "throw")
    elif not _ask_next(match):
        _ask_from(match, STEPS.index("throw") + 1)


def _pigs(match: DoppelkopfTable, seat: Seat, word: str) -> None:
    if word == "pigs_yes":
        calls.announce_pigs(match, seat)
    elif _ask_next(match):
        return
    if match.game is None:
        _ask_from(match, STEPS.index("superpigs"))
    elif is_played(match, "superpigs"):
        ask(match, match.first, "superpigs")
    else:
        tricks.begin(match, match.game)


def _superpigs(match: DoppelkopfTable, seat: Seat, word: str) -> None:
    if word == "superpigs_yes":
        calls.announce_superpigs(match, seat)
    elif _ask_next(match):
        return
    if match.game is None:
        _ask_from(match, STEPS.index("poverty"))
    else:
        tricks.begin(match, match.game)


def _poverty(match: DoppelkopfTable, seat: Seat, word: str) -> None:
    if word == "poverty_yes":
        open_sale(match, seat)
    elif not _ask_next(match):
        _ask_from(match, STEPS.index("wedding"))


def _accept(match: DoppelkopfTable, seat: Seat, word: str) -> None:
    if word == "poverty_accept":
        accept(match)
    elif decline(match) and not nobody_took_it(match):
        match.asking = "poverty"
        if not _ask_next(match):
            _ask_from(match, STEPS.index("wedding"))


def _return(match: DoppelkopfTable, seat: Seat, word: str) -> None:
    close_sale(match, word)


def _wedding(match: DoppelkopfTable, seat: Seat, word: str) -> None:
    if word == "wedding_no":
        if not _ask_next(match):
            _ask_from(match, len(STEPS))
        return
    match.soloist = seat
    _flag_empty(match, {said.seat for said in match.said if said.word == "wedding_no"})
    if match.rules.wedding == "wish_trick":
        ask(match, seat, "wedding_clarification_trick")
    else:
        match.wish = "foreign"
        tricks.begin(match, "wedding")


def _wish(match: DoppelkopfTable, seat: Seat, word: str) -> None:
    match.wish = wish_of(word)
    tricks.begin(match, "wedding")


def _sow(match: DoppelkopfTable, seat: Seat, word: str) -> None:
    tricks.name_sow_solo(match, word)


_ANSWERED: dict[Question, Callable[[DoppelkopfTable, Seat, str], None]] = {
    "reservation": _reservation,
    "solo": _solo,
    "throw": _throw,
    "pigs": _pigs,
    "superpigs": _superpigs,
    "poverty": _poverty,
    "poverty_accept": _accept,
    "poverty_return_trumps": _return,
    "wedding": _wedding,
    "wedding_clarification_trick": _wish,
    "black_sow_solo": _sow,
}


# --- the sale of a poverty ---------------------------------------------------------------------


def _tell(
    match: DoppelkopfTable, seat: Seat, source: str, target: str, cards: Cards, known: set[Seat]
) -> None:
    if match.quiet:
        return
    to = set(SEATS) if match.rules.open_cards else known
    names = match.spread(cards)
    match.news.append(PovertyCards(seat, source, target, names, tuple(sorted(to))))  # type: ignore[arg-type]


def open_sale(match: DoppelkopfTable, seller: Seat) -> None:
    match.seller = seller
    ask(match, seller, "poverty_trump_choice")


def three_cards(match: DoppelkopfTable, seat: Seat, named: tuple[str, ...]) -> Cards:
    """The seat's cards of these names, or a `Refusal`."""
    if type(named) is not tuple or len(named) != 3:
        raise refusal("three_cards")
    return _cards_of(match, seat, named)


def cards_to_pass(match: DoppelkopfTable, seat: Seat, named: tuple[str, ...]) -> Cards:
    """The same, but trumps need not be named."""
    if type(named) is not tuple or len(named) > 3:
        raise refusal("three_cards")
    cards = _cards_of(match, seat, named)
    if len(named) < 3:
        cards |= trumps_of(match, match.hands[seat])
    if cards.bit_count() != 3:
        raise refusal("three_cards")
    return cards


def _cards_of(match: DoppelkopfTable, seat: Seat, named: tuple[str, ...]) -> Cards:
    hand = match.hands[seat]
    for one in named:
        card = match.card_named(hand, one)
        if card < 0:
            raise refusal("not_your_card")
        hand ^= 1 << card
    return match.hands[seat] ^ hand


def passes_all_trumps(match: DoppelkopfTable, seat: Seat, cards: Cards) -> bool:
    return trumps_of(match, match.hands[seat] & ~cards) == 0


def give_away(match: DoppelkopfTable, cards: Cards) -> None:
    seller = match.asked
    match.passed = cards
    match.hands[seller] ^= cards
    _tell(match, seller, "hand", "poverty", cards, {seller})
    _offer(match, (seller + 1) & 3)


def _offer(match: DoppelkopfTable, seat: Seat) -> None:
    match.sold_to.append(seat)
    if match.rules.poverty != "sell":
        _tell(match, seat, "poverty", "poverty", match.passed, have_seen(match))
    ask(match, seat, "poverty_accept")


def have_seen(match: DoppelkopfTable) -> set[Seat]:
    """Who knows the cards that were passed."""
    seen = {match.seller, match.buyer}
    if match.rules.poverty != "sell":
        seen.update(match.sold_to)
    return {seat for seat in seen if seat is not None}


def must_take(match: DoppelkopfTable) -> bool:
    return match.rules.poverty == "circulate_duty" and len(match.sold_to) == 3


def decline(match: DoppelkopfTable) -> bool:
    """The next one is asked; True if nobody is left, and the seller has the cards again."""
    if len(match.sold_to) < 3:
        _offer(match, (match.asked + 1) & 3)
        return False
    seller = match.seller
    assert seller is not None
    match.hands[seller] |= match.passed
    _tell(match, seller, "poverty", "hand", match.passed, have_seen(match))
    match.unsold.append((seller, match.passed, tuple(match.sold_to)))
    match.asking = None
    match.asked = seller
    match.seller = None
    match.sold_to = []
    match.passed = 0
    return True


def nobody_took_it(match: DoppelkopfTable) -> bool:
    """What follows from that; False if nothing does, and others may have reservations yet."""
    consequence = match.rules.poverty_consequence
    if consequence == "none" or not match.rules.has("poverty_consequence"):
        return False
    if consequence == "redeal":
        rounds.declare_void(match, "poverty_cancel")
    else:
        tricks.begin(match, consequence)
    return True


def accept(match: DoppelkopfTable) -> None:
    buyer = match.buyer = match.asked
    match.hands[buyer] |= match.passed
    _tell(match, buyer, "poverty", "hand", match.passed, have_seen(match))
    ask(match, buyer, "poverty_return_choice")


def give_back(match: DoppelkopfTable, cards: Cards) -> None:
    buyer = match.asked
    match.returned = cards
    match.hands[buyer] ^= cards
    _tell(match, buyer, "hand", "poverty", cards, {buyer})
    ask(match, buyer, "poverty_return_trumps")


def trumps_returned(match: DoppelkopfTable) -> int:
    return trumps_of(match, match.returned).bit_count()


def close_sale(match: DoppelkopfTable, word: str) -> None:
    match.trumps_back = amount_of(word)
    seller, buyer = match.seller, match.buyer
    assert seller is not None and buyer is not None
    match.hands[seller] |= match.returned
    _tell(match, seller, "poverty", "hand", match.returned, {seller, buyer})
    tricks.begin(match, "poverty")
