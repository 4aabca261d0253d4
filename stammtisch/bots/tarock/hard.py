"""The hard bot: imagines what the others may hold, and plays every choice to the end in its mind.

Bids, kings, piles of the talon, announcements and cards are all compared in the same way: by the
points that they bring on average, not by card points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from stammtisch.bots.bot import Decision
from stammtisch.bots.tarock.answers import (
    SILENT,
    THROWS_IN,
    bids_of,
    hand_of,
    may_pass,
    sayable,
)
from stammtisch.bots.tarock.candidates import calls, cards_to_try, contracts_to_try, exchanges
from stammtisch.bots.tarock.medium import card_by_thumb
from stammtisch.bots.tarock.position import position_from
from stammtisch.bots.tarock.search import Tried, try_all, worth_of_card, worth_played_on
from stammtisch.bots.tarock.votes import vote
from stammtisch.bots.tarock.worlds import Worlds
from stammtisch.games.game import Sight
from stammtisch.games.tarock.cards import NAMES, SUITS, names_of
from stammtisch.games.tarock.contracts import PASS
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import Announce, Bid, CallKing, Exchange, Play, ThrowIn

#: Points that a contract must bring on average: in imagined deals nobody says kontra.
BID_MARGIN = 4.0
#: Points that an announcement must bring more than silence.
ANNOUNCE_MARGIN = 3.0
KONTRA_MARGIN = 5.0
#: Cards that are played in a whole deal.
_ALL_CARDS = 48


@dataclass(frozen=True, slots=True)
class Hard:
    level: str = "hard"

    def choose(self, sight: Sight, rng: Random) -> Decision:
        if not sight.actions:
            return Decision(None, "There is nothing to do.")
        if sight.view.phase == "scored":
            return vote(sight)
        return _THINKING[sight.view.phase](sight, rng)


# --- before the first card ---------------------------------------------------------------------


def _bid(sight: Sight, rng: Random) -> Decision:
    seat = sight.view.seat
    options = contracts_to_try(hand_of(sight), bids_of(sight), must=not may_pass(sight))
    throws = ThrowIn() in sight.actions
    if not options:
        return THROWS_IN if throws else Decision(Bid(PASS), "The hand is too weak for more.")
    if len(options) == 1 and not may_pass(sight):
        return Decision(Bid(options[0]), "There is nothing else to bid.")

    def worth(table: TarockMatch, contract: str) -> float:
        twin = table.copy()
        while (bidder := twin.auction.next) is not None:
            twin.make_bid(contract if bidder == seat else PASS)
        return worth_played_on(twin, seat)

    tried = try_all(options, Worlds(sight.rules, sight.view), worth, _ALL_CARDS, rng, keep=3)
    if not may_pass(sight):
        return Decision(Bid(tried[0].option), _on_average(tried[0]))
    good = {one.option: one for one in tried if one.mean > BID_MARGIN}
    for contract in bids_of(sight):
        if contract in good:
            return Decision(Bid(contract), _on_average(good[contract]))
    if throws:
        return THROWS_IN
    return Decision(Bid(PASS), f"The best bid is worth {tried[0].mean:+.1f} points on average.")


def _call(sight: Sight, rng: Random) -> Decision:
    def worth(table: TarockMatch, suit: str) -> float:
        twin = table.copy()
        twin.call_king(SUITS.index(suit))
        return worth_played_on(twin, twin.declarer)

    options = calls(hand_of(sight))
    tried = try_all(options, Worlds(sight.rules, sight.view), worth, _ALL_CARDS, rng)
    return Decision(CallKing(tried[0].option), _on_average(tried[0]))


def _exchange(sight: Sight, rng: Random) -> Decision:
    def worth(table: TarockMatch, option: tuple[int, int]) -> float:
        twin = table.copy()
        twin.take_pile(*option)
        return worth_played_on(twin, twin.declarer)

    options = exchanges(sight)
    tried = try_all(options, Worlds(sight.rules, sight.view), worth, _ALL_CARDS, rng)
    picked, laid = tried[0].option
    return Decision(Exchange(picked, names_of(laid)), _on_average(tried[0]))


def _announce(sight: Sight, rng: Random) -> Decision:
    """Each thing that could be said is compared with silence, and all that pays is said."""
    bonuses, targets = sayable(sight)
    silence: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    options = [silence, *(((one,), ()) for one in bonuses), *(((), (one,)) for one in targets)]
    if len(options) == 1:
        return SILENT
    seat = sight.view.seat

    def worth(table: TarockMatch, option: tuple[tuple[str, ...], tuple[str, ...]]) -> float:
        twin = table.copy()
        twin.say(*option)
        return worth_played_on(twin, seat)

    worlds = Worlds(sight.rules, sight.view)
    tried = {
        one.option: one.mean
        for one in try_all(options, worlds, worth, _ALL_CARDS, rng, keep=len(options))
    }
    least = tried[silence]
    said = tuple(one for one in bonuses if tried[((one,), ())] > least + ANNOUNCE_MARGIN)
    kontra = tuple(one for one in targets if tried[((), (one,))] > least + KONTRA_MARGIN)
    if not said and not kontra:
        return SILENT
    gain = sum(tried[((one,), ())] - least for one in said)
    gain += sum(tried[((), (one,))] - least for one in kontra)
    return Decision(Announce(said, kontra), f"It brings {gain:.1f} points more on average.")


# --- cards -------------------------------------------------------------------------------------


def _play(sight: Sight, rng: Random) -> Decision:
    at = position_from(sight)
    options = cards_to_try(at)
    if len(options) == 1:
        return card_by_thumb(at)
    left = sum(at.view.counts)

    def worth(table: TarockMatch, card: int) -> float:
        return worth_of_card(table, at.know, card, at.seat)

    tried = try_all(options, Worlds(sight.rules, sight.view), worth, left, rng)
    return Decision(Play(NAMES[tried[0].option]), _on_average(tried[0]))


def _on_average(best: Tried[Any]) -> str:
    return f"In {best.deals} deals that may be, it is worth {best.mean:+.1f} points."


_THINKING: dict[str, Callable[[Sight, Random], Decision]] = {
    "bidding": _bid,
    "calling": _call,
    "exchange": _exchange,
    "announcing": _announce,
    "play": _play,
}
