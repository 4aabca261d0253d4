"""What one may hear at a table of tiles that something may not be done: code and sentence."""

from __future__ import annotations

from stammtisch.games.refusal import OF_EVERY_MATCH

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
