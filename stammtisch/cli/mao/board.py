"""The table as the terminal shows it: players, deck and pile, and what can be said."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from stammtisch.cli.mao.faces import WIDTH, tall_lines
from stammtisch.cli.mao.phrases import labelled
from stammtisch.cli.mao.tabletop import MaoTop
from stammtisch.cli.terminal.fitting import cut, laid_out

_TURN = Style(color="#141414", bgcolor="#ffd34d", bold=True)
_ACCUSED = Style(color="#ffffff", bgcolor="#b3150f", bold=True)
_PLAIN = Style(bold=True)
_FAINT = Style(color="#9aa0ad")
_BACK = Style(color="#7fa8d9")
_KEY = Style(color="#ffd34d", bold=True)

NAME = 13
#: Cells of a player's line, the longest that there can be.
PLAYER = 38
#: Cells of a phrase, and the lines for all of them.
PHRASE = 20
TALK = 3
#: Cells before the pile, where the deck lies.
DECK = 14


def players(top: MaoTop, width: int) -> Text:
    """Two columns, down the left one first, so that turns can be followed; one if there is no room
    for two."""
    seats = len(top.seats)
    half = (seats + 1) // 2 if width >= 2 * PLAYER else seats
    column = width // 2
    lines = []
    for row in range(half):
        line = player(top, row)
        if row + half < seats:
            line.append(" " * max(1, column - line.cell_len))
            line.append_text(player(top, row + half))
        lines.append(line)
    return Text("\n").join(lines)


def player(top: MaoTop, seat: int) -> Text:
    """`1 ▶ Ada   7 cards ★2 rules 1`: a star counts rounds won."""
    info, view = top.seats[seat], top.view
    if info.name is None:
        return Text(f"{seat + 1}   (empty seat)", _FAINT)
    name = cut(top.name(seat), NAME)
    if view is None:
        words = Text(f"{seat + 1}   ", _FAINT)
        words.append(f"{name:<{NAME}}", _PLAIN)
        return words.append(" ready" if info.ready or info.bot else "", _FAINT)
    accused = view.charge is not None and view.charge.accused == seat
    turn = top.running and view.turn == seat and view.mode == "play"
    mark, style = ("‼", _ACCUSED) if accused else ("▶", _TURN) if turn else (" ", _PLAIN)
    words = Text.assemble((f"{seat + 1} ", _FAINT), (f"{mark} {name:<{NAME}}", style))
    if not view.present[seat]:
        return words.append(" has left", _FAINT)
    count = view.counts[seat]
    near = "bold #ff9d76" if count <= 1 and view.mode not in ("waiting", "over") else ""
    words.append(f" {count:>2} card{'s' if count != 1 else ' '}", near)
    words.append(f" ★{view.points[seat]}", _FAINT)
    if view.rule_counts[seat]:
        words.append(f" rules {view.rule_counts[seat]}", _FAINT)
    return words.append(" away", _FAINT) if info.away else words


def middle(top: MaoTop, width: int) -> Text:
    """The deck, and the pile with what lies under its top card, in two lines and a caption."""
    view = top.view
    if view is None:
        return Text("\n  No cards are dealt yet.", _FAINT)
    shown = view.pile[-max(1, (width - DECK - 2) // WIDTH) :]
    figures, suits = tall_lines(shown, bright=len(shown) - 1, frozen=top.frozen)
    caption = f"pile of {len(view.pile)}, its top at the right" if shown else "the pile is empty"
    under = len(view.pile) - len(shown)
    back = _FAINT if top.frozen else _BACK
    lines = [
        Text.assemble((f"{'  ▒▒▒▒▒ [d]':<{DECK}}", back), figures),
        Text.assemble((f"{'  ▒▒▒▒▒':<{DECK}}", back), suits),
        Text.assemble((f"{'  deck':<{DECK}}", _FAINT), (caption, _FAINT)),
    ]
    if under:
        lines[2].append(f", {under} more at its left", _FAINT)
    return Text("\n").join(lines)


def talk_lines(top: MaoTop, width: int) -> Text:
    """The phrases with their keys; none is torn at the end of a line."""
    entries = [
        Text.assemble((key, _KEY), (f" {cut(phrase, PHRASE)}", _FAINT))
        for key, phrase in [("t", "anything"), *labelled(top)]
    ]
    lines = laid_out(Text(" say: ", _FAINT), entries, width - 2)
    if len(lines) > TALK:
        lines[TALK - 1].append(" …", _FAINT)
    return Text("\n").join(lines[:TALK])
