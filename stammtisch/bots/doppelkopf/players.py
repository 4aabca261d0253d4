"""The bots of Doppelkopf, by level.

The random bot plays any card, gives any answer, and now and then calls something. It wants to play
on: were it to vote at random, four of them would hardly ever agree.

The easy bot is a beginner, who looks at the trick on the table and at nothing else. It leads aces,
takes what is worth taking, gives a known partner eyes, and otherwise throws what is cheap. It says
re or kontra only with very many trumps, and plays no solos unless it must.

The medium bot plays by the rules of thumb that good players teach beginners. It remembers all cards
and who did not follow, leads aces as long as they go round, feeds a known partner, keeps foxes
safe, and calls and chooses solos by counting what its hand is worth.

The hard bot imagines what the others may hold, and plays every card to the end in its mind. It
compares cards, calls and solos by the points that they bring on average, not by eyes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from stammtisch.bots.bots import Bot, Decision, Reason, filled_in
from stammtisch.bots.doppelkopf import thumbs
from stammtisch.bots.doppelkopf.answers import ONE_MORE, answer, spoken, vote
from stammtisch.bots.doppelkopf.position import (
    Position,
    best_solo,
    call_by_counting,
    last_chance,
    position_from,
    strength_of,
    trumps_in,
)
from stammtisch.bots.doppelkopf.search import (
    MORE_DEALS,
    Outlook,
    Tried,
    calls_now,
    try_cards,
    worth_now,
)
from stammtisch.games.doppelkopf.calls import made_with
from stammtisch.games.doppelkopf.cards import EYES, Card, members
from stammtisch.games.doppelkopf.kernel import TRUMP
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Play
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import SAY
from stammtisch.games.game import Action, Observation, Seat

# --- random --------------------------------------------------------------------------------------

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


# --- easy ----------------------------------------------------------------------------------------

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


# --- medium --------------------------------------------------------------------------------------

#: Tricks, as `tricks_in` counts them, from which on a solo is played, and a hand buys a poverty.
SOLO_TRICKS = 9.3
BUYING_STRENGTH = 4.5
#: A bride who is as strong as that needs nobody.
LONELY_TRICKS = 10.0

REASONS = {
    thumbs.ONLY: Reason("only_card"),
    thumbs.LEADS_BOSS: Reason("goes_round"),
    thumbs.DRAWS_TRUMPS: Reason("draws_trumps"),
    thumbs.LEADS_TRUMP: Reason("leads_trump"),
    thumbs.LEADS_LOW: Reason("leads_low"),
    thumbs.FEEDS: Reason("feeds_eyes"),
    thumbs.TAKES_LAST: Reason("takes_last"),
    thumbs.TAKES: Reason("takes_high"),
    thumbs.RUFFS: Reason("ruffs_trump"),
    thumbs.SAVES: Reason("saves"),
    thumbs.DUCKS: Reason("ducks"),
}


@dataclass(frozen=True, slots=True)
class Medium:
    level: str = "medium"

    def choose(self, observation: Observation, rng: Random) -> Decision:
        decision = spoken(observation)
        if decision is not None:
            return decision
        view: View = observation.view
        if view.questions:
            return answer(observation, self, rng)
        position = position_from(observation, rng)
        return call_by_counting(observation, position) or card_by_thumb(position, rng)

    # --- what `answer` asks ---------------------------------------------------------------------

    def solo(
        self, table: DoppelkopfMatch, seat: Seat, rng: Random, *, forced: bool
    ) -> tuple[str | None, Reason]:
        solo, tricks = best_solo(table, seat)
        if forced:
            return solo, Reason("least_bad_solo")
        if tricks < SOLO_TRICKS:
            return None, Reason("weak_solo")
        return solo, Reason("strong_solo")

    def marries(self, table: DoppelkopfMatch, seat: Seat, rng: Random) -> bool:
        order = table.order_for("normal")
        return strength_of(order, table.hands[seat], table.rules.deck) < LONELY_TRICKS

    def buys(self, table: DoppelkopfMatch, seat: Seat, rng: Random) -> bool:
        order = table.order_for("normal")
        strong = strength_of(order, table.hands[seat], table.rules.deck) >= BUYING_STRENGTH
        return strong and trumps_in(table, seat) >= 6


def card_by_thumb(position: Position, rng: Random) -> Decision:
    trick = position.trick
    best, holder = position.winning() if trick else (0, 0)
    chosen = thumbs.thumb(
        position.tables,
        position.hand,
        position.choice,
        trick,
        best,
        position.last,
        bool(trick) and bool(position.friends >> holder & 1),
        position.alone,
        position.gone,
        rng.getrandbits(22),
    )
    card, why = chosen & 63, chosen >> 6
    return Decision(Play(position.table.names[card]), REASONS[why])


# --- hard ----------------------------------------------------------------------------------------

#: Points that a call must bring on average, as imagined rounds know the parties too well.
CALL_MARGIN = 0.5
#: Points that a solo must be worth more than a normal game: imagined opponents say nothing.
SOLO_MARGIN = 2.0
_MEDIUM = Medium()


@dataclass(frozen=True, slots=True)
class Hard:
    level: str = "hard"

    def choose(self, observation: Observation, rng: Random) -> Decision:
        decision = spoken(observation)
        if decision is not None:
            return decision
        view: View = observation.view
        if view.questions:
            return answer(observation, self, rng)
        position = position_from(observation, rng)
        if position.game == "black_sow" or position.table.early:
            # Who will be the soloist, or what comes after cards played early, is not imagined.
            return card_by_thumb(position, rng)
        call = last_chance(observation, position)
        if call is None and position.choice & (position.choice - 1) == 0:
            return card_by_thumb(position, rng)
        tried = try_cards(position, rng)
        if call is not None:
            gain = _gain(position, tried[0], call.word)
            if gain > CALL_MARGIN:
                return Decision(call, Reason("gains", {"points": round(gain, 1)}))
        return Decision(Play(position.table.names[tried[0].card]), _reason(position, tried))

    # --- what `answer` asks ---------------------------------------------------------------------

    def solo(
        self, table: DoppelkopfMatch, seat: Seat, rng: Random, *, forced: bool
    ) -> tuple[str | None, Reason]:
        solo, worth, normal = Outlook(table, seat, rng).best_solo()
        if forced:
            return solo, Reason("best_solo", {"mean": round(worth, 1)})
        if worth < normal + SOLO_MARGIN:
            return None, Reason("normal_worth_more")
        return solo, Reason("worth_alone", {"mean": round(worth, 1)})

    def marries(self, table: DoppelkopfMatch, seat: Seat, rng: Random) -> bool:
        outlook = Outlook(table, seat, rng)
        wedding, silent = (outlook.of(game, MORE_DEALS) for game in ("wedding", "normal"))
        return silent < wedding + SOLO_MARGIN

    def buys(self, table: DoppelkopfMatch, seat: Seat, rng: Random) -> bool:
        return _MEDIUM.buys(table, seat, rng)


def _gain(position: Position, best: Tried, word: str) -> float:
    """What the call adds on average, if the best card is played."""
    party = position.view.party
    if party is None:
        return 0.0
    re, kontra = calls_now(position)
    before = worth_now(position, (re, kontra))
    if party == "re":
        after = worth_now(position, ((*re, *made_with(word, party, re)), kontra))
    else:
        after = worth_now(position, (re, (*kontra, *made_with(word, party, kontra))))
    return sum(after(end) - before(end) for end in best.ends) / len(best.ends)


def _reason(position: Position, tried: list[Tried]) -> Reason:
    """In the words of the rule of thumb, if that would do the same."""
    if len(tried) == 1:
        return Reason("only_card")
    best, second = tried[:2]
    thumb = card_by_thumb(position, Random(0))
    if thumb.action == Play(position.table.names[best.card]):
        return Reason("thumb_mean", {"why": thumb.reason.code, "mean": round(best.mean, 1)})
    more = best.mean - second.mean
    return Reason("better_than_next", {"rounds": len(best.ends), "points": round(more, 1)})


BOTS: Mapping[str, Bot] = {bot.level: bot for bot in (Easy(), Medium(), Hard(), Chance())}
