"""Deals that are played by chance, as fast as it goes: no actions are listed, and nobody is told.

What may be bid, taken and played is asked of the table as ever; every random number is drawn as
the random bot draws it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from stammtisch.games.game import Drifted, Luck, Seat
from stammtisch.games.tarock import kernel, talon
from stammtisch.games.tarock.cards import SUITS

if TYPE_CHECKING:
    from stammtisch.games.tarock.match import TarockMatch

_KINGS = range(len(SUITS))


def drift(match: TarockMatch, luck: Luck, at: int) -> Drifted | None:
    """Play on until the next deal or the end. None with a clock, or with somebody who listens."""
    if not match.quiet or match.rules.turn_clock or match.rules.redeal == "on_demand":
        return None
    actions, last = 0, -1
    while True:
        if (step := _STEPS.get(match.phase)) is not None:
            last = match.mover
            step(match, luck.seats[last])
            actions += 1
        elif match.phase == "play":
            actions += _play(match, luck, at + actions * luck.pace)
            last = _last_player(match)
        elif not _vote(match, luck, at + actions * luck.pace, last):
            break
        else:
            actions += len(luck.seats)
    return Drifted(actions, last, mover_speaks=False, others_speak=False) if actions else None


def _bid(match: TarockMatch, rng: Random) -> None:
    """Each bid is half as likely as the one below."""
    valid = match.auction.valid
    for word in valid:
        if rng.random() < 0.5:
            match.make_bid(word)
            return
    match.make_bid(valid[0])


def _call(match: TarockMatch, rng: Random) -> None:
    match.call_king(rng.choice(_KINGS))


def _exchange(match: TarockMatch, rng: Random) -> None:
    picked = rng.choice(match.open_piles())
    match.take_pile(picked, talon.usual(*match.offer(picked)))


def _announce(match: TarockMatch, rng: Random) -> None:
    _draw_one(rng)
    match.say((), ())


def _draw_one(rng: Random) -> None:
    """As `Random.choice` does where there is no choice."""
    while rng.getrandbits(1):
        pass


_STEPS: dict[str, Callable[[TarockMatch, Random], None]] = {
    "bidding": _bid,
    "calling": _call,
    "exchange": _exchange,
    "announcing": _announce,
}


def _play(match: TarockMatch, luck: Luck, at: int) -> int:
    """Play all cards; return how many."""
    assert match.tricks is not None
    cards = kernel.drift(match.tricks, luck.seats)
    match.end_deal(at + (cards - 1) * luck.pace)
    return cards


def _last_player(match: TarockMatch) -> Seat:
    """Of the cards of a deal; a table that goes on by itself has cleared them away."""
    return -1 if match.tricks is None else ((match.tricks.played[-1] >> 6) + 3) & 3


def _vote(match: TarockMatch, luck: Luck, at: int, last: Seat) -> bool:
    """Let all four play on, if they have just played, and are fast enough."""
    if match.phase != "scored" or last < 0 or any(match.votes):
        return False
    assert match.deadline is not None
    if match.deadline <= at + (len(luck.seats) - 1) * luck.pace:
        return False
    for rng in luck.seats:
        _draw_one(rng)
    match.await_deal()
    return True
