"""What stands on the screen already is not drawn again."""

from __future__ import annotations

from typing import Any

import pytest
from rich.text import Text
from textual._compositor import Compositor
from textual.events import MouseScrollUp
from textual.widgets import Static

from stammtisch.terminal.screen import Log
from tests.terminal.doppelkopf.harness import Harness


async def test_only_what_has_changed_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = Harness()
    async with harness.app.run_test() as pilot:
        await harness.asked(pilot, "reservation")
        table = harness.app.table
        table.show()
        drawn: list[str | None] = []
        update = Static.update

        def noted(self: Static, *words: Any, **more: Any) -> None:
            drawn.append(self.id)
            update(self, *words, **more)

        monkeypatch.setattr(Static, "update", noted)
        table.show()
        assert not {"head", "keys", "board", "side", "turn", "said", "hand"} & set(drawn)
        drawn.clear()
        table.put("turn", Text("Now"))
        table.put("turn", Text("Now"))
        table.put("turn", Text("Now", "bold"))
        table.put("turn", "Now")
        assert drawn == ["turn", "turn", "turn"]


async def test_a_hand_is_drawn_again_for_another_width() -> None:
    harness = Harness()
    async with harness.app.run_test(size=(80, 40)) as pilot:
        await harness.asked(pilot, "reservation")
        narrow = harness.shown("hand")
        await pilot.resize_terminal(100, 40)
        await pilot.pause()
        assert harness.shown("hand") != narrow


async def test_a_new_line_of_the_log_moves_nothing_but_the_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness()
    async with harness.app.run_test() as pilot:
        await harness.asked(pilot, "reservation")
        log, laid = harness.app.table.query_one(Log), 0
        reflow = Compositor.reflow

        def noted(self: Compositor, *what: Any) -> Any:
            nonlocal laid
            laid += 1
            return reflow(self, *what)

        monkeypatch.setattr(Compositor, "reflow", noted)
        for number in range(50):
            harness.app.note(f"line {number}")
        await pilot.pause()
        assert log.render_line(log.size.height - 1).text.strip() == "line 49"
        assert not laid
        # The wheel scrolls, until something happens.
        log.post_message(MouseScrollUp(log, 1, 1, 0, -1, 0, shift=False, meta=False, ctrl=False))
        await pilot.pause()
        await pilot.wait_for_animation()
        assert log.scroll_y < log.max_scroll_y
        harness.app.note("line 50")
        await pilot.pause()
        assert log.render_line(log.size.height - 1).text.strip() == "line 50"
        await pilot.resize_terminal(60, 30)
        await pilot.pause()
        assert log.render_line(log.size.height - 1).text.strip() == "line 50"


async def test_what_comes_while_the_app_ends_is_not_drawn() -> None:
    harness = Harness()
    async with harness.app.run_test() as pilot:
        await harness.asked(pilot, "reservation")
        harness.app.exit()
    harness.app.note("a bot played")
    harness.app.table.say("There is no connection just now.")
    assert harness.lines[-1] == "a bot played"
