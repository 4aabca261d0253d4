"""The table itself: what is on the screen, and what each key does.

A game of Doppelkopf in the terminal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import BindingType

from stammtisch.games.doppelkopf.records import Complain, Pass, Play, PointOut, Return, Say
from stammtisch.games.game import Action
from stammtisch.terminal.app import TableApp
from stammtisch.terminal.card_screen import (
    CHOOSE,
    HINT,
    LAST_TRICK,
    LOG,
    MARK,
    PLAY,
    REVIEW,
    SCORES,
    TALK,
    CardScreen,
)
from stammtisch.terminal.dialogs import Choice, ChoiceSheet, Option, Wish
from stammtisch.terminal.doppelkopf import board as status
from stammtisch.terminal.doppelkopf.board import board, side
from stammtisch.terminal.doppelkopf.choices import accusable, calls_offered, choice_now, misconducts
from stammtisch.terminal.doppelkopf.dialogs import (
    MatchSheet,
    ReviewScreen,
    RoundSheet,
    ScoreScreen,
    TrickSheet,
)
from stammtisch.terminal.doppelkopf.tabletop import DoppelkopfTop
from stammtisch.terminal.doppelkopf.words import (
    answer_label,
    eyes,
    move_told,
    said_of,
    short,
    shorts,
    spoken,
    t,
)
from stammtisch.terminal.guest import Guest
from stammtisch.terminal.screen import FAINT
from stammtisch.terminal.text import Key, cut

PLAYING = (PLAY, Key("c", "call"), HINT, LAST_TRICK, SCORES, REVIEW, LOG, TALK)
CHOOSING = (CHOOSE, HINT, SCORES, LOG, TALK)
MARKING = (MARK, Key("enter", "give", "Enter"), HINT, LOG, TALK)
COMPLAIN = Key("x", "complain")


class DoppelkopfScreen(CardScreen):
    BINDINGS: ClassVar[list[BindingType]] = [("c", "call"), ("x", "complain")]
    top: DoppelkopfTop

    def __init__(
        self,
        top: DoppelkopfTop,
        guest: Guest,
        remote: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(top, guest, remote, clock)
        #: What is wrong and will be done nevertheless if it is chosen once more.
        self._warned: Any = None

    # --- showing ---------------------------------------------------------------------------------

    def choice_now(self) -> Choice | None:
        return choice_now(self.top)

    def board(self, width: int, height: int) -> Text:
        return board(self.top, width, height)

    def side(self) -> Text:
        return side(self.top)

    def heading(self) -> Sequence[str]:
        return status.table_heading(self.top)

    def own_points(self) -> str:
        return status.own_points(self.top)

    def turn(self) -> str:
        return status.turn(self.top, self.choice)

    def special(self, width: int) -> Text:
        return Text(cut(status.calls(self.top), width), FAINT)

    def described(self, card: str) -> str:
        kind = t("trump" if self.top.is_trump(card) else "no_trump")
        return t("described", card=spoken(card), kind=kind, eyes=eyes(card))

    def help(self) -> str:
        return t("help")

    def keys_now(self) -> Sequence[Key]:
        if self.top.marking:
            return MARKING
        keys = PLAYING if self.choice is None else CHOOSING
        return (*keys[:3], COMPLAIN, *keys[3:]) if self.top.lenient else keys

    # --- doing -----------------------------------------------------------------------------------

    def choose(self, option: Option) -> None:
        if option.improper and self._warned != (self.top.seq, option.value):
            self._warned = (self.top.seq, option.value)
            self.say(t("improper"))
            return
        self.act(option.value)

    def play(self) -> None:
        top, card = self.top, self.top.at_cursor
        if card is None or not top.running:
            self.say(t("no_card") if top.running else "")
        elif card in top.playable and top.my_turn:
            self.act(Play(card))
        elif self._may_do_wrong():
            self._play_wrong(card)
        elif not top.my_turn:
            self.say(t("not_your_turn"))
        elif top.playable:
            self.say(t("cannot_play", card=short(card), cards=shorts(top.playable)))

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
        wrong = "does_not_follow" if self.top.my_turn else "not_due"
        self.say(t(wrong, card=short(card)))

    def mark(self) -> None:
        if self.top.at_cursor is not None:
            self.top.toggle(self.top.cursor)
            self.say("")
            self.draw()

    def hand_over(self) -> None:
        chosen, form = self.top.chosen, self.top.three_cards
        assert form is not None
        if len(chosen) != 3:
            self.say(t("three_marked", count=len(chosen)))
        else:
            self.act(Pass(chosen) if form.action == Pass.type else Return(chosen))

    def action_call(self) -> None:
        offered = calls_offered(self.top)
        if not offered:
            self.say(t("nothing_to_call"))
            return
        self.app.push_screen(ChoiceSheet(t("what_call"), offered), self._called)

    def _called(self, call: Say | None) -> None:
        # A call means the same, whatever has been played since the sheet was opened.
        if call is not None:
            self.act(call, whatever_happened=True)

    def action_complain(self) -> None:
        if not self.top.lenient:
            self.say(t("no_complaints"))
        elif self.top.view is None or self.top.view.phase not in ("reservations", "tricks"):
            self.say(t("complain_when"))
        else:
            cost = t("complain_cost", points=self.top.rules.penalty_points)
            sheet = ChoiceSheet(t("complain_about"), accusable(self.top), [cost])
            self.app.push_screen(sheet, self._accused)

    def _accused(self, seat: int | None) -> None:
        if seat is None:
            return

        def complained(misconduct: Any) -> None:
            if misconduct is not None:
                self.act(Complain(seat, misconduct), whatever_happened=True)

        sheet = ChoiceSheet(t("complain_what", name=self.top.name(seat)), misconducts())
        self.app.push_screen(sheet, complained)

    # --- looking ---------------------------------------------------------------------------------

    def look_sheet(self) -> TrickSheet:
        return TrickSheet(self.top)

    def score_sheet(self) -> ScoreScreen:
        return ScoreScreen(self.top)

    def review_sheet(self) -> ReviewScreen:
        return ReviewScreen(self.top)

    def advised(self, action: Action) -> str:
        match action:
            case Play(card):
                self.top.point_at(card)
                return t("advise_play", card=short(card))
            case Say(word):
                self.point_at_option(action)
                told = answer_label(word) if self.chooses else said_of(word)
                return t("advise_say", word=told)
            case Pass(cards) | Return(cards):
                self._mark_all(cards)
                return t("advise_give", cards=shorts(cards))
            case PointOut(_, kind, data):
                self.point_at_option(action)
                return t("advise_point", move=move_told(kind, data))
            case _:
                self.point_at_option(action)
                return t("advise_withdraw")

    def _mark_all(self, cards: Sequence[str]) -> None:
        left = list(cards)
        self.top.marked = set()
        for place, card in enumerate(self.top.hand):
            if card in left:
                left.remove(card)
                self.top.marked.add(place)
        self.draw()


class DoppelkopfApp(TableApp):
    top: DoppelkopfTop
    table: DoppelkopfScreen

    def set_table(
        self, remote: bool, clock: Callable[[], float]
    ) -> tuple[DoppelkopfTop, DoppelkopfScreen]:
        top = DoppelkopfTop(clock)
        return top, DoppelkopfScreen(top, self.guest, remote, clock)

    def result_sheet(self) -> MatchSheet:
        return MatchSheet(self.top)

    def heard(self) -> None:
        self.show_round()

    def show_result(self) -> None:
        super().show_result()
        self.show_round()

    def show_round(self) -> None:
        """When a round is over, once, what it was worth; how to go on is asked there, too."""
        view, row = self.top.view, self.top.just_over
        if view is None or row is None or self.screen is not self.table:
            return
        self.top.just_over = None
        if view.phase != "end" or not self.top.running:
            return
        sheet = RoundSheet(self.top, row)
        sheet.not_at_once(self._clock)

        def closed(wish: Wish | None) -> None:
            if sheet.vote is not None:
                self.table.act(sheet.vote, whatever_happened=True)

        self.push_screen(sheet, closed)
