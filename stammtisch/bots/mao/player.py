"""The bots that play Mao: which card to play, what to say, and which rule to write.

All levels go about it in the same way; what they remember, notice and can think of is another
matter (see `TRAITS`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

from stammtisch.bots.bots import Decision, Reason
from stammtisch.bots.mao.conditions import (
    COLOUR_TESTS,
    KIND_TESTS,
    RANK_TESTS,
    RELATIONS,
    SUIT_TESTS,
    TRAITS,
    Conditions,
    coverage,
)
from stammtisch.bots.mao.evidence import CUSTOMS, understood
from stammtisch.bots.mao.lore import Pasts, certain_rules
from stammtisch.bots.mao.mind import Mind, answer, call_out
from stammtisch.games.game import Action, Observation
from stammtisch.games.mao.cards import RANK, SUIT, Card
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
    Situation,
    Skip,
    Wild,
    cards_of,
)
from stammtisch.games.mao.language.say import complaints, printed
from stammtisch.games.mao.records import Move, Spot, Talk, View, WriteRule

DRAW = Move(Spot("deck"), Spot("hand"))
#: How likely a card must be wrong to be kept for later while there are others; and for ever: a card
#: that goes back to the hand with a penalty costs no more than a drawn one, and tells something.
_RISKY = 0.3
_HOPELESS = 0.9
#: Whom to stop: who has no more cards than this.
_NEARLY_OUT = 3


_SUIT_SIGNS = "cdhs"
_RANK_SIGNS = ("a", *map(str, range(2, 11)), "j", "q", "k")


def take_turn(mind: Mind, actions: Sequence[Action], rng: Random) -> Decision:
    """Play a card that seems right, or draw."""
    hand, outlook = mind.hand, _Outlook(mind)
    found = [
        (index, risk) for index, card in enumerate(hand) if (risk := outlook.risk(card)) is not None
    ]
    least = min((risk for _, risk in found), default=1.0)
    safe = [index for index, risk in found if risk <= max(least, _RISKY) and risk < _HOPELESS]
    draws = DRAW in actions
    if not mind.traits.weighs and mind.traits.imagination is None and draws:
        # Uniform play: to draw is one of the choices.
        chosen = rng.randrange(len(safe) + 1)
        return _draw("any") if chosen == len(safe) else _play(mind, safe[chosen], actions)
    if safe and mind.traits.weighs:
        best = max(safe, key=lambda index: (outlook.worth(hand[index]), rng.random()))
        return _play(mind, best, actions)
    if safe:
        return _play(mind, rng.choice(safe), actions)
    if draws:
        return _draw("none" if not found else "risky")
    # Nobody can hold more cards, so one must go, right or wrong.
    failed = mind.history.failed()
    untried = [index for index, card in enumerate(hand) if card not in failed]
    return _play(mind, rng.choice(untried or range(len(hand))), actions)


_WHY = {
    "any": "any_legal",
    "none": "no_card_fits",
    "risky": "seems_forbidden",
}


def _draw(why: str) -> Decision:
    return Decision(DRAW, Reason(_WHY[why]))


def _play(mind: Mind, index: int, actions: Sequence[Action]) -> Decision:
    move = Move(Spot("hand", index), Spot("pile", len(mind.view.pile)))
    # Hundreds of moves may be legal, and to compare two takes a while.
    alike = (one for one in actions if isinstance(one, Move) and one.source.index == index)
    card = mind.hand[index]
    named = {"suit": _SUIT_SIGNS[SUIT[card]], "rank": _RANK_SIGNS[RANK[card]]}
    return Decision(move if move in alike else None, Reason("card_fits", {"card": named}))


class _Outlook:
    """What each card of the hand would do, if it were played now."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        pile = mind.view.pile
        self._before = pile[-1] if pile else None
        self._last = mind.history.demanding
        self._failed = mind.history.failed()
        self._demands = [cards_of(test) for test in mind.known.demands(self._last)]
        self._wish = mind.wish()
        self._risks: dict[Card, float | None] = {}

    def risk(self, card: Card) -> float | None:
        """How likely the card must not lie there; None if it surely must not."""
        if card not in self._risks:
            self._risks[card] = self._risk_of(card)
        return self._risks[card]

    def _risk_of(self, card: Card) -> float | None:
        if card in self._failed or not all(cards[card] for cards in self._demands):
            return None
        mind, now = self._mind, self._situation(card)
        wants = mind.known.wants(mind.seat, now)
        if wants.forbidden or not (wants.wild or self._fits(card)):
            return None
        return max(mind.lore.forbidden(now), mind.lore.demanded(self._last, card))

    def _fits(self, card: Card) -> bool:
        before, wish = self._before, self._wish
        if before is None or wish is not None:
            return before is None or SUIT[card] == wish
        return SUIT[card] == SUIT[before] or RANK[card] == RANK[before]

    def _situation(self, card: Card) -> Situation:
        mind = self._mind
        return mind.history.situation(mind.seat, card, self._before, len(mind.hand) - 1)

    def worth(self, card: Card) -> float:
        """Cards that stop others, that need no unknown words, and whose suit is plenty go first."""
        mind, now, rest = self._mind, self._situation(card), len(self._mind.hand) - 1
        worth = 0.1 * (sum(SUIT[other] == SUIT[card] for other in mind.hand) - 1)
        worth -= self.risk(card) or 0.0
        worth -= mind.lore.unspoken(now)
        following = _next_count(mind)
        for order in mind.known.wants(mind.seat, now).orders:
            duty = order.duty
            if isinstance(duty, Wild) and rest > 1:
                worth -= 0.8
            elif isinstance(duty, Skip) or (isinstance(duty, Draw) and order.seat != mind.seat):
                worth += 1.0 if following <= _NEARLY_OUT else 0.1
            elif isinstance(duty, Draw):
                worth -= duty.count
            elif isinstance(duty, Say | SayName):
                worth -= mind.traits.forgets
        return worth


