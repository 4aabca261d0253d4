"""Deals that are played by chance, as fast as it goes: no actions are listed, and nobody is told.

What may be bid, taken and played is asked of the board as ever; every random number is drawn as
the random bot draws it. The file runs as it is, and mypyc compiles it.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from stammtisch.games.compiling import i64
from stammtisch.games.game import Luck
from stammtisch.games.tarock.board import Auction, Board, usual_discards
from stammtisch.games.tarock.kernel import Tricks
from stammtisch.games.tarock.talk import Talk

if TYPE_CHECKING:
    from stammtisch.games.tarock.match import TarockMatch


#: How many bits a number has.
_BITS: Final = [number.bit_length() for number in range(55)]
#: The number of the card of a set with one card, by the remainder that the set leaves: the powers
#: of two below 2⁵⁸ leave different ones.
_REST: Final = 59
_PLACES: Final = {(1 << card) % _REST: card for card in range(54)}
_CARD: Final = [_PLACES.get(rest, -1) for rest in range(_REST)]


def play(match: TarockMatch, luck: Luck, at: int) -> int:
    """Play on until the next deal or the end; return how many actions that took. None are done
    with a clock, or with somebody who listens."""
    rules = match.rules
    if not match.quiet or rules.turn_clock or rules.redeal == "on_demand" or match.mover < 0:
        return 0
    actions = play_out(match, luck.seats)
    match.end_deal(at + (actions - 1) * luck.pace)
    if match.phase == "scored" and _play_on(match, luck, at + actions * luck.pace):
        actions += len(luck.seats)
    return actions


def _play_on(match: TarockMatch, luck: Luck, at: int) -> bool:
    """Let all four, who have just played, play on if they are fast enough."""
    assert match.deadline is not None
    if match.deadline <= at + (len(luck.seats) - 1) * luck.pace:
        return False
    for rng in luck.seats:
        _draw_one(rng)
    match.await_deal()
    return True


def play_out(board: Board, rngs: list[Random]) -> int:
    """Play the deal from wherever it is to its last card, each seat at random by numbers of its
    own; return how many actions that took."""
    actions = 0
    if board.phase == "bidding":
        actions += _bid(board.auction, rngs)
        board.follow_auction()
    if board.phase == "calling":
        board.call_king(_below(4, rngs[board.mover]))
        actions += 1
    if board.phase == "exchange":
        _exchange(board, rngs[board.mover])
        actions += 1
    if board.phase == "announcing":
        assert board.talk is not None
        actions += _stay_silent(board.talk, rngs)
        board.follow_talk()
    assert board.tricks is not None
    return actions + _play(board.tricks, rngs)


def _draw_one(rng: Random) -> None:
    """As `Random.choice` does where there is no choice."""
    while rng.getrandbits(1):
        pass


def _below(bound: int, rng: Random) -> int:
    """As `Random.choice` draws one of so many."""
    bits = _BITS[bound]
    drawn = rng.getrandbits(bits)
    while drawn >= bound:
        drawn = rng.getrandbits(bits)
    return drawn


def _bid(auction: Auction, rngs: list[Random]) -> int:
    """Each bid is half as likely as the one below."""
    draws = [rng.random for rng in rngs]
    before = len(auction.bids)
    while auction.next is not None:
        draw = draws[auction.next]
        said = auction.valid[0]
        for word in auction.valid:
            if draw() < 0.5:
                said = word
                break
        auction.bid(said)
    return len(auction.bids) - before


def _exchange(board: Board, rng: Random) -> None:
    piles = board.open_piles()
    picked = piles[_below(len(piles), rng)]
    held, number, free = board.offer(picked)
    board.take_pile(picked, usual_discards(held, number, free))


def _stay_silent(talk: Talk, rngs: list[Random]) -> int:
    before = len(talk.said)
    while talk.next is not None:
        _draw_one(rngs[talk.next])
        talk.say((), ())
    return len(talk.said) - before


def _play(tricks: Tricks, rngs: list[Random]) -> int:
    draws = [rng.getrandbits for rng in rngs]
    before = len(tricks.played)
    over = tricks.over
    while not over:
        choice = tricks.legal()
        number: i64 = 0
        left: i64 = choice
        while left:
            left &= left - 1
            number += 1
        # As `_below`.
        bits = _BITS[number]
        draw = draws[tricks.turn]
        at: i64 = draw(bits)
        while at >= number:
            at = draw(bits)
        while at:
            choice &= choice - 1
            at -= 1
        over = tricks.make(_CARD[(choice & -choice) % _REST])
    return len(tricks.played) - before
