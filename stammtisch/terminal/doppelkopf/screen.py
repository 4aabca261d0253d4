"""A game of Doppelkopf in the terminal: what its keys do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import BindingType

from stammtisch.games.doppelkopf.records import Complain, Pass, Play, PointOut, Return, Say
from stammtisch.games.game import Action
from stammtisch.terminal.dialogs import ChoiceDialog, Option
from stammtisch.terminal.doppelkopf.presenter import LOOK, DoppelkopfPresenter
from stammtisch.terminal.doppelkopf.tabletop import DoppelkopfTop
from stammtisch.terminal.doppelkopf.words import answer_label, move_told, said_of, short, shorts, t
from stammtisch.terminal.screen import CHOOSE, HINT, LOG, TALK
from stammtisch.terminal.text import Key
from stammtisch.terminal.tricks.screen import (
    LAST_TRICK,
    MARK,
    PLAY,
    REVIEW,
    SCORES,
    TrickApp,
    TrickScreen,
)

COMPLAIN = Key("x", "complain")


class DoppelkopfScreen(TrickScreen):
    BINDINGS: ClassVar[list[BindingType]] = [("c", "call"), ("x", "complain")]
    top: DoppelkopfTop

    PLAYING = (PLAY, Key("c", "call"), HINT, LAST_TRICK, SCORES, REVIEW, LOG, TALK)
    CHOOSING = (CHOOSE, HINT, SCORES, LOG, TALK)
    MARKING = (MARK, Key("enter", "give", "Enter"), HINT, LOG, TALK)

    presenter: DoppelkopfPresenter
    #: What is wrong and will be done nevertheless if it is chosen once more.
    _warned: Any = None

    def keys_now(self) -> Sequence[Key]:
        keys = super().keys_now()
        lenient = self.top.lenient and not self.top.marking
        return (*keys[:3], COMPLAIN, *keys[3:]) if lenient else keys

    # --- doing -----------------------------------------------------------------------------------

    def choose(self, option: Option) -> None:
        if option.improper and self._warned != (self.top.seq, option.value):
            self._warned = (self.top.seq, option.value)
            self.say(t("improper"))
            return
        self.act(option.value)

    def play_wrong(self, card: str) -> bool:
        """A lenient table takes any card; but not by accident."""
        view = self.top.view
        if not self.top.lenient or view is None or view.phase != "tricks":
            return False
        if view.complaint is not None or view.questions:
            return False
        if self._warned == (self.top.seq, card):
            self.act(Play(card))
        else:
            self._warned = (self.top.seq, card)
            wrong = "does_not_follow" if self.top.my_turn else "not_due"
            self.say(t(wrong, card=short(card)))
        return True

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
        offered = self.presenter.calls_offered()
        if not offered:
            self.say(t("nothing_to_call"))
            return
        self.app.push_screen(ChoiceDialog(t("what_call"), offered), self._called)

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
            sheet = ChoiceDialog(t("complain_about"), self.presenter.accusable(), [cost])
            self.run_worker(self._complain(sheet))

    async def _complain(self, whom: ChoiceDialog) -> None:
        seat = await self.app.push_screen_wait(whom)
        if seat is None:
            return
        title = t("complain_what", name=self.top.name(seat))
        what = ChoiceDialog(title, self.presenter.misconducts())
        misconduct = await self.app.push_screen_wait(what)
        if misconduct is not None:
            self.act(Complain(seat, misconduct), whatever_happened=True)

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


class DoppelkopfApp(TrickApp):
    TOP = DoppelkopfTop
    PRESENTER = DoppelkopfPresenter
    SCREEN = DoppelkopfScreen
    look = LOOK

    top: DoppelkopfTop
    table: DoppelkopfScreen
