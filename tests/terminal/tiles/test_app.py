"""The game in the terminal, played with its keys."""

from __future__ import annotations

from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, Static

from stammtisch.cli.commands import Parser
from stammtisch.cli.play import app_for, arguments
from stammtisch.games.tiles.match import TILES
from stammtisch.games.tiles.records import PLACES, ROW, View
from stammtisch.games.tiles.tile import JOKER
from stammtisch.terminal.dialogs import HelpScreen, LogScreen, QuitScreen
from stammtisch.terminal.tiles.board import ResultScreen
from stammtisch.terminal.tiles.rack import BROAD, WIDTH
from stammtisch.terminal.tiles.screen import TilesApp
from tests.terminal.served import until

SIZE = (80, 24)


def game(*words: str) -> TilesApp:
    parser = Parser(prog="play")
    arguments(parser)
    asked = parser.parse_args(["tiles", "--bots", "easy", "--bot-pace-ms", "0", *words])
    app = app_for(asked, TILES.rules.named(asked.profile or "classic"))
    assert isinstance(app, TilesApp)
    return app


def shown(app: TilesApp, id: str) -> str:
    return str(app.screen.query_one(f"#{id}", Static).render())


async def changed(pilot: Pilot[str], app: TilesApp, before: View | None) -> None:
    await until(pilot, lambda: app.top.view is not before)


def over_it(app: TilesApp, kind: type[Screen[Any]]) -> bool:
    return isinstance(app.screen, kind)


async def my_turn(pilot: Pilot[str], app: TilesApp) -> None:
    await until(pilot, lambda: app.top.my_turn or app.top.result is not None)


async def play_on(pilot: Pilot[str], app: TilesApp) -> None:
    """Draw and put what was drawn, until the match is over."""
    while True:
        await my_turn(pilot, app)
        if app.top.result is not None:
            await until(pilot, lambda: isinstance(app.screen, ResultScreen) and app.screen.listens)
            return
        view = app.top.view
        assert view is not None
        if not view.must_put:
            await pilot.press("d")
            await changed(pilot, app, view)
        if app.top.result is None:
            before = app.top.view
            await pilot.press("enter")
            await changed(pilot, app, before)


async def test_a_whole_match_and_the_begin_of_another_one() -> None:
    app = game("--seed", "5")
    async with app.run_test(size=SIZE) as pilot:
        await play_on(pilot, app)
        said = shown(app, "result")
        assert "won in round" in said or "Nobody won" in said
        assert "a  again" in said
        await pilot.press("v")
        await pilot.pause()
        assert app.screen is app.table
        assert "Press a for another match" in shown(app, "turn")
        await pilot.press("a")
        await until(pilot, lambda: app.top.running and app.top.my_turn)
        await pilot.press("q", "y")
    assert app.return_value is None


async def test_the_seed_repeats_the_deal() -> None:
    racks = []
    for seed in ("3", "3", "4"):
        app = game("--seed", seed)
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda app=app: app.top.view is not None)  # type: ignore[misc]
            racks.append(list(app.top.rack.places))
    assert racks[0] == racks[1] != racks[2]


async def test_a_small_screen_has_everything_and_takes_talk_help_and_second_thoughts() -> None:
    app = game("--seed", "1")
    async with app.run_test(size=SIZE) as pilot:
        await my_turn(pilot, app)
        assert "Your turn: put one tile down" in shown(app, "turn")
        board = shown(app, "board")
        for words in ("▶ You", "15 tiles", "easy_bot1", "easy_bot2", "easy_bot3", "49 tiles"):
            assert words in board
        # The next player sits at the right, the previous one at the left.
        (sides,) = [line for line in board.splitlines() if "easy_bot1" in line]
        assert sides.index("easy_bot3") < sides.index("49 tiles") < sides.index("easy_bot1")
        for widget in app.screen.query("#head, #board, #turn, #rack, #said, #log, #keys"):
            assert widget.region.height > 0
            assert app.screen.region.contains_region(widget.region), widget.id
        # A refused try says why.
        await pilot.press("d")
        await until(pilot, lambda: "put one" in shown(app, "said"))
        assert "You hold fifteen tiles: put one first." in shown(app, "said")
        await pilot.press("end", "down", "enter")
        await pilot.pause()
        assert shown(app, "said") == "There is no tile under the cursor to put down."
        await pilot.press("question_mark")
        assert over_it(app, HelpScreen)
        await pilot.press("x")
        await pilot.press("t")
        app.screen.query_one(Input).value = "good luck"
        await pilot.press("enter")
        await until(pilot, lambda: "you: good luck" in app.top.lines)
        await pilot.press("q")
        assert over_it(app, QuitScreen)
        await pilot.press("n")
        assert app.screen is app.table
        assert app.top.my_turn


