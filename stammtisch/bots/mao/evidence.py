"""Rules that a player knows, what they want at a moment, and what a history proves.

What is proved, for rules that the player does not know: about the conditions that it can think of,
about the customs of chairmen, and about words that no known rule wanted. It is the same for all
players who can think of the same conditions, so it is kept with the past.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from stammtisch.bots.mao.conditions import (
    COLOUR_TESTS,
    KIND_TESTS,
    RANK_TESTS,
    SUIT_TESTS,
    Imagination,
    Mask,
    Moments,
    Suspects,
    Tally,
    bits,
    counted,
    joined,
)
from stammtisch.bots.mao.history import Deed, History, Utterance
from stammtisch.games.game import Seat
from stammtisch.games.mao.book import (
    BASE,
    InForce,
    Order,
    base_texts,
    is_name,
    names,
    orders,
    persons,
    suit_named,
)
from stammtisch.games.mao.cards import Card, normal
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
    Wild,
    cards_of,
)
from stammtisch.games.mao.language.words import RuleError
from stammtisch.games.mao.rules import MaoRules

Words = Say | SayName
Present = tuple[bool, ...]

#: Rules, sets of them, and what they want in some moments, that are kept at hand.
_BOOKS = 64
_MOMENTS = 1024
_RULES_KEPT = 256


@lru_cache(_RULES_KEPT)
def understood(text: str) -> Rule | None:
    """The rule that the text says, if the rule language can say it."""
    try:
        return parse(text) if tongue_of(text) else None
    except RuleError:
        return None


class Wants:
    """What some rules lay on whom at a moment."""

    __slots__ = ("demands", "forbidden", "orders", "silent", "wild", "words")

    def __init__(self, found: list[Order]) -> None:
        self.orders = tuple(found)
        #: What each seat must say, and who must say nothing.
        self.words: dict[Seat, list[Words]] = {}
        self.silent: set[Seat] = set()
        #: What the next card must be.
        self.demands: list[CardTest] = []
        self.forbidden = self.wild = False
        for order in found:
            duty = order.duty
            if isinstance(duty, Say | SayName):
                self.words.setdefault(order.seat, []).append(duty)
            elif isinstance(duty, Silent):
                self.silent.add(order.seat)
            elif isinstance(duty, NextMust):
                self.demands.append(duty.test)
            elif isinstance(duty, Forbidden):
                self.forbidden = True
            elif isinstance(duty, Wild):
                self.wild = True


_NOTHING = Wants([])


class Rulebook:
    """Rules in force, oldest first. What they want depends only on which of them fit, who acts and
    who sits where; so it is worked out once for each."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules: list[InForce] = list(enumerate(rules))
        self._when = Imagination((1.0, tuple(rule.conditions for rule in rules)))
        self._wants: Callable[[int, Seat, int, Present], Wants] = lru_cache(_MOMENTS)(
            self._work_out
        )

    def wants(self, seat: Seat, now: Situation, direction: int, present: Present) -> Wants:
        """What is laid on whom when the seat does that."""
        fits = self._when.fits(now)
        return self._wants(fits, seat, direction, present) if fits else _NOTHING

    def _work_out(self, fits: int, seat: Seat, direction: int, present: Present) -> Wants:
        fitting = [self.rules[number] for number in bits(fits)]
        return Wants(orders(fitting, lambda whom: persons(whom, seat, direction, present)))


@lru_cache(_BOOKS)
def rulebook(texts: tuple[str, ...]) -> Rulebook:
    """The rules that these texts say, as far as the rule language can say them."""
    return Rulebook([rule for text in texts if (rule := understood(text))])


def said(duty: Words, deed: Deed, words: Sequence[str]) -> bool:
    """Whether the duty of that deed was done by these words."""
    if not words:
        return False
    return not _wanted(duty, deed.card if deed.now.happening == "play" else None).isdisjoint(words)


@lru_cache(1024)
def _wanted(duty: Words, card: Card | None) -> frozenset[str]:
    return frozenset(spoken_forms(duty, card))


@lru_cache(1024)
def spoken_forms(duty: Words, card: Card | None) -> tuple[str, ...]:
    if isinstance(duty, Say):
        return (normal(duty.phrase),)
    return () if card is None else names(duty, card)


# --- what speaks for and against rules ------------------------------------------------------------

#: Rules that every chairman has, unless it turns out that this one has not.
CUSTOMS = base_texts(MaoRules.named("chaired"))
#: Those that some have.
RARE_CUSTOMS = tuple(text for texts in BASE.values() for text in texts if text not in CUSTOMS)
#: A custom that was so often left undone for nothing does not hold here.
_ABROGATED = 2

_TEXTS = (*CUSTOMS, *RARE_CUSTOMS)
_RULES = tuple(map(parse, _TEXTS))
_WHEN = Imagination((1.0, tuple(rule.conditions for rule in _RULES)))
#: The numbers of the rare ones, as a mask.
_RARE = (1 << len(_TEXTS)) - (1 << len(CUSTOMS))


