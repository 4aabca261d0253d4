"""A game of Tarock in the terminal: what its keys do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from stammtisch.games.game import Action
from stammtisch.games.tarock.records import Announce, Bid, CallKing, Exchange, Play, Vote
from stammtisch.terminal.dialogs import Option
from stammtisch.terminal.screen import CHOOSE, HINT, LOG, TALK
from stammtisch.terminal.tarock.presenter import LOOK, Pick, TarockPresenter, Toggle
from stammtisch.terminal.tarock.tabletop import TarockTop
from stammtisch.terminal.tarock.words import contract_name, king, short, shorts, t
from stammtisch.terminal.text import Key
from stammtisch.terminal.tricks.screen import (
    DEAF,
    LAST_TRICK,
    MARK,
    PLAY,
    REVIEW,
    SCORES,
    TrickApp,
    TrickScreen,
)

LAY_DOWN, OTHER_PILE = Key("enter", "lay_down", "Enter"), Key("escape", "other_pile", "Esc")


class TarockScreen(TrickScreen):
    BINDINGS: ClassVar[list[BindingType]] = [("escape,backspace", "other_pile")]
    PLAYING = (PLAY, HINT, LAST_TRICK, SCORES, REVIEW, LOG, TALK)
    CHOOSING = (CHOOSE, HINT, SCORES, REVIEW, LOG, TALK)
    MARKING = (MARK, LAY_DOWN, OTHER_PILE, HINT, LOG, TALK)

    presenter: TarockPresenter
    top: TarockTop

    # --- moving about ----------------------------------------------------------------------------

    def action_mark(self) -> None:
        """Mark the card at the cursor to be laid down, or the word there to be said."""
        super().action_mark()
        if not self.top.marking and self.chooses:
            option = self.chooser.at_cursor
            if option is not None and isinstance(option.value, Toggle):
                at = self.chooser.cursor
                self._choose(option)
                self.chooser.cursor = at
                self.draw()

    def action_other_pile(self) -> None:
        if self.top.marking:
            self.top.pick(None)
            self.show()
            # The player asked for it: it need not wait to be noticed.
            self._offered_at = -DEAF

    # --- doing -----------------------------------------------------------------------------------

    def choose(self, option: Option) -> None:
        match option.value:
            case Pick(pile):
                self.top.pick(pile)
                self.show()
            case Toggle(field, word):
                self.top.toggle_word(field, word)
                # There, Enter says all that is marked.
                self.chooser.cursor = 0
                self.draw()
            case action:
                self.act(action)

    def mark(self) -> None:
        top, card = self.top, self.top.at_cursor
        if card is None:
            return
        if top.cursor not in top.marked and (why := self.presenter.cannot_lay(card)):
            self.say(why)
            return
        top.toggle(top.cursor)
        self.draw()
        self.say("")

    def hand_over(self) -> None:
        top, chosen = self.top, self.top.chosen
        if len(chosen) != top.to_lay:
            self.say(t("must_mark", count=top.to_lay, marked=len(chosen) or t("none")))
        elif top.picking is not None:
            self.act(Exchange(top.picking, chosen))

    def advised(self, action: Action) -> str:
        match action:
            case Play(card):
                self.top.point_at(card)
                return t("advise_play", card=short(card))
            case Bid(contract):
                self.point_at_option(action)
                how = "advise_pass" if contract == "pass" else "advise_bid"
                return t(how, contract=contract_name(contract))
            case CallKing(suit):
                self.point_at_option(action)
                return t("advise_call", king=king(suit))
            case Exchange(picked, cards):
                return self._advised_exchange(picked, cards)
            case Announce():
                return self._advised_words(action)
            case Vote(choice):
                self.point_at_option(action)
                return t("advise_vote", wish=t(f"vote.{choice}"))
            case _:
                self.point_at_option(action)
                return t("advise_throw")

    def _advised_exchange(self, picked: int, cards: Sequence[str]) -> str:
        view = self.top.view
        assert view is not None
        self.top.pick(picked)
        self.top.mark(cards)
        self.show()
        return t("advise_exchange", taken=shorts(view.piles[picked]), cards=shorts(cards))

    def _advised_words(self, said: Announce) -> str:
        assert self.top.view is not None
        self.top.saying = [("bonuses", word) for word in said.bonuses]
        self.top.saying += [("kontra", word) for word in said.kontra]
        self.chooser.cursor = 0
        self.draw()
        return t("advise_say", words=self.presenter.announcement_told(said))


class TarockApp(TrickApp):
    TOP = TarockTop
    PRESENTER = TarockPresenter
    SCREEN = TarockScreen
    look = LOOK

    top: TarockTop
    table: TarockScreen
