"""The tests' own game goes the whole way: a table, its record, its proof, its replay."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from stammtisch.bots.bots import Uniform
from stammtisch.cli import main
from stammtisch.requests import Act, Ready
from stammtisch.tables.record import read_record, verify
from tests.tables.harness import PEOPLE, TableHarness, settings, who


def a_record() -> bytes:
    rng = Random(2)
    harness = TableHarness(settings(game="hearts", profile="quick"))
    for name in PEOPLE:
        harness.join(name)
    for name in PEOPLE:
        harness.ask(who(name), Ready(nonce="c0ffee"))
    while harness.table.state.running:
        match = harness.table.state.match
        assert match is not None
        seat = match.turn[0]
        action = Uniform().choose(match.observation(seat), rng).action
        harness.ask(who(PEOPLE[seat]), Act(action=action))
    (finished,) = harness.finished_matches
    return harness.record(finished)


def test_its_record_is_sound() -> None:
    proof = verify(read_record(a_record()))
    assert proof.game == "hearts" and proof.rounds >= 1 and proof.outcome.kind == "won"


def test_it_is_verified_and_replayed_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hearts.json"
    path.write_bytes(a_record())
    assert main(["verify", str(path)]) == 0
    assert "sound" in capsys.readouterr().out
    assert main(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    assert "ada: played" in told and "The secret of deal 1 was revealed" in told
