"""The same deals as OpenSpiel plays them: its `tarok` for four players.

`python -m tests.games.tarock.spiel` writes `spiel.json` anew; it needs the package `open_spiel`.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from stammtisch.games.tarock.cards import NAMES
from stammtisch.games.tarock.rules import CONTRACTS, PASS

FILE = Path(__file__).with_name("spiel.json")
GAMES = 120

_BIDS = (PASS, *CONTRACTS)
#: Its suits after the taroks, and where ours begin.
_SUITS = {0: 16, 1: 24, 2: 8, 3: 0}


def card(action: int) -> str:
    """Our name of a card as it numbers them: taroks, hearts, diamonds, spades, clubs."""
    if action < 22:
        return NAMES[32 + action]
    suit, rank = divmod(action - 22, 8)
    return NAMES[_SUITS[suit] + rank]


def played(pyspiel: Any, seed: int) -> dict[str, Any]:
    """One deal at random, with low bids likelier, as the referee's `full_game` takes it; and what
    OpenSpiel says of it."""
    rng = Random(seed)
    state = pyspiel.load_game(f"tarok(players=4,rng_seed={seed})").new_initial_state()
    state.apply_action(0)
    hands = [[card(one) for one in state.player_cards(seat)] for seat in range(4)]
    talon = [card(one) for one in state.talon()]
    actions: list[list[Any]] = []
    counts: list[int] = []
    picked = False
    while not state.is_terminal():
        phase = state.current_game_phase().name
        listed = state.legal_actions()
        chosen = rng.choice(listed)
        if phase == "BIDDING":
            chosen = listed[min(int(rng.expovariate(0.8)), len(listed) - 1)]
            step = ["bid", _BIDS[chosen]]
        elif phase == "KING_CALLING":
            step = ["callking", card(chosen)[0]]
        elif phase == "TALON_EXCHANGE":
            step = ["exchange", card(chosen) if picked else f"pile:{chosen}"]
            picked = True
        else:
            step = ["play", card(chosen)]
        actions.append([state.current_player(), *step])
        counts.append(len(listed))
        state.apply_action(chosen)
    return {
        "hands": hands,
        "talon": talon,
        "actions": actions,
        "legal_counts": counts,
        "scores": state.scores_without_captured_mond_penalties(),
        "mond": state.captured_mond_penalties(),
    }


def write() -> None:
    import pyspiel  # type: ignore[import-not-found,unused-ignore]

    games = [json.dumps(played(pyspiel, seed), separators=(",", ":")) for seed in range(GAMES)]
    FILE.write_text("[\n" + ",\n".join(games) + "\n]\n", "utf-8")


if __name__ == "__main__":
    write()
