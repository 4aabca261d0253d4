"""What is done before the first card by counting: bids, the king, the talon, announcements.

How bots say after a deal how to go on.

What is worth trying: of all that is allowed, what could be the best, and nothing twice.
"""

from __future__ import annotations

from collections import Counter

from stammtisch.bots.bots import Decision, Reason
from stammtisch.bots.tarock.hands import (
    NEEDED,
    best_discards,
    call_by_counting,
    contracts_by_counting,
    exchange_by_counting,
    strength_of,
)
from stammtisch.bots.tarock.position import Position
from stammtisch.bots.tarock.thumbs import WORTH
from stammtisch.games.game import Observation
from stammtisch.games.tarock.cards import (
    ALL_KINGS,
    KINGS,
    PAGAT,
    SUITS,
    TAROKS,
    TRULA,
    Cards,
    mask,
    named,
    names_of,
)
from stammtisch.games.tarock.kernel import cards_of
from stammtisch.games.tarock.records import Announce, Bid, CallKing, Exchange, ThrowIn, Vote
from stammtisch.games.tarock.rules import PASS, TarockRules
from stammtisch.games.tarock.view import View

#: Taroks with which a trula in hand, or the pagat at the end, should be brought home.
_FOR_TRULA, _FOR_PAGAT = 8, 9
#: The strength with which an opponent says kontra.
_FOR_KONTRA = 11.5

THROWS_IN = Decision(ThrowIn(), Reason("no_taroks"))
SILENT = Decision(Announce(), Reason("nothing_to_announce"))


def bids_of(observation: Observation) -> list[str]:
    """What may be bid, a pass not counted."""
    return [
        one.contract for one in observation.actions if isinstance(one, Bid) and one.contract != PASS
    ]


def may_pass(observation: Observation) -> bool:
    return Bid(PASS) in observation.actions


def hand_of(observation: Observation) -> Cards:
    view: View = observation.view
    return named(view.hand or ())


def bid_from(observation: Observation, fitting: list[str]) -> Decision:
    """The lowest of the fitting contracts, as one may raise at the end; and at the end the highest
    of them. Where nothing fits, one passes, or bids as little as one can."""
    valid = bids_of(observation)
    good = [contract for contract in valid if contract in fitting]
    if may_pass(observation):
        if not good:
            return Decision(Bid(PASS), Reason("too_weak"))
        return Decision(Bid(good[0]), Reason("good_enough"))
    if not good:
        return Decision(Bid(valid[0]), Reason("nothing_better"))
    return Decision(Bid(good[-1]), Reason("most_it_bears"))


def bid_by_counting(observation: Observation) -> Decision:
    if ThrowIn() in observation.actions:
        return THROWS_IN
    hand = hand_of(observation)
    if "klop" in bids_of(observation) and strength_of(hand) < NEEDED["three"]:
        return Decision(Bid("klop"), Reason("takes_no_tricks"))
    return bid_from(observation, contracts_by_counting(hand))


def king_by_counting(observation: Observation) -> Decision:
    suit = call_by_counting(hand_of(observation))
    return Decision(CallKing(suit), Reason("king_helps"))


def talon_by_counting(observation: Observation) -> Decision:
    view: View = observation.view
    assert isinstance(observation.rules, TarockRules)
    piles = [named(pile) for pile in view.piles]
    picks = [one.picked for one in observation.actions if isinstance(one, Exchange)]
    size = len(view.piles[0])
    picked, laid = exchange_by_counting(hand_of(observation), piles, picks, size, observation.rules)
    return Decision(Exchange(picked, names_of(laid)), Reason("leaves_best"))


