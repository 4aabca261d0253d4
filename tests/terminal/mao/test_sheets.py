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
from tests.terminal.mao.parlour import RULE, SIZE, Hasty, Parlour
from tests.terminal.mao.test_app import begin, over_it


async def win_free_round(parlour: Parlour, pilot: Pilot[str]) -> None:
    """At a free table: throw all cards."""
    top = parlour.app.top
    await parlour.settled(pilot, lambda: top.mode == "play" and bool(top.fan.cards))
    await pilot.press(*["enter"] * len(top.fan.cards))
    await parlour.settled(pilot, lambda: top.mode == "lastChance")


async def test_what_is_typed_too_late_goes_nowhere_and_the_finale_waits_for_who_is_typing() -> None:
    parlour = Parlour("free", players=2, rounds=3)
    app = parlour.app
    async with app.run_test(size=SIZE) as pilot:
        # The time to write is over while one is writing.
        await win_free_round(parlour, pilot)
        await parlour.until(pilot, lambda: over_it(parlour, WriteScreen))
        await pilot.press(*"WHEN k")
        await parlour.until(pilot, lambda: parlour.view.round == 2, ms=5000)
        hand, order, lines = list(app.top.fan.held), app.top.fan.order, len(app.top.lines)
        await pilot.press(*"ingdsma12q", "space")
        assert over_it(parlour, WriteScreen)
        assert "Your time to write a rule is over" in parlour.shown("title")
        assert app.screen.query_one(Input).value == "WHEN k"
        assert (app.top.fan.held, app.top.fan.order, len(app.top.lines)) == (hand, order, lines)
        missing = "You let the time pass, and wrote no rule."
        assert app.top.lines.count(missing) == 1
        await pilot.press("enter")
        assert app.screen is app.table
        assert (app.top.fan.held, parlour.view.own_rules) == (hand, ())
        # A rule that was written is not called missing.
        await win_free_round(parlour, pilot)
        await parlour.until(pilot, lambda: over_it(parlour, WriteScreen))
        app.screen.query_one(Input).value = RULE
        await pilot.press("enter")
        await parlour.until(pilot, lambda: parlour.view.round == 3)
        assert app.screen is app.table
        assert [line for line in app.top.lines if "wrote no rule" in line] == [missing]
        # The finale waits for who is typing, and then for a moment.
        await win_free_round(parlour, pilot)
        await pilot.press("t", *"qua")
        await parlour.until(pilot, lambda: app.top.result is not None)
        await pilot.press(*"qa")
        assert over_it(parlour, TalkScreen)
        assert app.screen.query_one(Input).value == "quaqa"
        await pilot.press("escape")
        await parlour.settled(pilot, lambda: over_it(parlour, FinaleScreen))
        await pilot.press("a", "q", "v")
        assert over_it(parlour, FinaleScreen)
        assert not app.top.running
        parlour.clock.advance(int(DEAF * 1000) + 1)
        await pilot.press("v")
        assert app.screen is app.table
        assert "f finale" in parlour.shown("keys")
        assert "Enter play" not in parlour.shown("keys")
    assert app.farewell == ""


async def test_an_answer_is_shown_whole_until_the_next_key_or_the_next_thing_that_happens() -> None:
    parlour = Parlour()
    app = parlour.app
    async with app.run_test(size=SIZE) as pilot:
        await begin(parlour, pilot)
        await pilot.press("w")
        assert "Only the winner" in parlour.shown("said")
        await pilot.press("x")
        assert "held by suit" in parlour.shown("said")
        await pilot.press("y")
        await parlour.settled(pilot, lambda: "not accused" in parlour.shown("said"))
        await pilot.press("t", *"hello", "enter")
        await parlour.settled(pilot, lambda: app.top.frozen)
        assert "held by suit" in parlour.shown("said")
        await pilot.press("d")
        await parlour.settled(pilot, lambda: "All you can do now" in parlour.shown("said"))
        said = app.table.query_one("#said")
        assert str(said.render()).endswith("must be accepted or taken back.")
        assert said.size.height == 2
        assert app.screen.region.contains_region(app.table.query_one("#log").region)
        # Here nobody does anything but the chairman, when his time is over.
        await pilot.press("c")
        await parlour.settled(pilot, lambda: "take back" in parlour.shown("said"))
        await parlour.until(pilot, lambda: not app.top.frozen)
        assert "held by suit" in parlour.shown("said")


