"""A player's mind at one moment: what is seen, remembered, known and suspected; and what follows
from it for words, accusations and answers to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from stammtisch.bots.bots import Decision, Reason
from stammtisch.bots.mao.conditions import Traits
from stammtisch.bots.mao.evidence import Words, said, spoken_forms, understood
from stammtisch.bots.mao.history import Deed
from stammtisch.bots.mao.lore import Known, Lore, Past
from stammtisch.games.game import Seat
from stammtisch.games.mao.book import Book, orders, suit_named
from stammtisch.games.mao.cards import SUIT, card_name
from stammtisch.games.mao.chairman import DISPUTE, OFFENCES, UNSAID
from stammtisch.games.mao.language.rule import Forbidden, NextMust, Say, SayName, card_fits
from stammtisch.games.mao.records import Accept, Accuse, Talk, View

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

# --- accusing, admitting, disputing, voting ------------------------------------------------------

#: How likely a rule must be for its breach to be admitted at once.
_PLAUSIBLE = 0.3
#: How often in a round one admits, for each rule of an accuser, what one does not understand.
_CREDIT = 2
#: Milliseconds after which a breach is forgotten.
_BYGONE = 40_000
#: What the accuser has said so lately is the reason of what follows.
_ANNOUNCED = 9_000


def answer(mind: Mind) -> Decision:
    """What to do about the open accusation."""
    charge = mind.view.charge
    assert charge is not None
    plea = mind.history.pleas[-1] if mind.history.pleas else None
    spoken = plea is not None and mind.seat in plea.spoke
    if charge.accused == mind.seat:
        if charge.accuser is None or charge.accuser == mind.seat:
            return Decision(Accept(), Reason("chairman_right"))
        if plea is None or (plea.deed is not None and _seems_guilty(mind, plea.deed)):
            return Decision(Accept(), Reason("rule_fits"))
        if not spoken:
            return Decision(Talk(DISPUTE), Reason("no_rule_fits"))
        if _may_know(mind, charge.accuser):
            return Decision(Accept(), Reason("accuser_knows"))
        return Decision(None, Reason("accusation_wrong"))
    if charge.voting and charge.accuser != mind.seat and not spoken:
        guilty = plea is not None and plea.deed is not None and _seems_guilty(mind, plea.deed)
        return Decision(Talk("Guilty" if guilty else "Innocent"), Reason("by_known_rules"))
    return Decision(None, Reason("others_decide"))


def _may_know(mind: Mind, accuser: Seat) -> bool:
    """Whether the accuser may know a rule that one does not. Nobody is believed for ever: each rule
    of his can be broken unawares a few times in a round."""
    history, rules = mind.history, mind.view.rule_counts[accuser]
    if not history.chaired:
        # Everybody may have rules in mind there that nobody has written.
        rules += 1
    believed = sum(
        plea.guilty is True
        and (plea.accuser, plea.accused) == (accuser, mind.seat)
        and (plea.deed is None or plea.deed.round == history.deeds[-1].round)
        for plea in history.pleas
    )
    return believed < rules * _CREDIT


def _seems_guilty(mind: Mind, deed: Deed) -> bool:
    """Whether the deed broke a rule that one knows or suspects."""
    if mind.known.left_unsaid(deed):
        return True
    for duty, chance in mind.lore.words(deed.now):
        if chance >= _PLAUSIBLE and not said(duty, deed, deed.words):
            return True
    if deed.now.happening != "play":
        return False
    if mind.known.wants(deed.seat, deed.now).forbidden:
        return True
    return max(mind.lore.forbidden(deed.now), mind.lore.unspoken(deed.now)) >= _PLAUSIBLE


def call_out(mind: Mind) -> Decision | None:
    """Where no chairman watches: accuse whoever broke a rule of mine. First the reason is said
    aloud, then the accusation follows."""
    found = next(_breaches(mind), None)
    if found is None:
        return None
    seat, reason = found
    clock, text = mind.history.said.get(mind.seat, (-_ANNOUNCED, ""))
    if text == reason and mind.history.clock - clock < _ANNOUNCED:
        return Decision(Accuse(seat, reason), Reason("own_rule_broken"))
    return Decision(Talk(reason), Reason("own_rule_broken"))


def _breaches(mind: Mind) -> Iterator[tuple[int, str]]:
    view, history = mind.view, mind.history
    if history.chaired or not view.own_rules:
        return
    book = _book_of(view.own_rules)
    for deed in reversed(history.deeds):
        if deed.clock < history.clock - _BYGONE or deed.round < history.deeds[-1].round:
            return
        accusable = deed.seat != mind.seat and view.present[deed.seat] and not deed.charges
        if view.mode == "lastChance" and deed.seat != view.winner:
            accusable = False
        if not accusable or history.accused_since(deed, mind.seat):
            continue
        wanted = orders(book.fitting(deed.now), lambda whom: (0,) if whom == "player" else ())
        fitting = book.fitting(deed.after.now) if deed.after is not None else []
        demands = orders(fitting, lambda whom: (0,))
        reason = _breach(mind, deed, [order.duty for order in wanted])
        if any(
            isinstance(order.duty, NextMust) and not card_fits(order.duty.test, deed.card)
            for order in demands
        ):
            reason = OFFENCES["must"]
        if reason is not None and mind.notices(deed):
            yield deed.seat, f"{reason[0].upper()}{reason[1:]}."


@lru_cache(64)
def _book_of(texts: tuple[str, ...]) -> Book:
    return Book((at, rule) for at, text in enumerate(texts) if (rule := understood(text)))


def _breach(mind: Mind, deed: Deed, wanted: list[object]) -> str | None:
    for duty in wanted:
        if isinstance(duty, Forbidden):
            return OFFENCES["forbidden"]
        if isinstance(duty, Say | SayName) and deed.closed and not said(duty, deed, deed.words):
            if mind.traits.tells and isinstance(duty, Say):
                return UNSAID.format(words=duty.phrase)
            return OFFENCES["words"]
    return None