class Customs:
    """What a history says about each custom."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._read = 0
        #: How much speaks against each custom, and what each deed has to do with it.
        self._against = [0] * len(_RULES)
        self._by_deed: dict[int, list[tuple[int, int]]] = {}
        self._held: tuple[str, ...] = CUSTOMS

    def held(self) -> tuple[str, ...]:
        """Those that hold at this table, by all that was seen."""
        changed = self._history.changed
        if self._read < len(changed):
            for deed in dict.fromkeys(changed[self._read :]):
                self._weigh(deed)
            self._read = len(changed)
            self._held = self._judged()
        return self._held

    def _weigh(self, deed: Deed) -> None:
        fits = _WHEN.fits(deed.now)
        if not fits:
            return
        for number, count in self._by_deed.pop(deed.number, ()):
            self._against[number] -= count
        found = [
            (number, count) for number in bits(fits) if (count := _against(_RULES[number], deed))
        ]
        if found:
            self._by_deed[deed.number] = found
            for number, count in found:
                self._against[number] += count

    def _judged(self) -> tuple[str, ...]:
        against = self._against
        held = [number for number in range(len(CUSTOMS)) if against[number] < _ABROGATED]
        return tuple(_TEXTS[number] for number in (*held, *bits(self._spoken_for(held))))

    def _spoken_for(self, held: list[int]) -> Mask:
        """Rare customs that nothing speaks against, while somebody should have said something that
        no usual one explains."""
        possible = _RARE & sum(1 << at for at, count in enumerate(self._against) if not count)
        found = 0
        for deed in self._history.charged.get("words", ()):
            fits = _WHEN.fits(deed.now)
            if fits & possible and not _explained(deed, fits, held):
                found |= fits & possible
        return found


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


def _explained(deed: Deed, fits: Mask, held: list[int]) -> bool:
    return any(
        isinstance(duty, Say | SayName) and not said(duty, deed, deed.words)
        for number in held
        if fits >> number & 1
        for duty in _RULES[number].duties
    )


_NAMES = (SayName("card"), SayName("suit"), SayName("rank"))


class Hint(NamedTuple):
    """What was said to a deed, and the duty that may have been done by it."""

    utterance: Utterance
    deed: Deed
    duty: Words


class Hearing:
    """All that was said, for players who know these rules and no others. What was heard stays
    heard; whether it was punished afterwards is another matter."""

    def __init__(self, history: History, book: Rulebook, direction: int, present: Present) -> None:
        self._history = history
        self._book = book
        self._direction = direction
        self._present = present
        self._read = 0
        self._hints: list[Hint] = []

    def hints(self) -> list[Hint]:
        utterances = self._history.utterances
        for utterance in utterances[self._read :]:
            if utterance.deeds and not self._explained(utterance):
                # Penalties are seldom what somebody talks about.
                acts = [deed for deed in utterance.deeds if deed.now.happening != "penalty"]
                deed = (acts or utterance.deeds)[-1]
                self._hints += [
                    Hint(utterance, deed, duty) for duty in self._meanings(utterance.said, deed)
                ]
        self._read = len(utterances)
        return self._hints

    def _explained(self, utterance: Utterance) -> bool:
        words = [utterance.said]
        for deed in utterance.deeds:
            wants = self._book.wants(deed.seat, deed.now, self._direction, self._present)
            if any(said(duty, deed, words) for duty in wants.words.get(utterance.seat, ())):
                return True
        return False

    def _meanings(self, word: str, deed: Deed) -> list[Words]:
        if deed.now.happening == "play":
            wants = self._book.wants(deed.seat, deed.now, self._direction, self._present)
            if suit_named(word) is not None and wants.wild:
                return []
            named: list[Words] = [duty for duty in _NAMES if word in spoken_forms(duty, deed.card)]
            if named:
                return named
        return [Say(word)]


#: What a rule may demand of the next card: for each demand the cards that meet it.
_DEMANDS = tuple(cards_of(test) for test in (*SUIT_TESTS, *COLOUR_TESTS, *KIND_TESTS, *RANK_TESTS))
#: Players overlook things. Where no chairman watches, so many contradictions prove nothing.
_OVERLOOKED = 2
#: Charges that a deed can be free of, although it might have earned them; each is a bit.
_KINDS = {"words": 1, "silence": 2, "forbidden": 4}

#: Cards that meet a demand, and the conditions under which it may be made.
Demand = tuple[tuple[bool, ...], Suspects]


class Evidence:
    def __init__(self, history: History, imagination: Imagination) -> None:
        self._history = history
        self._imagination = imagination
        self._timings = 0 if history.chaired else _OVERLOOKED
        self._read = 0
        #: For each deed the conditions that fit it, and of which charges it is free.
        self._fits: list[Mask] = []
        self._free_of: list[int] = []
        #: For each charge and each round the moments that passed in peace.
        self._in_peace: dict[str, dict[int, Moments]] = {kind: {} for kind in _KINDS}
        # What was made of them, until something new happens.
        self._peace: dict[tuple[str, int], Moments] = {}
        self._unsaid: dict[tuple[Words, int], Tally] = {}
        self._guesses: dict[tuple[str, tuple[int, ...]], Suspects] = {}
        self._demands: list[Demand] | None = None

    def look(self) -> None:
        """Take notice of what has changed in the history."""
        changed = self._history.changed
        if self._read < len(changed):
            for deed in dict.fromkeys(changed[self._read :]):
                self._consider(deed)
            self._read = len(changed)
            self._peace.clear()
            self._unsaid.clear()
            self._guesses.clear()
            self._demands = None

    def _consider(self, deed: Deed) -> None:
        if deed.number == len(self._fits):
            self._fits.append(self._imagination.fits(deed.now))
            self._free_of.append(0)
        was, now = self._free_of[deed.number], _free_of(deed)
        if was == now:
            return
        self._free_of[deed.number] = now
        fits = self._fits[deed.number]
        for kind, bit in _KINDS.items():
            if (was ^ now) & bit:
                moments = self._in_peace[kind].setdefault(deed.round, {})
                moments[fits] = moments.get(fits, 0) + (1 if now & bit else -1)

    def fits(self, deed: Deed) -> Mask:
        """All conditions that fit the deed."""
        return self._fits[deed.number]

    def peace(self, kind: str, since: int) -> Moments:
        """The moments since that round which passed without such a charge."""
        key = (kind, since)
        if key not in self._peace:
            found: Moments = {}
            for number, moments in self._in_peace[kind].items():
                if number >= since:
                    for mask, count in moments.items():
                        found[mask] = found.get(mask, 0) + count
            self._peace[key] = found
        return self._peace[key]

    def not_wanted(self, duty: Words, since: int) -> Tally:
        """What contradicts that a rule wants these words: the moments since that round in which
        nobody missed them, or in which they were punished."""
        key = (duty, since)
        if key not in self._unsaid:
            moments = dict(self.peace("words", since))
            for deed in self._said_to(duty):
                if deed.round >= since:
                    passed = _is_spared(deed)
                    unwanted = said(duty, deed, deed.idle) or (
                        passed and not said(duty, deed, deed.words)
                    )
                    if unwanted != passed:
                        fits = self._fits[deed.number]
                        moments[fits] = moments.get(fits, 0) + unwanted - passed
            self._unsaid[key] = counted(moments, self._timings)
        return self._unsaid[key]

    def _said_to(self, duty: Words) -> Iterable[Deed]:
        """All deeds to which something was said that may be these words, each once."""
        heard = self._history.heard
        if isinstance(duty, Say):
            (word,) = spoken_forms(duty, None)
            return dict.fromkeys(heard.get(word, ()))
        return dict.fromkeys(deed for word in heard if is_name(word) for deed in heard[word])

    def suspects(
        self, shown: Sequence[Deed], contradicted: Tally, hinted: Sequence[Deed] = ()
    ) -> Suspects:
        """The conditions of a rule that spoke in some moments, and in others not."""
        fits = self._fits
        return Suspects(
            self._imagination,
            [fits[deed.number] for deed in shown],
            contradicted,
            [fits[deed.number] for deed in hinted],
        )

    def guess(self, kind: str, shown: Sequence[Deed]) -> Suspects:
        """When such a charge is to be feared, as these deeds have earned it."""
        key = (kind, tuple(deed.number for deed in shown))
        if key not in self._guesses:
            spared = self.peace(kind, shown[0].round)
            self._guesses[key] = self.suspects(shown, counted(spared, self._timings))
        return self._guesses[key]

    # --- demands --------------------------------------------------------------------------------

    def demands(self) -> list[Demand]:
        """What may be demanded of the next card, and when."""
        if self._demands is None:
            failed = [deed for deed in self._history.charged.get("must", ()) if deed.after]
            found = list(self._guess_demands(failed)) if failed else []
            # One rule is likelier than several.
            self._demands = [one for one in found if one[1].agree] or found
        return self._demands

    def _guess_demands(self, failed: list[Deed]) -> Iterable[Demand]:
        since = failed[0].round
        # Demands are looked at first: a card that does not fit has met them.
        met: dict[Card, Moments] = {}
        for deed in self._history.deeds:
            if deed.after and deed.round >= since and (deed.is_good or "fit" in deed.charges):
                moments, fits = met.setdefault(deed.card, {}), self._fits[deed.after.number]
                moments[fits] = moments.get(fits, 0) + 1
        spared = {card: counted(moments, self._timings) for card, moments in met.items()}
        shown = [deed.after for deed in failed if deed.after]
        for cards in _DEMANDS:
            if not any(cards[deed.card] for deed in failed):
                others = [tally for card, tally in spared.items() if not cards[card]]
                suspects = self.suspects(shown, joined(others, self._timings))
                if suspects.weight > 0:
                    yield cards, suspects


def _free_of(deed: Deed) -> int:
    """The charges that the deed might have earned, and has not."""
    found = 0
    if _is_spared(deed):
        found = 1
    if deed.words and "silence" not in deed.charges:
        found |= 2
    if deed.is_good and deed.now.happening == "play" and "forbidden" not in deed.charges:
        found |= 4
    return found


def _is_spared(deed: Deed) -> bool:
    """Whether nothing had to be said to it, or it was."""
    return deed.closed and deed.is_good and "words" not in deed.charges
