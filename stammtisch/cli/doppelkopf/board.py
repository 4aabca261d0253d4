"""The table as the terminal shows it: the players around it, the trick between them."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from stammtisch.cli.doppelkopf.faces import face
from stammtisch.cli.doppelkopf.names import party_name, said_of, t, tricks_of, wish_of
from stammtisch.cli.doppelkopf.tabletop import DoppelkopfTop
from stammtisch.cli.terminal.canvas import HIGH, Canvas
from stammtisch.cli.terminal.cards import block, chip
from stammtisch.cli.terminal.fitting import cut
from stammtisch.games.doppelkopf.records import Trick
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import DENIALS

_TURN = Style(color="#141414", bgcolor="#ffd34d", bold=True)
_PLAIN = Style(bold=True)
_FAINT = Style(color="#9aa0ad")
_PARTIES = {
    "re": Style(color="#ffb454", bold=True),
    "kontra": Style(color="#6cb6ff", bold=True),
}
_CALL = Style(color="#ffd34d", bold=True)
#: Cells between the middle and the cards at its sides.
_REACH = 9
_NAME = 16


def board(top: DoppelkopfTop, width: int, height: int) -> Text:
    """You sit below, the next player at the left, and the turn goes on with the clock."""
    canvas = Canvas(width, height)
    me, left, across, right = (top.seat_beside(steps) for steps in range(4))
    side = height // 2
    room = width // 2 - _REACH - 5
    canvas.middle(0, _who(top, across))
    canvas.middle(1, _what(top, across))
    canvas.left(side - 1, _who(top, left, room))
    canvas.left(side, _what(top, left, room))
    canvas.right(side - 1, _who(top, right, room))
    canvas.right(side, _what(top, right, room))
    own = _who(top, me)
    canvas.middle(height - 1, Text("  ").join([own, _what(top, me)]))
    trick = top.shown_trick
    if trick is not None:
        _lay_trick(top, canvas, trick, height)
        canvas.middle(height - 2, _worth(top, trick))
    return canvas.drawn()


def _lay_trick(top: DoppelkopfTop, canvas: Canvas, trick: Trick, height: int) -> None:
    tall = height >= HIGH
    over = trick.winner is not None
    winning = top.winning(trick)
    # Where each seat's card lies: how far from the middle, and in which line.
    size = 3 if tall else 1
    middle = (height - size) // 2
    reach = _REACH + 1 if tall else _REACH
    spots = {
        top.seat_beside(0): (0, middle + (3 if tall else 2)),
        top.seat_beside(1): (-reach, middle),
        top.seat_beside(2): (0, middle - (3 if tall else 2)),
        top.seat_beside(3): (reach, middle),
    }
    for laid in trick.cards:
        shift, y = spots[laid.seat]
        wins = laid.seat == winning
        lines = (
            block(face(laid.card), wins=wins, faint=over and not wins)
            if tall
            else [chip(face(laid.card), wins=wins, faint=over and not wins)]
        )
        for at, line in enumerate(lines):
            canvas.middle(y + at, line, shift)


def _worth(top: DoppelkopfTop, trick: Trick) -> Text:
    view = top.view
    assert view is not None
    if trick.winner is not None:
        number = len(view.tricks)
        name = top.name(trick.winner)
        return Text(t("trick_taken", name=name, trick=number, eyes=trick.eyes), _FAINT)
    number, of = len(view.tricks) + 1, top.rules.tricks
    return Text(t("trick_running", trick=number, tricks=of, eyes=trick.eyes), _FAINT)


def _who(top: DoppelkopfTop, seat: int, room: int = 60) -> Text:
    """A name, whether it is their turn, and their party (with a ! if they have called it)."""
    if seat >= len(top.seats) or top.seats[seat].name is None:
        return Text(t("empty_seat"), _FAINT)
    turn = top.running and seat in top.turn
    label = f" {'▶ ' if turn else ''}{cut(top.name(seat), _NAME)} "
    words = Text.assemble((label, _TURN if turn else _PLAIN))
    view = top.view
    if view is None or not (top.running or top.result):
        return words
    party = view.parties[seat]
    if party is not None:
        called = "!" if any(one.seat == seat and one.word == party for one in view.said) else ""
        words.append(f" {party_name(party)}{called}", _PARTIES[party])
    words.truncate(room, overflow="ellipsis")
    return words


def _shouts(view: View, seat: int) -> list[str]:
    """What the seat has called beside re or kontra: of denials the highest."""
    said = [one.word for one in view.said if one.seat == seat]
    pigs = [word for word in said if word.removesuffix("_yes") in ("pigs", "superpigs")]
    denials = [word for word in said if word in DENIALS]
    return [f"{said_of(word)}!" for word in (*denials[-1:], *pigs)]


def _what(top: DoppelkopfTop, seat: int, room: int = 60) -> Text:
    """What one knows of the player: tricks and eyes, what they last said, called or want."""
    if seat >= len(top.seats):
        return Text()
    view, info = top.view, top.seats[seat]
    words: list[str] = []
    if view is None or not top.running:
        if info.ready or info.bot:
            words.append(t("ready"))
    elif view.phase == "reservations":
        said = [one.word for one in view.said if one.seat == seat]
        words += (
            [t("quoted", word=said_of(said[-1]))] if said else [t("cards", count=view.counts[seat])]
        )
    elif view.phase == "end":
        vote = view.votes[seat]
        words.append("…" if vote is None else wish_of(top.name(seat), vote))
    else:
        tricks = tricks_of(top.tricks_won(seat))
        words.append(t("won_so_far", tricks=tricks, eyes=view.eyes[seat]))
    if info.away:
        words.append(t("away"))
    line = Text(cut(" · ".join(words), room), _FAINT)
    for shout in [] if view is None or not top.running else _shouts(view, seat):
        line.append(f" {shout}", _CALL)
    line.truncate(room, overflow="ellipsis")
    return line
