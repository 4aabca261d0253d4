"""The table itself: what is on the screen, and what each key does."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from stammtisch.cli.doppelkopf import board, status
from stammtisch.cli.doppelkopf.choices import (
    accusable,
    calls_offered,
    choice_now,
    misconducts,
)
from stammtisch.cli.doppelkopf.faces import eyes, short, shorts, spoken
from stammtisch.cli.doppelkopf.names import answer_label, said_of
from stammtisch.cli.doppelkopf.papers import ReviewScreen, ScoreScreen
from stammtisch.cli.doppelkopf.sheets import HELP, TrickSheet
from stammtisch.cli.doppelkopf.side import WIDE, side
from stammtisch.cli.doppelkopf.side import WIDTH as SIDE
from stammtisch.cli.doppelkopf.tabletop import DoppelkopfTop
from stammtisch.cli.doppelkopf.words import move_told
from stammtisch.cli.lines.guest import Guest
from stammtisch.cli.terminal.choosing import KEYS, Choice, ChoiceSheet, Chooser, Option
from stammtisch.cli.terminal.fitting import cut
from stammtisch.cli.terminal.hand import Hand
from stammtisch.cli.terminal.screen import BRIGHT, FAINT, TROUBLE, Log
from stammtisch.cli.terminal.view_screen import ViewScreen
from stammtisch.games.doppelkopf.records import Complain, Pass, Play, PointOut, Return, Say
from stammtisch.games.game import Action

BEFORE = ("a begin", "b bot", "t talk", "l log")
PLAYING = (
    *("Enter play", "c call", "h hint", "w last trick", "s scores", "v review"),
    *("l log", "t talk"),
)
CHOOSING = ("arrows, Enter choose", "h hint", "s scores", "l log", "t talk")
MARKING = ("space mark", "Enter give", "h hint", "l log", "t talk")
AFTER = ("a again", "s scores", "v review", "l log", "t talk")
#: Lines from which cards are drawn larger.
TALL = 34
#: Seconds for which a question does not listen: what is typed then was meant for the table.
DEAF = 0.4


class DoppelkopfScreen(ViewScreen):
    CSS = f"""
    #middle {{ height: auto; }}
    #table {{ height: auto; width: 1fr; }}
    #board, #choice {{ height: {board.LOW}; width: 100%; }}
    #choice {{ padding: 0 1; }}
    #turn, #calls {{ height: 1; padding: 0 1; }}
    #hand {{ height: 3; width: 100%; }}
    #said {{ height: 2; padding: 0 1; }}
    #side {{ width: {SIDE}; height: 100%; padding: 0 1; display: none; }}
    DoppelkopfScreen.wide #side {{ display: block; }}
    DoppelkopfScreen.tall #board, DoppelkopfScreen.tall #choice {{ height: {board.HIGH}; }}
    DoppelkopfScreen.tall #hand {{ height: 5; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "move(-1, 0)"),
        ("right", "move(1, 0)"),
        ("up", "move(0, -1)"),
        ("down", "move(0, 1)"),
        ("home", "move(-100, 0)"),
        ("end", "move(100, 0)"),
        ("enter", "enter"),
        ("space", "mark"),
        ("c", "call"),
        ("x", "complain"),
        ("w", "last_trick"),
        ("s", "scores"),
        ("v", "review"),
        *((key, f"key({at})") for at, key in enumerate(KEYS)),
    ]
    HELP = HELP

    top: DoppelkopfTop

    def __init__(
        self,
        top: DoppelkopfTop,
        guest: Guest,
        remote: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(top, guest, remote)
        self._clock = clock
        #: What the player is to decide, and since when it is on the screen.
        self.choice: Choice | None = None
        self._offered_at = 0.0
        #: What is wrong and will be done nevertheless if it is chosen once more.
        self._warned: Any = None

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Horizontal(id="middle"):
            with Vertical(id="table"):
                yield Static(id="board")
                yield Chooser(id="choice")
                yield Static(id="turn")
                yield Hand(id="hand")
                yield Static(id="calls")
                yield Static(id="said")
            yield Static(id="side")
        yield Log(id="log")
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.set_interval(1, self._tick)

    # --- showing ---------------------------------------------------------------------------------

    @property
    def tall(self) -> bool:
        return self.size.height >= TALL

    def draw(self) -> None:
        wide = self.size.width >= WIDE
        self.set_class(wide, "wide")
        self.set_class(self.tall, "tall")
        self._decide()
        self.put("head", self._head())
        width = self.size.width - (SIDE if wide else 0)
        height = board.HIGH if self.tall else board.LOW
        chooser = self.query_one("#choice", Chooser)
        chooser.display = self.choice is not None
        self.query_one("#board").display = self.choice is None
        chooser.offer(self.choice, width - 2, height)
        self.put("board", board.board(self.top, width, height))
        self.put("side", side(self.top))
        self.put("turn", self._turn())
        self.put("calls", self._calls())
        self.draw_said()

    def _decide(self) -> None:
        choice = choice_now(self.top)
        known = self.choice
        if choice is not None and (known is None or known.subject != choice.subject):
            self._offered_at = self._clock()
        self.choice = choice

    def draw_said(self) -> None:
        self.query_one(Hand).show(self.top.fan(tall=self.tall, keys=not self._chooses))
        if self.said:
            room = 2 * (self.query_one("#table").size.width or 80) - 12
            self.put("said", Text(cut(self.said, room), f"bold {TROUBLE}"))
        else:
            self.put("said", Text(self._at_cursor(), FAINT))

    def _at_cursor(self) -> str:
        card = self.top.at_cursor
        if card is None:
            return ""
        kind = "trump" if self.top.is_trump(card) else "no trump"
        return f"{spoken(card)}, {kind}, {eyes(card)} eyes"

    def keys(self) -> Sequence[str]:
        if not self.top.running:
            return AFTER if self.top.result is not None else BEFORE
        if self.top.three_cards is not None:
            return MARKING
        keys = PLAYING if self.choice is None else CHOOSING
        return (*keys[:3], "x complain", *keys[3:]) if self.top.lenient else keys

    def _head(self) -> Text:
        head = self.head(*status.heading(self.top))
        points = status.own_points(self.top)
        if head.cell_len + len(points) + 5 <= self.size.width:
            head.append(f"   {points}", "not bold")
        return head

    def _turn(self) -> Text:
        if self.broken:
            return Text(f"{self.broken} Trying again …", f"bold #181b21 on {TROUBLE}")
        if self.top.info is None:
            return Text()
        if not self.top.running:
            return Text(self.before())
        mine = self.choice is not None or self.top.my_turn
        return Text(status.turn(self.top, self.choice), f"bold {BRIGHT}" if mine else "")

    def _calls(self) -> Text:
        width = (self.query_one("#table").size.width or 80) - 2
        return Text(cut(status.calls(self.top), width), FAINT)

    def _tick(self) -> None:
        if self.top.deadline is not None:
            self.put("turn", self._turn())

    # --- moving about ----------------------------------------------------------------------------

    @property
    def _chooses(self) -> bool:
        """Keys are for the options of a choice, not for the hand."""
        return self.choice is not None and bool(self.choice.options)

    def action_move(self, across: int, down: int) -> None:
        if self._chooses:
            self.query_one("#choice", Chooser).move(across, down)
            self.draw()
        elif across:
            self.top.move(across)
        self.say("")

    def action_key(self, at: int) -> None:
        if self._chooses:
            option = self.query_one("#choice", Chooser).of_key(at)
            if option is not None:
                self._choose(option)
        elif at < len(self.top.hand):
            self._pick(at)

    def action_enter(self) -> None:
        if self._chooses:
            option = self.query_one("#choice", Chooser).at_cursor
            if option is not None:
                self._choose(option)
        elif self.top.three_cards is not None:
            self._give(self.top.three_cards.action)
        else:
            self._play()

    def on_chooser_chosen(self, event: Chooser.Chosen) -> None:
        self._choose(event.option)

    def on_hand_picked(self, event: Hand.Picked) -> None:
        if not self._chooses:
            self._pick(event.place)

    def _pick(self, place: int) -> None:
        """A card was chosen by its key or with the mouse: mark it, or play it."""
        self.top.cursor = place
        if self.top.three_cards is not None:
            self.action_mark()
        else:
            self._play()

    # --- doing -----------------------------------------------------------------------------------

    def _choose(self, option: Option) -> None:
        self.draw()
        if self._clock() - self._offered_at < DEAF:
            return
        if option.improper and self._warned != (self.top.seq, option.value):
            self._warned = (self.top.seq, option.value)
            self.say("That is wrong, and may cost you points. Choose it once more to do it.")
            return
        self.act(option.value)

    def _play(self) -> None:
        top, card = self.top, self.top.at_cursor
        if card is None or not top.running:
            self.say("You have no card to play." if top.running else "")
        elif card in top.playable and top.my_turn:
            self.act(Play(card))
        elif self._may_do_wrong():
            self._play_wrong(card)
        elif not top.my_turn:
            self.say("It is not your turn.")
        elif top.playable:
            self.say(f"{short(card)} cannot be played now: play {shorts(top.playable)}.")

    def _may_do_wrong(self) -> bool:
        view = self.top.view
        return (
            self.top.lenient
            and view is not None
            and view.phase == "tricks"
            and view.complaint is None
            and not view.questions
        )

    def _play_wrong(self, card: str) -> None:
        """A lenient table takes any card; but not by accident."""
        if self._warned == (self.top.seq, card):
            self.act(Play(card))
            return
        self._warned = (self.top.seq, card)
        wrong = "does not follow" if self.top.my_turn else "is not due: it is not your turn"
        self.say(f"{short(card)} {wrong}. Once more plays it nevertheless; others may complain.")

    def action_mark(self) -> None:
        if self.top.three_cards is not None and self.top.at_cursor is not None:
            self.top.toggle(self.top.cursor)
            self.say("")
            self.draw()

    def _give(self, action: str) -> None:
        chosen = self.top.chosen
        if len(chosen) != 3:
            self.say(f"Three cards have to be marked; you have marked {len(chosen)}.")
        else:
            self.act(Pass(chosen) if action == Pass.type else Return(chosen))

    def action_call(self) -> None:
        offered = calls_offered(self.top)
        if not offered:
            self.say("There is nothing that you could call now.")
            return
        self.app.push_screen(ChoiceSheet("What do you call?", offered), self._called)

    def _called(self, call: Say | None) -> None:
        # A call means the same, whatever has been played since the sheet was opened.
        if call is not None:
            self.act(call, whatever_happened=True)

    def action_complain(self) -> None:
        if not self.top.lenient:
            self.say("Wrong moves are refused at this table: there is nothing to complain about.")
        elif self.top.view is None or self.top.view.phase not in ("reservations", "tricks"):
            self.say("One can complain only while a round is played.")
        else:
            cost = f"Who complains wrongly loses {self.top.rules.penalty_points} points."
            sheet = ChoiceSheet("About whom do you complain?", accusable(self.top), [cost])
            self.app.push_screen(sheet, self._accused)

    def _accused(self, seat: int | None) -> None:
        if seat is None:
            return

        def complained(misconduct: Any) -> None:
            if misconduct is not None:
                self.act(Complain(seat, misconduct), whatever_happened=True)

        sheet = ChoiceSheet(f"What has {self.top.name(seat)} done?", misconducts())
        self.app.push_screen(sheet, complained)

    # --- looking ---------------------------------------------------------------------------------

    def action_last_trick(self) -> None:
        self.app.push_screen(TrickSheet(self.top))

    def action_scores(self) -> None:
        self.app.push_screen(ScoreScreen(self.top))

    def action_review(self) -> None:
        self.app.push_screen(ReviewScreen(self.top))

    def advised(self, action: Action) -> str:
        match action:
            case Play(card):
                self.top.point_at(card)
                return f"play {short(card)}."
            case Say(word):
                self._point_at_option(action)
                return f"{answer_label(word) if self._chooses else said_of(word)}."
            case Pass(cards) | Return(cards):
                self._mark_all(cards)
                return f"give {shorts(cards)}."
            case PointOut(_, kind, data):
                self._point_at_option(action)
                return f"point out that they {move_told(kind, data)}."
            case _:
                self._point_at_option(action)
                return "withdraw."

    def _point_at_option(self, action: Action) -> None:
        chooser = self.query_one("#choice", Chooser)
        if chooser.choice is not None:
            values = [option.value for option in chooser.choice.options]
            if action in values:
                chooser.cursor = values.index(action)
                self.draw()

    def _mark_all(self, cards: Sequence[str]) -> None:
        left = list(cards)
        self.top.marked = set()
        for place, card in enumerate(self.top.hand):
            if card in left:
                left.remove(card)
                self.top.marked.add(place)
        self.draw()
