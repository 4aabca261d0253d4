"""What a player remembers, knows for sure or by custom, and makes of the secret rules of others.

Every word that was said and not punished, and every offence that no known rule explains, comes from
some rule; every moment that passed in peace strikes the conditions under which that rule would have
spoken.
"""

from __future__ import annotations

from collections import OrderedDict

from stammtisch.bots.mao.conditions import Imagination, Suspects
from stammtisch.bots.mao.evidence import (
    Customs,
    Evidence,
    Hearing,
    Present,
    Rulebook,
    Wants,
    Words,
    rulebook,
    said,
    understood,
)
from stammtisch.bots.mao.history import Deed, History, quoted
from stammtisch.games.game import Seat
from stammtisch.games.mao.cards import Card
from stammtisch.games.mao.language.rule import CardTest, Rule, Say, Situation, card_fits
from stammtisch.games.mao.records import View, Witness

#: Milliseconds of match time for each thing that a player can recall. The past begins with such a
#: stretch: it would have to be made anew after every move if it began a little later each time.
_STRETCH = 100
#: So many pasts are kept: one bot plays at several tables.
_KEPT = 16


class Past:
    """A history, and what was made of it. All of it goes on when something new is witnessed."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.customs = Customs(history)
        self._seen: tuple[Witness, ...] = ()
        self._evidence: dict[Imagination, Evidence] = {}
        self._hearings: dict[tuple[Rulebook, int, Present], Hearing] = {}

    def goes_on(self, recalled: tuple[Witness, ...]) -> bool:
        """Whether these are the things that it knows, and perhaps some more."""
        return recalled[: len(self._seen)] == self._seen

    def take_in(self, recalled: tuple[Witness, ...]) -> None:
        self.history.take_in(recalled[len(self._seen) :])
        self._seen = recalled

    def evidence(self, imagination: Imagination) -> Evidence:
        """For who can think of these conditions."""
        if imagination not in self._evidence:
            self._evidence[imagination] = Evidence(self.history, imagination)
        evidence = self._evidence[imagination]
        evidence.look()
        return evidence

    def hearing(self, book: Rulebook, direction: int, present: Present) -> Hearing:
        """For who knows these rules."""
        key = (book, direction, present)
        if key not in self._hearings:
            self._hearings[key] = Hearing(self.history, book, direction, present)
        return self._hearings[key]


class Pasts:
    """The pasts that were asked for of late.

    Bots remember nothing: a past is made of the view alone. But most of it was there when the bot
    was asked the last time, so that one goes on from there.
    """

    def __init__(self) -> None:
        #: By the oldest thing that is remembered, how much is, and whether there is a chairman;
        #: who was asked for last is last.
        self._kept: OrderedDict[tuple[tuple[Witness, ...], int, bool], Past] = OrderedDict()

    def __reduce__(self) -> tuple[type[Pasts], tuple[()]]:
        """In another process they begin anew."""
        return Pasts, ()

    def of(self, view: View, recall: int) -> Past:
        """The past as it is seen now. It is the caller's until the next call."""
        recalled = _recalled(view.witnessed, recall)
        key = (recalled[:1], recall, view.turn is not None)
        past = self._kept.get(key)
        if past is not None and past.goes_on(recalled):
            past.take_in(recalled)
        else:
            past = None
        if past is None or tuple(past.history.here) != view.present:
            self._kept[key] = past = _begun(view, recalled)
        self._kept.move_to_end(key)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return past


def _recalled(witnessed: tuple[Witness, ...], recall: int) -> tuple[Witness, ...]:
    """The newest so many things, from the beginning of a stretch of time; where nothing is
    forgotten yet, all."""
    newest = witnessed[-recall:]
    if len(newest) == recall:
        length = recall * _STRETCH
        oldest = newest[0].at // length
        for number, witness in enumerate(newest):
            if witness.at // length > oldest:
                return newest[number:]
    return newest


def _begun(view: View, recalled: tuple[Witness, ...]) -> Past:
    present = list(view.present)
    for witness in recalled:
        if witness.what == "player_gone" and witness.seat is not None:
            present[witness.seat] = True
    past = Past(History(present, chaired=view.turn is not None))
    past.take_in(recalled)
    return past


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


