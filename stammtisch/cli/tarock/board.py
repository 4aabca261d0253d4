"""The table as the terminal shows it: the players around it, trick or talon between them."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from stammtisch.cli.tarock.faces import face, inline, short, shorts
from stammtisch.cli.tarock.names import (
    bonus_name,
    contract_name,
    said_words,
    t,
    tricks_of,
    wish_of,
)
from stammtisch.cli.tarock.tabletop import TarockTop
from stammtisch.cli.terminal.canvas import HIGH, Canvas
from stammtisch.cli.terminal.cards import block, chip
from stammtisch.cli.terminal.fitting import cut
from stammtisch.games.tarock.records import Trick
from stammtisch.games.tarock.view import View

_TURN = Style(color="#141414", bgcolor="#ffd34d", bold=True)
_PLAIN = Style(bold=True)
_FAINT = Style(color="#9aa0ad")
_SIDE = Style(color="#ffb454", bold=True)
_TAKEN = Style(color="#7bd14b", bold=True)
_CALL = Style(color="#ffd34d", bold=True)
#: Cells between the middle and the cards at its sides.
_REACH = 9
_NAME = 16
#: Cells of a card in the trick: the Pagat's name needs them.
_CHIP = 7


def board(top: TarockTop, width: int, height: int) -> Text:
    """You sit below, the next player at the right: the turn goes against the clock."""
    canvas = Canvas(width, height)
    me, right, across, left = (top.seat_beside(steps) for steps in range(4))
    side = height // 2
    room = width // 2 - _REACH - 6
    canvas.middle(0, _who(top, across))
    canvas.middle(1, _what(top, across))
    canvas.left(side - 1, _who(top, left, room))
    canvas.left(side, _what(top, left, room))
    canvas.right(side - 1, _who(top, right, room))
    canvas.right(side, _what(top, right, room))
    canvas.middle(height - 1, Text("  ").join([_who(top, me), _what(top, me)]))
    trick = top.shown_trick
    if trick is not None:
        _lay_trick(top, canvas, trick, height)
        canvas.middle(height - 2, _taken(top, trick))
    elif top.view is not None and top.running:
        canvas.middle(side + 1, _talon(top.view))
        canvas.middle(side + 2, Text(_news(top, top.view), _FAINT))
    return canvas.drawn()


def _lay_trick(top: TarockTop, canvas: Canvas, trick: Trick, height: int) -> None:
    tall = height >= HIGH
    over = trick.winner is not None
    winning = top.winning(trick)
    # Where each seat's card lies: how far from the middle, and in which line.
    size, apart = (3, 3) if tall else (1, 2)
    middle = (height - size) // 2
    reach = _REACH + 1
    spots = {
        top.seat_beside(0): (0, middle + apart),
        top.seat_beside(1): (reach, middle),
        top.seat_beside(2): (0, middle - apart),
        top.seat_beside(3): (-reach, middle),
    }
    for at, card in enumerate(trick.cards):
        seat = (trick.leader + at) % 4
        shift, y = spots[seat]
        wins = seat == winning
        faint = over and not wins
        lines = (
            block(face(card), wins=wins, faint=faint)
            if tall
            else [chip(face(card), wins=wins, faint=faint, width=_CHIP)]
        )
        for row, line in enumerate(lines):
            canvas.middle(y + row, line, shift)


def _taken(top: TarockTop, trick: Trick) -> Text:
    view = top.view
    assert view is not None
    if trick.winner is None:
        return Text(t("trick_running", trick=len(view.tricks) + 1), _FAINT)
    how = "trick_taken" if trick.gift is None else "trick_taken_gift"
    gift = "" if trick.gift is None else short(trick.gift)
    name = top.name(trick.winner)
    return Text(t(how, name=name, trick=len(view.tricks), card=gift), _FAINT)


def _talon(view: View) -> Text:
    """The piles as they lie there, edges at the taken one."""
    words = Text()
    for at, pile in enumerate(view.piles):
        left, right = ("▐", "▌") if at == view.picked else (" ", " ")
        words.append(" " if at else "").append(left, _TAKEN)
        words.append_text(inline(pile, faint=view.picked not in (None, at)))
        words.append(right, _TAKEN)
    return words


def _news(top: TarockTop, view: View) -> str:
    """What the table has come to before the first trick."""
    if view.contract is None:
        bids = [made for made in view.bids if made.contract != "pass"]
        if not bids:
            return t("no_bid")
        contract = contract_name(bids[-1].contract)
        return t("high_bid", contract=contract, name=top.name(bids[-1].seat))
    if view.picked is not None and view.declarer is not None:
        cards = shorts(view.piles[view.picked])
        return t("took", name=top.name(view.declarer), cards=cards)
    return t("the_talon") if view.piles else ""


def _who(top: TarockTop, seat: int, room: int = 60) -> Text:
    """A name, whether it is their turn, their part in the contract, their radli."""
    if seat >= len(top.seats) or top.seats[seat].name is None:
        return Text(t("empty_seat"), _FAINT)
    turn = top.running and seat in top.turn
    label = f" {'▶ ' if turn else ''}{cut(top.name(seat), _NAME)} "
    words = Text.assemble((label, _TURN if turn else _PLAIN))
    view = top.view
    if view is None or not (top.running or top.result):
        return words
    role = top.role(seat)
    if role:
        words.append(f" {t(f'role.{role}')}", _SIDE)
    if view.radli[seat]:
        words.append(f" ○{view.radli[seat]}", _FAINT)
    words.truncate(room, overflow="ellipsis")
    return words


def _what(top: TarockTop, seat: int, room: int = 60) -> Text:
    """What one knows of the player: bid, tricks, what they announced or want."""
    if seat >= len(top.seats):
        return Text()
    view, info = top.view, top.seats[seat]
    words: list[str] = []
    if view is None or not top.running:
        if info.ready or info.bot:
            words.append(t("ready"))
    else:
        words += _does(top, view, seat)
    if info.away:
        words.append(t("away"))
    line = Text(cut(" · ".join(words), room), _FAINT)
    if view is not None and top.running and view.phase == "play":
        for one in view.announced:
            if one.seat == seat:
                line.append(f" {bonus_name(one.bonus)}!", _CALL)
    line.truncate(room, overflow="ellipsis")
    return line


def _does(top: TarockTop, view: View, seat: int) -> list[str]:
    match view.phase:
        case "bidding":
            bids = [made.contract for made in view.bids if made.seat == seat]
            forehand = [t("forehand")] if seat == view.forehand else []
            said = [t("quoted", word=contract_name(bids[-1]))] if bids else []
            return [*forehand, *said]
        case "announcing":
            told = [one for one in view.said if one.seat == seat]
            if not told:
                return []
            return [", ".join(said_words(told[-1].bonuses, told[-1].kontra)) or t("nothing")]
        case "play":
            won = tricks_of(top.tricks_won(seat))
            if view.contract != "klop":
                return [won]
            return [t("tricks_points", tricks=won, points=top.points_won(seat))]
        case "scored":
            vote = view.votes[seat]
            return ["…" if vote is None else wish_of(top.name(seat), vote)]
        case _:
            return []
