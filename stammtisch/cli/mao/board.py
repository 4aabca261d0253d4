"""The table as the terminal shows it: players, deck and pile, and what can be said."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from stammtisch.cli.mao.faces import BROAD, WIDTH, tall_lines
from stammtisch.cli.mao.phrases import labelled
from stammtisch.cli.mao.speech import t
from stammtisch.cli.mao.tabletop import MaoTop
from stammtisch.cli.terminal.fitting import cut, laid_out
from stammtisch.cli.terminal.pressing import pressing

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
        return Text(f"{seat + 1}   {t('empty_seat')}", _FAINT)
    name = cut(top.name(seat), NAME)
    if view is None:
        words = Text(f"{seat + 1}   ", _FAINT)
        words.append(f"{name:<{NAME}}", _PLAIN)
        return words.append(f" {t('ready')}" if info.ready or info.bot else "", _FAINT)
    accused = view.charge is not None and view.charge.accused == seat
    turn = top.running and view.turn == seat and view.mode == "play"
    mark, style = ("‼", _ACCUSED) if accused else ("▶", _TURN) if turn else (" ", _PLAIN)
    words = Text.assemble((f"{seat + 1} ", _FAINT), (f"{mark} {name:<{NAME}}", style))
    if not view.present[seat]:
        return words.append(f" {t('gone')}", _FAINT)
    count = view.counts[seat]
    near = "bold #ff9d76" if count <= 1 and view.mode not in ("waiting", "over") else ""
    words.append(f" {' ' if count < 10 else ''}{t('cards_short', count=count)}", near)
    words.append(f" ★{view.points[seat]}", _FAINT)
    if view.rule_counts[seat]:
        words.append(f" {t('rules_short', count=view.rule_counts[seat])}", _FAINT)
    return words.append(f" {t('away')}", _FAINT) if info.away else words


def middle(top: MaoTop, width: int, high: bool = False) -> Text:
    """The deck, and the pile with what lies under its top card, with a caption below; a click at
    the deck draws."""
    view = top.view
    if view is None:
        return Text(f"\n  {t('not_dealt')}", _FAINT)
    card = BROAD if high else WIDTH
    shown = view.pile[-max(1, (width - DECK - 2) // card) :]
    cards = tall_lines(shown, bright=len(shown) - 1, frozen=top.frozen, width=card, high=high)
    caption = t("pile_caption", count=len(view.pile)) if shown else t("pile_empty")
    under = len(view.pile) - len(shown)
    back = _FAINT if top.frozen else _BACK
    lines = []
    for at, line in enumerate(cards):
        deck = Text(f"{'  ▒▒▒▒▒ [d]' if not at else '  ▒▒▒▒▒':<{DECK}}", back)
        deck.stylize(pressing("d"))
        lines.append(deck.append_text(line))
    lines.append(Text.assemble((f"{'  ' + t('deck'):<{DECK}}", _FAINT), (caption, _FAINT)))
    if under:
        lines[-1].append(t("pile_more", count=under), _FAINT)
    return Text("\n").join(lines)


def talk_lines(top: MaoTop, width: int) -> Text:
    """The phrases with their keys; none is torn at the end of a line."""
    entries = [_phrase(key, phrase) for key, phrase in [("t", t("say_anything")), *labelled(top)]]
    lines = laid_out(Text(f" {t('say_head')} ", _FAINT), entries, width - 2)
    if len(lines) > TALK:
        lines[TALK - 1].append(" …", _FAINT)
    return Text("\n").join(lines[:TALK])


def _phrase(key: str, phrase: str) -> Text:
    words = Text.assemble((key, _KEY), (f" {cut(phrase, PHRASE)}", _FAINT))
    words.stylize(pressing(key.lower()))
    return words
