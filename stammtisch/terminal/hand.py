"""Four players around a trick, in cells: you sit below.

The cards that one holds, on the screen: with keys, a cursor, marks, and what may be played.

What a player knows who holds cards: where the cursor is among them, and what is marked.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from stammtisch.terminal.cards import HIGH, PAPER, SHADE, Canvas, Face, block, chip
from stammtisch.terminal.dialogs import KEYS
from stammtisch.terminal.tabletop import Tabletop
from stammtisch.terminal.text import cut, t

MARKED = "#c9f0b4"
CURSOR = "#ffd34d"
_EDGE = Style(color=CURSOR, bold=True)
_BRIGHT = Style(color=CURSOR, bold=True)
_FAINT = Style(color="#9aa0ad")

#: A card of the hand is so wide, its gap or its edges included; a tall one up to so much.
WIDTH, BROAD = 5, 7


@dataclass(frozen=True, slots=True)
class Fan:
    """A hand as it is to be drawn; cards are meant by their places."""

    cards: Sequence[Face]
    #: Trumps and suits, each apart from the others.
    groups: Sequence[Sequence[int]]
    cursor: int | None = None
    #: What may be played now; None: there is nothing to play just now.
    playable: Collection[int] | None = None
    marked: Collection[int] = ()
    tall: bool = False
    #: Keys are for cards just now.
    keys: bool = True


def card_width(fan: Fan, width: int) -> int:
    """Tall cards are broad, too, where there is room for that."""
    if not fan.tall or not fan.cards:
        return WIDTH
    room = width - 2 * (len(fan.groups) - 1)
    return max(WIDTH, min(BROAD, room // len(fan.cards)))


def columns(fan: Fan, width: int) -> list[int]:
    """The column at which each card begins."""
    card = card_width(fan, width)
    spare = width - card * len(fan.cards)
    gap = max(0, min(2, spare // max(1, len(fan.groups) - 1)))
    starts = [0] * len(fan.cards)
    at = 0
    for group in fan.groups:
        for place in group:
            starts[place] = at
            at += card
        at += gap
    return starts


def place_at(fan: Fan, width: int, column: int) -> int | None:
    """The place of the card that lies at that column."""
    for place, start in enumerate(columns(fan, width)):
        if start <= column < start + card_width(fan, width):
            return place
    return None


def hand_lines(fan: Fan, width: int) -> Text:
    """The cards, and under each its key; the cursor stands there, too."""
    starts, card = columns(fan, width), card_width(fan, width)
    faces = ("rank", "blank", "suit", "blank") if fan.tall else ("rank", "suit")
    return Text("\n").join(_line(fan, starts, card, part) for part in (*faces, "key"))


def _line(fan: Fan, starts: Sequence[int], width: int, part: str) -> Text:
    line = Text()
    for place in (place for group in fan.groups for place in group):
        line.append(" " * (starts[place] - line.cell_len))
        line.append_text(
            _key(fan, place, width) if part == "key" else _face(fan, place, width, part)
        )
    return line


def _face(fan: Fan, place: int, width: int, part: str) -> Text:
    card = fan.cards[place]
    words = {"rank": card.rank, "suit": card.suit}.get(part, "")
    dim = fan.playable is not None and place not in fan.playable
    paper = MARKED if place in fan.marked else SHADE if dim else PAPER
    left, right = ("▐", "▌") if place == fan.cursor else (" ", "")
    face = Style(color=card.ink, bgcolor=paper, bold=not dim)
    if right:
        return Text.assemble((left, _EDGE), (f"{words:^{width - 2}}", face), (right, _EDGE))
    return Text.assemble((left, _EDGE), (f"{words:^{width - 1}}", face))


def _key(fan: Fan, place: int, width: int) -> Text:
    key = KEYS[place] if fan.keys and place < len(KEYS) else ""
    if place in fan.marked:
        key = f"✓{key}"
    if place == fan.cursor:
        return Text(f"{'▲' + key:^{width}}", _BRIGHT)
    bright = fan.playable is not None and place in fan.playable
    if fan.playable is not None and not bright:
        key = f"·{key}"
    return Text(f"{key:^{width}}", _BRIGHT if bright else _FAINT)


class Hand(Static):
    """Knows which card the mouse is at."""

    class Picked(Message):
        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    fan: Fan | None = None
    _shown: tuple[Fan, int] | None = None

    def show(self, fan: Fan) -> None:
        self.fan = fan
        width = self.size.width or 80
        if self._shown != (fan, width):
            self._shown = fan, width
            self.update(hand_lines(fan, width), layout=self.styles.auto_dimensions)

    def on_click(self, event: events.Click) -> None:
        spot = event.get_content_offset(self)
        if spot is not None and self.fan is not None:
            place = place_at(self.fan, self.size.width, spot.x)
            if place is not None:
                self.post_message(self.Picked(place))


class CardTop(Tabletop):
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        #: Places in the hand.
        self.cursor = 0
        self.marked: set[int] = set()
        self._held: tuple[str, ...] = ()
        self._offered: list[str] = []

    @property
    @abstractmethod
    def hand(self) -> tuple[str, ...]:
        """One's cards as they are held."""

    @property
    @abstractmethod
    def playable(self) -> list[str]:
        """What may be played now."""

    @property
    @abstractmethod
    def marking(self) -> bool:
        """Are cards to be marked now, and not to be played?"""

    @abstractmethod
    def fan(self, *, tall: bool, keys: bool) -> Fan:
        """The hand as it is to be drawn."""

    @property
    def at_cursor(self) -> str | None:
        return self.hand[self.cursor] if self.cursor < len(self.hand) else None

    @property
    def chosen(self) -> tuple[str, ...]:
        return tuple(self.hand[place] for place in sorted(self.marked))

    def places_of(self, cards: Sequence[str]) -> set[int]:
        return {place for place, card in enumerate(self.hand) if card in cards}

    def move(self, steps: int) -> None:
        self.cursor = max(0, min(len(self.hand) - 1, self.cursor + steps))

    def point_at(self, card: str) -> None:
        if card in self.hand:
            self.cursor = self.hand.index(card)

    def toggle(self, place: int) -> None:
        self.marked ^= {place}

    def tricks_won(self, seat: int) -> int:
        tricks = () if self.view is None else self.view.tricks
        return sum(trick.winner == seat for trick in tricks)

    # --- after each step -------------------------------------------------------------------------

    def hold(self) -> None:
        """The hand has changed: the cursor stays at its card, or where that was."""
        hand = self.hand
        card = self._held[self.cursor] if self.cursor < len(self._held) else None
        grown = len(hand) > len(self._held)
        self._held = hand
        if card in hand and not grown:
            self.cursor = hand.index(card)
        self.cursor = max(0, min(self.cursor, len(hand) - 1))

    def follow_turn(self) -> None:
        """When one's turn comes, the cursor goes to the nearest card that may be played."""
        offered = self.playable if self.my_turn else []
        if offered and offered != self._offered:
            places = self.places_of(offered)
            if self.cursor not in places:
                self.cursor = min(places, key=lambda place: abs(place - self.cursor))
        self._offered = offered


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
