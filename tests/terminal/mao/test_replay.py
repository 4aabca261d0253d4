"""A match of Mao that was played with keys, stored, and looked at afterwards."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Input

from stammtisch.cli import main
from stammtisch.cli.archive import records_in
from stammtisch.store.sqlite import SqliteStore
from stammtisch.tables.record import MatchRecord
from stammtisch.terminal.dialogs import DEAF
from stammtisch.terminal.mao.dialogs import FinaleScreen, WriteScreen
from stammtisch.terminal.replay import ReplayApp, frames
from tests.terminal.mao.harness import RULE, SIZE, Harness


async def _play(folder: Path) -> None:
    """Two rounds at a free table, where all cards can be thrown at once."""
    store = SqliteStore(folder / "stammtisch.db", synchronous="NORMAL")
    harness = Harness("free", players=2, rounds=2, store=store)
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        await harness.until(pilot, lambda: app.top.view is not None)
        await pilot.press("t", *"hello", "enter", "a", "2")
        await harness.until(pilot, lambda: any("admitted" in line for line in app.top.lines))
        for last_round in (False, True):
            await pilot.press(*["enter"] * 7)
            await harness.settled(pilot, lambda: app.top.mode == "lastChance")
            if not last_round:
                await harness.until(pilot, lambda: isinstance(app.screen, WriteScreen))
                app.screen.query_one(Input).value = RULE
                await pilot.press("enter")
                await harness.until(pilot, lambda: harness.view.round == 2)
        await harness.until(pilot, lambda: isinstance(app.screen, FinaleScreen))
        harness.clock.advance(int(DEAF * 1000) + 1)
        await pilot.press("q")
        await pilot.pause()


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house")
    asyncio.run(_play(folder))
    file = folder / "all.jsonl"
    assert main(["export", "--data", str(folder), str(file)]) == 0
    return file


def test_the_replay_tells_moves_talk_accusations_and_rules(
    stored: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(stored)]) == 0
    assert main(["replay", "--plain", str(stored)]) == 0
    printed = capsys.readouterr().out
    for words in (
        "you: “hello”",
        "you accused easy_bot1: hello.",
        "easy_bot1 admitted it.",
        "you played the ",
        "you got rid of the last card",
        "you won the round.",
        f"you wrote the rule “{RULE}”.",
        f"The rules were: “{RULE}” by you, after round 1; nobody counted who kept it.",
        "Rounds won: you 2 and easy_bot1 0.",
    ):
        assert words in printed, words
    # A hand is printed when it has changed, and only then.
    talk = printed[printed.index("you: “hello”") : printed.index("you accused")]
    assert "easy_bot1: " not in talk


async def _look(app: ReplayApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("pagedown")
        scene = str(app.screen.query_one("#scene").render())
        assert "easy_bot1" in scene and "pile of" in scene
        await pilot.press("end")
        scene = str(app.screen.query_one("#scene").render())
        assert f"you's rule: {RULE}" in scene


def test_the_replay_shows_all_hands_and_the_pile(stored: Path) -> None:
    found = [record for _, record in records_in(stored.read_bytes(), "all.jsonl")]
    shows = [(one, list(frames(one))) for one in found if isinstance(one, MatchRecord)]
    asyncio.run(_look(ReplayApp(shows)))