class Lore:
    """Everything is worked out when it is asked for, and only where there are secret rules."""

    def __init__(
        self, view: View, past: Past, known: Known, imagination: Imagination | None
    ) -> None:
        told = sum(rule.author != view.seat for rule in view.known_rules)
        secret = sum(view.rule_counts) - len(view.own_rules) - told
        self._seat = view.seat
        self._history = past.history
        self._known = known
        self._imagination = imagination if secret > 0 else None
        self._evidence: Evidence | None = None
        if self._imagination is not None:
            self._evidence = past.evidence(self._imagination)
        self._notions: dict[Words, Suspects] | None = None
        self._missing: list[Deed] = []
        self._guesses: dict[str, Suspects | None] = {}
        self._demands: dict[int, list[tuple[tuple[bool, ...], float]]] = {}

    # --- what to expect -------------------------------------------------------------------------

    def words(self, now: Situation) -> list[tuple[Words, float]]:
        """What may have to be said at that moment by whoever acts, and how likely."""
        if self._imagination is None:
            return []
        fits = self._imagination.fits(now)
        chances = [(duty, notion.chance(fits)) for duty, notion in self.notions().items()]
        return [(duty, chance) for duty, chance in chances if chance > 0]

    def silence(self, now: Situation) -> float:
        """How likely one must be silent then."""
        return self._chance("silence", now)

    def forbidden(self, now: Situation) -> float:
        """How likely that card must not be played."""
        return self._chance("forbidden", now)

    def unspoken(self, now: Situation) -> float:
        """How likely something must be said that nobody has told yet."""
        self.notions()
        return self._chance("words", now) if self._missing else 0.0

    def demanded(self, before: Deed | None, card: Card) -> float:
        """How likely the card is not what a rule demanded of the next one."""
        if before is None or self._evidence is None:
            return 0.0
        if before.number not in self._demands:
            self._demands[before.number] = _likely(self._evidence, before)
        return sum(chance for cards, chance in self._demands[before.number] if not cards[card])

    # --- words ----------------------------------------------------------------------------------

    def notions(self) -> dict[Words, Suspects]:
        """The words that secret rules want, as far as they were heard."""
        if self._notions is None:
            evidence, self._notions = self._evidence, {}
            if evidence is not None:
                self._missing = self._left_unsaid()
                free = self._history.talk_is_free
                self._notions = {
                    duty: self._notion(evidence, duty, deeds)
                    for duty, deeds in self._heard(free).items()
                    # Where talking is free, words mean something only if they come again.
                    if len(deeds) > 1 or not free
                }
        return self._notions

    def _left_unsaid(self) -> list[Deed]:
        """Deeds to which something should have been said that no known rule wants."""
        return [
            deed
            for deed in self._history.charged.get("words", ())
            if not self._known.left_unsaid(deed)
        ]

    def _heard(self, free: bool) -> dict[Words, list[Deed]]:
        """What was said to which deeds by rules that are not known."""
        heard: dict[Words, list[Deed]] = {}
        for utterance, deed, duty in self._known.hearing.hints():
            if not (utterance.idle or (free and utterance.seat == self._seat)):
                heard.setdefault(duty, []).append(deed)
        for plea in self._history.pleas:
            if plea.guilty and plea.kind == "words" and plea.deed and (told := quoted(plea.reason)):
                heard.setdefault(Say(told), []).append(plea.deed)
        return heard

    def _notion(self, evidence: Evidence, duty: Words, shown: list[Deed]) -> Suspects:
        since = shown[0].round
        hinted = [
            deed
            for deed in self._missing
            if deed.round >= since and deed not in shown and not said(duty, deed, deed.words)
        ]
        return evidence.suspects(shown, evidence.not_wanted(duty, since), hinted)

    # --- other offences -------------------------------------------------------------------------

    def _chance(self, kind: str, now: Situation) -> float:
        if self._imagination is None or self._evidence is None:
            return 0.0
        if kind not in self._guesses:
            shown = [deed for deed in self._offences(kind) if not self._known.explains(kind, deed)]
            self._guesses[kind] = self._evidence.guess(kind, shown) if shown else None
        guess = self._guesses[kind]
        return guess.chance(self._imagination.fits(now)) if guess else 0.0

    def _offences(self, kind: str) -> list[Deed]:
        return self._missing if kind == "words" else self._history.charged.get(kind, [])


def _likely(evidence: Evidence, before: Deed) -> list[tuple[tuple[bool, ...], float]]:
    """The cards that meet each demand, and how likely it was made by that play."""
    fits, demands = evidence.fits(before), evidence.demands()
    total = sum(suspects.weight for _, suspects in demands)
    return [(cards, suspects.chance(fits) * suspects.weight / total) for cards, suspects in demands]
