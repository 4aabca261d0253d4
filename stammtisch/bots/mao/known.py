"""The rules that a player knows for sure, or by custom, and what they want at a moment."""

from __future__ import annotations

from stammtisch.bots.mao.deeds import Deed
from stammtisch.bots.mao.recall import Past
from stammtisch.bots.mao.rulebook import Wants, Words, rulebook, understood
from stammtisch.bots.mao.speaking import said
from stammtisch.games.game import Seat
from stammtisch.games.mao.language.meaning import card_fits
from stammtisch.games.mao.language.rule import CardTest, Rule, Situation
from stammtisch.games.mao.records import View


def certain_rules(view: View) -> list[Rule]:
    """All that one has been told, and one's own."""
    return [rule for text in _certain_texts(view) if (rule := understood(text))]


def _certain_texts(view: View) -> tuple[str, ...]:
    told = [rule.text for rule in view.known_rules if rule.author != view.seat]
    return (*view.base_rules, *told, *view.own_rules)


class Known:
    """Rules in force, oldest first, as far as the player knows."""

    def __init__(self, view: View, past: Past) -> None:
        texts = _certain_texts(view)
        if past.history.chaired and not view.base_rules:
            texts = past.customs.held() + texts
        self._direction = view.direction
        self._present = view.present
        self._book = rulebook(texts)
        self.rules = self._book.rules
        #: What was heard of others.
        self.hearing = past.hearing(self._book, view.direction, view.present)

    def wants(self, seat: Seat, now: Situation) -> Wants:
        """What is laid on whom when the seat does that."""
        return self._book.wants(seat, now, self._direction, self._present)

    def words(self, deed: Deed, seat: Seat) -> list[Words]:
        """What the seat must say to the deed."""
        return list(self.wants(deed.seat, deed.now).words.get(seat, ()))

    def left_unsaid(self, deed: Deed) -> bool:
        """Whether its doer has not said all that must be said to it."""
        wanted = self.wants(deed.seat, deed.now).words.get(deed.seat, ())
        return any(not said(duty, deed, deed.words) for duty in wanted)

    def demands(self, before: Deed | None) -> list[CardTest]:
        """What the card after that play must be."""
        return [] if before is None else self.wants(before.seat, before.now).demands

    def explains(self, kind: str, deed: Deed) -> bool:
        """Whether a known rule is enough for that charge against the deed."""
        if kind == "must":
            return not all(card_fits(test, deed.card) for test in self.demands(deed.after))
        if kind == "forbidden":
            return self.wants(deed.seat, deed.now).forbidden
        return kind == "silence" and bool(self.wants(deed.seat, deed.now).silent)

    def is_wild(self, deed: Deed) -> bool:
        return self.wants(deed.seat, deed.now).wild
