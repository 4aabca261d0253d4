"""Deals that are played by chance, as fast as it goes: no actions are listed, and nobody is told.

What may be bid, taken and played is asked of the table as ever; every random number is drawn as
the random bot draws it.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from stammtisch.games.game import Drifted, Luck, Seat
from stammtisch.games.tarock import auction, kernel, talk, talon
from stammtisch.games.tarock.cards import SUITS

if TYPE_CHECKING:
    from stammtisch.games.tarock.match import TarockMatch

_KINGS = range(len(SUITS))


def drift(match: TarockMatch, luck: Luck, at: int) -> Drifted | None:
    """Play on until the next deal or the end. None with a clock, or with somebody who listens."""
    rules = match.rules
    if not match.quiet or rules.turn_clock or rules.redeal == "on_demand" or match.mover < 0:
        return None
    rngs = luck.seats
    actions = 0
    if match.phase == "bidding":
        actions = auction.drift(match.auction, rngs)
        match.follow_auction()
    if match.phase == "calling":
        match.call_king(rngs[match.mover].choice(_KINGS))
        actions += 1
    if match.phase == "exchange":
        _exchange(match, rngs[match.mover])
        actions += 1
    if match.phase == "announcing":
        assert match.talk is not None
        actions += talk.drift(match.talk, rngs)
        match.follow_talk()
    assert match.tricks is not None
    actions += kernel.drift(match.tricks, rngs)
    match.end_deal(at + (actions - 1) * luck.pace)
    last = _last_player(match)
    if match.phase == "scored" and _vote(match, luck, at + actions * luck.pace):
        actions += len(rngs)
    return Drifted(actions, last, mover_speaks=False, others_speak=False)


def _exchange(match: TarockMatch, rng: Random) -> None:
    picked = rng.choice(match.open_piles())
    match.take_pile(picked, talon.usual(*match.offer(picked)))


def _last_player(match: TarockMatch) -> Seat:
    """Of the cards of a deal; a table that goes on by itself has cleared them away."""
    return -1 if match.tricks is None else ((match.tricks.played[-1] >> 6) + 3) & 3


def _vote(match: TarockMatch, luck: Luck, at: int) -> bool:
    """Let all four, who have just played, play on if they are fast enough."""
    assert match.deadline is not None
    if match.deadline <= at + (len(luck.seats) - 1) * luck.pace:
        return False
    for rng in luck.seats:
        kernel.draw_one(rng)
    match.await_deal()
    return True
