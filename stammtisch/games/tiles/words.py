"""The numbers of all actions of tiles, and why something may not be done.

A number is the same in all matches of this version of the rules. A put is numbered by the kind of
its tile (`KIND`: any joker is kind 52), once for putting it and once for winning with it.
"""

from __future__ import annotations

from stammtisch.games.game import Action, Refusal
from stammtisch.games.refusal import OF_EVERY_MATCH
from stammtisch.games.tiles.records import Cheat, Draw
from stammtisch.games.tiles.tile import KINDS

DRAW_MAIN = 0
DRAW_EXCHANGE = 1
PUT = 2
WIN = PUT + KINDS
CHEAT = WIN + KINDS
#: How many numbers there are.
COUNT = CHEAT + 1

_PLAIN: dict[int, Action] = {
    DRAW_MAIN: Draw("main"),
    DRAW_EXCHANGE: Draw("exchange"),
    CHEAT: Cheat(),
}
_NUMBERS = {action: number for number, action in _PLAIN.items()}


def of_plain(action: Action) -> int:
    """The number of an action that is no put."""
    try:
        return _NUMBERS[action]
    except (KeyError, TypeError):
        raise Refusal("no_number", "That action has no number in tiles.") from None


def plain(number: int) -> Action:
    """The action of a number that is no put's."""
    try:
        return _PLAIN[number]
    except (KeyError, TypeError):
        raise Refusal(
            "unknown_number", "Tiles has no action number {number}.", number=repr(number)[:60]
        ) from None


def kind_put(number: int) -> int | None:
    """The kind of tile that is put, if the number is a put's."""
    return (number - PUT) % KINDS if PUT <= number < CHEAT else None


REFUSALS: dict[str, str] = {
    **OF_EVERY_MATCH,
    "no_win": "Your other fourteen tiles make no winning rack.",
    "bad_tile": "There is no such tile.",
    "bad_rack": "A rack has {places} places, empty ones included.",
    "bad_rack_tile": "There is no such tile as one on the rack you sent.",
    "already_dealt": "The tiles are dealt already.",
    "no_clock": "No clock runs in this match.",
    "too_early": "The player's time is not over yet.",
    "not_started": "The match has not started yet.",
    "over": "The match is over.",
    "not_your_turn": "It is not your turn yet.",
    "already_drawn": "You hold fifteen tiles: put one first.",
    "draw_first": "Draw a tile first, then put one.",
    "not_your_tiles": "Those are not the tiles that you have.",
    "no_cheats": "There is no cheating at this table.",
    "empty_stack": "Your exchange stack is empty: draw from the main stack.",
    "bad_stack": "One can draw from the main or the exchange stack only.",
    "no_number": "That action has no number in tiles.",
    "unknown_number": "Tiles has no action number {number}.",
}
