"""Tiles in the terminal: what is on the screen, and what each key does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Vertical
from textual.widgets import Static

from stammtisch.games.game import Action
from stammtisch.games.tiles.groups import FACES, wins
from stammtisch.games.tiles.records import ROW, Draw, Put
from stammtisch.games.tiles.tile import JOKER, Tile
from stammtisch.terminal.app import TableApp
from stammtisch.terminal.screen import (
    FAINT,
    HINT,
    LOG,
    TALK,
    TROUBLE,
    Log,
    TableScreen,
)
from stammtisch.terminal.text import Key
from stammtisch.terminal.tiles.board import HEIGHT, HIGH, LOOK, ResultScreen, board
from stammtisch.terminal.tiles.rack import (
    BROAD,
    WIDTH,
    RackPanel,
    glowing,
    rack_lines,
    runs,
    sets,
    spoken,
    t,
)
from stammtisch.terminal.tiles.tabletop import TilesTop

#: Lines from which tiles are drawn larger.
TALL = 34


class TilesScreen(TableScreen):
    DEFAULT_CSS = f"""
    #middle {{ height: auto; }}
    #table {{ height: auto; }}
    #board {{ height: {HEIGHT}; }}
    #turn {{ height: 1; }}
    #said {{ height: auto; min-height: 1; max-height: 2; }}
    #rack {{ height: 6; }}
    TilesScreen.high #board {{ height: {HIGH}; }}
    TilesScreen.high #rack {{ height: 10; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "move(-1, 0)"),
        ("right", "move(1, 0)"),
        ("up,down", "move(0, 1)"),
        ("home", "edge(0)"),
        ("end", "edge(11)"),
        ("space", "pick"),
        ("escape", "let_go"),
        ("d", "draw('main')"),
        ("e", "draw('exchange')"),
        ("enter", "put"),
        ("s", "sort('runs')"),
        ("g", "sort('sets')"),
        ("h", "hint"),
    ]

    PLAYING = (
        *(Key("d", "draw", "d/e"), Key("enter", "put", "Enter"), HINT, Key("space", "arrange")),
        *(Key("s", "sort", "s/g"), LOG, TALK),
    )

    top: TilesTop
    #: What Enter has asked about, and will put when it comes again.
    _doubted: Any = None
    #: The place that was clicked last: once more puts its tile.
    _touched: int | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Center(id="middle"), Vertical(id="table"):
            yield Static(id="board")
            yield Static(id="turn")
            yield RackPanel(id="rack")
            yield Static(id="said")
        yield Log(id="log")
        yield Static(id="keys")

    # --- showing ---------------------------------------------------------------------------------

    @property
    def high(self) -> bool:
        return self.size.height >= TALL

    @property
    def place_width(self) -> int:
        return max(WIDTH, min(BROAD, (self.size.width - 2) // ROW))

    def draw(self) -> None:
        self.set_class(self.high, "high")
        panel = self.query_one(RackPanel)
        panel.width, panel.high = self.place_width, self.high
        self.query_one("#table").styles.width = ROW * self.place_width
        self.put("head", self._head())
        self.put("board", board(self.top, ROW * self.place_width, self.high))
        self.put("turn", self.turn_line())
        self.draw_said()

    def draw_said(self) -> None:
        top, rack = self.top, self.top.rack
        glow = glowing(rack.places, top.wild, top.pairs_win)
        places = (rack.places, top.wild, glow, rack.cursor, rack.held)
        self.put("rack", rack_lines(*places, self.place_width, self.high))
        if self.said:
            self.put("said", Text(self.said, f"bold {TROUBLE}"))
        else:
            self.put("said", Text(self._at_cursor(glow), FAINT))

    def _at_cursor(self, glow: set[int]) -> str:
        rack = self.top.rack
        if rack.at_cursor is None:
            return t("empty")
        words = spoken(rack.at_cursor, self.top.wild)
        if rack.held is not None:
            return t("held", tile=words)
        return t("grouped", tile=words) if rack.cursor in glow else words

    def _head(self) -> Text:
        view = self.top.view
        if view is None:
            return self.head()
        return self.head(t("round", round=view.draws // max(1, len(self.top.seats)) + 1))

    def turn_now(self) -> tuple[str, bool]:
        top, view = self.top, self.top.view
        if view is None or view.turn is None:
            return "", False
        left = top.time_left()
        if not top.my_turn:
            return t("is_playing", name=top.name(view.turn)) + left, False
        if view.must_put:
            wanted = t("want_put")
        elif top.seat is not None and view.exchange[top.seat]:
            wanted = t("want_take", tile=spoken(view.exchange[top.seat][-1], view.wild))
        else:
            wanted = t("want_draw")
        return t("turn_is", wanted=wanted) + left, True

    # --- the rack --------------------------------------------------------------------------------

    def action_move(self, across: int, down: int) -> None:
        self.top.rack.move(across, down)
        self.say("")

    def action_edge(self, column: int) -> None:
        rack = self.top.rack
        rack.move(column - rack.cursor % ROW, 0)
        self.say("")

    def action_pick(self) -> None:
        picked = self.top.rack.pick_or_drop()
        self.say("" if picked else t("nothing_to_pick"))

    def action_let_go(self) -> None:
        self.top.rack.let_go()
        self.say("")

    def action_sort(self, how: str) -> None:
        self.top.rack.sort(runs if how == "runs" else sets, self.top.wild)
        self.say("")

    def on_rack_panel_clicked(self, event: RackPanel.Clicked) -> None:
        """The first click chooses a tile, the second puts it."""
        rack = self.top.rack
        again = self._touched == event.place == rack.cursor
        rack.cursor = event.place
        self._touched = event.place
        if rack.held is not None:
            self.action_pick()
        elif again:
            self.action_put()
        else:
            self.say("")

    def on_rack_panel_dragged(self, event: RackPanel.Dragged) -> None:
        rack = self.top.rack
        self._touched = None
        rack.let_go()
        rack.cursor = event.source
        if rack.pick_or_drop():
            rack.cursor = event.target
            rack.pick_or_drop()
        self.say("")

    # --- the match -------------------------------------------------------------------------------

    def action_draw(self, stack: str) -> None:
        self._act(Draw("main" if stack == "main" else "exchange"))

    def action_put(self) -> None:
        tile = self.top.rack.at_cursor
        if tile is None:
            self.say(t("nothing_to_put"))
        elif (doubt := self._doubt(tile)) and self._doubted != self._about_to_put:
            self._doubted = self._about_to_put
            self.say(doubt)
        else:
            self._act(Put(tile, self.top.rack.others()))

    def _doubt(self, tile: Tile) -> str:
        """Why this tile is hardly meant to be put; empty where there is nothing to ask."""
        top, rack, view = self.top, self.top.rack, self.top.view
        if view is None or not (top.my_turn and view.must_put):
            return ""
        if wins(rack.others(), top.wild, top.pairs_win):
            return ""
        if FACES[top.wild][tile] == JOKER:
            return t("throw_joker")
        glow = glowing(rack.places, top.wild, top.pairs_win)
        grouped = rack.held is None and rack.cursor in glow
        return t("throw_grouped", tile=spoken(tile, top.wild)) if grouped else ""

    @property
    def _about_to_put(self) -> Any:
        """The same tile at the same moment is meant."""
        view = self.top.view
        return self.top.rack.at_cursor, self.top.rack.cursor, None if view is None else view.draws

    def _act(self, action: Draw | Put) -> None:
        self.act(action, whatever_happened=True)

    def advised(self, action: Action) -> str:
        """The advice as a sentence; the cursor goes to the tile it is about."""
        rack, wild = self.top.rack, self.top.wild
        if isinstance(action, Draw):
            return t("advice_draw" if action.stack == "main" else "advice_take")
        assert isinstance(action, Put)
        if action.rack is not None:
            rack.arrange(action.rack, action.tile)
            return t("advice_win", tile=spoken(action.tile, wild))
        rack.let_go()
        if action.tile in rack.places:
            rack.cursor = rack.places.index(action.tile)
        return t("advice_put", tile=spoken(action.tile, wild))


class TilesApp(TableApp):
    look = LOOK

    top: TilesTop
    table: TilesScreen

    def set_table(self, remote: bool, clock: Callable[[], float]) -> tuple[TilesTop, TilesScreen]:
        top = TilesTop(clock)
        return top, TilesScreen(top, self.guest, remote)

    def result_dialog(self) -> ResultScreen:
        return ResultScreen(self.top)
