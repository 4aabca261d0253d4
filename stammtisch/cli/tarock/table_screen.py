"""The table itself: what is on the screen, and what each key does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from stammtisch.cli.tarock import status
from stammtisch.cli.tarock.board import board
from stammtisch.cli.tarock.choices import Pick, Toggle, announcement_told, cannot_lay, choice_now
from stammtisch.cli.tarock.faces import is_tarok, king, short, shorts, spoken, worth
from stammtisch.cli.tarock.names import VOTE_NAMES, cards_of, contract_name
from stammtisch.cli.tarock.papers import ReviewScreen, ScoreScreen
from stammtisch.cli.tarock.sheets import HELP, LookSheet
from stammtisch.cli.tarock.side import side
from stammtisch.cli.tarock.tabletop import TarockTop
from stammtisch.cli.terminal.card_screen import DEAF, CardScreen
from stammtisch.cli.terminal.choosing import Choice, Option
from stammtisch.games.game import Action
from stammtisch.games.tarock.records import Announce, Bid, CallKing, Exchange, Play, Vote

PLAYING = ("Enter play", "h hint", "w last trick", "s scores", "v review", "l log", "t talk")
CHOOSING = ("arrows, Enter choose", "h hint", "s scores", "v review", "l log", "t talk")
LAYING = ("space mark", "Enter lay down", "Esc other pile", "h hint", "l log", "t talk")


class TarockScreen(CardScreen):
    BINDINGS: ClassVar[list[BindingType]] = [("escape,backspace", "other_pile")]
    HELP = HELP

    top: TarockTop

    # --- showing ---------------------------------------------------------------------------------

    def choice_now(self) -> Choice | None:
        return choice_now(self.top)

    def board(self, width: int, height: int) -> Text:
        return board(self.top, width, height)

    def side(self) -> Text:
        return side(self.top)

    def heading(self) -> Sequence[str]:
        return status.heading(self.top)

    def own_points(self) -> str:
        return status.own_points(self.top)

    def turn(self) -> str:
        return status.turn(self.top, self.choice)

    def special(self, width: int) -> Text:
        words = status.special(self.top)
        words.truncate(width, overflow="ellipsis")
        return words

    def described(self, card: str) -> str:
        kind = "tarok, " if is_tarok(card) and not spoken(card).startswith("tarok") else ""
        return f"{spoken(card)}, {kind}counts {worth(card)}"

    def keys_now(self) -> Sequence[str]:
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
            marked = len(chosen) or "none"
            self.say(f"{cards_of(top.to_lay)} must be marked; you have marked {marked}.")
        elif top.picking is not None:
            self.act(Exchange(top.picking, chosen))

    def play(self) -> None:
        top, card = self.top, self.top.at_cursor
        if card is None or not top.running:
            self.say("You have no card to play." if top.running else "")
        elif not top.my_turn:
            self.say("It is not your turn.")
        elif card in top.playable:
            self.act(Play(card))
        elif top.playable:
            self.say(f"{short(card)} cannot be played now: play {shorts(top.playable)}.")

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
                return f"play {short(card)}."
            case Bid(contract):
                self.point_at_option(action)
                return "pass." if contract == "pass" else f"bid {contract_name(contract)}."
            case CallKing(suit):
                self.point_at_option(action)
                return f"call {king(suit)}."
            case Exchange(picked, cards):
                return self._advised_exchange(picked, cards)
            case Announce():
                return self._advised_words(action)
            case Vote(choice):
                self.point_at_option(action)
                return f"vote for {VOTE_NAMES[choice]}."
            case _:
                self.point_at_option(action)
                return "ask for a new deal."

    def _advised_exchange(self, picked: int, cards: Sequence[str]) -> str:
        view = self.top.view
        assert view is not None
        self.top.pick(picked)
        self.top.mark(cards)
        self.show()
        return f"take {shorts(view.piles[picked])} and lay {shorts(cards)} down."

    def _advised_words(self, said: Announce) -> str:
        assert self.top.view is not None
        self.top.saying = [("bonuses", word) for word in said.bonuses]
        self.top.saying += [("kontra", word) for word in said.kontra]
        self.chooser.cursor = 0
        self.draw()
        return f"say {announcement_told(self.top.view, said)}."
