"""A poverty: three cards for sale, all trumps among them.

`sell`: the others are asked in turn and see nothing until they accept. `circulate`: each one who is
asked sees the cards. `circulate_duty`: the last one has no choice. Seller and buyer are re.
"""

from __future__ import annotations

from stammtisch.games.doppelkopf import rounds, tricks
from stammtisch.games.doppelkopf.cards import Cards
from stammtisch.games.doppelkopf.kernel import TRUMP
from stammtisch.games.doppelkopf.records import Asked, PovertyCards, Question
from stammtisch.games.doppelkopf.refusals import refusal
from stammtisch.games.doppelkopf.table import SEATS, DoppelkopfTable
from stammtisch.games.doppelkopf.words import amount_of
from stammtisch.games.game import Seat

MOST_TRUMPS = 3


def trumps_of(match: DoppelkopfTable, cards: Cards) -> Cards:
    """Those that are trumps in a normal game."""
    return cards & match.order_for("normal").groups[TRUMP]


def is_poor(match: DoppelkopfTable, seat: Seat) -> bool:
    return trumps_of(match, match.hands[seat]).bit_count() <= MOST_TRUMPS


def _ask(match: DoppelkopfTable, seat: Seat, question: Question) -> None:
    match.asking = question
    match.asked = seat
    if not match.quiet:
        match.news.append(Asked(seat, question))


def _tell(
    match: DoppelkopfTable, seat: Seat, source: str, target: str, cards: Cards, known: set[Seat]
) -> None:
    if match.quiet:
        return
    to = set(SEATS) if match.rules.open_cards else known
    names = match.spread(cards)
    match.news.append(PovertyCards(seat, source, target, names, tuple(sorted(to))))  # type: ignore[arg-type]


# --- giving away -------------------------------------------------------------------------------


def open_sale(match: DoppelkopfTable, seller: Seat) -> None:
    match.seller = seller
    _ask(match, seller, "poverty_trump_choice")


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
    _ask(match, seat, "poverty_accept")


def have_seen(match: DoppelkopfTable) -> set[Seat]:
    """Who knows the cards that were passed."""
    seen = {match.seller, match.buyer}
    if match.rules.poverty != "sell":
        seen.update(match.sold_to)
    return {seat for seat in seen if seat is not None}


# --- taking and giving back --------------------------------------------------------------------


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
    _ask(match, buyer, "poverty_return_choice")


def give_back(match: DoppelkopfTable, cards: Cards) -> None:
    buyer = match.asked
    match.returned = cards
    match.hands[buyer] ^= cards
    _tell(match, buyer, "hand", "poverty", cards, {buyer})
    _ask(match, buyer, "poverty_return_trumps")


def trumps_returned(match: DoppelkopfTable) -> int:
    return trumps_of(match, match.returned).bit_count()


def close_sale(match: DoppelkopfTable, word: str) -> None:
    match.trumps_back = amount_of(word)
    seller, buyer = match.seller, match.buyer
    assert seller is not None and buyer is not None
    match.hands[seller] |= match.returned
    _tell(match, seller, "poverty", "hand", match.returned, {seller, buyer})
    tricks.begin(match, "poverty")