async def test_tiles_are_carried_sorted_and_put_as_a_hint_says() -> None:
    app = game("--seed", "1")
    async with app.run_test(size=SIZE) as pilot:
        await my_turn(pilot, app)
        carried = app.top.rack.places[0]
        await pilot.press("space", "down", "left", "left", "left")
        assert "held" in shown(app, "said")
        await pilot.press("space")
        assert app.top.rack.places[9] == carried or app.top.rack.places.count(carried) == 1
        assert app.top.rack.places[app.top.rack.cursor] == carried
        # Sorting makes groups glow: this deal has the twelve in all colours.
        before = sorted(tile for tile in app.top.rack.places if tile is not None)
        assert "━━━━" not in shown(app, "rack").splitlines()[2]
        await pilot.press("s", "end")
        await pilot.pause()
        assert shown(app, "rack").splitlines()[2].count("━━━━") == 4
        assert sorted(tile for tile in app.top.rack.places if tile is not None) == before
        # A hint gives a reason, and moves the cursor.
        await pilot.press("h")
        await until(pilot, lambda: "Hint" in shown(app, "said"))
        assert shown(app, "said").startswith("Hint: put the red 1 down.")
        view = app.top.view
        await pilot.press("enter")
        await changed(pilot, app, view)
        assert "You put the red 1 down." in app.top.lines


@pytest.mark.parametrize("profile", ["classic", "okey"])
async def test_each_profile_can_be_played(profile: str) -> None:
    app = game("--profile", profile, "--seed", "2")
    async with app.run_test(size=SIZE) as pilot:
        await my_turn(pilot, app)
        assert profile in shown(app, "head")
        assert ("turned up" in shown(app, "board")) == (profile == "okey")


async def test_a_joker_and_a_tile_of_a_group_are_put_only_if_that_is_said_twice() -> None:
    app = game("--seed", "3")
    async with app.run_test(size=SIZE) as pilot:
        await my_turn(pilot, app)
        if app.top.view is not None and not app.top.view.must_put:
            await pilot.press("d")
            await until(pilot, lambda: app.top.view is not None and app.top.view.must_put)
        rack = app.top.rack
        for tile, row, asked in (
            (JOKER, [JOKER], "Throw the joker? Enter again."),
            (2, [1, 2, 3], "red 3 lies in a group. Put it down? Enter again."),
        ):
            rack.deal([*row, *[None] * (PLACES - len(row))])
            rack.cursor = row.index(tile)
            await pilot.press("enter")
            assert shown(app, "said") == asked
            # These tiles are not one's own: the house says so as soon as it is asked.
            await pilot.press("enter")
            await until(pilot, lambda: "not the tiles" in shown(app, "said"))


async def test_tiles_and_the_line_of_keys_take_the_mouse() -> None:
    app = game("--seed", "3")
    async with app.run_test(size=SIZE) as pilot:
        await my_turn(pilot, app)
        await pilot.click("#keys", offset=(shown(app, "keys").index("l log"), 0))
        await until(pilot, lambda: over_it(app, LogScreen))
        keys = str(app.screen.query_one("#log-keys", Static).render())
        await pilot.click("#log-keys", offset=(keys.index("Esc"), 0))
        await until(pilot, lambda: app.screen is app.table)
        await pilot.click("#keys", offset=(shown(app, "keys").index("q quit"), 0))
        await until(pilot, lambda: over_it(app, QuitScreen))
        await pilot.press("n")
        # A tile is drawn to its place, and put with two clicks.
        rack = app.top.rack
        first, free = rack.places[0], rack.places.index(None)
        at = (free % ROW * WIDTH + 2, free // ROW * 3 + 1)
        await pilot.mouse_down("#rack", offset=(2, 1))
        await pilot.mouse_up("#rack", offset=at)
        await pilot.pause()
        assert (rack.places[free], rack.cursor) == (first, free)
        view = app.top.view
        assert view is not None
        if not view.must_put:
            await pilot.click("#board", offset=(38, 3))
            await until(pilot, lambda: app.top.view is not None and app.top.view.must_put)
        held = len([tile for tile in rack.places if tile is not None])
        await pilot.click("#rack", offset=at)
        assert len([tile for tile in rack.places if tile is not None]) == held
        await pilot.click("#rack", offset=at)
        await until(pilot, lambda: any(line.startswith("You put the ") for line in app.top.lines))


async def test_a_table_that_forbids_hints_gives_none_and_offers_no_key_for_them() -> None:
    app = game("--seed", "3", "--no-hints")
    async with app.run_test(size=SIZE) as pilot:
        await my_turn(pilot, app)
        assert "h hint" not in shown(app, "keys")
        await pilot.press("h")
        assert shown(app, "said") == "This table forbids hints."


async def test_a_large_screen_has_large_tiles() -> None:
    app = game("--seed", "3")
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(pilot, app)
        lines = shown(app, "rack").split("\n")
        assert len(lines) == 10
        assert {cell_len(line) for line in lines} == {ROW * BROAD}
