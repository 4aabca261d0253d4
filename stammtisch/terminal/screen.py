"""The table on the screen: what is the same in every game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rich.cells import cell_len
from rich.style import StyleType
from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widgets import RichLog, Static

from stammtisch import requests
from stammtisch.bots.bots import Reason
from stammtisch.client import ClientError, Disconnected, Refused
from stammtisch.games.game import Action
from stammtisch.replies import Explanation
from stammtisch.tables.encoding import to_plain
from stammtisch.terminal.dialogs import HelpScreen, LogScreen, QuitScreen, TalkScreen
from stammtisch.terminal.guest import Guest
from stammtisch.terminal.tabletop import Tabletop
from stammtisch.terminal.text import (
    Key,
    key_line,
    reason_told,
    rules_told,
    speech_of,
    t,
    too_small,
    trouble_told,
)

if TYPE_CHECKING:
    from stammtisch.terminal.app import TableApp


FAINT = "#9aa0ad"
BRIGHT = "#ffd34d"
TROUBLE = "#ff9d76"
LOG, TALK, HINT = Key("l", "log"), Key("t", "talk"), Key("h", "hint")
CHOOSE = Key("enter", "choose", "Enter")
#: Lines that are written again when the screen has another size; the log has them all.
REWRITTEN = 50


class Log(RichLog, can_focus=False):
    """What happened. Arrows are for the hand, not for scrolling here."""

    #: Its place is as large whatever is written: a new line does not lay the whole screen out
    #: again, and the end is there to scroll to at once, so that it is drawn once.
    virtual_size = Reactive(Size(0, 0))

    def __init__(self, id: str) -> None:
        super().__init__(id=id, wrap=True, auto_scroll=False, min_width=20)

    @property
    def allow_vertical_scroll(self) -> bool:
        """By the wheel, though there is no bar to show."""
        return True

    def tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(Text(line))
        self.scroll_end(animate=False, immediate=True, x_axis=False)

    def on_resize(self, event: events.Resize) -> None:
        # What was told before there was a size is written only now.
        self.scroll_end(animate=False, x_axis=False)


class TableScreen(Screen[None]):
    """Has a `#head`, a `Log` and a line of `#keys`; each game composes the rest between them."""

    DEFAULT_CSS = """
    TableScreen { background: #181b21; overflow: hidden; }
    TableScreen #head { height: 1; width: 100%; background: #2b303b; padding: 0 1; }
    TableScreen #log { height: 1fr; min-height: 3; width: 100%; border-top: solid #3a3f4b;
           background: #181b21; padding: 0 1; overflow: hidden; }
    TableScreen #keys { height: 1; width: 100%; dock: bottom; color: #9aa0ad; background: #2b303b; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("t", "talk"),
        ("a", "again"),
        ("b", "bot"),
        ("l,pageup", "log"),
        ("R", "replay"),
        ("E", "evening"),
        ("question_mark,f1", "help"),
        ("q", "quit"),
    ]
    #: What can be done before a match, in one and after it, with its key, the most important first;
    #: without help and quit.
    BEFORE: ClassVar[Sequence[Key]] = (Key("a", "begin"), Key("b", "bot"), TALK, LOG)
    PLAYING: ClassVar[Sequence[Key]]
    AFTER: ClassVar[Sequence[Key]] = (Key("a", "again"), LOG, TALK)
    #: Seconds between two looks at the clock.
    TICK: ClassVar[float] = 1

    top: Tabletop

    def __init__(self, top: Tabletop, guest: Guest, remote: bool) -> None:
        super().__init__()
        self.top = top
        self.guest = guest
        #: Others can come to this table, if they are told where it is.
        self.remote = remote
        #: Why there is no connection just now.
        self.broken: str | None = None
        self.said = ""
        self._laid = False
        self._logged = 0
        #: What stands where; a text's own style does not count when texts are compared.
        self._standing: dict[str, tuple[Text | str, StyleType]] = {}

    @abstractmethod
    def draw(self) -> None:
        """Put everything that the table top says on the screen, but for the log."""

    @abstractmethod
    def draw_said(self) -> None:
        """Put what is `said` on the screen, and the hand that it is said under."""

    def keys_now(self) -> Sequence[Key]:
        """What can be done in a running match."""
        return self.PLAYING

    def turn_now(self) -> tuple[str, bool]:
        """What a running match waits for, and whether that is the player."""
        return "", False

    def help(self) -> str:
        """What the key `?` shows."""
        return speech_of(self.top.game.name)("help")

    def advised(self, action: Action) -> str:
        """A good bot's advice in words; the cursor goes where it is done."""
        return f"{self.top.words.action(to_plain(action))}."

    def on_mount(self) -> None:
        # `is_mounted` becomes true only later, and something may be told in between.
        self._laid = True
        self.set_interval(self.TICK, self.tick)
        self.show()

    def tick(self) -> None:
        if self.top.deadline is not None:
            self.put("turn", self.turn_line())

    @property
    def stands(self) -> bool:
        """Is there something to draw on? Not before it is laid, and not when the app ends, though
        an answer or something that happened may still come then."""
        return self._laid and self.is_attached

    def show(self) -> None:
        """Draw everything."""
        if not self.stands:
            return
        self.draw()
        self.put("keys", key_line(self.keys(), self.size.width))
        if new := self.top.lines[self._logged :]:
            self.query_one(Log).tell(new)
            self._logged += len(new)

    def on_resize(self, event: events.Resize) -> None:
        # What was written goes on in the next line as it had to at its time.
        self.query_one(Log).clear()
        self._logged = max(0, len(self.top.lines) - REWRITTEN)
        self.show()

    def on_screen_resume(self) -> None:
        self.table_app.show_result()

    def on_key(self, event: events.Key) -> None:
        """Before the key does anything: it takes away what was said to the one before."""
        if self.said:
            self.say("")

    def say(self, sentence: str) -> None:
        """A sentence to the player, until the next key, or until something happens."""
        self.said = sentence
        if self.stands:
            self.draw_said()

    def put(self, id: str, words: Text | str) -> None:
        """Words that stand there already are not drawn again, and others do not move the rest of
        the screen where their place is as large whatever stands there."""
        new = words, words.style if isinstance(words, Text) else ""
        if self._standing.get(id) != new:
            self._standing[id] = new
            panel = self.query_one(f"#{id}", Static)
            panel.update(words, layout=panel.styles.auto_dimensions)

    # --- words that every game needs -------------------------------------------------------------

    def head(self, *more: str) -> Text:
        info = self.top.info
        if info is None:
            return Text(t("on_the_way"))
        words = Text()
        if trouble := too_small(self.size.width, self.size.height):
            words.append(f"{trouble}   ", f"bold {TROUBLE}")
        told = "".join(f"   {part}" for part in more)
        game, profile = rules_told(info)
        words.append(game, "bold")
        if words.cell_len + cell_len(profile) + cell_len(told) + 5 <= self.size.width:
            words.append(f" · {profile}", "bold")
        words.append(told, "not bold")
        if self.remote:
            words.append(f"   {t('invite', code=self.top.invite)}", f"not bold {FAINT}")
            table = f"   {t('table', id=info.id)}"
            if words.cell_len + len(table) + 2 <= self.size.width:
                words.append(table, f"not bold {FAINT}")
        words.truncate(self.size.width - 2, overflow="ellipsis")
        return words

    def keys(self) -> Sequence[Key]:
        if not self.top.running:
            return self.AFTER if self.top.result is not None else self.BEFORE
        return [key for key in self.keys_now() if self.hints or key is not HINT]

    def turn_line(self) -> Text:
        """What the table waits for, match or not."""
        if self.broken:
            return Text(t("trying_again", trouble=self.broken), f"bold #181b21 on {TROUBLE}")
        if self.top.info is None:
            return Text()
        if not self.top.running:
            return Text(self.before())
        told, mine = self.turn_now()
        return Text(told, f"bold {BRIGHT}" if mine else "")

    def before(self) -> str:
        """What a table without a match waits for."""
        empty = self.top.empty_seats
        if empty:
            return t("waits_seats", count=empty)
        waiting = [
            seat.name or "" for seat in self.top.seats if not seat.ready and seat.bot is None
        ]
        if self.top.seat is not None and not self.top.seats[self.top.seat].ready:
            return t("press_again" if self.top.result else "press_begin")
        return t("waits_for", names=", ".join(waiting)) if waiting else ""

    # --- keys ------------------------------------------------------------------------------------

    def action_again(self) -> None:
        self.table_app.be_ready()

    def action_replay(self) -> None:
        self.table_app.replay()

    def action_evening(self) -> None:
        self.table_app.show_evening()

    def action_bot(self) -> None:
        self.ask(requests.AddBot(level=self.table_app.bots))

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(self.help()))

    def action_log(self) -> None:
        self.app.push_screen(LogScreen(self.top))

    def action_quit(self) -> None:
        self.app.push_screen(QuitScreen(self._parting()), self._leave_if)

    def _parting(self) -> str:
        if not self.top.running or self.top.info is None:
            return t("leave")
        if not self.remote:
            return t("leave_local")
        return t(f"leaving.{self.top.info.leaver}")

    def _leave_if(self, sure: bool | None) -> None:
        if sure:
            self.table_app.leave()

    def ask(self, ask: Any) -> None:
        """Send it; what the server has against it is said to the player."""
        self.said = ""
        self.run_worker(self._asked(ask))

    async def _asked(self, ask: Any) -> None:
        try:
            await self.guest.ask(ask)
        except (Refused, Disconnected) as trouble:
            self.say(self.told(trouble))

    @property
    def hints(self) -> bool:
        """Does the table allow hints?"""
        return self.top.info is None or self.top.info.hints

    def say_hint(self, advice: str, reason: Reason | Explanation) -> None:
        self.say(t("hint", advice=advice, reason=reason_told(reason)).strip())

    def told(self, trouble: ClientError) -> str:
        """Why something could not be done, in the language of the reader."""
        return trouble_told(trouble, speech_of(self.top.game.name))

    @property
    def table_app(self) -> TableApp:
        return cast("TableApp", self.app)

    # --- acting ----------------------------------------------------------------------------------

    def act(self, action: Action, *, whatever_happened: bool = False) -> None:
        """Do it, if nothing has happened that is not on the screen yet; or whatever has."""
        self.act_plainly(to_plain(action), None if whatever_happened else self.top.seq)

    def act_plainly(self, action: dict[str, Any], seq: int | None) -> None:
        self.said = ""
        self.run_worker(self._acted(requests.Act(action=action, seq=seq)))

    async def _acted(self, act: requests.Act) -> None:
        try:
            await self.guest.ask(act)
        except Refused as refused:
            if refused.code == "stale":
                await self._look_again()
            else:
                self.say(self.told(refused))
        except Disconnected as lost:
            self.say(self.told(lost))

    async def _look_again(self) -> None:
        """What came in between is on its way; what may be done now is asked for."""
        try:
            await self.guest.ask(requests.AskActions())
        except (Refused, Disconnected) as trouble:
            self.say(self.told(trouble))

    # --- hints -----------------------------------------------------------------------------------

    def action_hint(self) -> None:
        if not self.hints:
            self.say(t("no_hints"))
        elif not self.top.legal:
            self.say(t("no_advice"))
        else:
            self.run_worker(self._hint())

    async def _hint(self) -> None:
        try:
            hint = await self.guest.ask(requests.AskHint())
        except (Refused, Disconnected) as trouble:
            self.say(self.told(trouble))
            return
        if hint.action is None:
            self.say_hint(t("hint_wait"), hint.reason)
        elif hint.seq == self.top.seq:
            action = self.top.read_action(hint.action)
            words = self.top.words.action(hint.action) if action is None else self.advised(action)
            self.say_hint(words, hint.reason)

    # --- talk ------------------------------------------------------------------------------------

    def action_talk(self) -> None:
        def talked(text: str | None) -> None:
            if text:
                self.ask(requests.Say(text=text))

        self.app.push_screen(TalkScreen(), talked)
