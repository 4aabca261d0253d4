"""The rules that a player knows for sure, or by custom, and what they want at a moment."""

from __future__ import annotations

from functools import cache, lru_cache

from stammtisch.bots.mao.conditions import Imagination, bits
from stammtisch.bots.mao.history import Deed, History
from stammtisch.games.game import Seat
from stammtisch.games.mao.card import Card
from stammtisch.games.mao.chair.base import BASE, base_texts
from stammtisch.games.mao.chair.orders import InForce, Order, names, orders
from stammtisch.games.mao.language.lexer import RuleError
from stammtisch.games.mao.language.meaning import applies, card_fits
from stammtisch.games.mao.language.parse import parse, tongue_of
from stammtisch.games.mao.language.rule import (
    CardTest,
    Forbidden,
    NextMust,
    Rule,
    Say,
    SayName,
    Silent,
    Situation,
    Whom,
    Wild,
)
from stammtisch.games.mao.records import View
from stammtisch.games.mao.rules import MaoRules
from stammtisch.games.mao.speech import normal

#: Card rules that every chairman has, unless it turns out that this one has not.
CUSTOMS = base_texts(MaoRules.named("chaired"))
#: Those that some have.
RARE_CUSTOMS = tuple(text for texts in BASE.values() for text in texts if text not in CUSTOMS)
#: A custom that was so often left undone for nothing does not hold here.
_ABROGATED = 2

Words = Say | SayName


@cache
def understood(text: str) -> Rule | None:
    """The rule that the text says, if the rule language can say it."""
    try:
        return parse(text) if tongue_of(text) else None
    except RuleError:
        return None


def certain_rules(view: View) -> list[Rule]:
    """All that one has been told, and one's own."""
    told = [rule.text for rule in view.known_rules if rule.author != view.seat]
    texts = [*view.base_rules, *told, *view.own_rules]
    return [rule for text in texts if (rule := understood(text))]


def said(duty: Words, deed: Deed, words: list[str]) -> bool:
    """Whether the duty of that deed was done by these words."""
    if not words:
        return False
    wanted = spoken_forms(duty, deed.card if deed.now.happening == "play" else None)
    return any(word in wanted for word in words)


@lru_cache(1024)
def spoken_forms(duty: Words, card: Card | None) -> tuple[str, ...]:
    if isinstance(duty, Say):
        return (normal(duty.phrase),)
    return () if card is None else names(duty, card)


class Known:
    """Rules in force, oldest first, as far as the player knows."""

    def __init__(self, view: View, history: History) -> None:
        self._view = view
        rules = certain_rules(view)
        if history.chaired and not view.base_rules:
            rules = [*_customs(history), *rules]
        self.rules: list[InForce] = list(enumerate(rules))
        self._when = _conditions_of(tuple(rules))

    def orders(self, seat: Seat, now: Situation) -> list[Order]:
        """What is laid on whom when the seat does that."""
        fits = self._when.fits(now)
        rules = [rule for rule in self.rules if fits >> rule[0] & 1] if fits else []
        return orders(rules, now, lambda whom: self._persons(seat, whom))

    def words(self, deed: Deed, seat: Seat) -> list[Words]:
        """What the seat must say to the deed."""
        return [
            order.duty
            for order in self.orders(deed.seat, deed.now)
            if order.seat == seat and isinstance(order.duty, Say | SayName)
        ]

    def demands(self, before: Deed | None) -> list[CardTest]:
        """What the card after that play must be."""
        orders = [] if before is None else self.orders(before.seat, before.now)
        return [order.duty.test for order in orders if isinstance(order.duty, NextMust)]

    def explains(self, kind: str, deed: Deed) -> bool:
        """Whether a known rule is enough for that charge against the deed."""
        if kind == "must":
            return not all(card_fits(test, deed.card) for test in self.demands(deed.after))
        wanted = {"forbidden": Forbidden, "silence": Silent}.get(kind)
        orders = self.orders(deed.seat, deed.now) if wanted else []
        return any(type(order.duty) is wanted for order in orders)

    def is_wild(self, deed: Deed) -> bool:
        return any(isinstance(order.duty, Wild) for order in self.orders(deed.seat, deed.now))

    def _persons(self, seat: Seat, whom: Whom) -> tuple[Seat, ...]:
        present = self._view.present
        if whom == "everybody":
            return tuple(other for other, here in enumerate(present) if here)
        step = {"player": 0, "next": self._view.direction, "left": 1, "right": -1}[whom]
        other = seat
        while step and (other := (other + step) % len(present)) != seat and not present[other]:
            pass
        return (other,)


_HELD = tuple(map(parse, CUSTOMS))
_RARE = tuple(map(parse, RARE_CUSTOMS))
_ALL = (*_HELD, *_RARE)
_WHEN = Imagination((1.0, tuple(rule.conditions for rule in _ALL)))


@lru_cache(64)
def _conditions_of(rules: tuple[Rule, ...]) -> Imagination:
    return Imagination((1.0, tuple(rule.conditions for rule in rules)))


@lru_cache(8)
def _customs(history: History) -> list[Rule]:
    """Those that hold at this table, by all that was seen. (A history does not change.)"""
    against = [0] * len(_ALL)
    for deed in history.deeds:
        for number in bits(_WHEN.fits(deed.now)):
            against[number] += _against(_ALL[number], deed)
    held = [rule for rule, count in zip(_HELD, against, strict=False) if count < _ABROGATED]
    rare = [
        rule
        for rule, count in zip(_RARE, against[len(_HELD) :], strict=True)
        if not count and _speaks_for(rule, held, history)
    ]
    return held + rare


def _against(rule: Rule, deed: Deed) -> int:
    """How often it was left undone for nothing, or done and punished."""
    found = 0
    for duty in rule.duties:
        if isinstance(duty, Wild):
            found += _ABROGATED * ("fit" in deed.charges)
        elif isinstance(duty, Say | SayName) and deed.is_good:
            spared = deed.closed and "words" not in deed.charges
            found += spared and not said(duty, deed, deed.words + deed.idle)
            found += said(duty, deed, deed.idle)
    return found


def _speaks_for(rule: Rule, held: list[Rule], history: History) -> bool:
    """Whether somebody should have said something that no other custom explains."""
    return any(
        "words" in deed.charges and applies(rule, deed.now) and not _explained(deed, held)
        for deed in history.deeds
    )


def _explained(deed: Deed, held: list[Rule]) -> bool:
    return any(
        isinstance(duty, Say | SayName) and not said(duty, deed, deed.words)
        for rule in held
        if applies(rule, deed.now)
        for duty in rule.duties
    )
