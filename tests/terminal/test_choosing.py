"""A choice: where its options lie, and how they are reached."""

from __future__ import annotations

from typing import Any

from textual.app import App, ComposeResult

from stammtisch.terminal.dialogs import Choice, ChoiceDialog, Chooser, Option

MANY = tuple(Option(f"option {at}", at) for at in range(8))


class Room(App[Any]):
    def __init__(self) -> None:
        super().__init__()
        self.chosen: list[Any] = []

    def compose(self) -> ComposeResult:
        yield Chooser(id="choice")

    def on_chooser_chosen(self, event: Chooser.Chosen) -> None:
        self.chosen.append(event.option.value)


async def test_what_is_too_long_goes_on_in_the_next_column() -> None:
    app = Room()
    async with app.run_test(size=(60, 10)) as pilot:
        chooser = app.query_one(Chooser)
        chooser.offer(Choice("Which?", MANY, ("a note",), 1), 60, 5)
        await pilot.pause()
        lines = str(chooser.render()).splitlines()
        assert lines[:2] == ["Which?", "a note"]
        assert [line.split() for line in lines[2:]] == [
            ["1", "option", "0", "4", "option", "3", "7", "option", "6"],
            ["2", "option", "1", "5", "option", "4", "8", "option", "7"],
            ["3", "option", "2", "6", "option", "5"],
        ]
        chooser.move(1, 0)
        chooser.move(0, 1)
        assert chooser.at_cursor == MANY[4]
        chooser.move(5, 0)
        assert chooser.at_cursor == MANY[4]
        await pilot.click(Chooser, offset=(20, 2))
        assert app.chosen == [3]


async def test_the_cursor_stays_as_long_as_the_subject_does() -> None:
    app = Room()
    async with app.run_test(size=(60, 10)):
        chooser = app.query_one(Chooser)
        chooser.offer(Choice("Which?", MANY, (), "a"), 60, 5)
        chooser.move(0, 1)
        chooser.offer(Choice("Which now?", MANY[:4], (), "a"), 60, 5)
        assert chooser.cursor == 1
        chooser.offer(Choice("Which then?", MANY, (), "b"), 60, 5)
        assert chooser.cursor == 0


async def test_a_sheet_gives_what_was_chosen_or_nothing() -> None:
    app = Room()
    async with app.run_test(size=(60, 20)) as pilot:
        for keys, value in ((["3"], 2), (["down", "enter"], 1), (["escape"], None)):
            app.push_screen(ChoiceDialog("Which?", MANY), app.chosen.append)
            await pilot.pause()
            await pilot.press(*keys)
            await pilot.pause()
            assert app.chosen[-1] == value
