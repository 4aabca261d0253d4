"""Mao in the terminal: what is on the screen, and what each key does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from stammtisch import requests
from stammtisch.games.game import Action, Match
from stammtisch.games.mao.match import MaoMatch
from stammtisch.games.mao.records import Accept, Accuse, Cancel, Move, Spot, Talk
from stammtisch.games.mao.rules import TALK_CAP
from stammtisch.terminal.app import TableApp
from stammtisch.terminal.dialogs import HelpScreen, TalkScreen
from stammtisch.terminal.mao import board
from stammtisch.terminal.mao import hand as faces
from stammtisch.terminal.mao.board import END_OF_ORDER, POINT_OF_ORDER, phrases
from stammtisch.terminal.mao.dialogs import (
    AccuseScreen,
    FinaleScreen,
    MoveScreen,
    WriteScreen,
    known_rules,
    told_at_parting,
)
from stammtisch.terminal.mao.hand import HandPanel, card_told, t
from stammtisch.terminal.mao.tabletop import KEYS, MaoTop
from stammtisch.terminal.mao.words import rule_written
from stammtisch.terminal.screen import FAINT, LOG, TALK, TROUBLE, Log, TableScreen
from stammtisch.terminal.text import Key, cut

RULES = Key("r", "rules")
SAY, ACCEPT, TAKE_BACK = Key("1", "say", "1-0"), Key("y", "accept"), Key("c", "take_back")
FROZEN = (ACCEPT, TAKE_BACK, SAY, TALK, LOG, RULES)
#: Cells that may be lost where a sentence goes on in the next line.
SLACK = 12
#: Lines for all but the players and the phrases: head, pile, banner, hand, the sentence under it,
#: what happened, keys, and three that are left empty.
FIXED = 1 + 3 + 2 + faces.HEIGHT + 2 + 4 + 1 + 3
#: Lines and columns from which cards are larger, and the rules that are known stand beside the log.
TALL, WIDE, SIDE = 34, 100, 46


class MaoScreen(TableScreen):
    DEFAULT_CSS = f"""
    #players {{ padding: 0 1; height: auto; }}
    #middle {{ height: 3; margin: 1 0 0 0; }}
    #banner {{ height: auto; margin: 1 0; }}
    #hand {{ height: {faces.HEIGHT}; padding: 0 0 0 1; }}
    #said {{ height: auto; max-height: 2; padding: 0 1; }}
    #talk {{ height: auto; max-height: {board.TALK}; }}
    #below {{ height: 1fr; min-height: 3; }}
    MaoScreen #log {{ height: 100%; width: 1fr; }}
    #side {{ width: {SIDE}; height: 100%; padding: 0 1; border-top: solid #3a3f4b;
             display: none; }}
    MaoScreen.high #side {{ display: block; }}
    MaoScreen.high #middle {{ height: 5; }}
    MaoScreen.high #hand {{ height: {faces.HIGH}; }}
    MaoScreen.tight #middle, MaoScreen.tight #banner {{ margin: 0; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "move(-1)"),
        ("right", "move(1)"),
        ("up", "row(-1)"),
        ("down", "row(1)"),
        ("home", "move(-100)"),
        ("end", "move(100)"),
        ("s", "sort"),
        ("enter", "play"),
        ("d", "draw_card"),
        ("m", "other_move"),
        ("a", "accuse"),
        ("y", "accept"),
        ("c", "take_back"),
        ("p", "point_of_order"),
        ("w", "write"),
        ("r", "rules"),
        ("f", "finale"),
        *((key, f"phrase({at})") for at, key in enumerate(KEYS)),
    ]
    PLAYING = (
        *(Key("enter", "play", "Enter"), Key("d", "draw"), SAY, Key("a", "accuse"), ACCEPT, LOG),
        *(TALK, Key("s", "sort"), TAKE_BACK, Key("m", "other_moves"), RULES),
    )
    AFTER = (Key("a", "again"), Key("f", "finale"), LOG, RULES, TALK)
    TICK = 0.2

    top: MaoTop
    #: The card that was clicked last, and the hand at that moment.
    _clicked: object = None

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        yield Static(id="players")
        yield Static(id="middle")
        yield Static(id="banner")
        yield HandPanel(id="hand")
        yield Static(id="said")
        yield Static(id="talk")
        with Horizontal(id="below"):
            yield Log(id="log")
            yield Static(id="side")
        yield Static(id="keys")

    # --- showing ---------------------------------------------------------------------------------

    @property
    def high(self) -> bool:
        return self.size.height >= TALL and self.size.width >= WIDE

    def draw(self) -> None:
        self.put("head", self._head())
        players = board.players(self.top, self.size.width - 2)
        talk = board.talk_lines(self.top, self.size.width)
        self.put("players", players)
        self.set_class(self.high, "high")
        self.put("middle", board.middle(self.top, self.size.width, self.high))
        self.put("side", Text(known_rules(self.top, sheet=False), FAINT))
        self.put("talk", talk)
        # Many players and many phrases need the lines that else are left empty.
        lines = players.plain.count("\n") + talk.plain.count("\n") + 2
        self.set_class(lines + FIXED > self.size.height, "tight")
        self._draw_banner()
        self.draw_said()

    def keys_now(self) -> Sequence[Key]:
        return FROZEN if self.top.frozen else self.PLAYING

    def draw_said(self) -> None:
        fan, width = self.top.fan, self.size.width - 1
        hand = faces.hand_lines(
            fan.held, width, cursor=fan.cursor, frozen=self.top.frozen, high=self.high
        )
        panel = self.query_one(HandPanel)
        panel.count, panel.cells, panel.high = len(fan.held), width, self.high
        self.put("hand", hand)
        if self.said:
            # Two lines of it; what is longer stands in the log, too.
            said = cut(self.said, 2 * (self.size.width - 2) - SLACK)
            self.put("said", Text(said, f"bold {TROUBLE}"))
        elif fan.card is not None:
            self.put(
                "said",
                Text(t("held_how", card=card_told(fan.card), order=t(f"order.{fan.order}")), FAINT),
            )
        else:
            self.put("said", Text(t("no_cards") if self.top.view else "", FAINT))

    def _draw_banner(self) -> None:
        width = self.size.width
        if self.broken:
            shown = board.Banner(
                f"bold #181b21 on {TROUBLE}", t("trying_again", trouble=self.broken)
            )
        elif self.top.info is not None and not self.top.running:
            shown = board.Banner("bold", self.before())
        else:
            shown = board.banner(self.top)
        self.put("banner", shown.drawn(width))

    def _head(self) -> Text:
        view = self.top.view
        if view is None:
            return self.head()
        parts = [t("heading_round", round=view.round, rounds=view.rounds)]
        if view.turn is not None:
            seats = len(self.top.seats)
            parts.append(t("turns_up" if view.direction == 1 else "turns_down", seats=seats))
        return self.head(*parts)

    def tick(self) -> None:
        if self.top.view is not None and self.top.view.deadline is not None:
            self._draw_banner()

    # --- the hand --------------------------------------------------------------------------------

    def action_move(self, steps: int) -> None:
        self.top.fan.move(steps)
        self.say("")

    def action_row(self, rows: int) -> None:
        """In a big hand, to the card above or below."""
        per_row = max(1, (self.size.width - 2) // faces.WIDTH)
        if len(self.top.fan.cards) > per_row:
            self.action_move(rows * per_row)

    def action_sort(self) -> None:
        self.top.fan.sort()
        self.say("")

    def on_hand_panel_picked(self, event: HandPanel.Picked) -> None:
        """The first click chooses a card, the second plays it."""
        fan = self.top.fan
        at = fan.places[event.place]
        chosen = (tuple(fan.cards), at)
        if self._clicked == chosen:
            self.action_play()
        else:
            self._clicked, fan.at = chosen, at
            self.say("")

    def action_play(self) -> None:
        if self.top.fan.card is None:
            self.say(t("no_card"))
        else:
            self._act(Move(Spot("hand", self.top.fan.at), Spot("pile")))

    def action_draw_card(self) -> None:
        self._act(Move(Spot("deck"), Spot("hand")))

    def action_other_move(self) -> None:
        self.app.push_screen(MoveScreen(self.top.fan.at), self._act)

    # --- talking ---------------------------------------------------------------------------------

    def action_phrase(self, at: int) -> None:
        said = phrases(self.top)
        if at < len(said) and said[at]:
            self._talk(said[at])
        else:
            self.say(t("no_phrase", key=KEYS[at].upper()))

    def action_talk(self) -> None:
        suggestions = [*filter(None, phrases(self.top)), *reversed(self.top.heard), POINT_OF_ORDER]
        self.app.push_screen(TalkScreen(TALK_CAP, suggestions), self._talk)

    def action_point_of_order(self) -> None:
        is_open = self.top.view is not None and self.top.view.point_of_order
        self._talk(END_OF_ORDER if is_open else POINT_OF_ORDER)

    def _talk(self, text: str | None) -> None:
        if not text:
            return
        if self.top.running:
            self._act(Talk(text))
        else:
            self.ask(requests.Say(text=text))

    # --- accusing --------------------------------------------------------------------------------

    def action_accuse(self) -> None:
        """Before and after a match the same key is "again", as in other games."""
        if self.top.running:
            self.app.push_screen(AccuseScreen(self.top), self._accuse)
        else:
            self.action_again()

    def _accuse(self, accuse: Accuse | None) -> None:
        self._act(accuse)

    def action_accept(self) -> None:
        self._act(Accept())

    def action_take_back(self) -> None:
        self._act(Cancel())

    # --- rules -----------------------------------------------------------------------------------

    def action_write(self) -> None:
        if self.top.may_write:
            self.app.push_screen(WriteScreen(self.top), self._act)
        else:
            self.say(t("only_winner"))

    def action_rules(self) -> None:
        self.app.push_screen(HelpScreen(known_rules(self.top)))

    def action_finale(self) -> None:
        if self.top.result is None:
            self.say(t("told_later"))
        else:
            self.app.push_screen(FinaleScreen(self.top), self.table_app.after_result)

    def _act(self, action: Action | None) -> None:
        if action is not None:
            self.act(action, whatever_happened=True)


#: Alone at the table: seconds after the last key after which the clock stands, until the next one.
IDLE = 5.0
#: Seconds between two looks at whether it should.
LOOK = 0.25


class MaoApp(TableApp):
    look = board.LOOK

    top: MaoTop
    table: MaoScreen
    #: One's newest rule, and whether its author may write now, as they were shown last.
    _shown_rule: object = None
    _could_write = False
    #: When a key was touched last.
    _touched = 0.0

    def on_mount(self) -> None:
        # The app's own is called as well.
        self._touched = self._clock()
        self.set_interval(LOOK, self._mind_clock)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.InputEvent):
            self._touched = self._clock()
            self._mind_clock()
        await super().on_event(event)

    def _mind_clock(self) -> None:
        """Nobody is hurried alone: while a sheet is read or written, and while the match waits for
        somebody who touches no key, the clock stands."""
        if self._stand is None or not self.screen_stack:
            return
        idle = self._clock() - self._touched >= IDLE
        reading = self.screen is not self.table
        stands = self.top.running and (reading or (idle and self.top.awaits_me))
        if stands != self.top.stands:
            self.top.stands = stands
            self._stand(stands)

    def set_table(self, remote: bool, clock: Callable[[], float]) -> tuple[MaoTop, MaoScreen]:
        top = MaoTop(clock)
        return top, MaoScreen(top, self.guest, remote)

    def result_dialog(self) -> FinaleScreen:
        return FinaleScreen(self.top)

    def last_words(self, match: Match) -> str:
        assert isinstance(match, MaoMatch)
        return told_at_parting(match, self.top.name)

    def heard(self) -> None:
        """The winner is asked for a rule; its author is told how it was understood."""
        can_write, could_write = self.top.may_write, self._could_write
        self._could_write = can_write
        if can_write and not could_write and self.screen is self.table:
            self.table.action_write()
        elif could_write and not can_write:
            for sheet in self.screen_stack:
                if isinstance(sheet, WriteScreen):
                    sheet.expire()
        rule = self.top.own_rule
        if rule is not None and rule is not self._shown_rule:
            self._shown_rule = rule
            self.table.say(rule_written(rule, self.top.name))
