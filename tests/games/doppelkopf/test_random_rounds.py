"""Random rounds by random rules: nothing is refused that was listed, and everything adds up.

    DOPPELKOPF_ROUNDS=10000 pytest tests/games/doppelkopf/test_random_rounds.py

plays more of them.
"""

from __future__ import annotations

import os
from random import Random

from stammtisch.games.doppelkopf.cards import ALL_EYES
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Row, Say
from tests.games.doppelkopf.playing import any_rules, step

ROUNDS = int(os.environ.get("DOPPELKOPF_ROUNDS", "300"))
MOST_STEPS = 3000
ROUNDS_OF_A_MATCH = 5


def check_row(row: Row) -> None:
    assert sum(row.change) == sum(row.penalties), "points go from one to the other"
    if row.void:
        assert row.change == row.penalties
    elif not row.stopped:
        assert sum(row.eyes) == ALL_EYES
        assert set(row.parties) == {"re", "kontra"}


def check_waiting(match: DoppelkopfMatch) -> None:
    assert sum(match.eyes) <= ALL_EYES
    assert match.turn, "somebody is waited for"
    for seat in match.turn:
        actions = match.actions(seat)
        assert actions, "and has something to do"
        for action in actions:
            match.verify(seat, action)
    for seat in match.speakers:
        assert any(isinstance(one, Say) for one in match.actions(seat))


def play_match(number: int) -> int:
    """Play a match by rules and with players that the number decides; how many rounds it had."""
    rng = Random(number)
    match = DoppelkopfMatch(any_rules(rng), 4)
    rows = 0
    for now in range(MOST_STEPS):
        step(match, rng, now)
        if len(match.sheet) > rows:
            assert len(match.sheet) == rows + 1, "a round has one row"
            check_row(match.sheet[-1])
            rows += 1
        if match.outcome is not None or (match.awaits_deal and rows == ROUNDS_OF_A_MATCH):
            return rows
        if not match.awaits_deal:
            check_waiting(match)
    raise AssertionError(f"match {number} does not end")


def test_random_rounds_by_random_rules() -> None:
    played = number = 0
    while played < ROUNDS:
        played += play_match(number)
        number += 1


def test_parties_are_hidden_until_they_may_be_known() -> None:
    """Nobody sees a party that another deal of the unseen cards could make different."""
    shown = 0
    for number in range(60):
        rng = Random(number)
        chosen = any_rules(rng)
        match = DoppelkopfMatch(chosen, 4)
        while match.round < 2 and match.outcome is None:
            step(match, rng)
            if match.phase != "tricks" or rng.random() < 0.8:
                continue
            seat = rng.randrange(4)
            parties = match.view(seat).parties
            shown += sum(party is not None for party in parties)
            for _ in range(3):
                dream = match.resample(seat, rng)
                for at, party in enumerate(parties):
                    if party is not None and not dream.open_party:
                        assert (party == "re") == bool(dream.re >> at & 1)
    assert shown > 100
