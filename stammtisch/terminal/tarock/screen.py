"""The table itself: what is on the screen, and what each key does.

A game of Tarock in the terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from stammtisch.games.game import Action
from stammtisch.games.tarock.records import Announce, Bid, CallKing, Exchange, Play, Vote
from stammtisch.terminal.app import TableApp
from stammtisch.terminal.card_screen import (
    CHOOSE,
    DEAF,
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
from stammtisch.terminal.dialogs import Choice, Option, Wish
from stammtisch.terminal.tarock import board as status
from stammtisch.terminal.tarock.board import board, side
from stammtisch.terminal.tarock.choices import (
    Pick,
    Toggle,
    announcement_told,
    cannot_lay,
    choice_now,
)
from stammtisch.terminal.tarock.dialogs import (
    DealSheet,
    LookSheet,
    MatchSheet,
    ReviewScreen,
    ScoreScreen,
)
from stammtisch.terminal.tarock.tabletop import TarockTop
from stammtisch.terminal.tarock.words import (
    TRULA,
    contract_name,
    king,
    short,
    shorts,
    spoken,
    t,
    worth,
)
from stammtisch.terminal.text import Key

LAY_DOWN, OTHER_PILE = Key("enter", "lay_down", "Enter"), Key("escape", "other_pile", "Esc")
PLAYING = (PLAY, HINT, LAST_TRICK, SCORES, REVIEW, LOG, TALK)
CHOOSING = (CHOOSE, HINT, SCORES, REVIEW, LOG, TALK)
LAYING = (MARK, LAY_DOWN, OTHER_PILE, HINT, LOG, TALK)


class TarockScreen(CardScreen):
    BINDINGS: ClassVar[list[BindingType]] = [("escape,backspace", "other_pile")]
    top: TarockTop

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
        words = status.special(self.top)
        words.truncate(width, overflow="ellipsis")
        return words

    def described(self, card: str) -> str:
        how = "described_tarok" if card in TRULA else "described"
        return t(how, card=spoken(card), worth=worth(card))

    def help(self) -> str:
        return t("help")

    def keys_now(self) -> Sequence[Key]:
        if self.top.marking:
            return LAYING
        return PLAYING if self.choice is None else CHOOSING

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
            # It is no news to who asked for it.
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
        if top.cursor not in top.marked and (why := cannot_lay(top, card)):
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

    def play(self) -> None:
        top, card = self.top, self.top.at_cursor
        if card is None or not top.running:
            self.say(t("no_card") if top.running else "")
        elif not top.my_turn:
            self.say(t("not_your_turn"))
        elif card in top.playable:
            self.act(Play(card))
        elif top.playable:
            self.say(t("cannot_play", card=short(card), cards=shorts(top.playable)))

    # --- looking ---------------------------------------------------------------------------------

    def look_sheet(self) -> LookSheet:
        return LookSheet(self.top)

    def score_sheet(self) -> ScoreScreen:
        return ScoreScreen(self.top)

    def review_sheet(self) -> ReviewScreen:
        return ReviewScreen(self.top)

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
        return t("advise_say", words=announcement_told(self.top.view, said))


class TarockApp(TableApp):
    top: TarockTop
    table: TarockScreen

    def set_table(self, remote: bool, clock: Callable[[], float]) -> tuple[TarockTop, TarockScreen]:
        top = TarockTop(clock)
        return top, TarockScreen(top, self.guest, remote, clock)

    def result_sheet(self) -> MatchSheet:
        return MatchSheet(self.top)

    def heard(self) -> None:
        self.show_deal()

    def show_result(self) -> None:
        super().show_result()
        self.show_deal()

    def show_deal(self) -> None:
        """When a deal is over, once, what it was worth; how to go on is asked there, too."""
        result = self.top.just_over
        if result is None or self.screen is not self.table:
            return
        self.top.just_over = None
        if not self.top.running or (self.top.view is not None and self.top.view.over):
            return
        sheet = DealSheet(self.top, result)
        sheet.not_at_once(self._clock)

        def closed(wish: Wish | None) -> None:
            if sheet.vote is not None:
                self.table.act(sheet.vote, whatever_happened=True)

        self.push_screen(sheet, closed)
