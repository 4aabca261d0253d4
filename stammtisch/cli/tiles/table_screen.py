"""The table itself: what is on the screen, and what each key does."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Vertical
from textual.widgets import Static

from stammtisch.bots.bots import bot_for
from stammtisch.cli.terminal.screen import BRIGHT, FAINT, TROUBLE, Log, TableScreen
from stammtisch.cli.terminal.sheets import TalkScreen
from stammtisch.cli.tiles.arranging import glowing, runs, sets
from stammtisch.cli.tiles.board import HEIGHT, WIDTH, board
from stammtisch.cli.tiles.faces import rack_lines, spoken
from stammtisch.cli.tiles.screens import HELP
from stammtisch.cli.tiles.tabletop import TILES, TilesTop
from stammtisch.client import Lost, Refused
from stammtisch.games.game import Sight
from stammtisch.games.tiles.records import ROW, Draw, Put
from stammtisch.protocols.table import messages as wire
from stammtisch.tables.plain import action_from_plain, to_plain

BEFORE = ("a begin", "b bot", "t talk", "l log")
PLAYING = (
    *("arrows, space: arrange", "d/e draw", "Enter put", "s/g sort", "h hint"),
    *("l log", "t talk"),
)
AFTER = ("a again", "l log", "t talk")


class TilesScreen(TableScreen):
    CSS = f"""
    #middle {{ height: auto; }}
    #table {{ height: auto; width: {WIDTH}; }}
    #board {{ height: {HEIGHT}; }}
    #turn {{ height: 1; }}
    #said {{ height: auto; min-height: 1; max-height: 2; }}
    #rack {{ height: 6; }}
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
    HELP = HELP

    top: TilesTop

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Center(id="middle"), Vertical(id="table"):
            yield Static(id="board")
            yield Static(id="turn")
            yield Static(id="rack")
            yield Static(id="said")
        yield Log(id="log")
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.set_interval(1, self._tick)

    # --- showing ---------------------------------------------------------------------------------

    def draw(self) -> None:
        self.put("head", self._head())
        self.put("board", board(self.top))
        self.put("turn", self._turn())
        self.draw_said()

    def keys(self) -> Sequence[str]:
        if self.top.running:
            return PLAYING
        return AFTER if self.top.result is not None else BEFORE

    def draw_said(self) -> None:
        top, rack = self.top, self.top.rack
        glow = glowing(rack.places, top.wild, top.pairs_win)
        self.put("rack", rack_lines(rack.places, top.wild, glow, rack.cursor, rack.held))
        if self.said:
            self.put("said", Text(self.said, f"bold {TROUBLE}"))
        else:
            self.put("said", Text(self._at_cursor(glow), FAINT))

    def _at_cursor(self, glow: set[int]) -> str:
        rack = self.top.rack
        if rack.at_cursor is None:
            return "an empty place"
        words = spoken(rack.at_cursor, self.top.wild)
        if rack.held is not None:
            return f"{words}, held: space lays it down here"
        return f"{words}, in a group" if rack.cursor in glow else words

    def _head(self) -> Text:
        view = self.top.view
        if view is None:
            return self.head()
        return self.head(f"round {view.draws // max(1, len(self.top.seats)) + 1}")

    def _turn(self) -> Text:
        top, view = self.top, self.top.view
        if self.broken:
            return Text(f"{self.broken} Trying again …", f"bold #181b21 on {TROUBLE}")
        if top.info is None:
            return Text()
        if not top.running:
            return Text(self.before())
        if view is None or view.turn is None:
            return Text()
        if not top.my_turn:
            return Text(f"{top.name(view.turn)} is playing …{self._left()}")
        if view.must_put:
            wants = "put one tile down (Enter)"
        elif top.seat is not None and view.exchange[top.seat]:
            wants = f"draw (d), or take the {spoken(view.exchange[top.seat][-1], view.wild)} (e)"
        else:
            wants = "draw a tile (d)"
        return Text(f"Your turn: {wants}.{self._left()}", f"bold {BRIGHT}")

    def _left(self) -> str:
        """How long the turn may still take, where the rules have a clock."""
        deadline = None if self.top.view is None else self.top.view.deadline
        return "" if deadline is None else f" {round(self.top.left_until(deadline))} s left."

    def _tick(self) -> None:
        if self.top.view is not None and self.top.view.deadline is not None:
            self.put("turn", self._turn())

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
        self.say("" if picked else "There is no tile under the cursor to pick up.")

    def action_let_go(self) -> None:
        self.top.rack.let_go()
        self.say("")

    def action_sort(self, how: str) -> None:
        self.top.rack.sort(runs if how == "runs" else sets, self.top.wild)
        self.say("")

    # --- the match -------------------------------------------------------------------------------

    def action_draw(self, stack: str) -> None:
        self._act(Draw("main" if stack == "main" else "exchange"))

    def action_put(self) -> None:
        tile = self.top.rack.at_cursor
        if tile is None:
            self.say("There is no tile under the cursor to put down.")
        else:
            self._act(Put(tile, self.top.rack.others()))

    def _act(self, action: Draw | Put) -> None:
        self.ask(wire.Act(action=to_plain(action)))

    def action_hint(self) -> None:
        self.run_worker(self._hint())

    async def _hint(self) -> None:
        try:
            answer = await self.guest.ask(wire.AskActions())
        except (Refused, Lost) as trouble:
            self.say(str(trouble))
            return
        legal = [action_from_plain(TILES, one.action) for one in answer.legal]
        view = self.top.view
        if view is None or not self.top.my_turn or not legal:
            self.say("It is not your turn: there is nothing to advise.")
            return
        sight = Sight(
            rules=self.top.rules,
            seat=view.seat,
            view=view,
            turn=() if view.turn is None else (view.turn,),
            deadline=view.deadline,
            actions=tuple(legal),
            numbers=tuple(one.number for one in answer.legal),
            forms=(),
        )
        advice = bot_for("tiles", "hard").choose(sight, Random(view.draws))
        self.say(f"Hint: {self._follow(advice.action)} {advice.reason}")

    def _follow(self, action: Any) -> str:
        """The advice as a sentence; the cursor goes to the tile it is about."""
        rack, wild = self.top.rack, self.top.wild
        if isinstance(action, Draw):
            return "draw (d)." if action.stack == "main" else "take the exchange tile (e)."
        assert isinstance(action, Put)
        if action.rack is not None:
            rack.arrange(action.rack, action.tile)
            return f"put the {spoken(action.tile, wild)} down and win."
        rack.let_go()
        if action.tile in rack.places:
            rack.cursor = rack.places.index(action.tile)
        return f"put the {spoken(action.tile, wild)} down."

    # --- the table -------------------------------------------------------------------------------

    def action_talk(self) -> None:
        def talked(text: str | None) -> None:
            if text:
                self.ask(wire.Say(text=text))

        self.app.push_screen(TalkScreen(), talked)
