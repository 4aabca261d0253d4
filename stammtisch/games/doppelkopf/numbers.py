"""Every action of Doppelkopf has a number, the same in all matches of this version of the rules.

First come the words in their order, then the cards by kind (the joker last), then the rest. All
ways of passing three cards share a number, and so do all ways of giving three back.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stammtisch.games.doppelkopf.cards import JOKER, KIND_NAMES, SUITS, Card
from stammtisch.games.doppelkopf.records import (
    MISCONDUCTS,
    Complain,
    Pass,
    Play,
    PointOut,
    Return,
    Withdraw,
)
from stammtisch.games.doppelkopf.refusals import refusal
from stammtisch.games.doppelkopf.words import SAY, WORDS
from stammtisch.games.game import Action

#: One action for each card that can be named.
PLAYS: Final = {card: Play(card) for card in (*KIND_NAMES, JOKER)}

PLAY: Final = 100
PASS: Final = PLAY + len(PLAYS)
RETURN: Final = PASS + 1
WITHDRAW: Final = RETURN + 1
COMPLAIN: Final = WITHDRAW + 1
#: A move that is pointed out by what it was, not by its number.
POINT_OUT_ANY: Final = COMPLAIN + 4 * len(MISCONDUCTS)
POINT_OUT: Final = POINT_OUT_ANY + 1

_PLAIN: Final[dict[Action, int]] = {
    **{SAY[word]: number for number, word in enumerate(WORDS)},
    **{play: PLAY + number for number, play in enumerate(PLAYS.values())},
    Withdraw(): WITHDRAW,
    **{
        Complain(accused, misconduct): COMPLAIN + accused * len(MISCONDUCTS) + at
        for accused in range(4)
        for at, misconduct in enumerate(MISCONDUCTS)
    },
}
_ACTIONS: Final = {number: action for action, number in _PLAIN.items()}
assert len(WORDS) <= PLAY, "the words have run out of numbers"


@lru_cache(maxsize=4)
def plays_by_suit(joker: Card) -> tuple[tuple[tuple[Play, ...], ...], ...]:
    """For each suit, and each set of its twelve cards, one action for each name among them."""
    return tuple(_plays_of(suit, joker) for suit in range(len(SUITS)))


def _plays_of(suit: int, joker: Card) -> tuple[tuple[Play, ...], ...]:
    """The same few tuples of actions, over and over: each pair of bits is the two of a kind."""
    table: list[tuple[Play, ...]] = [()]
    for pair in range(6):
        kind = 6 * suit + pair
        one = (PLAYS[KIND_NAMES[kind]],)
        two = (PLAYS[JOKER],) if 2 * kind + 1 == joker else one
        both = one if two is one else one + two
        parts = ((), one, two, both)
        table = [rest + part for part in parts for rest in table]
    return tuple(table)


def number_of(action: Action) -> int:
    if isinstance(action, Pass):
        return PASS
    if isinstance(action, Return):
        return RETURN
    if isinstance(action, PointOut):
        return POINT_OUT_ANY if action.id is None else POINT_OUT + action.id
    try:
        return _PLAIN[action]
    except (KeyError, TypeError):
        raise refusal("no_number") from None


def plain(number: int) -> Action | None:
    """The action of that number, if there is only one of it at any table."""
    return _ACTIONS.get(number) if type(number) is int else None
