"""What lies over the table of Mao, and what typed keys must not do."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from stammtisch.games.mao.cards import card_name
from stammtisch.terminal.dialogs import DEAF, LogScreen, QuitScreen, TalkScreen
from stammtisch.terminal.mao.board import banner, phrases
from stammtisch.terminal.mao.dialogs import AccuseScreen, FinaleScreen, WriteScreen
from stammtisch.terminal.mao.hand import BROAD
from tests.terminal.mao.harness import RULE, SIZE, Harness, Hasty
from tests.terminal.mao.test_app import begin, over_it


async def win_free_round(harness: Harness, pilot: Pilot[str]) -> None:
    """At a free table: throw all cards."""
    top = harness.app.top
    await harness.settled(pilot, lambda: top.mode == "play" and bool(top.fan.cards))
    await pilot.press(*["enter"] * len(top.fan.cards))
    await harness.settled(pilot, lambda: top.mode == "lastChance")


async def test_what_is_typed_too_late_goes_nowhere_and_the_finale_waits_for_who_is_typing() -> None:
    harness = Harness("free", players=2, rounds=3)
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        # The time to write is over while one is writing.
        await win_free_round(harness, pilot)
        await harness.until(pilot, lambda: over_it(harness, WriteScreen))
        await pilot.press(*"WHEN k")
        await harness.until(pilot, lambda: harness.view.round == 2, ms=5000)
        hand, order, lines = list(app.top.fan.held), app.top.fan.order, len(app.top.lines)
        await pilot.press(*"ingdsma12q", "space")
        assert over_it(harness, WriteScreen)
        assert "Your time to write a rule is over" in harness.shown("title")
        assert app.screen.query_one(Input).value == "WHEN k"
        assert (app.top.fan.held, app.top.fan.order, len(app.top.lines)) == (hand, order, lines)
        missing = "You let the time pass, and wrote no rule."
        assert app.top.lines.count(missing) == 1
        await pilot.press("enter")
        assert app.screen is app.table
        assert (app.top.fan.held, harness.view.own_rules) == (hand, ())
        # A rule that was written is not called missing.
        await win_free_round(harness, pilot)
        await harness.until(pilot, lambda: over_it(harness, WriteScreen))
        app.screen.query_one(Input).value = RULE
        await pilot.press("enter")
        await harness.until(pilot, lambda: harness.view.round == 3)
        assert app.screen is app.table
        assert [line for line in app.top.lines if "wrote no rule" in line] == [missing]
        # The finale waits for who is typing, and then for a moment.
        await win_free_round(harness, pilot)
        await pilot.press("t", *"qua")
        await harness.until(pilot, lambda: app.top.result is not None)
        await pilot.press(*"qa")
        assert over_it(harness, TalkScreen)
        assert app.screen.query_one(Input).value == "quaqa"
        await pilot.press("escape")
        await harness.settled(pilot, lambda: over_it(harness, FinaleScreen))
        await pilot.press("a", "q", "v")
        assert over_it(harness, FinaleScreen)
        assert not app.top.running
        harness.clock.advance(int(DEAF * 1000) + 1)
        await pilot.press("v")
        assert app.screen is app.table
        assert "f finale" in harness.shown("keys")
        assert "Enter play" not in harness.shown("keys")
    assert app.farewell == ""


async def test_an_answer_is_shown_whole_until_the_next_key_or_the_next_thing_that_happens() -> None:
    harness = Harness()
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        await begin(harness, pilot)
        await pilot.press("w")
        assert "Only the winner" in harness.shown("said")
        await pilot.press("x")
        assert "held by suit" in harness.shown("said")
        await pilot.press("y")
        await harness.settled(pilot, lambda: "not accused" in harness.shown("said"))
        await pilot.press("t", *"hello", "enter")
        await harness.settled(pilot, lambda: app.top.frozen)
        assert "held by suit" in harness.shown("said")
        await pilot.press("d")
        await harness.settled(pilot, lambda: "All you can do now" in harness.shown("said"))
        said = app.table.query_one("#said")
        assert str(said.render()).endswith("must be accepted or taken back.")
        assert said.size.height == 2
        assert app.screen.region.contains_region(app.table.query_one("#log").region)
        # Here nobody does anything but the chairman, when his time is over.
        await pilot.press("c")
        await harness.settled(pilot, lambda: "take back" in harness.shown("said"))
        await harness.until(pilot, lambda: not app.top.frozen)
        assert "held by suit" in harness.shown("said")


@pytest.mark.parametrize("sheets", [[None], ["t", "a", "l", "question_mark"]])
async def test_the_first_interrupt_asks_and_the_second_leaves(sheets: list[str | None]) -> None:
    harness = Harness()
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        await begin(harness, pilot)
        for sheet in sheets:
            while app.screen is not app.table:
                await pilot.press("escape")
            if sheet is not None:
                await pilot.press(sheet)
                assert app.screen is not app.table
            await pilot.press("ctrl+c")
            assert over_it(harness, QuitScreen)
            assert "it ends when you leave" in harness.shown("question")
            assert "bot" not in harness.shown("question")
            await pilot.press("n")
            assert not over_it(harness, QuitScreen)
            assert (app.screen is app.table) == (sheet is None)
        await pilot.press("ctrl+c", "ctrl+c")
        await harness.settled(pilot, lambda: not app.is_running)
    assert app.farewell == "You left in round 1 of 10. Nobody had written a rule yet."


async def test_who_quits_is_told_the_secret_rules_of_a_match_that_ends_with_it() -> None:
    harness = Harness("free", players=2, rounds=3, executor=Hasty())
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        await harness.until(pilot, lambda: app.top.view is not None and app.top.view.round == 2)
        assert RULE not in " ".join(app.top.lines)
        await pilot.press("q", "y")
        await harness.settled(pilot, lambda: not app.is_running)
    assert app.farewell.startswith("You left in round 2 of 3. These rules had been written:")
    assert f"after round 1, by easy_bot1: {RULE}" in app.farewell


async def test_the_log_has_everything_and_can_be_read_back() -> None:
    harness = Harness("free", players=2)
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        await harness.settled(pilot, lambda: bool(app.top.fan.cards))
        for number in range(60):
            app.top.note(f"Thing {number} happened.")
        await pilot.press("l")
        assert over_it(harness, LogScreen)
        await pilot.pause()
        paper = app.screen.query_one("VerticalScroll")
        assert paper.is_vertical_scroll_end and paper.max_scroll_y > 0
        assert "Thing 0 happened." in harness.shown("log-lines")
        await pilot.press("pageup")
        reading = paper.scroll_y
        assert reading < paper.max_scroll_y
        app.top.note("Something new happened.")
        sheet = app.screen_stack[-1]
        assert isinstance(sheet, LogScreen)
        sheet._look()
        await pilot.pause()
        assert "Something new happened." in harness.shown("log-lines")
        assert paper.scroll_y == reading
        await pilot.press("home")
        assert paper.scroll_y == 0
        await pilot.press("pagedown", "end")
        assert paper.is_vertical_scroll_end
        await pilot.press("escape")
        assert app.screen is app.table
        await pilot.press("question_mark")
        assert "log: all that" in harness.shown("words")


@pytest.mark.parametrize(("players", "widths"), [(8, [80]), (4, [40, 60])])
async def test_everybody_who_can_be_accused_is_in_sight(players: int, widths: list[int]) -> None:
    harness = Harness("free", players=players)
    app = harness.app
    async with app.run_test(size=(widths[0], 24)) as pilot:
        await harness.settled(pilot, lambda: bool(app.top.fan.cards))
        for width in widths:
            await pilot.resize_terminal(width, 24)
            await pilot.press("a")
            assert over_it(harness, AccuseScreen)
            assert app.screen.size.width == width
            whom = app.screen.query_one("#whom")
            lines = harness.shown("whom").splitlines()
            names = " ".join(lines)
            for seat in range(1, players):
                assert f"{seat + 1} easy_bot{seat}" in names
            assert max(map(len, lines[:-1])) <= whom.size.width
            assert app.screen.region.contains_region(whom.region)
            await pilot.press("escape")


async def test_a_small_terminal_says_what_is_needed_and_keeps_help_and_quit() -> None:
    harness = Harness()
    app = harness.app
    async with app.run_test(size=(40, 24)) as pilot:
        await begin(harness, pilot)
        for width in (40, 60, 80):
            await pilot.resize_terminal(width, 24)
            await pilot.pause()
            assert ("A table needs 80 × 24" in harness.shown("head")) == (width < 80)
            assert harness.shown("keys").endswith("? help  q quit")
            keys = app.screen.query_one("#keys")
            assert keys.size.width == width
            assert len(harness.shown("keys")) <= keys.size.width
            assert app.screen.region.contains_region(keys.region)
        assert "A table needs" not in harness.shown("head")


async def test_the_banner_names_the_card_and_a_long_reason_leaves_room_for_the_keys() -> None:
    harness = Harness("free", players=2)
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        await harness.settled(pilot, lambda: bool(app.top.fan.cards))
        await pilot.press("enter")
        await harness.settled(pilot, lambda: len(harness.view.pile) > 1)
        named = card_name(harness.view.pile[-1])
        await pilot.press("a", "1")
        await harness.settled(pilot, lambda: app.top.frozen)
        second = banner(app.top).second
        assert second.startswith(f"{named[0].upper()}{named[1:]}: No reason")
        await pilot.press("c")
        await harness.settled(pilot, lambda: not app.top.frozen)
        await pilot.press("a", "r")
        app.screen.query_one(Input).value = "very " * 30
        await pilot.press("enter", "1")
        await harness.settled(pilot, lambda: app.top.frozen)
        lines = harness.shown("banner").splitlines()
        assert len(lines) == 2
        assert lines[1].rstrip().endswith("… y accepts it · c takes it back.")


async def test_phrases_keep_their_keys_and_long_ones_do_not_break_the_screen() -> None:
    harness = Harness("free", players=2, jack_is_wild=True)
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        await harness.settled(pilot, lambda: bool(app.top.fan.cards))
        before = phrases(app.top)
        for text in ("zebra", "blah " * 39, "yak"):
            await pilot.press("t")
            app.screen.query_one(Input).value = text
            await pilot.press("enter")
            await harness.settled(pilot, lambda text=text: text.strip() in app.top.heard)  # type: ignore[misc]
        assert phrases(app.top)[: len(before)] == before
        assert phrases(app.top)[len(before)] == "zebra"
        assert "blah…" in harness.shown("talk") and "yak" in harness.shown("talk")
        assert max(map(len, harness.shown("talk").splitlines())) <= 80
        for widget in app.screen.query("#talk, #log, #keys"):
            assert app.screen.region.contains_region(widget.region), widget.id


async def test_a_large_screen_has_large_cards_and_the_rules_beside_the_log() -> None:
    harness = Harness("school")
    async with harness.app.run_test(size=(120, 40)) as pilot:
        await harness.until(pilot, lambda: harness.my_turn)
        figures = harness.shown("hand").split("\n")[1]
        assert len(figures) == BROAD * len(harness.app.top.fan.held)
        assert "Rules of this school" in harness.shown("side")
        table = harness.app.table
        log, side = table.query_one("#log").region, table.query_one("#side").region
        assert (log.y, log.height, log.right) == (side.y, side.height, side.x)
        assert table.region.contains_region(side)
