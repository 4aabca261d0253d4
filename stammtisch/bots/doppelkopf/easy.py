"""The easy bot: a beginner, who looks at the trick on the table and at nothing else.

It leads aces, takes what is worth taking, gives a known partner eyes, and otherwise throws what is
cheap. It says re or kontra only with very many trumps, and plays no solos unless it must.

The random bot of Doppelkopf: any card, any answer, and now and then a call.

It wants to play on. Were it to vote at random, four of them would hardly ever agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from stammtisch.bots.bots import Decision, Reason, filled_in
from stammtisch.bots.doppelkopf.answers import ONE_MORE, answer, spoken, vote
from stammtisch.bots.doppelkopf.hands import best_solo, trumps_in
from stammtisch.bots.doppelkopf.position import Position, position_from
from stammtisch.games.doppelkopf.cards import EYES, Card, members
from stammtisch.games.doppelkopf.kernel import TRUMP
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Play
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import SAY
from stammtisch.games.game import Action, Observation, Seat

_CONTINUE = SAY["continue_yes"]
#: How often it thinks of a call where it might make one.
TALKS = 0.02


@dataclass(frozen=True, slots=True)
class Chance:
    level: str = "random"
    talks: float = TALKS
    fills_in: bool = True
    drifts: bool = True

    def choose(self, observation: Observation, rng: Random) -> Decision:
        view: View = observation.view
        if view.phase == "end":
            return vote(observation)
        if observation.seat not in observation.turn and rng.random() >= self.talks:
            return Decision(None, Reason("keeps_quiet"))
        action = self.pick(observation.actions, rng)
        if action is None:
            return Decision(None, Reason("nothing_to_do"))
        reason = self.why(action, len(observation.actions))
        number = observation.numbers[observation.actions.index(action)]
        return Decision(filled_in(observation.forms, action, number, rng), reason)

    def pick(self, actions: Sequence[Action], rng: Random) -> Action | None:
        """Cards are listed before calls."""
        if not actions:
            return None
        if type(actions[-1]) is not Play:
            if actions[0] is _CONTINUE:
                return _CONTINUE
            if type(actions[0]) is Play and rng.random() >= self.talks:
                actions = [action for action in actions if type(action) is Play]
        return actions[int(rng.random() * len(actions))]

    def why(self, action: Action, count: int) -> Reason:
        return ONE_MORE if action is _CONTINUE else Reason("random", {"count": count})


#: With so many trumps, of a full hand, a beginner feels strong.
_MANY_TRUMPS = 10
_ENOUGH_TO_BUY = 8
_WORTH_TAKING = 10


@dataclass(frozen=True, slots=True)
class Easy:
    level: str = "easy"

    def choose(self, observation: Observation, rng: Random) -> Decision:
        decision = spoken(observation)
        if decision is not None:
            return decision
        view: View = observation.view
        if view.questions:
            return answer(observation, self, rng)
        position = position_from(observation, rng)
        return _call(observation, position) or _play(position, rng)

    # --- what `answer` asks ---------------------------------------------------------------------

    def solo(
        self, table: DoppelkopfMatch, seat: Seat, rng: Random, *, forced: bool
    ) -> tuple[str | None, Reason]:
        if not forced:
            return None, Reason("solos_for_others")
        return best_solo(table, seat)[0], Reason("some_solo")

    def marries(self, table: DoppelkopfMatch, seat: Seat, rng: Random) -> bool:
        return True

    def buys(self, table: DoppelkopfMatch, seat: Seat, rng: Random) -> bool:
        return trumps_in(table, seat) >= _ENOUGH_TO_BUY


def _call(observation: Observation, position: Position) -> Decision | None:
    """Re or kontra with very many trumps, before the first card."""
    base = SAY[position.view.party or "kontra"]
    full = position.hand.bit_count() == position.table.size
    if not full or base not in observation.actions or position.tables.ducking:
        return None
    if (position.hand & position.trumps).bit_count() < _MANY_TRUMPS:
        return None
    return Decision(base, Reason("many_trumps"))


def _play(position: Position, rng: Random) -> Decision:
    order, trick = position.order, position.trick
    cards = list(members(position.choice))
    rng.shuffle(cards)

    def strength(card: Card) -> tuple[bool, int]:
        return order.group[card] == TRUMP, order.strength[card]

    def price(card: Card) -> tuple[int, bool, int]:
        return EYES[card], *strength(card)

    if position.tables.ducking:
        return _put(position, min(cards, key=strength), Reason("ducks"))
    if not trick:
        return _lead(position, cards)
    best, holder = position.winning()
    if position.friends >> holder & 1:
        fattest = max(cards, key=lambda card: EYES[card])
        return _put(position, fattest, Reason("feeds_eyes"))
    winning = [card for card in cards if order.beats[trick[best]] >> card & 1]
    at_stake = sum(EYES[card] for card in trick)
    if winning and (at_stake >= _WORTH_TAKING or len(trick) == 3):
        return _put(position, min(winning, key=strength), Reason("eyes_to_win", {"eyes": at_stake}))
    return _put(position, min(cards, key=price), Reason("nothing_to_win"))


def _lead(position: Position, cards: list[Card]) -> Decision:
    group = position.order.group
    aces = [card for card in cards if group[card] != TRUMP and EYES[card] == 11]
    if aces:
        return _put(position, aces[0], Reason("leads_ace"))
    return _put(position, cards[0], Reason("leads_any"))


def _put(position: Position, card: Card, reason: Reason) -> Decision:
    return Decision(Play(position.table.names[card]), reason)