@pytest.mark.parametrize("sheets", [[None], ["t", "a", "l", "question_mark"]])
async def test_the_first_interrupt_asks_and_the_second_leaves(sheets: list[str | None]) -> None:
    parlour = Parlour()
    app = parlour.app
    async with app.run_test(size=SIZE) as pilot:
        await begin(parlour, pilot)
        for sheet in sheets:
            while app.screen is not app.table:
                await pilot.press("escape")
            if sheet is not None:
                await pilot.press(sheet)
                assert app.screen is not app.table
            await pilot.press("ctrl+c")
            assert over_it(parlour, QuitScreen)
            assert "it ends when you leave" in parlour.shown("question")
            assert "bot" not in parlour.shown("question")
            await pilot.press("n")
            assert not over_it(parlour, QuitScreen)
            assert (app.screen is app.table) == (sheet is None)
        await pilot.press("ctrl+c", "ctrl+c")
        await parlour.settled(pilot, lambda: not app.is_running)
    assert app.farewell == "You left in round 1 of 10. Nobody had written a rule yet."


async def test_who_quits_is_told_the_secret_rules_of_a_match_that_ends_with_it() -> None:
    parlour = Parlour("free", players=2, rounds=3, executor=Hasty())
    app = parlour.app
    async with app.run_test(size=SIZE) as pilot:
        await parlour.until(pilot, lambda: app.top.view is not None and app.top.view.round == 2)
        assert RULE not in " ".join(app.top.lines)
        await pilot.press("q", "y")
        await parlour.settled(pilot, lambda: not app.is_running)
    assert app.farewell.startswith("You left in round 2 of 3. These rules had been written:")
    assert f"after round 1, by easy_bot1: {RULE}" in app.farewell


async def test_the_log_has_everything_and_can_be_read_back() -> None:
    parlour = Parlour("free", players=2)
    app = parlour.app
    async with app.run_test(size=SIZE) as pilot:
        await parlour.settled(pilot, lambda: bool(app.top.fan.cards))
        for number in range(60):
            app.top.note(f"Thing {number} happened.")
        await pilot.press("l")
        assert over_it(parlour, LogScreen)
        await pilot.pause()
        paper = app.screen.query_one("VerticalScroll")
        assert paper.is_vertical_scroll_end and paper.max_scroll_y > 0
        assert "Thing 0 happened." in parlour.shown("log-lines")
        await pilot.press("pageup")
        reading = paper.scroll_y
        assert reading < paper.max_scroll_y
        app.top.note("Something new happened.")
        sheet = app.screen_stack[-1]
        assert isinstance(sheet, LogScreen)
        sheet._look()
        await pilot.pause()
        assert "Something new happened." in parlour.shown("log-lines")
        assert paper.scroll_y == reading
        await pilot.press("home")
        assert paper.scroll_y == 0
        await pilot.press("pagedown", "end")
        assert paper.is_vertical_scroll_end
        await pilot.press("escape")
        assert app.screen is app.table
        await pilot.press("question_mark")
        assert "log: all that" in parlour.shown("words")


@pytest.mark.parametrize(("players", "widths"), [(8, [80]), (4, [40, 60])])
async def test_everybody_who_can_be_accused_is_in_sight(players: int, widths: list[int]) -> None:
    parlour = Parlour("free", players=players)
    app = parlour.app
    async with app.run_test(size=(widths[0], 24)) as pilot:
        await parlour.settled(pilot, lambda: bool(app.top.fan.cards))
        for width in widths:
            await pilot.resize_terminal(width, 24)
            await pilot.press("a")
            assert over_it(parlour, AccuseScreen)
            assert app.screen.size.width == width
            whom = app.screen.query_one("#whom")
            lines = parlour.shown("whom").splitlines()
            names = " ".join(lines)
            for seat in range(1, players):
                assert f"{seat + 1} easy_bot{seat}" in names
            assert max(map(len, lines[:-1])) <= whom.size.width
            assert app.screen.region.contains_region(whom.region)
            await pilot.press("escape")


