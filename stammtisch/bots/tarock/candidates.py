"""What is worth trying: of all that is allowed, what could be the best, and nothing twice."""

from __future__ import annotations

from stammtisch.bots.tarock.answers import hand_of
from stammtisch.bots.tarock.hands import NEEDED, best_discards, strength_of
from stammtisch.bots.tarock.position import Position
from stammtisch.bots.tarock.thumbs import WORTH
from stammtisch.games.game import Sight
from stammtisch.games.tarock.cards import ALL_KINGS, KINGS, SUITS, TAROKS, TRULA, Cards, mask, named
from stammtisch.games.tarock.kernel import cards_of
from stammtisch.games.tarock.records import Exchange
from stammtisch.games.tarock.rules import TarockRules
from stammtisch.games.tarock.view import View

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


def exchanges(sight: Sight) -> list[tuple[int, Cards]]:
    """Each pile that may be taken, with the best ways to lay cards down for it."""
    view: View = sight.view
    assert isinstance(sight.rules, TarockRules)
    hand, size = hand_of(sight), len(view.piles[0])
    picks = [one.picked for one in sight.actions if isinstance(one, Exchange)]
    ways = max(1, _EXCHANGES // len(picks))
    return [
        (picked, laid)
        for picked in picks
        for laid in best_discards(hand | named(view.piles[picked]), size, sight.rules, ways)
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
