"""What is done before the first card by counting: bids, the king, the talon, announcements."""

from __future__ import annotations

from stammtisch.bots.bot import Decision
from stammtisch.bots.tarock.hands import (
    NEEDED,
    call_by_counting,
    contracts_by_counting,
    exchange_by_counting,
    strength_of,
)
from stammtisch.games.game import Sight
from stammtisch.games.tarock.cards import PAGAT, TAROKS, TRULA, Cards, named, names_of
from stammtisch.games.tarock.contracts import PASS
from stammtisch.games.tarock.records import Announce, Bid, CallKing, Exchange, ThrowIn
from stammtisch.games.tarock.rules import TarockRules
from stammtisch.games.tarock.view import View

#: Taroks with which a trula in hand, or the pagat at the end, should be brought home.
_FOR_TRULA, _FOR_PAGAT = 8, 9
#: The strength with which an opponent says kontra.
_FOR_KONTRA = 11.5

THROWS_IN = Decision(ThrowIn(), "A hand without taroks is better dealt again.")
SILENT = Decision(Announce(), "There is nothing to announce.")


def bids_of(sight: Sight) -> list[str]:
    """What may be bid, a pass not counted."""
    return [one.contract for one in sight.actions if isinstance(one, Bid) and one.contract != PASS]


def may_pass(sight: Sight) -> bool:
    return Bid(PASS) in sight.actions


def hand_of(sight: Sight) -> Cards:
    view: View = sight.view
    return named(view.hand or ())


def bid_from(sight: Sight, fitting: list[str]) -> Decision:
    """The lowest of the fitting contracts, as one may raise at the end; and at the end the highest
    of them. Where nothing fits, one passes, or bids as little as one can."""
    valid = bids_of(sight)
    good = [contract for contract in valid if contract in fitting]
    if may_pass(sight):
        if not good:
            return Decision(Bid(PASS), "The hand is too weak for more.")
        return Decision(Bid(good[0]), "The hand is good enough for this.")
    if not good:
        return Decision(Bid(valid[0]), "Nothing better can be played with this hand.")
    return Decision(Bid(good[-1]), "This is the most that the hand can bear.")


def bid_by_counting(sight: Sight) -> Decision:
    if ThrowIn() in sight.actions:
        return THROWS_IN
    hand = hand_of(sight)
    if "klop" in bids_of(sight) and strength_of(hand) < NEEDED["three"]:
        return Decision(Bid("klop"), "With so weak a hand it is best to take no tricks.")
    return bid_from(sight, contracts_by_counting(hand))


def king_by_counting(sight: Sight) -> Decision:
    suit = call_by_counting(hand_of(sight))
    return Decision(CallKing(suit), "Of this suit a partner's king helps most.")


def talon_by_counting(sight: Sight) -> Decision:
    view: View = sight.view
    assert isinstance(sight.rules, TarockRules)
    piles = [named(pile) for pile in view.piles]
    picks = [one.picked for one in sight.actions if isinstance(one, Exchange)]
    size = len(view.piles[0])
    picked, laid = exchange_by_counting(hand_of(sight), piles, picks, size, sight.rules)
    return Decision(
        Exchange(picked, names_of(laid)), "It leaves the best hand and few points to the others."
    )


def sayable(sight: Sight) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The bonuses that may be announced, and what may be doubled."""
    fields = {field.name: field.of or () for form in sight.forms for field in form.fields}
    return fields.get("bonuses", ()), fields.get("kontra", ())


def announce_by_counting(sight: Sight) -> Decision:
    view: View = sight.view
    bonuses, targets = sayable(sight)
    hand = hand_of(sight)
    taroks = (hand & TAROKS).bit_count()
    said = []
    if "trula" in bonuses and hand & TRULA == TRULA and taroks >= _FOR_TRULA:
        said.append("trula")
    if "pagat_ultimo" in bonuses and hand >> PAGAT & 1 and taroks >= _FOR_PAGAT:
        said.append("pagat_ultimo")
    kontra: tuple[str, ...] = ()
    strong = strength_of(hand) >= _FOR_KONTRA and view.contract in ("three", "two", "one")
    if "game" in targets and view.game_factor == 1 and strong:
        kontra = ("game",)
    if not said and not kontra:
        return SILENT
    return Decision(Announce(tuple(said), kontra), "The hand is strong enough to say so.")
