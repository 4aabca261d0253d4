from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Static

from stammtisch.cli import main
from stammtisch.cli.archive import records_in
from stammtisch.tables.record import MatchRecord
from stammtisch.terminal.dialogs import HelpScreen
from stammtisch.terminal.replay import ReplayApp, frames
from tests.terminal.playing import fill_store


@pytest.fixture
def stored(tmp_path: Path) -> list[MatchRecord]:
    fill_store(tmp_path, matches=2)
    file = tmp_path / "all.jsonl"
    assert main(["export", "--data", str(tmp_path), str(file)]) == 0
    found = [record for _, record in records_in(file.read_bytes(), "all.jsonl")]
    return [record for record in found if isinstance(record, MatchRecord)]


def shown(app: ReplayApp, id: str) -> str:
    return str(app.replay.query_one(f"#{id}", Static).render())


async def test_keys_step_through_a_match(stored: list[MatchRecord]) -> None:
    shows = [(record, list(frames(record))) for record in stored]
    app = ReplayApp(shows)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "step 1 of" in shown(app, "head")
        assert "Nothing is dealt yet." in shown(app, "scene")
        await pilot.press("pagedown", "right", "space", "left")
        assert app.replay.at == 11
        assert "easy_bot1" in shown(app, "scene")
        await pilot.press("end")
        assert f"step {len(shows[0][1])} of {len(shows[0][1])}" in shown(app, "head")
        assert "The secret of deal 1 was revealed" in shown(app, "said")
        await pilot.press("right", "n")
        assert shows[1][0].match in shown(app, "head")
        await pilot.press("escape")
        assert app.is_running
        await pilot.press("question_mark")
        assert [isinstance(screen, HelpScreen) for screen in app.screen_stack] == [
            False,
            False,
            True,
        ]
        await pilot.press("x")
        assert len(app.screen_stack) == 2
        await pilot.press("n", "left")
        assert "step 1 of" in shown(app, "head")
        assert shows[0][0].match in shown(app, "head")
        await pilot.resize_terminal(50, 24)
        await pilot.pause()
        assert shown(app, "keys").endswith("? help  q quit")
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert app._exit
