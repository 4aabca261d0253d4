"""The table of a game that has no screen of its own: what is seen as a list, what may be done too.

It knows nothing of the game but its records, and reads them by the names that the game may give.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from textwrap import wrap
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from stammtisch.games.game import Game
from stammtisch.protocols.table import messages as wire
from stammtisch.tables.encoding import TABLE_EVENTS
from stammtisch.terminal.app import TableApp
from stammtisch.terminal.dialogs import (
    KEYS,
    Choice,
    ChoiceDialog,
    Chooser,
    Option,
    ResultDialog,
    TalkScreen,
    match_ending,
)
from stammtisch.terminal.screen import (
    CHOOSE,
    FAINT,
    HINT,
    LOG,
    TALK,
    TROUBLE,
    Log,
    TableScreen,
)
from stammtisch.terminal.tabletop import Tabletop
from stammtisch.terminal.text import cut, laid_out, news_told, t

#: Cells of the name of a field.
NAME = 16
#: Fields of a view that most games have, and that other lines say.
_SAID_ABOVE = ("seat", "deadline")


class GenericTop(Tabletop):
    def __init__(self, game: Game, clock: Callable[[], float] = time.monotonic) -> None:
        self.game = game
        super().__init__(clock)
        #: What may be done, with its number, as the table tells it.
        self.listed: list[wire.LegalAction] = []

    def see(self, view: dict[str, Any]) -> None:
        self.view = view

    def may_do(self, told: wire.ObservationInfo | wire.Actions) -> None:
        super().may_do(told)
        self.listed = told.legal

    def read_event(self, told: dict[str, Any]) -> Any | None:
        """Only what the table tells: events of the game are told by their fields."""
        return super().read_event(told) if told.get("type") in TABLE_EVENTS else None

    def told(self, event: Any) -> str | None:
        return news_told(event)

    def form_of(self, number: int) -> wire.FormInfo | None:
        return next((form for form in self.forms if form.number == number), None)


class PickDialog(ChoiceDialog):
    """Some of the values of a field; Enter takes those that are marked."""

    def __init__(self, title: str, field: wire.FieldInfo, words: Callable[[Any], str]) -> None:
        super().__init__(title, [Option(words(value), value) for value in field.of or ()])
        self._field = field
        self._picked = [field.of.index(value) for value in field.must] if field.of else []
        self._labels = [option.label for option in self.choice.options]

    def on_mount(self) -> None:
        self._mark()

    def _mark(self) -> None:
        options = tuple(
            Option(f"{'✓' if at in self._picked else '·'} {label}", option.value)
            for at, (label, option) in enumerate(
                zip(self._labels, self.choice.options, strict=True)
            )
        )
        self.choice = Choice(self.choice.title, options, (), self.choice.subject)
        self._show()

    def _toggle(self, at: int) -> None:
        if self.choice.options[at].value in self._field.must:
            return
        if at in self._picked:
            self._picked.remove(at)
        else:
            self._picked.append(at)
        self._mark()

    def action_key(self, at: int) -> None:
        if self._chooser.of_key(at) is not None:
            self._toggle(at)

    def action_mark(self) -> None:
        self._toggle(self._chooser.cursor)

    def on_chooser_chosen(self, event: Chooser.Chosen) -> None:
        self._toggle(self._chooser.cursor)

    def action_choose(self) -> None:
        if self._field.least <= len(self._picked) <= self._field.most:
            self.dismiss([self.choice.options[at].value for at in self._picked])


class GenericScreen(TableScreen):
    DEFAULT_CSS = """
    GenericScreen #view { height: auto; max-height: 50%; padding: 0 1; }
    GenericScreen #turn { height: 1; padding: 0 1; }
    GenericScreen #choice { height: auto; padding: 0 1; }
    GenericScreen #said { height: 2; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "move(-1, 0)"),
        ("right", "move(1, 0)"),
        ("up", "move(0, -1)"),
        ("down", "move(0, 1)"),
        ("enter", "choose"),
        ("h", "hint"),
        *((key, f"key({at})") for at, key in enumerate(KEYS)),
    ]
    PLAYING = (CHOOSE, HINT, LOG, TALK)

    top: GenericTop

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        yield VerticalScroll(Static(id="facts"), id="view", can_focus=False)
        yield Static(id="turn")
        yield Chooser(id="choice")
        yield Static(id="said")
        yield Log(id="log")
        yield Static(id="keys")

    # --- showing ---------------------------------------------------------------------------------

    def draw(self) -> None:
        self.put("head", self.head())
        self.put("facts", Text("\n").join(self._facts(self.size.width - 2)))
        self.put("turn", self.turn_line())
        rows = max(5, self.size.height // 4)
        self.chooser.offer(self._choice(), self.size.width - 2, rows)
        self.draw_said()

    def draw_said(self) -> None:
        self.put("said", Text(cut(self.said, 2 * self.size.width - 14), f"bold {TROUBLE}"))

    @property
    def chooser(self) -> Chooser:
        return self.query_one("#choice", Chooser)

    def _facts(self, width: int) -> Iterator[Text]:
        """Who sits here, whose turn it is, and each field of the view that is not empty."""
        players = [self._player(seat) for seat in range(len(self.top.seats))]
        yield from laid_out(Text(), players, width)
        for name, value in self.top.words.facts(self.top.view or {}, _SAID_ABOVE):
            lines = wrap(value, width - NAME)
            yield Text.assemble((f"{cut(name, NAME - 2):<{NAME}}", FAINT), lines[0])
            yield from (Text(f"{'':{NAME}}{line}") for line in lines[1:])

    def _player(self, seat: int) -> Text:
        top, info = self.top, self.top.seats[seat]
        mark = "▶" if top.running and seat in top.turn else " "
        if info.name is None:
            return Text(f"{mark} {t('empty_seat')}", FAINT)
        away = f" {t('away')}" if info.away else ""
        ready = f" {t('ready')}" if info.ready and not top.running else ""
        return Text.assemble((f"{mark} {top.name(seat)}", "bold"), (f"{away}{ready}", FAINT))

    def _choice(self) -> Choice | None:
        top = self.top
        if not (top.running and top.listed):
            return None
        return Choice(t("you_may"), tuple(map(self._option, top.listed)), (), top.seq)

    def _option(self, listed: wire.LegalAction) -> Option:
        form = self.top.form_of(listed.number)
        told = self.top.words.action(listed.action)
        if form is not None:
            told = f"{self.top.words.name(form.action)} …"
        return Option(f"{listed.number}: {told}", listed)

    def turn_now(self) -> tuple[str, bool]:
        top, left = self.top, self.top.time_left()
        if top.my_turn:
            return f"{t('answer_please')}{left}", True
        names = ", ".join(map(top.name, top.turn))
        return f"{t('waits_for', names=names)}{left}" if names else "", False

    def help(self) -> str:
        return t("generic_help")

    # --- doing -----------------------------------------------------------------------------------

    def action_move(self, across: int, down: int) -> None:
        self.chooser.move(across, down)
        self.draw()

    def action_key(self, at: int) -> None:
        self._choose(self.chooser.of_key(at))

    def action_choose(self) -> None:
        self._choose(self.chooser.at_cursor)

    def on_chooser_chosen(self, event: Chooser.Chosen) -> None:
        self._choose(event.option)

    def _choose(self, option: Option | None) -> None:
        if option is None:
            return
        self.draw()
        form = self.top.form_of(option.value.number)
        if form is None:
            self.act_plainly(option.value.action, self.top.seq)
        else:
            self.run_worker(self._fill(form, option.value.action))

    async def _fill(self, form: wire.FormInfo, example: dict[str, Any]) -> None:
        """Ask for each field of the form, then do what it says."""
        words, filled = self.top.words, dict[str, Any]()
        for field in form.fields:
            name = words.name(field.name)
            if field.of is None:
                sheet: TalkScreen | PickDialog = TalkScreen(field.most, here=name)
            else:
                title = t("pick", name=name, least=field.least, most=field.most)
                sheet = PickDialog(title, field, partial(words.value, field.name))
            filled[field.name] = await self.app.push_screen_wait(sheet)
            if filled[field.name] is None:
                return
        self.act_plainly({**example, **filled, "type": form.action}, None)


class GenericResult(ResultDialog):
    def __init__(self, top: GenericTop) -> None:
        super().__init__()
        self._top = top

    def compose(self) -> ComposeResult:
        top, ended = self._top, self._top.result
        assert ended is not None
        words = match_ending(top, ended)
        for seat in sorted(range(len(ended.points)), key=lambda seat: ended.ranks[seat]):
            words.append(f"\n  {cut(top.name(seat), 20):<20} {ended.points[seat]:>6}", "not bold")
        yield Vertical(Static(words.append("\n"), id="result"))


class GenericApp(TableApp):
    top: GenericTop
    table: GenericScreen

    def set_table(
        self, remote: bool, clock: Callable[[], float]
    ) -> tuple[GenericTop, GenericScreen]:
        top = GenericTop(self.game, clock)
        return top, GenericScreen(top, self.guest, remote)

    def result_dialog(self) -> GenericResult:
        return GenericResult(self.top)
