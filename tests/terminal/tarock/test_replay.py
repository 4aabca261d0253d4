"""A match of Tarock that was played with keys, stored, and looked at afterwards."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from stammtisch.cli import main
from stammtisch.store.sqlite import SqliteStore
from stammtisch.terminal.dialogs import DEAF
from stammtisch.terminal.tricks.dialogs import MatchDialog
from tests.terminal.tarock.harness import SMALL, Harness


async def _play(folder: Path) -> None:
    """One deal of a klop."""
    store = SqliteStore(folder / "stammtisch.db", synchronous="NORMAL")
    harness = Harness(store=store, deals=1)
    async with harness.app.run_test(size=SMALL) as pilot:
        await harness.bid(pilot, "klop")
        await harness.my_card(pilot)
        await harness.play_deal(pilot)
        await harness.until(pilot, lambda: harness.over_it(MatchDialog))
        harness.clock.advance(int(DEAF * 1000) + 1)
        await pilot.press("q")
        await pilot.pause()


def test_the_replay_tells_bids_cards_and_scores(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(_play(tmp_path))
    file = tmp_path / "all.jsonl"
    assert main(["export", "--data", str(tmp_path), str(file)]) == 0
    assert main(["verify", str(file)]) == 0
    assert main(["replay", "--plain", str(file)]) == 0
    printed = capsys.readouterr().out
    for words in (
        "Deal 1: dealer random_bot3, forehand you.",
        "random_bot1 passed.",
        "you bid klop.",
        "A klop is played: everybody alone, for few points.",
        "won trick 12.",
        "Deal 1 is over: Klop, ",
        "The match is over: ",
    ):
        assert words in printed, words
