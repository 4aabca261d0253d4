"""The table itself: what is on the screen, and what each key does."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Vertical
from textual.screen import Screen
from textual.widgets import RichLog, Static

from stammtisch.bots.bots import bot_for
from stammtisch.cli.lines.guest import Guest, Refused
from stammtisch.cli.lines.line import Lost
from stammtisch.cli.tiles.arranging import glowing, runs, sets
from stammtisch.cli.tiles.board import HEIGHT, WIDTH, board
from stammtisch.cli.tiles.faces import rack_lines, spoken
from stammtisch.cli.tiles.screens import HelpScreen, QuitScreen, TalkScreen
from stammtisch.cli.tiles.tabletop import TILES, Tabletop
from stammtisch.games.tiles.records import ROW, Draw, Put
from stammtisch.protocols.table import messages as wire
from stammtisch.tables.plain import action_from_plain, to_plain

if TYPE_CHECKING:
    from stammtisch.cli.tiles.app import TilesApp

KEYS = " arrows, space: arrange  d/e draw  Enter put  s/g sort  h hint  ? help  q quit"


class Log(RichLog, can_focus=False):
    """What happened. Arrows are for the rack, not for scrolling here."""


class TableScreen(Screen[None]):
    CSS = f"""
    TableScreen {{ background: #181b21; }}
    #head {{ height: 1; width: 100%; background: #2b303b; padding: 0 1; }}
    #middle {{ height: auto; }}
    #table {{ height: auto; width: {WIDTH}; }}
    #board {{ height: {HEIGHT}; }}
    #turn, #said {{ height: 1; }}
    #rack {{ height: 6; }}
    #log {{ height: 1fr; min-height: 3; width: 100%; border-top: solid #3a3f4b;
           background: #181b21; padding: 0 1; scrollbar-size: 0 0; }}
    #keys {{ height: 1; width: 100%; color: #9aa0ad; background: #2b303b; }}
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
        ("t", "talk"),
        ("a", "again"),
        ("b", "bot"),
        ("question_mark,f1", "help"),
        ("q", "quit"),
    ]

    def __init__(self, top: Tabletop, guest: Guest, remote: bool) -> None:
        super().__init__()
        self.top = top
        self.guest = guest
        #: Others can come to this table, if they are told where it is.
        self.remote = remote
        #: Why there is no connection just now.
        self.broken: str | None = None
        self._said = ""
        self._logged = 0
        self._heard_at = time.monotonic()

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Center(id="middle"), Vertical(id="table"):
            yield Static(id="board")
            yield Static(id="turn")
            yield Static(id="rack")
            yield Static(id="said")
        yield Log(id="log", wrap=True, auto_scroll=True)
        yield Static(KEYS, id="keys")

    def on_mount(self) -> None:
        self.show()
        self.set_interval(1, self._tick)

    # --- showing ---------------------------------------------------------------------------------

    def show(self) -> None:
        """Draw everything that the table top says."""
        if not self.is_mounted:
            return
        self._heard_at = time.monotonic()
        self._set("head", self._head())
        self._set("board", board(self.top))
        self._set("turn", self._turn())
        self._show_rack()
        log = self.query_one(Log)
        for line in self.top.lines[self._logged :]:
            log.write(Text(line))
        self._logged = len(self.top.lines)

    def say(self, sentence: str) -> None:
        """A sentence under the rack, until the next key."""
        self._said = sentence
        self._show_rack()

    def _set(self, id: str, words: Text | str) -> None:
        self.query_one(f"#{id}", Static).update(words)

    def _show_rack(self) -> None:
        top, rack = self.top, self.top.rack
        glow = glowing(rack.places, top.wild, top.pairs_win)
        self._set("rack", rack_lines(rack.places, top.wild, glow, rack.cursor, rack.held))
        if self._said:
            self._set("said", Text(self._said, "bold #ff9d76"))
        else:
            self._set("said", Text(self._at_cursor(glow), "#9aa0ad"))

    def _at_cursor(self, glow: set[int]) -> str:
        rack = self.top.rack
        if rack.at_cursor is None:
            return "an empty place"
        words = spoken(rack.at_cursor, self.top.wild)
        if rack.held is not None:
            return f"{words}, held: space lays it down here"
        return f"{words}, in a group" if rack.cursor in glow else words

    def _head(self) -> Text:
        top = self.top
        if top.info is None:
            return Text("Stammtisch: on the way to the table …")
        words = Text(f"tiles · {top.info.profile}", "bold")
        if top.view is not None:
            words.append(f"   round {top.view.draws // max(1, len(top.seats)) + 1}")
        if self.remote:
            words.append(f"   table {top.info.id}   invite {top.invite}", "#9aa0ad")
        return words

    def _turn(self) -> Text:
        top, view = self.top, self.top.view
        if self.broken:
            return Text(f"{self.broken} Trying again …", "bold #181b21 on #ff9d76")
        if top.info is None:
            return Text()
        if not top.running:
            return Text(self._before())
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
        return Text(f"Your turn: {wants}.{self._left()}", "bold #ffd34d")

    def _before(self) -> str:
        empty = self.top.empty_seats
        if empty:
            return f"Waiting for {empty} more at the table; b gives a seat to a bot."
        waiting = [
            seat.name or "" for seat in self.top.seats if not seat.ready and seat.bot is None
        ]
        if self.top.seat is not None and not self.top.seats[self.top.seat].ready:
            return "Press a for another match." if self.top.result else "Press a to begin."
        return f"Waiting for {', '.join(waiting)}." if waiting else ""

    def _left(self) -> str:
        """How long the turn may still take, where the rules have a clock."""
        deadline = None if self.top.view is None else self.top.view.deadline
        if deadline is None:
            return ""
        passed = (time.monotonic() - self._heard_at) * 1000
        return f" {max(0, round((deadline - self.top.at - passed) / 1000))} s left."

    def _tick(self) -> None:
        if self.top.view is not None and self.top.view.deadline is not None:
            self._set("turn", self._turn())

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
        advice = bot_for("tiles", "hard").choose(view, legal, Random(view.draws))
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

    def action_again(self) -> None:
        self._tiles_app.be_ready()

    def action_bot(self) -> None:
        self.ask(wire.AddBot(level=self._tiles_app.bots))

    def action_talk(self) -> None:
        def talked(text: str | None) -> None:
            if text:
                self.ask(wire.Say(text=text))

        self.app.push_screen(TalkScreen(), talked)

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen())

    def action_quit(self) -> None:
        self.app.push_screen(QuitScreen(self.top.running), self._leave_if)

    def _leave_if(self, sure: bool | None) -> None:
        if sure:
            self._tiles_app.leave()

    def ask(self, ask: Any) -> None:
        """Send it; what the house has against it is said under the rack."""
        self._said = ""
        self.run_worker(self._asked(ask))

    async def _asked(self, ask: Any) -> None:
        try:
            await self.guest.ask(ask)
        except (Refused, Lost) as trouble:
            self.say(str(trouble))

    @property
    def _tiles_app(self) -> TilesApp:
        return cast("TilesApp", self.app)
