"""A house whose file is damaged opens with the tables that can be read, and names the others."""

from __future__ import annotations

from pathlib import Path

from stammtisch import requests as req
from tests.lobby.driver import harness, opening, settings
from tests.store.test_damage import damage, leaves_of

TABLES = 30


async def test_tables_that_can_be_read_come_back_and_the_others_are_named(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    async with harness(path) as one:
        for number in range(TABLES):
            person = await one.guest(f"p{number}")
            await person.at(opening(settings()))
    leaves = leaves_of(path, "journal")
    assert len(leaves) > 3
    damage(path, leaves[1])
    async with harness(path, seed=2) as other:
        back = {info.number for info in other.app.tables()}
        gone = set(range(1, TABLES + 1)) - back
        assert len(back) > TABLES // 2 and gone
        assert len(other.app.damaged) == len(gone)
        for number, sentence in zip(sorted(gone), other.app.damaged, strict=True):
            assert sentence.startswith(f"Table {number} of tiles (")
            assert "cannot be read" in sentence and sentence.endswith(".")
        # Those who are back can be played at.
        number = min(back)
        owner = await other.guest(f"p{number - 1}")
        assert (await owner.at(req.JoinNumber(game="tiles", number=number))).joined.back
        await owner.do(req.Ready())
