"""The bots of Tarock, by level.

The random bot is for simulations. It fills in no forms: not every choice of cards from a form may
be laid down together, and who announces anything at all plays for hundreds of points. Bids are low
rather than high for the same reason.

The easy bot is a beginner, who counts taroks and looks at the trick on the table. It takes what it
can take, otherwise it throws what is cheap, and it does not care who plays with whom. It announces
nothing.

The medium bot plays by the rules of thumb that good players teach beginners. It bids by what its
hand is worth, calls the king of a short suit, lays down what leaves it without a suit, remembers
all cards and who did not follow, and keeps its mond from the skis.

The hard bot imagines what the others may hold, and plays every choice to the end in its mind. Bids,
kings, piles of the talon, announcements and cards are all compared in the same way: by the points
that they bring on average, not by card points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from stammtisch.bots.bots import Bot, Decision, Reason
from stammtisch.bots.tarock import thumbs
from stammtisch.bots.tarock.answers import (
    BEGGARS,
    SILENT,
    THROWS_IN,
    announce_by_counting,
    bid_by_counting,
    bid_from,
    bids_of,
    bonuses_to_try,
    calls,
    cards_to_try,
    contracts_to_try,
    exchanges,
    hand_of,
    king_by_counting,
    kontras_to_try,
    may_pass,
    sayable,
    talon_by_counting,
    vote,
)
from stammtisch.bots.tarock.position import Position, position_from
from stammtisch.bots.tarock.search import Tried, Worlds, try_all, worth_of_card, worth_played_on
from stammtisch.bots.tarock.thumbs import WORTH
from stammtisch.games.game import Action, Observation
from stammtisch.games.tarock.cards import KINGS, NAMES, NUMBERS, SUITS, TAROKS, names_of
from stammtisch.games.tarock.kernel import cards_of, winner
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import Announce, Bid, CallKing, Exchange, Play, ThrowIn
from stammtisch.games.tarock.rules import PASS, RANK
from stammtisch.games.tarock.view import View

# --- random --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chance:
    level: str = "random"
    #: Nothing is ever said out of turn.
    talks: float = 0.0
    fills_in: bool = False
    drifts: bool = True

    def choose(self, observation: Observation, rng: Random) -> Decision:
        action = self.pick(observation.actions, rng)
        if action is None:
            return Decision(None, Reason("nothing_to_do"))
        return Decision(action, self.why(action, len(observation.actions)))

    def pick(self, actions: Sequence[Action], rng: Random) -> Action | None:
        if not actions:
            return None
        if type(actions[0]) is Bid:
            # Each is half as likely as the one before.
            for one in actions:
                if rng.random() < 0.5:
                    return one
            return actions[0]
        return rng.choice(actions)

    def why(self, action: Action, count: int) -> Reason:
        if isinstance(action, Bid):
            return Reason("random_low", {"count": count})
        return Reason("random", {"count": count})


# --- easy ----------------------------------------------------------------------------------------

#: The taroks that a beginner wants for each contract.
_NEEDED = {"three": 5, "two": 7, "one": 8, "solo_three": 10}


@dataclass(frozen=True, slots=True)
class Easy:
    level: str = "easy"

    def choose(self, observation: Observation, rng: Random) -> Decision:
        if not observation.actions:
            return Decision(None, Reason("nothing_to_do"))
        view: View = observation.view
        if view.phase == "bidding":
            return _easy_bid(observation)
        if view.phase == "calling":
            return _easy_call(observation, rng)
        if view.phase == "exchange":
            return _easy_exchange(observation)
        if view.phase == "announcing":
            return SILENT
        if view.phase == "scored":
            return vote(observation)
        return _easy_play(position_from(observation), rng)


def _easy_bid(observation: Observation) -> Decision:
    if ThrowIn() in observation.actions:
        return THROWS_IN
    taroks = (hand_of(observation) & TAROKS).bit_count()
    return bid_from(observation, [name for name, needed in _NEEDED.items() if taroks >= needed])


def _easy_call(observation: Observation, rng: Random) -> Decision:
    hand = hand_of(observation)
    others = [suit for suit, king in zip(SUITS, KINGS, strict=True) if not hand >> king & 1]
    return Decision(CallKing(rng.choice(others or SUITS)), Reason("others_king"))


def _easy_exchange(observation: Observation) -> Decision:
    """The pile with the most points, and for it the lowest cards."""
    view: View = observation.view
    offers = [one for one in observation.actions if isinstance(one, Exchange)]
    best = max(offers, key=lambda one: sum(WORTH[NUMBERS[name]] for name in view.piles[one.picked]))
    return Decision(best, Reason("most_points"))


def _easy_play(at: Position, rng: Random) -> Decision:
    cards = cards_of(at.choice)
    if len(cards) == 1:
        return Decision(Play(NAMES[cards[0]]), Reason("only_card"))
    if at.manner.negative:
        return Decision(Play(NAMES[min(cards, key=_height)]), Reason("low_card"))
    if not at.trick:
        kings = [card for card in cards if card in KINGS]
        card = rng.choice(kings or cards)
        return Decision(Play(NAMES[card]), Reason("kings_first") if kings else Reason("any_card"))
    winning = [card for card in cards if winner(at.manner, [*at.trick, card]) == len(at.trick)]
    if winning:
        return Decision(Play(NAMES[max(winning, key=_height)]), Reason("takes_for_now"))
    cheap = min(cards, key=lambda card: (WORTH[card], _height(card)))
    return Decision(Play(NAMES[cheap]), Reason("throws_cheap"))


def _height(card: int) -> int:
    """Taroks above all suits, in a suit by rank."""
    return card if TAROKS >> card & 1 else card & 7


# --- medium --------------------------------------------------------------------------------------

REASONS = {
    thumbs.ONLY: Reason("only_card"),
    thumbs.LEADS_BOSS: Reason("goes_round"),
    thumbs.DRAWS_TAROKS: Reason("draws_taroks"),
    thumbs.LEADS_TAROK: Reason("leads_tarok"),
    thumbs.SEEKS_KING: Reason("seeks_king"),
    thumbs.FORCES: Reason("forces_tarok"),
    thumbs.LEADS_LOW: Reason("leads_low"),
    thumbs.FEEDS: Reason("feeds_points"),
    thumbs.TAKES_LAST: Reason("takes_last"),
    thumbs.TAKES: Reason("takes_high"),
    thumbs.RUFFS: Reason("ruffs_tarok"),
    thumbs.SAVES: Reason("saves"),
    thumbs.DUCKS: Reason("ducks"),
    thumbs.SINKS: Reason("sinks_beggar"),
    thumbs.CATCHES: Reason("catches_mond"),
}

#: What is done in each phase, by counting.
COUNTING: dict[str, Callable[[Observation], Decision]] = {
    "bidding": bid_by_counting,
    "calling": king_by_counting,
    "exchange": talon_by_counting,
    "announcing": announce_by_counting,
    "scored": vote,
}


@dataclass(frozen=True, slots=True)
class Medium:
    level: str = "medium"

    def choose(self, observation: Observation, rng: Random) -> Decision:
        if not observation.actions:
            return Decision(None, Reason("nothing_to_do"))
        answer = COUNTING.get(observation.view.phase)
        return card_by_thumb(position_from(observation)) if answer is None else answer(observation)


def card_by_thumb(at: Position) -> Decision:
    found = thumbs.thumb(at.manner, at.know, at.hand, at.choice, at.leader, at.trick, at.unseen)
    return Decision(Play(NAMES[found & 63]), REASONS[found >> 6])


# --- hard ----------------------------------------------------------------------------------------

#: Bonuses that are announced, and what is doubled.
Said = tuple[tuple[str, ...], tuple[str, ...]]

#: Points that a contract must bring on average: in imagined deals nobody says kontra, and the
#: opponents of a beggar are not at their best.
BID_MARGIN = 4.0
BEGGAR_MARGIN = 20.0
#: Points that an announcement must bring more than silence.
ANNOUNCE_MARGIN = 3.0
#: In so many of the imagined deals all tricks must be won before a valat is announced.
SURE_OF_ALL = 0.9
#: In so many of the imagined deals a kontra must be right, by what the factor was before. More
#: than that is for people: whoever doubles again knows something.
SURE = {1: 0.8, 2: 0.95}
#: Whoever bids higher has a hand that one can hardly imagine: it is believed.
KONTRA_UP_TO = RANK["solo_three"]
_VALAT: Said = (("valat",), ())
#: Cards that are played in a whole deal.
_ALL_CARDS = 48


@dataclass(frozen=True, slots=True)
class Hard:
    level: str = "hard"

    def choose(self, observation: Observation, rng: Random) -> Decision:
        if not observation.actions:
            return Decision(None, Reason("nothing_to_do"))
        if observation.view.phase == "scored":
            return vote(observation)
        return _THINKING[observation.view.phase](observation, rng)


# --- before the first card ---------------------------------------------------------------------


def _hard_bid(observation: Observation, rng: Random) -> Decision:
    seat = observation.view.seat
    options = contracts_to_try(
        hand_of(observation), bids_of(observation), must=not may_pass(observation)
    )
    throws = ThrowIn() in observation.actions
    if not options:
        return THROWS_IN if throws else Decision(Bid(PASS), Reason("too_weak"))
    if len(options) == 1 and not may_pass(observation):
        return Decision(Bid(options[0]), Reason("only_bid"))

    def worth(table: TarockMatch, contract: str) -> float:
        twin = table.copy()
        while (bidder := twin.auction.next) is not None:
            twin.make_bid(contract if bidder == seat else PASS)
        return worth_played_on(twin, seat)

    tried = try_all(
        options, Worlds(observation.rules, observation.view), worth, _ALL_CARDS, rng, keep_all=True
    )
    tried.sort(key=lambda one: _margin(one.option) - one.mean)
    if not may_pass(observation):
        return Decision(Bid(tried[0].option), _on_average(tried[0]))
    good = {one.option: one for one in tried if one.mean > _margin(one.option)}
    for contract in bids_of(observation):
        if contract in good:
            return Decision(Bid(contract), _on_average(good[contract]))
    if throws:
        return THROWS_IN
    return Decision(Bid(PASS), Reason("best_bid", {"mean": round(tried[0].mean, 1)}))


def _margin(contract: str) -> float:
    return BEGGAR_MARGIN if contract in BEGGARS else BID_MARGIN


def _hard_call(observation: Observation, rng: Random) -> Decision:
    def worth(table: TarockMatch, suit: str) -> float:
        twin = table.copy()
        twin.call_king(SUITS.index(suit))
        return worth_played_on(twin, twin.declarer)

    options = calls(hand_of(observation))
    tried = try_all(options, Worlds(observation.rules, observation.view), worth, _ALL_CARDS, rng)
    return Decision(CallKing(tried[0].option), _on_average(tried[0]))


def _hard_exchange(observation: Observation, rng: Random) -> Decision:
    def worth(table: TarockMatch, option: tuple[int, int]) -> float:
        twin = table.copy()
        twin.take_pile(*option)
        return worth_played_on(twin, twin.declarer)

    options = exchanges(observation)
    tried = try_all(options, Worlds(observation.rules, observation.view), worth, _ALL_CARDS, rng)
    picked, laid = tried[0].option
    return Decision(Exchange(picked, names_of(laid)), _on_average(tried[0]))


def _hard_announce(observation: Observation, rng: Random) -> Decision:
    """Each thing that could be said is compared with silence, and all that pays is said."""
    view: View = observation.view
    hand = hand_of(observation)
    bonuses, targets = sayable(observation)
    bonuses = bonuses_to_try(hand, bonuses)
    targets = kontras_to_try(hand, tuple(one for one in targets if _is_doubtful(view, one)))
    silence: Said = ((), ())
    options = [silence, *(((one,), ()) for one in bonuses), *(((), (one,)) for one in targets)]
    if len(options) == 1:
        return SILENT
    seat = view.seat
    assert seat is not None

    def worth(table: TarockMatch, option: Said) -> float:
        twin = table.copy()
        twin.say(*option)
        return worth_played_on(twin, seat)

    worlds = Worlds(observation.rules, view)
    tried = {
        one.option: one for one in try_all(options, worlds, worth, _ALL_CARDS, rng, keep_all=True)
    }
    silent = tried[silence]
    if "valat" in bonuses and _share_better(tried[_VALAT], silent) >= SURE_OF_ALL:
        # It counts instead of everything else.
        return Decision(Announce(*_VALAT), Reason("sure_of_all"))
    said = tuple(
        one
        for one in bonuses
        if one != "valat" and tried[((one,), ())].mean > silent.mean + ANNOUNCE_MARGIN
    )
    kontra = tuple(
        one
        for one in targets
        if _share_better(tried[((), (one,))], silent) >= SURE[_factor(view, one)]
    )
    if not said and not kontra:
        return SILENT
    gain = sum(tried[((one,), ())].mean - silent.mean for one in said)
    gain += sum(tried[((), (one,))].mean - silent.mean for one in kontra)
    return Decision(Announce(said, kontra), Reason("gains", {"points": round(gain, 1)}))


def _is_doubtful(view: View, target: str) -> bool:
    """May the bot think of a kontra on it?"""
    assert view.contract is not None
    believed = view.seat != view.declarer and RANK[view.contract] > KONTRA_UP_TO
    return _factor(view, target) in SURE and not (target == "game" and believed)


def _factor(view: View, target: str) -> int:
    """What it is multiplied by now; of two announcements of a bonus, the one doubled more."""
    if target == "game":
        return view.game_factor
    return max(one.factor for one in view.announced if one.bonus == target)


def _share_better(one: Tried[Said], other: Tried[Said]) -> float:
    better = [a > b for a, b in zip(one.worths, other.worths, strict=True)]
    return sum(better) / len(better)


# --- cards -------------------------------------------------------------------------------------


def _hard_play(observation: Observation, rng: Random) -> Decision:
    at = position_from(observation)
    options = cards_to_try(at)
    if len(options) == 1:
        return card_by_thumb(at)
    left = sum(at.view.counts)

    def worth(table: TarockMatch, card: int) -> float:
        return worth_of_card(table, at.know, card, at.seat)

    tried = try_all(options, Worlds(observation.rules, observation.view), worth, left, rng)
    return Decision(Play(NAMES[tried[0].option]), _on_average(tried[0]))


def _on_average(best: Tried[Any]) -> Reason:
    return Reason("mean_of_deals", {"deals": best.deals, "mean": round(best.mean, 1)})


_THINKING: dict[str, Callable[[Observation, Random], Decision]] = {
    "bidding": _hard_bid,
    "calling": _hard_call,
    "exchange": _hard_exchange,
    "announcing": _hard_announce,
    "play": _hard_play,
}


BOTS: Mapping[str, Bot] = {bot.level: bot for bot in (Easy(), Medium(), Hard(), Chance())}
