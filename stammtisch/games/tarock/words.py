"""The numbers of all actions of Tarock, and why something may not be done.

A number is the same in all matches of this version of the rules. All exchanges that take the same
pile share a number, and so do all announcements: there are too many of them (see `Match.forms`).
"""

from __future__ import annotations

from typing import Any, Final

from stammtisch.games.game import Action
from stammtisch.games.refusal import OF_EVERY_MATCH, Refusal
from stammtisch.games.tarock.board import TALON
from stammtisch.games.tarock.cards import CARDS, NAMES, NUMBERS, SUITS
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
from stammtisch.games.tarock.rules import CONTRACTS, PASS

# --- numbers of actions ------------------------------------------------------------------------

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


# --- refusals ----------------------------------------------------------------------------------

REFUSALS: Final[dict[str, str]] = {
    **OF_EVERY_MATCH,
    # --- at any time ---
    "over": "The match is over.",
    "already_dealt": "The cards are dealt already.",
    "no_clock": "No clock runs in this match.",
    "too_early": "The time is not over yet.",
    "wrong_phase": "That is not possible at this point of the deal.",
    "not_your_turn": "It is not your turn.",
    "bad_number": "Tarock has no action number {number}.",
    "no_number": "That action has no number in Tarock.",
    "not_legal": "You cannot do that now.",
    # --- auction ---
    "invalid_contract": "You cannot bid {contract} now; you can bid {valid}.",
    "must_bid": "All others have passed: you must bid.",
    "no_throw_in": "Only who has no tarok, and has not bid yet, may ask for a new deal, where the "
    "table plays so.",
    # --- king and talon ---
    "invalid_suit": "One calls the king of C, S, H or D.",
    "invalid_pick": "The talon has {piles} piles, counted from 0.",
    "king_pile": "You must take the pile in which the called king lies.",
    "not_yours": "You can lay down only cards of your hand and of the pile.",
    "wrong_number": "You must lay down as many cards as you take: {number}.",
    "never_laid_down": "Kings, pagat, mond and skis are never laid down.",
    "low_cards_first": "Taroks may be laid down only after all other cards but kings.",
    # --- announcements ---
    "invalid_bonus": "You cannot announce {bonus} now.",
    "invalid_kontra": "You cannot double {target} now.",
    # --- cards ---
    "no_such_card": "There is no card {card} in Tarock.",
    "not_in_hand": "You do not have that card.",
    "ultimo_locked": "You have announced to win the last trick with it: keep it while you can.",
    "must_follow": "You must follow suit.",
    "must_play_tarok": "You cannot follow suit: you must play a tarok.",
    "must_beat": "You must beat the best card of the trick, because you can.",
    "pagat_last": "In this contract the pagat goes last.",
    "pagat_forced": "Mond and skis lie there: you must play the pagat.",
    # --- after a deal ---
    "bad_choice": "After a deal one can say continue or adjourn, and end where the match has no "
    "last deal.",
    # --- the referee ---
    "unknown_kind": "The referee of Tarock knows {known}, not {kind}.",
    "bad_position": "That is no position of Tarock: {problem}.",
}

#: The names that the JSON protocol has for refusals, if not their codes.
ERRORS: Final[dict[str, str]] = {
    "king_pile": "invalid_pick",
    **dict.fromkeys(
        (
            "not_yours",
            "wrong_number",
            "never_laid_down",
            "low_cards_first",
            "no_such_card",
            "not_in_hand",
            "ultimo_locked",
            "must_follow",
            "must_play_tarok",
            "must_beat",
            "pagat_last",
            "pagat_forced",
        ),
        "invalid_card",
    ),
}


def refusal(code: str, **data: Any) -> Refusal:
    return Refusal(code, REFUSALS[code], **data)


def error_name(code: str) -> str:
    """What the JSON protocol calls a refusal of that code."""
    return ERRORS.get(code, code)
