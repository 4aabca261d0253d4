"""What a wide screen shows beside the table: the points, the contract, talon and last trick."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from stammtisch.cli.tarock.faces import inline, king, shorts, spread
from stammtisch.cli.tarock.names import bonus_name, contract_name, doubling, t
from stammtisch.cli.tarock.tabletop import TarockTop
from stammtisch.cli.tarock.words import whom
from stammtisch.cli.terminal.fitting import cut
from stammtisch.cli.terminal.speech import heading
from stammtisch.games.tarock.view import View

_FAINT = "not bold #9aa0ad"
_HEAD = "bold #ffd34d"
#: Deals of the score sheet that are shown.
ROWS = 5


def side(top: TarockTop) -> Text:
    view = top.view
    if view is None:
        return Text()
    parts = [_points(top, view), _contract(top, view)]
    if view.piles:
        parts.append(talon(top))
    if view.tricks:
        parts.append(last_trick(top))
    if view.sheet:
        parts.append(_sheet(view))
    return Text("\n\n").join(parts)


def _points(top: TarockTop, view: View) -> Text:
    words = Text.assemble((t("points_head"), _HEAD))
    last = top.result_row
    for seat in range(len(top.seats)):
        name = cut(top.name(seat), 14)
        words.append(f"\n {name:<15}{view.totals[seat]:>5}")
        change = last.scores[seat] if last is not None else 0
        words.append(f"{change:>+5}" if change else " " * 5, _FAINT)
        if view.radli[seat]:
            words.append(f" ○{view.radli[seat]}", _FAINT)
    return words


def _sheet(view: View) -> Text:
    """What the newest deals brought; who sits where is said above."""
    words = Text.assemble((t("score_head"), _HEAD))
    for row in view.sheet[-ROWS:]:
        words.append(f"\n{row.deal:>3} {cut(contract_name(row.contract), 10):<10}")
        words.append("".join(f"{score:>+5}" if score else "    0" for score in row.scores))
    return words


def _contract(top: TarockTop, view: View) -> Text:
    words = Text.assemble((heading(contract_name(view.contract)), _HEAD))
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
        yield t("alone_against_three", name=top.name(view.declarer))
    if view.game_factor > 1:
        factor = view.game_factor
        yield t("fact_kontra", kontra=doubling(factor), factor=factor)
    for one in view.announced:
        times = f" ×{one.factor}" if one.factor > 1 else ""
        yield f"{top.name(one.seat)}: {bonus_name(one.bonus)}{times}"
    if view.radli[view.declarer] and view.phase != "scored" and view.contract != "klop":
        yield t("fact_radelc", name=whom(view.declarer, top.name))
    if view.shown:
        yield t("fact_shown", cards=shorts(view.shown))


def _sides(top: TarockTop, view: View) -> str:
    assert view.declarer is not None and view.called is not None
    called = t("king_is_called", king=king(view.called))
    if not view.partner_known:
        return t("partner_unknown", called=called)
    if view.partner is None:
        alone = "you_alone" if view.declarer == top.seat else "plays_alone"
        return t(alone, called=called, name=top.name(view.declarer))
    name, partner = whom(view.declarer, top.name), whom(view.partner, top.name)
    return t("plays_with", called=called, name=name, partner=partner)


# --- what can be looked at -----------------------------------------------------------------------


def talon(top: TarockTop) -> Text:
    """The talon's piles as they were shown."""
    view = top.view
    assert view is not None
    words = Text(t("talon_head"), "bold")
    for at, pile in enumerate(view.piles):
        words.append("\n ").append_text(inline(pile, faint=view.picked not in (None, at)))
        if at == view.picked and view.declarer is not None:
            taken = t("taken_by", name=whom(view.declarer, top.name))
            words.append(f"  {taken}", _FAINT)
    if view.discarded:
        words.append(f"\n {t('you_laid')} ", _FAINT).append_text(inline(view.discarded, faint=True))
    return words


def last_trick(top: TarockTop) -> Text:
    view = top.view
    if view is None or not view.tricks:
        return Text(t("no_trick"), _FAINT)
    trick = view.tricks[-1]
    assert trick.winner is not None
    words = Text(t("trick_head", trick=len(view.tricks), name=top.name(trick.winner)), "bold")
    for at, card in enumerate(trick.cards):
        seat = (trick.leader + at) % 4
        words.append("\n ")
        chip = inline([card], faint=seat != trick.winner)
        words.append_text(chip).append(" " * (7 - chip.cell_len))
        words.append(top.name(seat), "" if seat == trick.winner else _FAINT)
    if trick.gift is not None:
        words.append("\n ").append_text(inline([trick.gift])).append(f" {t('of_talon')}", _FAINT)
    return words


def open_hand(top: TarockTop) -> Text:
    """The hand of an open beggar, in a line."""
    view = top.view
    if view is None or not view.open_hand or view.declarer is None or view.declarer == top.seat:
        return Text()
    from_hand = Text(f"{t('open_of', name=top.name(view.declarer))} ", _FAINT)
    return from_hand.append_text(inline(spread(view.open_hand)))


def radli_told(top: TarockTop) -> str:
    """Who has radli."""
    if top.view is None or not any(top.view.radli):
        return ""
    held = [f"{top.name(seat)} {count}" for seat, count in enumerate(top.view.radli) if count]
    return t("radli_held", held=", ".join(held))
