"""A match as packets, whatever is played: the client's own rules hold, and it knows its table."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from tests.games.doppelkopf.playing import any_rules, step
from tests.protocols.cg.seats import SeatedClient, desk, four

MATCHES = 30
STEPS = 300


@pytest.mark.parametrize("number", range(MATCHES))
def test_each_seat_is_told_all_of_any_match(number: int) -> None:
    rng = Random(number)
    rules = any_rules(rng)
    match = DoppelkopfMatch(rules, 4)
    clients = four(rules, number)
    for _ in range(STEPS):
        events = step(match, rng)
        for client in clients:
            client.hear(events, match)
            client.check(match)
        if match.outcome is not None:
            return


@pytest.mark.parametrize("number", range(MATCHES))
def test_whoever_comes_into_a_round_knows_as_much(number: int) -> None:
    rng = Random(number)
    rules = any_rules(rng)
    match = DoppelkopfMatch(rules, 4)
    for count in range(STEPS):
        if match.outcome is not None:
            return
        step(match, rng)
        if match.outcome is None and count % 9 == 0:
            seat = rng.randrange(4)
            client = SeatedClient(rules, seat, desk(count))
            client.catch_up(match.view(seat), rules)
            client.check(match)
            before = match.round
            while match.round == before and match.outcome is None and rng.random() < 0.9:
                client.hear(step(match, rng), match)
                client.check(match)
