from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

from stammtisch.bots.bots import bot_for
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Play
from stammtisch.games.game import Deal, Seat
from tests.bots.doppelkopf.positions import house_tables
from tests.games.doppelkopf.playing import healthy, new, play_out


def fourth_to_the_last_but_one(tables: int) -> Iterator[DoppelkopfMatch]:
    """Two cards left, and the other three have played one of theirs."""
    for number in range(tables):
        for match in house_tables(100 + number, 1, 60):
            if match.phase == "tricks" and len(match.history) == 10 and len(match.trick) == 3:
                yield match


def worth(match: DoppelkopfMatch, seat: Seat, card: str) -> int:
    """The points of the seat, if it plays that card and all others what is left."""
    twin = match.copy()
    twin.apply(seat, Play(card))
    play_out(twin)
    return twin.points[seat] - match.points[seat]


def test_the_better_of_the_last_two_cards_is_played_whenever_it_is_certain() -> None:
    bot = bot_for("doppelkopf", "hard")
    certain = 0
    for match in fourth_to_the_last_but_one(60):
        seat = match.mover
        cards = {action.card for action in match.actions(seat) if isinstance(action, Play)}
        possible = [match.resample(seat, Random(number)) for number in range(12)]
        for better, worse in permutations(cards, 2):
            if all(worth(one, seat, better) > worth(one, seat, worse) for one in possible):
                certain += 1
                assert bot.choose(match.observation(seat), Random(1)).action == Play(better)
    assert certain >= 3


@pytest.mark.parametrize("number", range(3))
def test_the_same_luck_makes_the_same_decision(number: int) -> None:
    match = new()
    match.apply(None, Deal(bytes([number]) * 32))
    healthy(match)
    bot = bot_for("doppelkopf", "hard")
    observation = match.observation(match.mover)
    assert bot.choose(observation, Random(number)) == bot.choose(observation, Random(number))
