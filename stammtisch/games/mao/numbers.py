"""Every action of Mao has a number, the same in all matches of this version of the rules.

Whatever is said is one number, and so is every rule. A place in the pile is numbered by its depth:
the top, the second, the third, and anything deeper.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from stammtisch.games.game import Action, Refusal
from stammtisch.games.mao.records import Accept, Accuse, Cancel, Move, Spot, Talk, WriteRule
from stammtisch.games.mao.rules import HAND_CAP, SEATS

TALK = 0
WRITE = 1
ACCEPT = 2
CANCEL = 3
ACCUSE = 4
MOVE = ACCUSE + SEATS[-1]
#: Depths that have numbers of their own; one more stands for all below.
DEPTHS = 3

# Where a card comes from, and where it goes.
FROM_DECK = 0
FROM_HAND = 1
FROM_PILE = FROM_HAND + HAND_CAP
SOURCES = FROM_PILE + DEPTHS + 1
TO_HAND = 0
TO_DECK = 1
TO_PILE = 2
TARGETS = TO_PILE + DEPTHS + 1
#: How many numbers there are.
COUNT = MOVE + SOURCES * TARGETS

_DECK, _HAND = Spot("deck"), Spot("hand")

#: What the numbers of words stand for.
SOME_TALK = Talk("")
SOME_RULE = WriteRule("No rule.")
#: Of each seat, without a reason.
ACCUSATIONS = tuple(Accuse(seat) for seat in range(SEATS[-1]))
PLAIN: dict[int, Action] = {TALK: SOME_TALK, WRITE: SOME_RULE, ACCEPT: Accept(), CANCEL: Cancel()}


def of_move(move: Move, pile: int) -> int:
    """The number of a move, where the pile has so many cards."""
    source, target = move.source, move.target
    left = pile
    if source.place == "hand":
        number = FROM_HAND + (source.index or 0)
    elif source.place == "pile":
        left -= 1
        index = left if source.index is None else source.index
        number = FROM_PILE + min(DEPTHS, left - index)
    else:
        number = FROM_DECK
    number *= TARGETS
    if target.place == "pile":
        index = left if target.index is None else target.index
        return MOVE + number + TO_PILE + min(DEPTHS, left - index)
    return MOVE + number + (TO_HAND if target.place == "hand" else TO_DECK)


def move_of(number: int, pile: int) -> Move:
    """The move of that number; it may be illegal."""
    source, target = divmod(number - MOVE, TARGETS)
    left = pile
    if source >= FROM_PILE:
        left -= 1
        depth = source - FROM_PILE
        start = Spot("pile", 0 if depth == DEPTHS and left >= DEPTHS else left - depth)
    elif source >= FROM_HAND:
        start = Spot("hand", source - FROM_HAND)
    else:
        start = Spot("deck")
    if target < TO_PILE:
        return Move(start, Spot("hand") if target == TO_HAND else Spot("deck"))
    depth = target - TO_PILE
    return Move(start, Spot("pile", 0 if depth == DEPTHS and left >= DEPTHS else left - depth))


@lru_cache(128)
def moves(hand: int, pile: int) -> tuple[Move, ...]:
    """All moves, one for each number, of somebody with so many cards."""
    room = hand < HAND_CAP
    from_hand = [move for index in range(hand) for move in _from_hand(index, pile)]
    return (*_from_deck(pile, room), *from_hand, *_from_pile(pile, room))


def of_moves(hand: int, pile: int) -> tuple[int, ...]:
    """The numbers of all those moves, in their order."""
    return _of_moves(hand, min(pile, DEPTHS + 1))


@lru_cache(HAND_CAP * (DEPTHS + 2))
def _of_moves(hand: int, pile: int) -> tuple[int, ...]:
    """Of a pile that is no higher than its depths can be told apart."""
    return tuple([of_move(move, pile) for move in moves(hand, pile)])


# What is the same for everybody at the table, whatever they hold, is made once for a pile.


@lru_cache(16)
def _places(pile: int) -> tuple[Spot, ...]:
    """Where a card can go in a pile of so many."""
    return tuple(
        Spot("pile", 0 if depth == DEPTHS else pile - depth)
        for depth in range(min(pile, DEPTHS) + 1)
    )


@lru_cache(32)
def _from_deck(pile: int, room: bool) -> tuple[Move, ...]:
    """All moves of the deck's top card, into a hand only where there is room."""
    return (*(Move(_DECK, target) for target in _places(pile)), *([Move(_DECK, _HAND)] * room))


@lru_cache(4 * HAND_CAP)
def _from_hand(index: int, pile: int) -> tuple[Move, ...]:
    """All moves of one card in the hand."""
    source = Spot("hand", index)
    return (*(Move(source, target) for target in _places(pile)), Move(source, _DECK))


@lru_cache(32)
def _from_pile(pile: int, room: bool) -> tuple[Move, ...]:
    """All moves of the cards in the pile, into a hand only where there is room."""
    found: list[Move] = []
    for depth in range(min(pile, DEPTHS + 1)):
        source = move_of(MOVE + (FROM_PILE + depth) * TARGETS, pile).source
        # A card that stays where it is does not move.
        found += [Move(source, target) for target in _places(pile - 1) if target != source]
        found += [Move(source, _HAND)] if room else []
        found.append(Move(source, _DECK))
    return tuple(found)


# --- any action --------------------------------------------------------------------------------

_WORDLESS: dict[type[Any], int] = {type(action): number for number, action in PLAIN.items()}


def of_action(action: Action, pile: int) -> int:
    """The number of an action, where the pile has so many cards."""
    if isinstance(action, Move):
        return of_move(action, pile)
    if isinstance(action, Accuse):
        if type(action.seat) is not int or not 0 <= action.seat < MOVE - ACCUSE:
            raise Refusal("no_such_player", "There is no such player to accuse.")
        return ACCUSE + action.seat
    if type(action) in _WORDLESS:
        return _WORDLESS[type(action)]
    raise Refusal("no_number", "That action has no number in Mao.")


def action_of(number: int, pile: int) -> Action:
    """The action of that number; it may be illegal."""
    if type(number) is not int or not 0 <= number < COUNT:
        raise Refusal(
            "unknown_number", "Mao has no action number {number}.", number=repr(number)[:60]
        )
    if number in PLAIN:
        return PLAIN[number]
    return move_of(number, pile) if number >= MOVE else Accuse(number - ACCUSE)
