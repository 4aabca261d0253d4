"""The table itself: what is on the screen, and what each key does."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from stammtisch.cli.lines.guest import Guest
from stammtisch.cli.tarock import board, status
from stammtisch.cli.tarock.choices import Pick, Toggle, announcement_told, cannot_lay, choice_now
from stammtisch.cli.tarock.faces import is_tarok, king, short, shorts, spoken, worth
from stammtisch.cli.tarock.names import VOTE_NAMES, cards_of, contract_name
from stammtisch.cli.tarock.papers import ReviewScreen, ScoreScreen
from stammtisch.cli.tarock.sheets import HELP, LookSheet
from stammtisch.cli.tarock.side import WIDE, side
from stammtisch.cli.tarock.side import WIDTH as SIDE
from stammtisch.cli.tarock.tabletop import TarockTop
from stammtisch.cli.terminal.choosing import KEYS, Choice, Chooser, Option
from stammtisch.cli.terminal.fitting import cut
from stammtisch.cli.terminal.hand import Hand
from stammtisch.cli.terminal.screen import BRIGHT, FAINT, TROUBLE, Log
from stammtisch.cli.terminal.view_screen import ViewScreen
from stammtisch.games.game import Action
from stammtisch.games.tarock.records import Announce, Bid, CallKing, Exchange, Play, Vote

BEFORE = ("a begin", "b bot", "t talk", "l log")
PLAYING = ("Enter play", "h hint", "w last trick", "s scores", "v review", "l log", "t talk")
CHOOSING = ("arrows, Enter choose", "h hint", "s scores", "v review", "l log", "t talk")
LAYING = ("space mark", "Enter lay down", "Esc other pile", "h hint", "l log", "t talk")
AFTER = ("a again", "s scores", "v review", "l log", "t talk")
#: Lines from which cards are drawn larger.
TALL = 34
#: Seconds for which a question does not listen: what is typed then was meant for the table.
DEAF = 0.4


class TarockScreen(ViewScreen):
    CSS = f"""
    #middle {{ height: auto; }}
    #table {{ height: auto; width: 1fr; }}
    #board, #choice {{ height: {board.LOW}; width: 100%; }}
    #choice {{ padding: 0 1; }}
    #turn, #special {{ height: 1; padding: 0 1; }}
    #hand {{ height: 3; width: 100%; }}
    #said {{ height: 2; padding: 0 1; }}
    #side {{ width: {SIDE}; height: 100%; padding: 0 1; display: none; }}
    TarockScreen.wide #side {{ display: block; }}
    TarockScreen.tall #board, TarockScreen.tall #choice {{ height: {board.HIGH}; }}
    TarockScreen.tall #hand {{ height: 5; }}
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
        ("escape,backspace", "other_pile"),
        ("w", "look"),
        ("s", "scores"),
        ("v", "review"),
        *((key, f"key({at})") for at, key in enumerate(KEYS)),
    ]
    HELP = HELP

    top: TarockTop

    def __init__(
        self,
        top: TarockTop,
        guest: Guest,
        remote: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(top, guest, remote)
        self._clock = clock
        #: What the player is to decide, and since when it is on the screen.
        self.choice: Choice | None = None
        self._offered_at = 0.0

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
        self.put("special", self._special(width - 2))
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
        kind = "tarok, " if is_tarok(card) and not spoken(card).startswith("tarok") else ""
        return f"{spoken(card)}, {kind}counts {worth(card)}"

    def keys(self) -> Sequence[str]:
        if not self.top.running:
            return AFTER if self.top.result is not None else BEFORE
        if self.top.picks:
            return LAYING
        return PLAYING if self.choice is None else CHOOSING

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

    def _special(self, width: int) -> Text:
        words = status.special(self.top)
        words.truncate(width, overflow="ellipsis")
        return words

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
        elif self.top.picks:
            self._lay_down()
        else:
            self._play()

    def action_mark(self) -> None:
        """Mark the card at the cursor to be laid down, or the word there to be said."""
        if self.top.picks:
            self._mark()
        elif self._chooses:
            option = self.query_one("#choice", Chooser).at_cursor
            if option is not None and isinstance(option.value, Toggle):
                at = self.query_one("#choice", Chooser).cursor
                self._choose(option)
                self.query_one("#choice", Chooser).cursor = at
                self.draw()

    def action_other_pile(self) -> None:
        if self.top.picks:
            self.top.pick(None)
            self.show()
            # It is no news to who asked for it.
            self._offered_at = -DEAF

    def on_chooser_chosen(self, event: Chooser.Chosen) -> None:
        self._choose(event.option)

    def on_hand_picked(self, event: Hand.Picked) -> None:
        if not self._chooses:
            self._pick(event.place)

    def _pick(self, place: int) -> None:
        """A card was chosen by its key or with the mouse: mark it, or play it."""
        self.top.cursor = place
        if self.top.picks:
            self._mark()
        else:
            self._play()

    # --- doing -----------------------------------------------------------------------------------

    def _choose(self, option: Option) -> None:
        self.draw()
        if self._clock() - self._offered_at < DEAF:
            return
        match option.value:
            case Pick(pile):
                self.top.pick(pile)
                self.show()
            case Toggle(field, word):
                self.top.toggle_word(field, word)
                # There, Enter says all that is marked.
                self.query_one("#choice", Chooser).cursor = 0
                self.draw()
            case action:
                self.act(action)

    def _mark(self) -> None:
        top, card = self.top, self.top.at_cursor
        if card is None:
            return
        if top.cursor not in top.marked and (why := cannot_lay(top, card)):
            self.say(why)
            return
        top.toggle(top.cursor)
        self.draw()
        self.say("")

    def _lay_down(self) -> None:
        top, chosen = self.top, self.top.chosen
        if len(chosen) != top.to_lay:
            marked = len(chosen) or "none"
            self.say(f"{cards_of(top.to_lay)} must be marked; you have marked {marked}.")
        elif top.picking is not None:
            self.act(Exchange(top.picking, chosen))

    def _play(self) -> None:
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

    def action_look(self) -> None:
        self.app.push_screen(LookSheet(self.top))

    def action_scores(self) -> None:
        self.app.push_screen(ScoreScreen(self.top))

    def action_review(self) -> None:
        self.app.push_screen(ReviewScreen(self.top))

    def advised(self, action: Action) -> str:
        match action:
            case Play(card):
                self.top.point_at(card)
                return f"play {short(card)}."
            case Bid(contract):
                self._point_at_option(action)
                return "pass." if contract == "pass" else f"bid {contract_name(contract)}."
            case CallKing(suit):
                self._point_at_option(action)
                return f"call {king(suit)}."
            case Exchange(picked, cards):
                return self._advised_exchange(picked, cards)
            case Announce():
                return self._advised_words(action)
            case Vote(choice):
                self._point_at_option(action)
                return f"vote for {VOTE_NAMES[choice]}."
            case _:
                self._point_at_option(action)
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
        self.query_one("#choice", Chooser).cursor = 0
        self.draw()
        return f"say {announcement_told(self.top.view, said)}."

    def _point_at_option(self, action: Action) -> None:
        chooser = self.query_one("#choice", Chooser)
        if chooser.choice is not None:
            values = [option.value for option in chooser.choice.options]
            if action in values:
                chooser.cursor = values.index(action)
                self.draw()
