"""Rounds that are played by chance, as fast as it goes: nobody is told.

The kernel plays many cards at once, and the match notes them. What may be answered is asked of the
match as ever; every random number is drawn as the random bot draws it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stammtisch.games.doppelkopf import calls, kernel, rounds, tricks
from stammtisch.games.doppelkopf.records import Say
from stammtisch.games.doppelkopf.scoring import Taken
from stammtisch.games.doppelkopf.table import SEATS, DoppelkopfTable
from stammtisch.games.game import Drifted, Luck, Seat

if TYPE_CHECKING:
    from stammtisch.games.doppelkopf.match import DoppelkopfMatch


def drift(match: DoppelkopfMatch, luck: Luck, at: int) -> Drifted | None:
    """Play on at a strict table to which nobody listens: answers, cards up to the first word or to
    the end of a trick that matters, or the votes after a round."""
    if not match.strict or not match.quiet:
        return None
    if match.asking is not None:
        return _answer(match, luck, at)
    if match.phase == "tricks":
        # Where pigs may be called, more can be said than is foreseen here.
        return None if match.with_pigs else _play(match, luck)
    if match.phase == "end" and not any(match.votes):
        return _vote(match, luck)
    return None


def _answer(match: DoppelkopfMatch, luck: Luck, at: int) -> Drifted | None:
    """Give any answers, until there are no more questions, or one is not answered by a word."""
    actions, last = 0, -1
    while match.asking is not None:
        listed = match.actions(match.asked)
        if not listed or type(listed[0]) is not Say:
            break
        last = match.asked
        answer = listed[int(luck.seats[last].random() * len(listed))]
        assert type(answer) is Say
        match.say(last, answer, at + actions * luck.pace)
        actions += 1
        if luck.table.random() < luck.talks:
            return Drifted(actions, last, mover_speaks=False, others_speak=True)
    return Drifted(actions, last, mover_speaks=False, others_speak=False) if actions else None


def _vote(match: DoppelkopfMatch, luck: Luck) -> Drifted:
    """All four play on, so that nobody who has voted wants to vote otherwise."""
    for seat in SEATS:
        rounds.vote(match, seat, "continue_yes")
        luck.table.random()
    return Drifted(len(SEATS), SEATS[-1], mover_speaks=False, others_speak=False)


def _play(match: DoppelkopfTable, luck: Luck) -> Drifted:
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
        [calls.least_cards_now(match, seat) for seat in SEATS],
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
