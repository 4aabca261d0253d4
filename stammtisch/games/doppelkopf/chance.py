"""Rounds that are played by chance, as fast as it goes: nobody is told.

The kernel plays many cards at once, and the match notes them. What may be answered and called is
asked of the match as ever; every random number is drawn as the random bots would draw it if they
were asked one by one, so that the same matches come of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stammtisch.games.doppelkopf import calls, kernel, rounds, tricks
from stammtisch.games.doppelkopf.records import Say
from stammtisch.games.doppelkopf.scoring import Taken
from stammtisch.games.doppelkopf.table import SEATS, DoppelkopfTable
from stammtisch.games.game import Luck, Refusal, Seat

if TYPE_CHECKING:
    from stammtisch.games.doppelkopf.match import DoppelkopfMatch


def play(match: DoppelkopfMatch, luck: Luck, at: int) -> int:
    """Play on at a strict table to which nobody listens; return how many actions that took.

    It ends at the next deal, at the end, where somebody is asked for cards, and before cards where
    pigs may be called: then more can be said than is foreseen here.
    """
    if not match.strict or not match.quiet:
        return 0
    actions = 0
    while True:
        before, spoken = actions, False
        now = at + actions * luck.pace
        if match.asking is not None:
            actions += _answer(match, luck, now)
            spoken = actions > before and luck.table.random() < luck.talks
        elif match.phase == "tricks" and not match.with_pigs:
            cards, halt = _play_cards(match, luck)
            actions += cards
            if halt == kernel.MOVER_SPEAKS:
                actions += _say_anything(match, match.mover, luck, at + actions * luck.pace)
                spoken = luck.table.random() < luck.talks
            elif halt == kernel.OTHERS_SPEAK:
                spoken = True
        elif match.phase == "end" and not any(match.votes):
            actions += _play_on(match, luck)
        if actions == before:
            return actions
        if spoken:
            now = at + (actions - 1) * luck.pace
            for speaker in match.speakers:
                luck.seats[speaker].random()
                actions += _say_anything(match, speaker, luck, now)


def _answer(match: DoppelkopfMatch, luck: Luck, at: int) -> int:
    """Answer the question, if a word does."""
    seat = match.asked
    listed = match.actions(seat)
    if not listed or type(listed[0]) is not Say:
        return 0
    answer = listed[int(luck.seats[seat].random() * len(listed))]
    assert type(answer) is Say
    match.say(seat, answer, at)
    return 1


def _say_anything(match: DoppelkopfMatch, seat: Seat, luck: Luck, at: int) -> int:
    """Do anything that the seat may; nothing if another one was faster."""
    listed = match.actions(seat)
    if not listed:
        return 0
    try:
        match.apply(seat, listed[int(luck.seats[seat].random() * len(listed))], at)
    except Refusal:
        return 0
    return 1


def _play_on(match: DoppelkopfMatch, luck: Luck) -> int:
    """All four want to, so that nobody who has voted wants to vote otherwise."""
    for seat in SEATS:
        rounds.vote(match, seat, "continue_yes")
        luck.table.random()
    return len(SEATS)


def _play_cards(match: DoppelkopfTable, luck: Luck) -> tuple[int, int]:
    """Play cards up to the first word, or to the end of a trick that matters: how many that were,
    and why the kernel has stopped."""
    leader, lying = match.leader, len(match.trick)
    stretch = kernel.play_by_chance(
        match, [calls.least_cards_now(match, seat) for seat in SEATS], luck
    )
    cards = stretch.cards
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
    return len(cards) - lying, stretch.halt
