"""A table of tricks on the screen: a trick in the middle, the hand below, questions in between."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from stammtisch.games.game import Action
from stammtisch.terminal.app import TableApp
from stammtisch.terminal.dialogs import KEYS, Choice, Chooser, Option, Wish
from stammtisch.terminal.guest import Guest
from stammtisch.terminal.screen import (
    FAINT,
    LOG,
    TALK,
    TROUBLE,
    Log,
    TableScreen,
)
from stammtisch.terminal.text import Key, cut, t
from stammtisch.terminal.tricks.board import RoundTable, side
from stammtisch.terminal.tricks.dialogs import (
    LookDialog,
    MatchDialog,
    ReviewScreen,
    RoundDialog,
    ScoreScreen,
)
from stammtisch.terminal.tricks.hand import Hand
from stammtisch.terminal.tricks.presenter import HIGH, LOW, TrickPresenter
from stammtisch.terminal.tricks.tabletop import CardTop

SCORES, REVIEW = Key("s", "scores"), Key("v", "review")
PLAY, LAST_TRICK = Key("enter", "play", "Enter"), Key("w", "last_trick")
MARK = Key("space", "mark")
#: Lines from which cards are drawn larger.
TALL = 34
#: Cells of the side, and how wide a screen must be to have one.
SIDE, WIDE = 36, 112
#: Seconds for which a question does not listen: what is typed then was meant for the table.
DEAF = 0.4


class TrickScreen(TableScreen):
    DEFAULT_CSS = f"""
    #middle {{ height: auto; }}
    #table {{ height: auto; width: 1fr; }}
    #board, #choice {{ height: {LOW}; width: 100%; }}
    #choice {{ padding: 0 1; }}
    #turn, #special {{ height: 1; padding: 0 1; }}
    #hand {{ height: 3; width: 100%; }}
    #said {{ height: 2; padding: 0 1; }}
    #side {{ width: {SIDE}; height: 100%; padding: 0 1; display: none; }}
    TrickScreen.wide #side {{ display: block; }}
    TrickScreen.tall #board, TrickScreen.tall #choice {{ height: {HIGH}; }}
    TrickScreen.tall #hand {{ height: 5; }}
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
        ("h", "hint"),
        ("w", "look"),
        ("s", "scores"),
        ("v", "review"),
        *((key, f"key({at})") for at, key in enumerate(KEYS)),
    ]

    AFTER = (Key("a", "again"), SCORES, REVIEW, LOG, TALK)
    #: What can be done while there is a choice, and while cards are marked.
    CHOOSING: ClassVar[Sequence[Key]]
    MARKING: ClassVar[Sequence[Key]]

    top: CardTop

    def __init__(
        self,
        presenter: TrickPresenter[Any, Any],
        guest: Guest,
        remote: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(presenter.top, guest, remote)
        self.presenter = presenter
        self._clock = clock
        #: What the player is to decide, and since when it is on the screen.
        self.choice: Choice | None = None
        self._offered_at = 0.0
        #: The place that was clicked last, and at which observation.
        self._clicked: tuple[int, int] | None = None

    # --- what each game gives --------------------------------------------------------------------

    @abstractmethod
    def choose(self, option: Option) -> None:
        """An option was chosen, and not by accident."""

    @abstractmethod
    def mark(self) -> None:
        """Mark the card at the cursor, or say why not."""

    @abstractmethod
    def hand_over(self) -> None:
        """Do with the marked cards what they are marked for, or say why not."""

    def play_wrong(self, card: str) -> bool:
        """Where a table takes cards that may not be played, play it, and say that that was done."""
        return False

    # --- showing ---------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Horizontal(id="middle"):
            with Vertical(id="table"):
                yield Static(id="board")
                yield Chooser(id="choice")
                yield Static(id="turn")
                yield Hand(id="hand")
                yield Static(id="special")
                yield Static(id="said")
            yield Static(id="side")
        yield Log(id="log")
        yield Static(id="keys")

    @property
    def tall(self) -> bool:
        return self.size.height >= TALL

    @property
    def chooser(self) -> Chooser:
        return self.query_one("#choice", Chooser)

    def draw(self) -> None:
        wide = self.size.width >= WIDE
        self.set_class(wide, "wide")
        self.set_class(self.tall, "tall")
        self._decide()
        self.put("head", self._head())
        width = self.size.width - (SIDE if wide else 0)
        height = HIGH if self.tall else LOW
        self.chooser.display = self.choice is not None
        self.query_one("#board").display = self.choice is None
        self.chooser.offer(self.choice, width - 2, height)
        self.put("board", RoundTable(self.presenter, width, height).drawn())
        self.put("side", side(self.presenter))
        self.put("turn", self.turn_line())
        self.put("special", self.presenter.special(width - 2))
        self.draw_said()

    def _decide(self) -> None:
        choice = self.presenter.choice()
        known = self.choice
        if choice is not None and (known is None or known.subject != choice.subject):
            self._offered_at = self._clock()
        self.choice = choice

    def draw_said(self) -> None:
        self.query_one(Hand).show(self.top.fan(tall=self.tall, keys=not self.chooses))
        if self.said:
            room = 2 * (self.query_one("#table").size.width or 80) - 12
            self.put("said", Text(cut(self.said, room), f"bold {TROUBLE}"))
        else:
            card = self.top.at_cursor
            self.put("said", Text("" if card is None else self.presenter.described(card), FAINT))

    def keys_now(self) -> Sequence[Key]:
        if self.top.marking:
            return self.MARKING
        return self.PLAYING if self.choice is None else self.CHOOSING

    def _head(self) -> Text:
        head = self.head(*self.presenter.heading())
        points = self.presenter.own_points()
        if head.cell_len + len(points) + 5 <= self.size.width:
            head.append(f"   {points}", "not bold")
        return head

    def turn_now(self) -> tuple[str, bool]:
        mine = self.choice is not None or self.top.my_turn
        return self.presenter.turn(self.choice), mine

    # --- moving about ----------------------------------------------------------------------------

    @property
    def chooses(self) -> bool:
        """Keys are for the options of a choice, not for the hand."""
        return self.choice is not None and bool(self.choice.options)

    def action_move(self, across: int, down: int) -> None:
        if self.chooses:
            self.chooser.move(across, down)
            self.draw()
        elif across:
            self.top.move(across)
        self.say("")

    def action_key(self, at: int) -> None:
        if self.chooses:
            option = self.chooser.of_key(at)
            if option is not None:
                self._choose(option)
        elif at < len(self.top.hand):
            self._pick(at)

    def action_enter(self) -> None:
        if self.chooses:
            option = self.chooser.at_cursor
            if option is not None:
                self._choose(option)
        elif self.top.marking:
            self.hand_over()
        else:
            self.play()

    def action_mark(self) -> None:
        if self.top.marking:
            self.mark()

    def on_chooser_chosen(self, event: Chooser.Chosen) -> None:
        self._choose(event.option)

    def on_hand_picked(self, event: Hand.Picked) -> None:
        """The first click chooses a card, the second plays it; one marks it, or takes it back."""
        if self.chooses:
            return
        card = (self.top.seq, event.place)
        if self.top.marking or self._clicked == card:
            self._pick(event.place)
        else:
            self._clicked = card
            self.top.cursor = event.place
            self.say("")

    def _pick(self, place: int) -> None:
        """A card was chosen, and not by accident: mark it, or play it."""
        self.top.cursor = place
        if self.top.marking:
            self.mark()
        else:
            self.play()

    def _choose(self, option: Option) -> None:
        self.draw()
        if self._clock() - self._offered_at >= DEAF:
            self.choose(option)

    def point_at_option(self, action: Action) -> None:
        chooser = self.chooser
        if chooser.choice is not None:
            values = [option.value for option in chooser.choice.options]
            if action in values:
                chooser.cursor = values.index(action)
                self.draw()

    def play(self) -> None:
        """Play the card at the cursor, or say why not."""
        top, card = self.top, self.top.at_cursor
        if card is None or not top.running:
            self.say(t("no_card") if top.running else "")
        elif card in top.playing and top.my_turn:
            self.act(top.playing[card])
        elif self.play_wrong(card):
            return
        elif not top.my_turn:
            self.say(t("not_your_turn"))
        elif top.playable:
            short, cards = self.presenter.short(card), self.presenter.shorts(top.playable)
            self.say(t("cannot_play", card=short, cards=cards))

    # --- looking ---------------------------------------------------------------------------------

    def action_look(self) -> None:
        self.app.push_screen(LookDialog(self.presenter))

    def action_scores(self) -> None:
        self.app.push_screen(ScoreScreen(self.presenter))

    def action_review(self) -> None:
        self.app.push_screen(ReviewScreen(self.presenter))


class TrickApp(TableApp):
    TOP: ClassVar[type[CardTop]]
    PRESENTER: ClassVar[type[TrickPresenter[Any, Any]]]
    SCREEN: ClassVar[type[TrickScreen]]

    top: CardTop
    table: TrickScreen

    def set_table(self, remote: bool, clock: Callable[[], float]) -> tuple[CardTop, TrickScreen]:
        top = self.TOP(clock)
        return top, self.SCREEN(self.PRESENTER(top), self.guest, remote, clock)

    def result_dialog(self) -> MatchDialog:
        return MatchDialog(self.table.presenter)

    def heard(self) -> None:
        self.show_round()

    def show_result(self) -> None:
        super().show_result()
        self.show_round()

    def show_round(self) -> None:
        """When a round is over, once, what it was worth; how to go on is asked there, too."""
        row = self.top.just_over
        if row is None or self.screen is not self.table:
            return
        self.top.just_over = None
        if not (self.top.running and self.table.presenter.is_over()):
            return
        sheet = RoundDialog(self.table.presenter, row)
        sheet.not_at_once(self._clock)

        def closed(wish: Wish | None) -> None:
            if sheet.vote is not None:
                self.table.act(sheet.vote, whatever_happened=True)

        self.push_screen(sheet, closed)
