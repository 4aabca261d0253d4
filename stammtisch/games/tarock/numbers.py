"""Every action of Tarock has a number, the same in all matches of this version of the rules.

All exchanges that take the same pile share a number, and so do all announcements: there are too
many of them (see `Match.forms`).
"""

from __future__ import annotations

from stammtisch.games.game import Action
from stammtisch.games.tarock.cards import CARDS, NAMES, NUMBERS, SUITS
from stammtisch.games.tarock.contracts import CONTRACTS, PASS
from stammtisch.games.tarock.records import (
    CHOICES,
    Announce,
    Bid,
    CallKing,
    Exchange,
    Play,
    ThrowIn,
    Vote,
)
from stammtisch.games.tarock.refusals import refusal
from stammtisch.games.tarock.talon import TALON

#: Each card's number is that of playing it.
BID = CARDS
CALL = BID + 1 + len(CONTRACTS)
EXCHANGE = CALL + len(SUITS)
ANNOUNCE = EXCHANGE + TALON
THROW_IN = ANNOUNCE + 1
VOTE = THROW_IN + 1
#: How many numbers there are.
COUNT = VOTE + len(CHOICES)

#: Actions that are made once.
PLAYS: list[Action] = [Play(name) for name in NAMES]
BIDS: dict[str, Action] = {word: Bid(word) for word in (PASS, *CONTRACTS)}
CALLS: tuple[Action, ...] = tuple(CallKing(suit) for suit in SUITS)
VOTES: dict[str, Action] = {choice: Vote(choice) for choice in CHOICES}
SILENCE = Announce()
THROWN: Action = ThrowIn()

_NUMBERS: dict[Action, int] = {
    action: number
    for number, action in (
        *enumerate(PLAYS),
        *enumerate(BIDS.values(), BID),
        *enumerate(CALLS, CALL),
        (THROW_IN, THROWN),
        *enumerate(VOTES.values(), VOTE),
    )
}


def number_of(action: Action) -> int:
    # By its name, because most are cards, and a record is slow to look up.
    if isinstance(action, Play) and action.card in NUMBERS:
        return NUMBERS[action.card]
    if isinstance(action, Exchange) and action.picked in range(TALON):
        return EXCHANGE + action.picked
    if isinstance(action, Announce):
        return ANNOUNCE
    try:
        return _NUMBERS[action]
    except (KeyError, TypeError):
        raise refusal("no_number") from None