def _next_count(mind: Mind) -> int:
    view, seat = mind.view, mind.seat
    for _ in view.present:
        seat = (seat + view.direction) % len(view.present)
        if view.present[seat]:
            break
    return view.counts[seat]


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


#: Of so many newest things none was mine: then I have nothing to say to any of them.
_LATELY = 24

_WAIT = Decision(None, Reason("not_my_turn"))


@dataclass(frozen=True, slots=True)
class MaoPlayer:
    level: str
    pasts: Pasts = field(default_factory=Pasts, compare=False, repr=False)

    def choose(self, observation: Observation, rng: Random) -> Decision:
        view: View = observation.view
        actions = observation.actions
        if view.mode == "inBetweenRounds":
            if view.winner != view.seat:
                return _WAIT
            return Decision(WriteRule(new_rule(self.level, view, rng)), Reason("winner_adds_rule"))
        if not actions or view.point_of_order or _nothing_to_do(view):
            return _WAIT
        traits = TRAITS[self.level]
        mind = Mind(view, traits, self.pasts.of(view, traits.recall))
        if view.charge is not None:
            return answer(mind)
        may_speak = view.mode == "play" or view.winner == view.seat
        if may_speak and (words := mind.words_due()) is not None:
            return Decision(Talk(words), Reason("rule_wants_words"))
        if (accusation := call_out(mind)) is not None:
            return accusation
        if view.mode != "play":
            return _WAIT
        owes = mind.seat in mind.history.owing or not mind.hand
        if owes and DRAW in actions:
            return Decision(DRAW, Reason("admitted_costs"))
        return take_turn(mind, actions, rng) if mind.my_turn else _WAIT


def _nothing_to_do(view: View) -> bool:
    """A quick look, as bots are asked often: with a chairman, whoever has neither the turn nor an
    accusation, and has not moved of late, need not think."""
    if view.turn is None or view.charge is not None or view.turn == view.seat:
        return False
    if any(rule.author != view.seat for rule in view.known_rules) or view.own_rules:
        return False
    return not any(witness.seat == view.seat for witness in view.witnessed[-_LATELY:])
