"""What a player makes of the secret rules of others.

Every word that was said and not punished, and every offence that no known rule explains, comes from
some rule; every moment that passed in peace strikes the conditions under which that rule would have
spoken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from stammtisch.bots.mao.charges import quoted
from stammtisch.bots.mao.conditions import (
    COLOUR_TESTS,
    KIND_TESTS,
    RANK_TESTS,
    SUIT_TESTS,
    Imagination,
    Mask,
)
from stammtisch.bots.mao.history import Deed, History, Utterance
from stammtisch.bots.mao.known import Known, Words, said
from stammtisch.bots.mao.suspects import Suspects
from stammtisch.games.mao.chair.orders import names, suit_named
from stammtisch.games.mao.language.meaning import card_fits
from stammtisch.games.mao.language.rule import CardTest, Say, SayName, Situation
from stammtisch.games.mao.records import View

#: What a rule may demand of the next card.
_DEMANDS = (*SUIT_TESTS, *COLOUR_TESTS, *KIND_TESTS, *RANK_TESTS)
_NAMES = (SayName("card"), SayName("suit"), SayName("rank"))
#: Players overlook things. Where no chairman watches, so many contradictions prove nothing.
_OVERLOOKED = 2


class Lore:
    """Everything is worked out when it is asked for, and only where there are secret rules."""

    def __init__(
        self, view: View, history: History, known: Known, imagination: Imagination | None
    ) -> None:
        told = sum(rule.author != view.seat for rule in view.known_rules)
        secret = sum(view.rule_counts) - len(view.own_rules) - told
        self._seat = view.seat
        self._history = history
        self._known = known
        self._imagination = imagination if secret > 0 else None
        self._patience = 0 if history.chaired else _OVERLOOKED
        self._fits: dict[int, Mask] = {}
        self._notions: dict[Words, Suspects] | None = None
        self._missing: list[Deed] = []
        self._guesses: dict[str, Suspects | None] = {}
        self._demands: list[tuple[CardTest, Suspects]] | None = None

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
        return self._chance("silence", now, lambda deed: bool(deed.words))

    def forbidden(self, now: Situation) -> float:
        """How likely that card must not be played."""
        return self._chance(
            "forbidden", now, lambda deed: deed.is_good and deed.now.happening == "play"
        )

    def unspoken(self, now: Situation) -> float:
        """How likely something must be said that nobody has told yet."""
        self.notions()
        if self._imagination is None or not self._missing:
            return 0.0
        return self._chance(
            "words", now, lambda deed: deed.is_good and deed.closed and "words" not in deed.charges
        )

    def demanded(self, before: Deed | None, card: int) -> float:
        """How likely the card is not what a rule demanded of the next one."""
        if before is None or self._imagination is None:
            return 0.0
        fits = self._fit(before)
        demands = self._all_demands()
        total = sum(suspects.weight for _, suspects in demands)
        return sum(
            suspects.chance(fits) * suspects.weight / total
            for test, suspects in demands
            if not card_fits(test, card)
        )

    # --- words ----------------------------------------------------------------------------------

    def notions(self) -> dict[Words, Suspects]:
        """The words that secret rules want, as far as they were heard."""
        if self._notions is not None:
            return self._notions
        heard: dict[Words, list[Deed]] = {}
        history = self._history if self._imagination else None
        for utterance in history.utterances if history else ():
            if self._tells(utterance):
                # Penalties are seldom what somebody talks about.
                acts = [deed for deed in utterance.deeds if deed.now.happening != "penalty"]
                deed = (acts or utterance.deeds)[-1]
                for duty in self._meanings(utterance.said, deed):
                    heard.setdefault(duty, []).append(deed)
        for deed in history.deeds if history else ():
            if "words" in deed.charges:
                wanted = self._known.words(deed, deed.seat)
                if all(said(duty, deed, deed.words) for duty in wanted):
                    self._missing.append(deed)
        for plea in history.pleas if history else ():
            if plea.guilty and plea.kind == "words" and plea.deed and (told := quoted(plea.reason)):
                heard.setdefault(Say(told), []).append(plea.deed)
        self._notions = {
            duty: self._notion(duty, deeds)
            for duty, deeds in heard.items()
            # Where talking is free, words mean something only if they come again.
            if len(deeds) > 1 or not self._history.talk_is_free
        }
        return self._notions

    def _tells(self, utterance: Utterance) -> bool:
        """Whether it must come from a rule that is not known."""
        if utterance.idle or not utterance.deeds:
            return False
        if utterance.seat == self._seat and self._history.talk_is_free:
            return False
        return not any(
            said(duty, deed, [utterance.said])
            for deed in utterance.deeds
            for duty in self._known.words(deed, utterance.seat)
        )

    def _meanings(self, word: str, deed: Deed) -> list[Words]:
        if deed.now.happening == "play":
            if suit_named(word) is not None and self._known.is_wild(deed):
                return []
            named = [duty for duty in _NAMES if word in names(duty, deed.card)]
            if named:
                return list(named)
        return [Say(word)]

    def _notion(self, duty: Words, shown: list[Deed]) -> Suspects:
        since = shown[0].round
        spared = [
            deed
            for deed in self._history.deeds
            if deed.round >= since
            and (
                said(duty, deed, deed.idle)
                or (
                    deed.closed
                    and deed.is_good
                    and "words" not in deed.charges
                    and not said(duty, deed, deed.words)
                )
            )
        ]
        hinted = [deed for deed in self._missing if deed.round >= since and deed not in shown]
        hinted = [deed for deed in hinted if not said(duty, deed, deed.words)]
        return self._suspects(shown, spared, hinted)

    # --- other offences -------------------------------------------------------------------------

    def _chance(self, kind: str, now: Situation, in_peace: Callable[[Deed], bool]) -> float:
        if self._imagination is None:
            return 0.0
        if kind not in self._guesses:
            self._guesses[kind] = self._guess(kind, in_peace)
        guess = self._guesses[kind]
        return guess.chance(self._imagination.fits(now)) if guess else 0.0

    def _guess(self, kind: str, in_peace: Callable[[Deed], bool]) -> Suspects | None:
        shown = [
            deed
            for deed in (self._missing if kind == "words" else self._history.deeds)
            if kind in deed.charges and not self._known.explains(kind, deed)
        ]
        if not shown:
            return None
        since = shown[0].round
        spared = [
            deed
            for deed in self._history.deeds
            if deed.round >= since and kind not in deed.charges and in_peace(deed)
        ]
        return self._suspects(shown, spared)

    def _all_demands(self) -> list[tuple[CardTest, Suspects]]:
        if self._demands is None:
            failed = [deed for deed in self._history.deeds if "must" in deed.charges and deed.after]
            found = list(self._guess_demands(failed)) if failed else []
            # One rule is likelier than several.
            self._demands = [one for one in found if one[1].agree] or found
        return self._demands

    def _guess_demands(self, failed: list[Deed]) -> Iterable[tuple[CardTest, Suspects]]:
        since = failed[0].round
        # Demands are looked at first: a card that does not fit has met them.
        good = [
            deed
            for deed in self._history.deeds
            if deed.round >= since and deed.after and (deed.is_good or "fit" in deed.charges)
        ]
        for test in _DEMANDS:
            shown = [deed.after for deed in failed if deed.after and not card_fits(test, deed.card)]
            if len(shown) == len(failed):
                spared = [
                    deed.after for deed in good if deed.after and not card_fits(test, deed.card)
                ]
                suspects = self._suspects(shown, spared)
                if suspects.weight > 0:
                    yield test, suspects

    # --- conditions -----------------------------------------------------------------------------

    def _suspects(
        self, shown: Iterable[Deed], spared: Iterable[Deed], hinted: Iterable[Deed] = ()
    ) -> Suspects:
        assert self._imagination is not None
        return Suspects(
            self._imagination,
            [self._fit(deed) for deed in shown],
            map(self._fit, spared),
            [self._fit(deed) for deed in hinted],
            self._patience,
        )

    def _fit(self, deed: Deed) -> Mask:
        assert self._imagination is not None
        key = id(deed)
        if key not in self._fits:
            self._fits[key] = self._imagination.fits(deed.now)
        return self._fits[key]