def sayable(observation: Observation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The bonuses that may be announced, and what may be doubled."""
    fields = {field.name: field.of or () for form in observation.forms for field in form.fields}
    return fields.get("bonuses", ()), fields.get("kontra", ())


def announce_by_counting(observation: Observation) -> Decision:
    view: View = observation.view
    bonuses, targets = sayable(observation)
    hand = hand_of(observation)
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
    return Decision(Announce(tuple(said), kontra), Reason("strong_enough"))


def vote(observation: Observation) -> Decision:
    """A bot wants to play on, and stands in nobody's way: whoever wants to stop has its vote.

    The match stops only if all four want that, so a person who wants to play on still decides; and
    if nothing is agreed on, the next deal comes by itself.
    """
    view = observation.view
    own = view.votes[view.seat]
    others = [other for seat, other in enumerate(view.votes) if seat != view.seat]
    stops = Counter(other for other in others if other in ("adjourn", "end"))
    if stops:
        (wish, count), *_ = stops.most_common(1)
        # Of two who want to stop in different ways none is followed twice.
        if own in (None, "continue") or (own != wish and count > stops[own]):
            return Decision(Vote(wish), Reason("somebody_stops"))
    elif own is None:
        return Decision(Vote("continue"), Reason("one_more_deal"))
    return Decision(None, Reason("nothing_more_to_say"))


#: How much weaker than `NEEDED` a hand may be for a contract to be thought of.
_SLACK = 2.0
#: The strength up to which no trick at all may be possible, and from which all may be.
_MAY_BEG = 5.5
_ALL_TRICKS = 15.0
BEGGARS = ("beggar", "open_beggar")
_VALATS = ("color_valat", "valat")
#: What a hand needs for an announcement to be thought of: taroks for an ultimo, strength for a
#: kontra and for a valat, so many of the cards that are to be collected.
_TAROKS_FOR = {"kings_ultimo": 5, "pagat_ultimo": 6}
_MAY_DOUBLE = 8.0
_COLLECTED = {"trula": TRULA, "kings": ALL_KINGS}
_SOME = 2
#: Ways to lay cards down that are tried in all.
_EXCHANGES = 9


def contracts_to_try(hand: Cards, valid: list[str], *, must: bool) -> list[str]:
    strength = strength_of(hand)
    thought_of = [
        contract
        for contract in valid
        if (contract == "klop" and strength < NEEDED["two"])
        or (contract in NEEDED and strength >= NEEDED[contract] - _SLACK)
        or (contract in BEGGARS and strength <= _MAY_BEG)
        or (contract in _VALATS and strength >= _ALL_TRICKS)
    ]
    return thought_of or (valid[:1] if must else [])


def calls(hand: Cards) -> list[str]:
    others = [suit for suit, king in zip(SUITS, KINGS, strict=True) if not hand >> king & 1]
    return others or list(SUITS)


def exchanges(observation: Observation) -> list[tuple[int, Cards]]:
    """Each pile that may be taken, with the best ways to lay cards down for it."""
    view: View = observation.view
    assert isinstance(observation.rules, TarockRules)
    hand, size = hand_of(observation), len(view.piles[0])
    picks = [one.picked for one in observation.actions if isinstance(one, Exchange)]
    ways = max(1, _EXCHANGES // len(picks))
    return [
        (picked, laid)
        for picked in picks
        for laid in best_discards(hand | named(view.piles[picked]), size, observation.rules, ways)
    ]


def bonuses_to_try(hand: Cards, valid: tuple[str, ...]) -> tuple[str, ...]:
    taroks = (hand & TAROKS).bit_count()
    return tuple(
        bonus
        for bonus in valid
        if (bonus in _COLLECTED and (hand & _COLLECTED[bonus]).bit_count() >= _SOME)
        or (bonus in _TAROKS_FOR and taroks >= _TAROKS_FOR[bonus])
        or (bonus == "valat" and strength_of(hand) >= _ALL_TRICKS - 1)
    )


def kontras_to_try(hand: Cards, valid: tuple[str, ...]) -> tuple[str, ...]:
    """A strong hand may double anything, any hand what it holds a card of itself."""
    strong = strength_of(hand) >= _MAY_DOUBLE
    return tuple(target for target in valid if strong or hand & _COLLECTED.get(target, 0))


def cards_to_try(at: Position) -> list[int]:
    """One of each run of cards that are worth the same and have nothing of others' in between."""
    between = at.unseen | mask(at.trick)
    found: list[int] = []
    for card in cards_of(at.choice):
        if found and _same(found[-1], card) and not _range(found[-1], card) & between:
            found[-1] = card
        else:
            found.append(card)
    return found


def _same(one: int, other: int) -> bool:
    both_taroks = TAROKS >> one & 1 and TAROKS >> other & 1
    return WORTH[one] == WORTH[other] and (bool(both_taroks) or one >> 3 == other >> 3)


def _range(low: int, high: int) -> Cards:
    """The cards between two."""
    return (1 << high) - (1 << low + 1)
