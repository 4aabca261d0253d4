"""The table of a trick-taking game in cells: four players around a trick, you sit below.

Beside it, where there is room, the points and what else is worth a look; and the same table as it
is looked at afterwards, with all hands open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from rich.style import Style
from rich.text import Text

from stammtisch.games.game import Match
from stammtisch.terminal.text import cut, t
from stammtisch.terminal.tricks.hand import block, chip
from stammtisch.terminal.tricks.presenter import HIGH, Canvas, TrickPresenter

FAINT = Style(color="#9aa0ad", bold=False)
_TURN = Style(color="#141414", bgcolor="#ffd34d", bold=True)
_PLAIN = Style(bold=True)
_SHOUT = Style(color="#ffd34d", bold=True)
_HEAD = "bold #ffd34d"
_LATER = "#9aa0ad"
_NAME = 16
#: Cells between the middle and the cards at its sides.
_REACH = 9
#: Cells for what is said of those who do not sit at a side.
_ROOM = 60


class RoundTable:
    def __init__(self, presenter: TrickPresenter[Any, Any], width: int, height: int) -> None:
        self.presenter, self.top = presenter, presenter.top
        self.canvas = Canvas(width, height)
        self.width, self.height = width, height

    def drawn(self) -> Text:
        me, beside, across, before = (self.top.seat_beside(steps) for steps in range(4))
        left, right = (beside, before) if self.presenter.clockwise else (before, beside)
        top, canvas, side = self.top, self.canvas, self.height // 2
        room = self.width // 2 - _REACH - self.presenter.chip // 2 - 3
        canvas.middle(0, self._who(across))
        canvas.middle(1, self._what(across))
        canvas.left(side - 1, self._who(left, room))
        canvas.left(side, self._what(left, room))
        canvas.right(side - 1, self._who(right, room))
        canvas.right(side, self._what(right, room))
        canvas.middle(self.height - 1, Text("  ").join([self._who(me), self._what(me)]))
        trick = top.shown_trick
        if trick is None:
            self.presenter.lay_between(canvas)
        else:
            self._lay_trick(trick)
        return canvas.drawn()

    def _lay_trick(self, trick: Any) -> None:
        """The card of each seat toward its player, and below them what the trick is."""
        show, winning = self.presenter, self.top.winning(trick)
        tall = self.height >= HIGH
        size, apart = (3, 3) if tall else (1, 2)
        middle = (self.height - size) // 2
        reach = _REACH + (tall or show.chip > 5)
        if show.clockwise:
            reach = -reach
        spots = ((0, middle + apart), (reach, middle), (0, middle - apart), (-reach, middle))
        places = {self.top.seat_beside(steps): spot for steps, spot in enumerate(spots)}
        for seat, card in show.laid(trick):
            shift, y = places[seat]
            wins = seat == winning
            how = {"wins": wins, "faint": trick.winner is not None and not wins}
            face = show.face(card)
            lines = block(face, **how) if tall else [chip(face, **how, width=show.chip)]
            for row, line in enumerate(lines):
                self.canvas.middle(y + row, line, shift)
        self.canvas.middle(self.height - 2, Text(show.trick_told(trick), FAINT))

    def _who(self, seat: int, room: int = _ROOM) -> Text:
        """A name, whether it is their turn, and what the game marks them with."""
        top = self.top
        if seat >= len(top.seats) or top.seats[seat].name is None:
            return Text(t("empty_seat"), FAINT)
        turn = top.running and seat in top.turn
        label = f" {'▶ ' if turn else ''}{cut(top.name(seat), _NAME)} "
        words = Text.assemble((label, _TURN if turn else _PLAIN))
        if top.view is not None and (top.running or top.result):
            for mark, style in self.presenter.marks(seat):
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
            words += self.presenter.does(seat)
        elif info.ready or info.bot:
            words.append(t("ready"))
        if info.away:
            words.append(t("away"))
        line = Text(cut(" · ".join(words), room), FAINT)
        for shout in self.presenter.shouts(seat) if playing else ():
            line.append(f" {shout}!", _SHOUT)
        line.truncate(room, overflow="ellipsis")
        return line


# --- beside the table ----------------------------------------------------------------------------


def side(show: TrickPresenter[Any, Any]) -> Text:
    """The points, the game and its facts, the last trick and the newest rounds."""
    if show.top.view is None:
        return Text()
    parts = [_points(show), _game(show), *show.beside()]
    if show.top.view.tricks:
        parts.append(last_trick(show))
    if show.rows:
        parts.append(_sheet(show))
    if more := show.beside_below():
        parts.append(more)
    return Text("\n\n").join(parts)


def _points(show: TrickPresenter[Any, Any]) -> Text:
    words = Text.assemble((t("points_head"), _HEAD))
    change = show.told_row(show.rows[-1]).changes if show.rows else (0,) * 4
    for seat in range(len(show.top.seats)):
        name = cut(show.top.name(seat), show.side_name)
        words.append(f"\n {name:<{show.side_name + 1}}{show.points[seat]:>5}")
        words.append(f"{change[seat]:>+5}" if change[seat] else " " * 5, FAINT)
        words.append(show.beside_points(seat), FAINT)
    return words


def _game(show: TrickPresenter[Any, Any]) -> Text:
    words = Text.assemble((show.title(), _HEAD))
    for line in show.facts():
        words.append(f"\n {line}", FAINT)
    return words


def _sheet(show: TrickPresenter[Any, Any]) -> Text:
    """What the newest rounds changed; who sits where is said above."""
    words = Text.assemble((t("score_head"), _HEAD))
    room, name, points = show.side_row
    for row in map(show.told_row, show.rows[-show.side_rows :]):
        words.append(f"\n{row.number:>3} {cut(row.name, room):<{name}}")
        changes = (f"{change:+d}" if change else "0" for change in row.changes)
        words.append("".join(f"{change:>{points}}" for change in changes))
    return words


def last_trick(show: TrickPresenter[Any, Any]) -> Text:
    tricks = () if show.top.view is None else show.top.view.tricks
    if not tricks:
        return Text(t("no_trick"), FAINT)
    trick = tricks[-1]
    words = Text(show.trick_title(trick), "bold")
    for seat, card in show.laid(trick):
        wins = seat == trick.winner
        shown = show.inline([card], faint=not wins)
        words.append("\n ").append_text(shown).append(" " * (show.chip - shown.cell_len))
        words.append(show.top.name(seat), "" if wins else FAINT)
    if (gift := show.gift(trick)) is not None:
        shown = show.inline([gift])
        words.append("\n ").append_text(shown).append(f" {show.t('of_talon')}", FAINT)
    return words


# --- a match that is over ------------------------------------------------------------------------


class Held(NamedTuple):
    """What is shown of a seat."""

    cards: Text
    laid: Text | None
    facts: str


def scene(
    match: Match, names: Sequence[str], held: Callable[[int], Held], below: Iterable[Text]
) -> Text:
    """Everybody's cards, what each has laid, facts, and below them what else there is."""
    lines = []
    for seat, name in enumerate(names):
        mark = "▶" if seat in match.turn else " "
        shown = held(seat)
        line = Text(f"{mark} {name[:_NAME]:<{_NAME}} ", "bold").append_text(shown.cards)
        if shown.laid is not None:
            line.append(" → ", _LATER).append_text(shown.laid)
        lines += [line, Text(f"  {'':<{_NAME}} {shown.facts}", _LATER)]
    return Text("\n").join([*lines, *below])
