"""Cards that are played by chance, many at once: the kernel plays them, the match notes them."""

from __future__ import annotations

from stammtisch.games.doppelkopf import calling, kernel, tricks
from stammtisch.games.doppelkopf.extras import Taken
from stammtisch.games.doppelkopf.table import SEATS, DoppelkopfTable
from stammtisch.games.game import Drifted, Luck, Seat


def drift(match: DoppelkopfTable, luck: Luck) -> Drifted | None:
    """Play on at a strict table to which nobody listens, up to the first word, or to the end of a
    trick that matters; None if it is not simply the time for a card. Where pigs may be called, that
    is never known."""
    if match.phase != "tricks" or match.asking is not None or match.charge is not None:
        return None
    if match.with_pigs or not match.strict or not match.quiet:
        return None
    lying, leader = len(match.trick), match.leader
    stretch = kernel.drift(
        match.order,
        match.hands,
        leader,
        match.trick,
        match.eyes,
        match.won,
        match.joker,
        match.open_party,
        [calling.least_cards(match, seat) for seat in SEATS],
        match.last_call,
        luck.seats,
        luck.table,
        luck.talks,
    )
    cards, halt = stretch.cards, stretch.halt
    match.fitting = -1
    match.numbered += len(cards) - lying
    if stretch.queens:
        tricks.show_queens(match, stretch.queens)
    history = match.history
    for first, taker in enumerate(stretch.winners):
        history.append(Taken(leader, tuple(cards[4 * first : 4 * first + 4]), taker))
        leader = taker
    match.leader = leader
    match.mover = (leader + len(match.trick)) & 3
    if stretch.winners and not match.trick:
        tricks.look_at(match, history[-1])
    return Drifted(
        len(cards) - lying,
        _last_player(match) if len(cards) > lying else -1,
        halt == kernel.MOVER_SPEAKS,
        halt == kernel.OTHERS_SPEAK,
    )


def _last_player(match: DoppelkopfTable) -> Seat:
    leader = match.leader if match.trick else match.history[-1].leader
    return (leader + len(match.trick) - 1) & 3
