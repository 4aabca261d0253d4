"""What was stored by version 0.1.0, as it was before hosts, tokens and views, opens and verifies.

The files in `tests/old` were written by that version: four finished matches, and the data file of a
house with two matches under way.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

import pytest

from stammtisch import replies
from stammtisch import requests as req
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.record import read_record, verify
from tests.lobby.driver import harness

OLD = Path(__file__).parent / "old"
RECORDS = sorted(path for path in OLD.glob("*-*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_old_record_still_verifies(path: Path) -> None:
    proof = verify(read_record(path.read_bytes()))
    assert f"{proof.game}-{proof.profile}" == path.stem
    assert proof.outcome.kind == "won" and proof.moves > 10


async def test_an_old_house_opens_with_its_matches_and_its_tables(tmp_path: Path) -> None:
    shutil.copy(OLD / "house.db", tmp_path / "house.db")
    facts = json.loads((OLD / "facts.json").read_text())
    async with harness(tmp_path / "house.db", cheats=True) as one:
        tables = {runner.table.id: runner.table for runner in one.app.lobby.runners()}
        assert set(tables) == {fact["table"] for fact in facts}
        for fact in facts:
            table = tables[fact["table"]]
            assert (table.state.game.name, table.state.seq, table.state.running) == (
                fact["game"],
                fact["seq"],
                fact["running"],
            )
            assert table.state.host is not None, "whoever has sat longest"
        stored = [row async for row in one.store.all_matches()]
        assert len(stored) == len(RECORDS)
        watcher = await one.guest("eve")
        listed = await watcher.ask(req.AskTables())
        assert isinstance(listed, replies.Tables) and len(listed.tables) == len(facts)


async def test_an_old_match_goes_on(tmp_path: Path) -> None:
    shutil.copy(OLD / "house.db", tmp_path / "house.db")
    async with harness(tmp_path / "house.db", cheats=True) as one:
        runner = next(one.app.lobby.runners())
        match, rng = runner.table.state.match, Random(1)
        assert match is not None
        for _ in range(20):
            seat = match.turn[0]
            step = runner.table.act(seat, rng.choice(match.actions(seat)), *runner.time())
            assert step.entries
            if not runner.table.state.running:
                break


async def test_an_old_file_is_brought_up_to_date_once(tmp_path: Path) -> None:
    shutil.copy(OLD / "house.db", tmp_path / "house.db")
    for _ in range(2):
        store = SqliteStore(tmp_path / "house.db")
        await store.open()
        assert len([account async for account in store.all_accounts()]) == 6
        await store.close()
