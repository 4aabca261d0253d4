"""What stands on the screen already is not drawn again."""

from __future__ import annotations

from typing import Any

import pytest
from rich.text import Text
from textual.widgets import Static

from tests.cli.doppelkopf.parlour import Parlour


async def test_only_what_has_changed_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    parlour = Parlour()
    async with parlour.app.run_test() as pilot:
        await parlour.asked(pilot, "reservation")
        table = parlour.app.table
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
    parlour = Parlour()
    async with parlour.app.run_test(size=(80, 40)) as pilot:
        await parlour.asked(pilot, "reservation")
        narrow = parlour.shown("hand")
        await pilot.resize_terminal(100, 40)
        await pilot.pause()
        assert parlour.shown("hand") != narrow