async def test_a_small_terminal_says_what_is_needed_and_keeps_help_and_quit() -> None:
    parlour = Parlour()
    app = parlour.app
    async with app.run_test(size=(40, 24)) as pilot:
        await begin(parlour, pilot)
        for width in (40, 60, 80):
            await pilot.resize_terminal(width, 24)
            await pilot.pause()
            assert ("A table needs 80 × 24" in parlour.shown("head")) == (width < 80)
            assert parlour.shown("keys").endswith("? help  q quit")
            keys = app.screen.query_one("#keys")
            assert keys.size.width == width
            assert len(parlour.shown("keys")) <= keys.size.width
            assert app.screen.region.contains_region(keys.region)
        assert "A table needs" not in parlour.shown("head")


async def test_the_banner_names_the_card_and_a_long_reason_leaves_room_for_the_keys() -> None:
    parlour = Parlour("free", players=2)
    app = parlour.app
    async with app.run_test(size=SIZE) as pilot:
        await parlour.settled(pilot, lambda: bool(app.top.fan.cards))
        await pilot.press("enter")
        await parlour.settled(pilot, lambda: len(parlour.view.pile) > 1)
        named = card_name(parlour.view.pile[-1])
        await pilot.press("a", "1")
        await parlour.settled(pilot, lambda: app.top.frozen)
        second = banner(app.top).second
        assert second.startswith(f"{named[0].upper()}{named[1:]}: No reason")
        await pilot.press("c")
        await parlour.settled(pilot, lambda: not app.top.frozen)
        await pilot.press("a", "r")
        app.screen.query_one(Input).value = "very " * 30
        await pilot.press("enter", "1")
        await parlour.settled(pilot, lambda: app.top.frozen)
        lines = parlour.shown("banner").splitlines()
        assert len(lines) == 2
        assert lines[1].rstrip().endswith("… y accepts it · c takes it back.")


async def test_phrases_keep_their_keys_and_long_ones_do_not_break_the_screen() -> None:
    parlour = Parlour("free", players=2, jack_is_wild=True)
    app = parlour.app
    async with app.run_test(size=SIZE) as pilot:
        await parlour.settled(pilot, lambda: bool(app.top.fan.cards))
        before = phrases(app.top)
        for text in ("zebra", "blah " * 39, "yak"):
            await pilot.press("t")
            app.screen.query_one(Input).value = text
            await pilot.press("enter")
            await parlour.settled(pilot, lambda text=text: text.strip() in app.top.heard)  # type: ignore[misc]
        assert phrases(app.top)[: len(before)] == before
        assert phrases(app.top)[len(before)] == "zebra"
        assert "blah…" in parlour.shown("talk") and "yak" in parlour.shown("talk")
        assert max(map(len, parlour.shown("talk").splitlines())) <= 80
        for widget in app.screen.query("#talk, #log, #keys"):
            assert app.screen.region.contains_region(widget.region), widget.id


async def test_a_large_screen_has_large_cards_and_the_rules_beside_the_log() -> None:
    parlour = Parlour("school")
    async with parlour.app.run_test(size=(120, 40)) as pilot:
        await parlour.until(pilot, lambda: parlour.my_turn)
        figures = parlour.shown("hand").split("\n")[1]
        assert len(figures) == BROAD * len(parlour.app.top.fan.held)
        assert "Rules of this school" in parlour.shown("side")
        table = parlour.app.table
        log, side = table.query_one("#log").region, table.query_one("#side").region
        assert (log.y, log.height, log.right) == (side.y, side.height, side.x)
        assert table.region.contains_region(side)
