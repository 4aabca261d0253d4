"""A player's mind at one moment: what is seen, remembered, known and suspected."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from stammtisch.bots.mao.conditions import Traits
from stammtisch.bots.mao.history import Deed
from stammtisch.bots.mao.lore import Known, Lore, Past
from stammtisch.bots.mao.rulebook import Words, said, spoken_forms
from stammtisch.games.game import Seat
from stammtisch.games.mao.book import suit_named
from stammtisch.games.mao.cards import SUIT, card_name
from stammtisch.games.mao.language.rule import Say, SayName
from stammtisch.games.mao.records import View

#: To say too much costs as much as to say too little.
_BELIEVED = 0.5


class Mind:
    def __init__(self, view: View, traits: Traits, past: Past) -> None:
        assert view.seat is not None and view.hand is not None
        self.view = view
        self.seat: Seat = view.seat
        self.hand = view.hand
        self.traits = traits
        self.history = past.history
        self.known = Known(view, past)
        self.lore = Lore(view, past, self.known, traits.imagination)

    # --- turns ----------------------------------------------------------------------------------

    @property
    def my_turn(self) -> bool:
        turn = self.history.turn() if self.view.turn is None else self.view.turn
        return turn == self.seat

    def wish(self) -> int | None:
        """The suit that the last card wants."""
        last = self.history.last_play()
        if last is None or not self.known.is_wild(last):
            return None
        suits = [suit for word in last.words if (suit := suit_named(word)) is not None]
        return suits[-1] if suits else None

    # --- words ----------------------------------------------------------------------------------

    def words_due(self) -> str | None:
        """What I must say now, if I do not forget it."""
        for deed in self.history.recent():
            if not deed.is_good or self._must_be_silent(deed):
                continue
            for duty in self.demanded_words(deed):
                if not said(duty, deed, self._my_words(deed)) and self.recalls(deed, duty):
                    return self._pronounce(duty, deed)
            if deed.seat == self.seat and self._must_wish(deed):
                return self._favourite_suit()
        return None

    def demanded_words(self, deed: Deed) -> list[Words]:
        """What I must say to the deed, by rules that I know or believe in."""
        found = self.known.words(deed, self.seat)
        if deed.seat == self.seat:
            found += [
                duty
                for duty, chance in self.lore.words(deed.now)
                if chance >= _BELIEVED and duty not in found
            ]
        return found

    def _my_words(self, deed: Deed) -> list[str]:
        """All that I have said since."""
        found = []
        for one in reversed(self.history.utterances):
            if one.clock < deed.clock:
                break
            if one.seat == self.seat:
                found.append(one.said)
        return found

    def _must_be_silent(self, deed: Deed) -> bool:
        ordered = self.seat in self.known.wants(deed.seat, deed.now).silent
        mine = deed.seat == self.seat
        return ordered or (mine and self.lore.silence(deed.now) >= _BELIEVED)

    def _must_wish(self, deed: Deed) -> bool:
        if self.history.last_play() is not deed or not self.known.is_wild(deed):
            return False
        named = any(suit_named(word) is not None for word in deed.words)
        return not named and self.recalls(deed, "wish")

    def _favourite_suit(self) -> str:
        suits = [SUIT[card] for card in self.hand]
        return _SUITS[max(range(4), key=suits.count)]

    def _pronounce(self, duty: Words, deed: Deed) -> str:
        if isinstance(duty, Say):
            return duty.phrase
        if duty == SayName("card", duty.whom):
            return card_name(deed.card)
        return spoken_forms(duty, deed.card)[0]

    def recalls(self, deed: Deed, what: object) -> bool:
        """Whether it comes to my mind; always the same for the same deed."""
        forgets = self.traits.forgets
        return forgets <= 0 or self._luck(deed, what) >= forgets

    def notices(self, deed: Deed) -> bool:
        notices = self.traits.notices
        return notices >= 1 or self._luck(deed, "breach") < notices

    def _luck(self, deed: Deed, what: object) -> float:
        card = deed.card if deed.now.happening == "play" else None
        return _luck(f"{self.seat} {deed.at} {card} {deed.now.hand} {what}")


@lru_cache(1024)
def _luck(name: str) -> float:
    return Random(name).random()


_SUITS = ("clubs", "diamonds", "hearts", "spades")
