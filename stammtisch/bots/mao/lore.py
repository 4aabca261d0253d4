"""What a player makes of the secret rules of others.

Every word that was said and not punished, and every offence that no known rule explains, comes from
some rule; every moment that passed in peace strikes the conditions under which that rule would have
spoken.
"""

from __future__ import annotations

from stammtisch.bots.mao.charges import quoted
from stammtisch.bots.mao.conditions import Imagination
from stammtisch.bots.mao.deeds import Deed
from stammtisch.bots.mao.evidence import Evidence
from stammtisch.bots.mao.known import Known
from stammtisch.bots.mao.recall import Past
from stammtisch.bots.mao.rulebook import Words
from stammtisch.bots.mao.speaking import said
from stammtisch.bots.mao.suspects import Suspects
from stammtisch.games.mao.card import Card
from stammtisch.games.mao.language.rule import Say, Situation
from stammtisch.games.mao.records import View


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
