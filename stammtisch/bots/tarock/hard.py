"""The hard bot: imagines what the others may hold, and plays every choice to the end in its mind.

Bids, kings, piles of the talon, announcements and cards are all compared in the same way: by the
points that they bring on average, not by card points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from stammtisch.bots.bots import Decision, Reason
from stammtisch.bots.tarock.answers import (
    BEGGARS,
    SILENT,
    THROWS_IN,
    bids_of,
    bonuses_to_try,
    calls,
    cards_to_try,
    contracts_to_try,
    exchanges,
    hand_of,
    kontras_to_try,
    may_pass,
    sayable,
    vote,
)
from stammtisch.bots.tarock.medium import card_by_thumb
from stammtisch.bots.tarock.position import position_from
from stammtisch.bots.tarock.search import Tried, Worlds, try_all, worth_of_card, worth_played_on
from stammtisch.games.game import Observation
from stammtisch.games.tarock.cards import NAMES, SUITS, names_of
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import Announce, Bid, CallKing, Exchange, Play, ThrowIn
from stammtisch.games.tarock.rules import PASS, RANK
from stammtisch.games.tarock.view import View

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


def _bid(observation: Observation, rng: Random) -> Decision:
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


def _call(observation: Observation, rng: Random) -> Decision:
    def worth(table: TarockMatch, suit: str) -> float:
        twin = table.copy()
        twin.call_king(SUITS.index(suit))
        return worth_played_on(twin, twin.declarer)

    options = calls(hand_of(observation))
    tried = try_all(options, Worlds(observation.rules, observation.view), worth, _ALL_CARDS, rng)
    return Decision(CallKing(tried[0].option), _on_average(tried[0]))


def _exchange(observation: Observation, rng: Random) -> Decision:
    def worth(table: TarockMatch, option: tuple[int, int]) -> float:
        twin = table.copy()
        twin.take_pile(*option)
        return worth_played_on(twin, twin.declarer)

    options = exchanges(observation)
    tried = try_all(options, Worlds(observation.rules, observation.view), worth, _ALL_CARDS, rng)
    picked, laid = tried[0].option
    return Decision(Exchange(picked, names_of(laid)), _on_average(tried[0]))


def _announce(observation: Observation, rng: Random) -> Decision:
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


def _play(observation: Observation, rng: Random) -> Decision:
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
    "bidding": _bid,
    "calling": _call,
    "exchange": _exchange,
    "announcing": _announce,
    "play": _play,
}
