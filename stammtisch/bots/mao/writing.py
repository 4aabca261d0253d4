"""The rules that bots write when they have won a round."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from stammtisch.bots.mao.conditions import (
    COLOUR_TESTS,
    KIND_TESTS,
    RANK_TESTS,
    RELATIONS,
    SUIT_TESTS,
    Conditions,
    coverage,
)
from stammtisch.bots.mao.customs import CUSTOMS
from stammtisch.bots.mao.known import certain_rules
from stammtisch.bots.mao.rulebook import understood
from stammtisch.games.mao.language.clash import complaints
from stammtisch.games.mao.language.printing import printed
from stammtisch.games.mao.language.rule import (
    Again,
    CardTest,
    Draw,
    Duty,
    Forbidden,
    Kind,
    NextMust,
    Reverse,
    Rule,
    Same,
    Say,
    SayName,
    Skip,
)
from stammtisch.games.mao.records import View

#: For who wants none.
NO_RULE = "There is no new rule."

#: Each is far from all others, so that no slip of the tongue makes one of another.
PHRASES = (
    *("meow", "good evening", "long live the king", "what a lovely day", "by my beard"),
    *("mind the gap", "cheers", "excuse me", "as you wish", "it is raining", "oh dear"),
    *("ladies first", "one more coffee", "hear hear", "heavens above", "your honour"),
    *("knock knock", "silence please", "not again", "bless you", "pass the salt"),
)

#: A rule that speaks more often than this would spoil the game, the more so the more there are:
#: nobody can say everything in time.
_OFTEN = 0.3
_RARE = 0.08
_TRIES = 40

_HALVES: tuple[Kind, ...] = ("even", "odd")
_SINGLE = tuple((test,) for test in RANK_TESTS)
_PLAIN: tuple[Conditions, ...] = (
    *((test,) for test in (*SUIT_TESTS, *KIND_TESTS)),
    (Same("rank"),),
)
_COLOURED = tuple((CardTest(rank=rank, red=red),) for rank in range(13) for red in (True, False))
_TWOFOLD = tuple(
    (test, relation) for test in (*SUIT_TESTS, *COLOUR_TESTS, *KIND_TESTS) for relation in RELATIONS
)
#: Who holds a card that can never be played cannot win, and if no rank could change the suit nobody
#: would: so only one way of playing few cards is forbidden.
_AVOIDABLE = tuple((CardTest(kind=kind), Same("rank")) for kind in _HALVES)

#: Level -> conditions for a rule about words.
_WHEN: dict[str, tuple[Conditions, ...]] = {
    "easy": _SINGLE,
    "medium": (*_PLAIN, *_COLOURED),
    "hard": (*_TWOFOLD, *_COLOURED, *_PLAIN),
}
#: A suit or a colour that the card below has not would hardly ever fit.
_DEMANDS = (CardTest(kind="number"), CardTest(kind="even"), CardTest(kind="odd"))
#: Level -> what else may be written where a chairman sees to it.
_EFFECTS: dict[str, tuple[Duty, ...]] = {
    "easy": (),
    "medium": (Skip(), Reverse(), Draw(1, "next"), Again()),
    "hard": (Skip(), Draw(2, "next"), Again(), *map(NextMust, _DEMANDS)),
}


def new_rule(level: str, view: View, rng: Random) -> str:
    """A rule of that difficulty, which contradicts nothing that its author knows."""
    if level not in _WHEN:
        return NO_RULE
    known = certain_rules(view)
    if view.turn is not None and not view.base_rules:
        known += [rule for text in CUSTOMS if (rule := understood(text))]
    often = max(_RARE, min(_OFTEN, 0.5 / (1 + sum(view.rule_counts))))
    for rule in _ideas(level, chaired=view.turn is not None, rng=rng):
        fresh = not any(duty in older.duties for older in known for duty in rule.duties)
        if fresh and _covers(rule.conditions) <= often and not complaints(rule, known):
            return printed(rule)
    return NO_RULE


def _ideas(level: str, *, chaired: bool, rng: Random) -> Iterator[Rule]:
    for _ in range(_TRIES):
        luck = rng.random()
        if luck < 0.2 and chaired and _EFFECTS[level]:
            yield Rule(rng.choice(_SINGLE), (rng.choice(_EFFECTS[level]),))
        elif luck < 0.3 and level == "hard":
            yield Rule(rng.choice(_AVOIDABLE), (Forbidden(),))
        elif luck < 0.45 and level != "easy":
            yield Rule(rng.choice(_WHEN[level]), (rng.choice((SayName("rank"), SayName("suit"))),))
        else:
            yield Rule(rng.choice(_WHEN[level]), (Say(rng.choice(PHRASES)),))


@cache
def _covers(conditions: Conditions) -> float:
    return coverage(conditions)
