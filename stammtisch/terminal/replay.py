"""Stored matches, step by step, with all hands open.

The screen of a game says how it is looked at: an event in a sentence, the table as a picture, a
hand in words. Any other is shown by the names of its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from stammtisch.cli.output import CliError
from stammtisch.games.game import Game, Match
from stammtisch.games.games import game_named
from stammtisch.tables import entries as journal
from stammtisch.tables.encoding import to_plain
from stammtisch.tables.record import InvalidRecord, MatchRecord, Moment, moments
from stammtisch.terminal.dialogs import HelpScreen
from stammtisch.terminal.games import app_of
from stammtisch.terminal.plain import PlainWords
from stammtisch.terminal.text import Key, game_told, key_line, spoken_now, t

#: What a seat is called.
Name = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Look:
    sentence: Callable[[Match, Any, Name], str | None]
    scene: Callable[[Match, Sequence[str]], Text]
    hand: Callable[[Match, int], str]


@cache
def look_of(game: str) -> Look:
    named = game_named(game)
    return app_of(named).look or plain_look(named)


def plain_look(game: Game) -> Look:
    """Of a game that has none of its own: its records by the names of their fields."""
    words = PlainWords(game)

    def sentence(match: Match, event: Any, name: Name) -> str:
        return words.event(to_plain(event), name)

    def hand(match: Match, seat: int) -> str:
        return words.value("hand", getattr(match.view(seat), "hand", None))

    def scene(match: Match, names: Sequence[str]) -> Text:
        lines = []
        for seat, name in enumerate(names):
            mark = "▶" if seat in match.turn else " "
            lines.append(f"{mark} {name:<16} {hand(match, seat)}")
        return Text("\n".join(lines))

    return Look(sentence, scene, hand)


@dataclass(frozen=True, slots=True)
class Frame:
    """What happened, and how the table stood after it."""

    seq: int
    sentences: list[str]
    names: list[str]
    match: Match | None
    #: The seats whose hands this changed.
    hands: list[int]


def frames(record: MatchRecord) -> Iterator[Frame]:
    """Every moment in which something happened that is worth a sentence; checked on the way."""
    look = look_of(record.game)
    names: list[str] = []
    held: list[str] = []
    try:
        for moment in moments(record):
            names = _named(names, moment.payload)
            sentences = list(_sentences(look, moment, names))
            if sentences:
                match = None if moment.match is None else moment.match.copy()
                before, held = held, _hands(look, match)
                changed = [at for at, hand in enumerate(held) if before[at : at + 1] != [hand]]
                yield Frame(moment.seq, sentences, names, match, changed)
    except InvalidRecord as fault:
        raise CliError(f"Match {record.match} is not sound. {fault}") from None


def _named(names: list[str], payload: journal.Payload) -> list[str]:
    """Who sits where after the entry."""
    match payload:
        case journal.Open():
            return [chair.name or "" for chair in payload.chairs]
        case journal.Sit() | journal.Rename():
            return [payload.name if at == payload.seat else one for at, one in enumerate(names)]
        case journal.Stand():
            return ["" if at == payload.seat else one for at, one in enumerate(names)]
        case journal.Arrange():
            return [names[seat] for seat in payload.order]
        case journal.Configure():
            seats = payload.settings.seats
            return [*names, *[""] * (seats - len(names))][:seats]
        case _:
            return names


def _sentences(look: Look, moment: Moment, names: list[str]) -> Iterator[str]:
    match moment.payload:
        case journal.Open() as opening:
            yield t("replay_opened", commitment=opening.commitment)
        case journal.Sit() as sitting:
            yield t("sat", name=sitting.name)
        case journal.Reveal() as revealed:
            yield t("replay_revealed", deal=revealed.round, secret=revealed.secret)
        case journal.End() as end if end.aborted is not None:
            yield t("broken_off", reason=end.aborted)
        case _:
            pass
    for event in moment.events:
        assert moment.match is not None
        said = look.sentence(moment.match, event, lambda seat: names[seat])
        if said is not None:
            yield said


def _hands(look: Look, match: Match | None) -> list[str]:
    if match is None or match.awaits_deal:
        return []
    return [look.hand(match, seat) for seat in range(match.seats)]


KEYS = (
    *(Key("right", "step_on", "right/space"), Key("left", "step_back", "left_key")),
    *(Key("pagedown", "ten", "PgDn/PgUp"), Key("end", "ends", "Home/End")),
    Key("n", "other_match", "n/p"),
)
#: Sentences of the steps before are shown too, to show how it came about.
REMEMBERED = 6


class ReplayScreen(Screen[None]):
    """Ends when it is closed."""

    DEFAULT_CSS = """
    ReplayScreen { background: #181b21; }
    ReplayScreen #head { height: 1; background: #2b303b; padding: 0 1; }
    ReplayScreen #scene { height: 14; padding: 1 1 0 1; }
    ReplayScreen #said { height: 1fr; padding: 0 1; border-top: solid #3a3f4b; }
    ReplayScreen #keys { height: 1; dock: bottom; color: #9aa0ad; background: #2b303b; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("right,space,down", "step(1)"),
        ("left,backspace,up", "step(-1)"),
        ("pagedown", "step(10)"),
        ("pageup", "step(-10)"),
        ("home", "step(-100000)"),
        ("end", "step(100000)"),
        ("n", "match(1)"),
        ("p", "match(-1)"),
        ("question_mark,f1", "help"),
        ("q", "dismiss(None)"),
    ]

    def __init__(self, shows: list[tuple[MatchRecord, list[Frame]]]) -> None:
        super().__init__()
        self._shows = shows
        self._show_at = 0
        self.at = 0

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        yield Static(id="scene")
        yield Static(id="said")
        yield Static(id="keys")

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        self.query_one("#keys", Static).update(key_line(KEYS, event.size.width))

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(t("replay_help")))

    def action_step(self, steps: int) -> None:
        _, steps_there = self._shows[self._show_at]
        self.at = max(0, min(len(steps_there) - 1, self.at + steps))
        self._draw()

    def action_match(self, steps: int) -> None:
        self._show_at = (self._show_at + steps) % len(self._shows)
        self.at = 0
        self._draw()

    def _draw(self) -> None:
        record, there = self._shows[self._show_at]
        frame = there[self.at]
        step, steps = self.at + 1, len(there)
        game = record.game if spoken_now() == "en" else game_told(record.game)
        head = t("replay_head", game=game, match=record.match, step=step, steps=steps)
        self.query_one("#head", Static).update(Text(head, "bold"))
        if frame.match is None or frame.match.awaits_deal:
            picture = Text(t("nothing_dealt"), "#9aa0ad")
        else:
            picture = look_of(record.game).scene(frame.match, frame.names)
        self.query_one("#scene", Static).update(picture)
        self.query_one("#said", Static).update(_said(there[: self.at + 1]))


def _said(there: list[Frame]) -> Text:
    words = Text("\n".join(there[-1].sentences), "bold #ffd34d")
    for frame in there[-2 : -2 - REMEMBERED : -1]:
        words.append("\n" + "\n".join(frame.sentences), "not bold #9aa0ad")
    return words


class ReplayApp(App[None]):
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        # There is nothing to lose here.
        Binding("ctrl+c", "quit", show=False, priority=True),
    ]

    def __init__(self, shows: list[tuple[MatchRecord, list[Frame]]]) -> None:
        super().__init__()
        self.replay = ReplayScreen(shows)

    def on_mount(self) -> None:
        self.push_screen(self.replay, lambda closed: self.exit())
