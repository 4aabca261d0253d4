"""Matches that are played by chance, from deal to deal; see `chance.py` for the deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stammtisch.games.game import Drifted, Luck, Seat
from stammtisch.games.tarock import chance

if TYPE_CHECKING:
    from stammtisch.games.tarock.match import TarockMatch


def drift(match: TarockMatch, luck: Luck, at: int) -> Drifted | None:
    """Play on until the next deal or the end. None with a clock, or with somebody who listens."""
    rules = match.rules
    if not match.quiet or rules.turn_clock or rules.redeal == "on_demand" or match.mover < 0:
        return None
    actions = chance.play_out(match, luck.seats)
    match.end_deal(at + (actions - 1) * luck.pace)
    last = _last_player(match)
    if match.phase == "scored" and _vote(match, luck, at + actions * luck.pace):
        actions += len(luck.seats)
    return Drifted(actions, last, False, False)


def _last_player(match: TarockMatch) -> Seat:
    """Of the cards of a deal; a table that goes on by itself has cleared them away."""
    return -1 if match.tricks is None else ((match.tricks.played[-1] >> 6) + 3) & 3


def _vote(match: TarockMatch, luck: Luck, at: int) -> bool:
    """Let all four, who have just played, play on if they are fast enough."""
    assert match.deadline is not None
    if match.deadline <= at + (len(luck.seats) - 1) * luck.pace:
        return False
    chance.go_on(luck.seats)
    match.await_deal()
    return True
