"""Every game is looked through in each language: no English is left, and all finds room."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Static

from stammtisch.i18n import Language
from stammtisch.i18n.texts import texts
from stammtisch.requests import Open
from stammtisch.terminal.app import TableApp
from stammtisch.terminal.mao.board import END_OF_ORDER, POINT_OF_ORDER
from stammtisch.terminal.text import speak
from stammtisch.terminal.tiles.screen import TilesApp
from tests.terminal import harness
from tests.terminal.doppelkopf.harness import Harness as DoppelkopfHarness
from tests.terminal.mao.harness import Harness as MaoHarness
from tests.terminal.tarock.harness import Harness as TarockHarness

SMALL = (80, 24)
#: Lines that cannot go on in a next one.
SINGLE = ("head", "turn", "special", "keys", "paper-keys", "log-keys")
BLANK = re.compile(r"\{\w+(?:\|[^{}]*)?\}|\n")
#: Sheets that can be opened over a table, and closed with Escape.
SHEETS = ("question_mark", "w", "s", "v", "l", "q")


@pytest.fixture(params=["de", "sl"])
def language(request: pytest.FixtureRequest) -> Iterator[Language]:
    speak(request.param)
    yield request.param
    speak("en")


def english_only(game: str, language: Language) -> set[str]:
    """Pieces of English sentences, of two words and more, that the language does not have."""
    parts = (f"terminal/{game}", "terminal", game)
    ours = "\n".join(text for part in parts for text in texts(part, language).values())
    said = [*(text for part in parts for text in texts(part, "en").values())]
    said += texts("reasons", language)
    pieces = {piece.strip(" .,;:()…“”") for text in said for piece in BLANK.split(text)}
    return {piece for piece in pieces if " " in piece and len(piece) > 7 and piece not in ours}


class Look:
    """All that was on the screen, and what did not find room there."""

    def __init__(self, app: TableApp) -> None:
        self._app = app
        self.seen = ""
        self.too_wide: list[str] = []

    def at_it(self) -> None:
        for static in self._app.screen.query(Static):
            words = str(static.render())
            self.seen += f"{words}\n"
            if static.id in SINGLE:
                self.too_wide += [line for line in words.split("\n") if cell_len(line) > SMALL[0]]
        self.seen += "\n".join(self._app.top.lines)

    async def at_sheets(self, pilot: Pilot[str], *keys: str) -> None:
        self.at_it()
        for key in keys or SHEETS:
            await pilot.press(key)
            await pilot.pause()
            self.at_it()
            if self._app.screen is not self._app.table:
                await pilot.press("escape")
                await pilot.pause()

    def left_in_english(self, game: str, language: Language) -> list[str]:
        # Few are there at all, which is found much faster than whole words are.
        pieces = [one for one in english_only(game, language) if one in self.seen]
        return [one for one in pieces if re.search(rf"\b{re.escape(one)}\b", self.seen)]


async def test_doppelkopf(language: Language) -> None:
    room = DoppelkopfHarness()
    look = Look(room.app)
    async with room.app.run_test(size=SMALL) as pilot:
        await room.asked(pilot, "reservation")
        look.at_it()
        await room.done(pilot, "1")
        await room.my_card(pilot)
        await look.at_sheets(pilot, *SHEETS, "h", "c")
        await room.play_round(pilot)
        await room.until(pilot, lambda: room.app.screen is not room.app.table)
        room.clock.advance(2000)
        await look.at_sheets(pilot, "v", "s", "escape")
        look.at_it()
    assert look.left_in_english("doppelkopf", language) == []
    assert look.too_wide == []


async def test_tarock(language: Language) -> None:
    room = TarockHarness()
    look = Look(room.app)
    async with room.app.run_test(size=SMALL) as pilot:
        await room.asked(pilot, "bidding")
        look.at_it()
        await room.done(pilot, "3")
        await room.asked(pilot, "calling")
        await look.at_sheets(pilot, "h")
        await room.done(pilot, "1")
        await room.asked(pilot, "exchange")
        look.at_it()
        await pilot.press("h")
        await room.until(pilot, lambda: room.app.top.picking is not None, ms=0)
        look.at_it()
        await room.done(pilot, "enter")
        await room.asked(pilot, "announcing")
        look.at_it()
        await room.done(pilot, "enter")
        await room.my_card(pilot)
        await look.at_sheets(pilot, *SHEETS, "h")
        await room.play_on(pilot, "play", ("scored", "over"))
        await room.until(pilot, lambda: room.app.screen is not room.app.table)
        look.at_it()
        room.clock.advance(2000)
        await look.at_sheets(pilot, "v", "s", "escape")
    assert look.left_in_english("tarock", language) == []
    assert look.too_wide == []


class Putting:
    """Draws from the main stack, and puts the first tile that it may."""

    def think(self, game: str, level: str, observation: Any, done: Any) -> None:
        from stammtisch.bots.bots import Decision, Reason

        done(Decision(observation.actions[0], Reason("As the test wants it.")))


async def test_tiles(language: Language) -> None:
    opening = Open(game="tiles", profile="okey", seats=4, bots="easy", fill_after=0.0)
    room = harness.Harness(TilesApp, opening, Putting())
    look = Look(room.app)
    async with room.app.run_test(size=SMALL) as pilot:
        await room.until(pilot, lambda: room.app.top.my_turn)
        await look.at_sheets(pilot, "question_mark", "l", "q", "h", "space", "space")
        for _ in range(3):
            view = room.app.top.view
            assert view is not None
            await pilot.press("enter" if view.must_put else "d")
            await pilot.pause()
            look.at_it()
            await pilot.press("enter")
            await pilot.pause()
            look.at_it()
    assert look.left_in_english("tiles", language) == []
    assert look.too_wide == []


@pytest.mark.parametrize("profile", ["chaired", "school"])
async def test_mao(language: Language, profile: str) -> None:
    room = MaoHarness(profile)
    look = Look(room.app)
    async with room.app.run_test(size=SMALL) as pilot:
        await room.until(pilot, lambda: room.my_turn)
        await look.at_sheets(pilot, "question_mark", "l", "q", "r", "m", "a", "w", "f", "f5")
        view = room.view
        await pilot.press("enter")
        await room.until(pilot, lambda: room.view is not view, ms=0)
        look.at_it()
        await room.until(pilot, lambda: room.my_turn or room.app.top.frozen)
        look.at_it()
        await pilot.press("p")
        await room.until(pilot, lambda: room.view.point_of_order or room.app.top.frozen, ms=0)
        look.at_it()
    # What is said to the chairman is English: he listens to nothing else.
    left = look.left_in_english("mao", language)
    assert [one for one in left if one not in (POINT_OF_ORDER, END_OF_ORDER)] == []
    assert look.too_wide == []
