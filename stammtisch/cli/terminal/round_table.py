"""Four players around a trick, in cells: you sit below."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

from rich.style import Style
from rich.text import Text

from stammtisch.cli.terminal.canvas import HIGH, Canvas
from stammtisch.cli.terminal.card_tabletop import CardTop
from stammtisch.cli.terminal.cards import Face, block, chip
from stammtisch.cli.terminal.fitting import cut
from stammtisch.cli.terminal.speech import t

FAINT = Style(color="#9aa0ad")
_TURN = Style(color="#141414", bgcolor="#ffd34d", bold=True)
_PLAIN = Style(bold=True)
_SHOUT = Style(color="#ffd34d", bold=True)
_NAME = 16
#: Cells between the middle and the cards at its sides.
_REACH = 9
#: Cells for what is said of those who do not sit at a side.
_ROOM = 60

T = TypeVar("T", bound=CardTop)


class RoundTable(ABC, Generic[T]):
    #: Does the turn go with the clock? Then the next player sits at the left.
    clockwise: ClassVar[bool]
    #: Cells of a card in a trick of one line, without its edges.
    chip: ClassVar[int] = 5

    def __init__(self, top: T, width: int, height: int) -> None:
        self.top = top
        self.canvas = Canvas(width, height)
        self.width, self.height = width, height

    # --- what a game tells of itself -------------------------------------------------------------

    @abstractmethod
    def marks(self, seat: int) -> Iterable[tuple[str, Style]]:
        """What stands behind a player's name while a match is shown."""

    @abstractmethod
    def does(self, seat: int) -> Sequence[str]:
        """What one knows of a player in a running match."""

    @abstractmethod
    def shouts(self, seat: int) -> Iterable[str]:
        """What a player has called aloud in a running match."""

    @abstractmethod
    def lay(self) -> None:
        """What lies between them."""

    # --- drawing ---------------------------------------------------------------------------------

    def drawn(self) -> Text:
        me, beside, across, before = (self.top.seat_beside(steps) for steps in range(4))
        left, right = (beside, before) if self.clockwise else (before, beside)
        canvas, side = self.canvas, self.height // 2
        room = self.width // 2 - _REACH - self.chip // 2 - 3
        canvas.middle(0, self._who(across))
        canvas.middle(1, self._what(across))
        canvas.left(side - 1, self._who(left, room))
        canvas.left(side, self._what(left, room))
        canvas.right(side - 1, self._who(right, room))
        canvas.right(side, self._what(right, room))
        canvas.middle(self.height - 1, Text("  ").join([self._who(me), self._what(me)]))
        self.lay()
        return canvas.drawn()

    def lay_trick(
        self, cards: Iterable[tuple[int, Face]], winning: int | None, *, over: bool, told: str
    ) -> None:
        """The card of each seat toward its player, and below them what the trick is."""
        tall = self.height >= HIGH
        size, apart = (3, 3) if tall else (1, 2)
        middle = (self.height - size) // 2
        reach = _REACH + (tall or self.chip > 5)
        if self.clockwise:
            reach = -reach
        spots = ((0, middle + apart), (reach, middle), (0, middle - apart), (-reach, middle))
        places = {self.top.seat_beside(steps): spot for steps, spot in enumerate(spots)}
        for seat, face in cards:
            shift, y = places[seat]
            wins = seat == winning
            faint = over and not wins
            lines = (
                block(face, wins=wins, faint=faint)
                if tall
                else [chip(face, wins=wins, faint=faint, width=self.chip)]
            )
            for row, line in enumerate(lines):
                self.canvas.middle(y + row, line, shift)
        self.canvas.middle(self.height - 2, Text(told, FAINT))

    def _who(self, seat: int, room: int = _ROOM) -> Text:
        """A name, whether it is their turn, and what the game marks them with."""
        top = self.top
        if seat >= len(top.seats) or top.seats[seat].name is None:
            return Text(t("empty_seat"), FAINT)
        turn = top.running and seat in top.turn
        label = f" {'▶ ' if turn else ''}{cut(top.name(seat), _NAME)} "
        words = Text.assemble((label, _TURN if turn else _PLAIN))
        if top.view is not None and (top.running or top.result):
            for mark, style in self.marks(seat):
                words.append(f" {mark}", style)
            words.truncate(room, overflow="ellipsis")
        return words

    def _what(self, seat: int, room: int = _ROOM) -> Text:
        top = self.top
        if seat >= len(top.seats):
            return Text()
        info, playing = top.seats[seat], top.view is not None and top.running
        words: list[str] = []
        if playing:
            words += self.does(seat)
        elif info.ready or info.bot:
            words.append(t("ready"))
        if info.away:
            words.append(t("away"))
        line = Text(cut(" · ".join(words), room), FAINT)
        for shout in self.shouts(seat) if playing else ():
            line.append(f" {shout}!", _SHOUT)
        line.truncate(room, overflow="ellipsis")
        return line
