"""What a wide screen shows beside the table: the points, the contract, talon and last trick."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from stammtisch.cli.tarock.faces import inline, king, shorts, spread
from stammtisch.cli.tarock.names import (
    BONUS_NAMES,
    KONTRA_NAMES,
    contract_name,
)
from stammtisch.cli.tarock.tabletop import TarockTop
from stammtisch.cli.tarock.words import whom
from stammtisch.cli.terminal.fitting import cut
from stammtisch.games.tarock.view import View

_FAINT = "not bold #9aa0ad"
_HEAD = "bold #ffd34d"


def side(top: TarockTop) -> Text:
    view = top.view
    if view is None:
        return Text()
    parts = [_points(top, view), _contract(top, view)]
    if view.piles:
        parts.append(talon(top))
    if view.tricks:
        parts.append(last_trick(top))
    return Text("\n\n").join(parts)


def _points(top: TarockTop, view: View) -> Text:
    words = Text.assemble(("Points", _HEAD))
    last = top.result_row
    for seat in range(len(top.seats)):
        name = cut(top.name(seat), 14)
        words.append(f"\n {name:<15}{view.totals[seat]:>5}")
        change = last.scores[seat] if last is not None else 0
        words.append(f"{change:>+5}" if change else " " * 5, _FAINT)
        if view.radli[seat]:
            words.append(f" ○{view.radli[seat]}", _FAINT)
    return words


def _contract(top: TarockTop, view: View) -> Text:
    words = Text.assemble((contract_name(view.contract).capitalize(), _HEAD))
    for line in facts(top, view):
        words.append(f"\n {line}", _FAINT)
    return words


def facts(top: TarockTop, view: View) -> Iterator[str]:
    """What is special about the deal."""
    if view.declarer is None or view.contract is None:
        return
    if view.called is not None:
        yield _sides(top, view)
    elif view.contract != "klop" and not top.terms(view.contract).calls:
        yield f"{top.name(view.declarer)} against three"
    if view.game_factor > 1:
        yield f"{KONTRA_NAMES[view.game_factor]} to the game ×{view.game_factor}"
    for one in view.announced:
        factor = f" ×{one.factor}" if one.factor > 1 else ""
        yield f"{top.name(one.seat)}: {BONUS_NAMES[one.bonus]}{factor}"
    if view.radli[view.declarer] and view.phase != "scored" and view.contract != "klop":
        yield f"radelc of {whom(view.declarer, top.name)}: counts twice"
    if view.shown:
        yield f"laid down face up: {shorts(view.shown)}"


def _sides(top: TarockTop, view: View) -> str:
    assert view.declarer is not None and view.called is not None
    called = f"{king(view.called)} called"
    if not view.partner_known:
        return f"{called}, partner unknown"
    if view.partner is None:
        alone = "you play" if view.declarer == top.seat else f"{top.name(view.declarer)} plays"
        return f"{called}, {alone} alone"
    return f"{called}, {whom(view.declarer, top.name)} with {whom(view.partner, top.name)}"


# --- what can be looked at -----------------------------------------------------------------------


def talon(top: TarockTop) -> Text:
    """The talon's piles as they were shown."""
    view = top.view
    assert view is not None
    words = Text("Talon", "bold")
    for at, pile in enumerate(view.piles):
        words.append("\n ").append_text(inline(pile, faint=view.picked not in (None, at)))
        if at == view.picked and view.declarer is not None:
            words.append(f"  taken by {whom(view.declarer, top.name)}", _FAINT)
    if view.discarded:
        words.append("\n You laid down ", _FAINT).append_text(inline(view.discarded, faint=True))
    return words


def last_trick(top: TarockTop) -> Text:
    view = top.view
    if view is None or not view.tricks:
        return Text("There is no trick yet.", _FAINT)
    trick = view.tricks[-1]
    assert trick.winner is not None
    words = Text(f"Trick {len(view.tricks)}: {top.name(trick.winner)}", "bold")
    for at, card in enumerate(trick.cards):
        seat = (trick.leader + at) % 4
        words.append("\n ")
        chip = inline([card], faint=seat != trick.winner)
        words.append_text(chip).append(" " * (7 - chip.cell_len))
        words.append(top.name(seat), "" if seat == trick.winner else _FAINT)
    if trick.gift is not None:
        words.append("\n ").append_text(inline([trick.gift])).append(" of the talon", _FAINT)
    return words


def open_hand(top: TarockTop) -> Text:
    """The hand of an open beggar, in a line."""
    view = top.view
    if view is None or not view.open_hand or view.declarer is None or view.declarer == top.seat:
        return Text()
    from_hand = Text(f"{top.name(view.declarer)}, open: ", _FAINT)
    return from_hand.append_text(inline(spread(view.open_hand)))


def radli_told(top: TarockTop) -> str:
    """Who has radli."""
    if top.view is None or not any(top.view.radli):
        return ""
    held = [f"{top.name(seat)} {count}" for seat, count in enumerate(top.view.radli) if count]
    return f"radli: {', '.join(held)}"
