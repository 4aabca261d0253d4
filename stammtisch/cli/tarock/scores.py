"""The score in words: a deal with each of its items, and the sheet of the whole match."""

from __future__ import annotations

from rich.text import Text

from stammtisch.cli.tarock.faces import king
from stammtisch.cli.tarock.names import contract_name, doubling, item_name, t
from stammtisch.cli.tarock.side import radli_told
from stammtisch.cli.tarock.tabletop import TarockTop
from stammtisch.cli.tarock.words import contract_told, deal_told, whom
from stammtisch.cli.terminal.columns import (
    FAINT,
    HEAD,
    changes_row,
    name_in_column,
    names,
    names_row,
    numbers_row,
    sheet_line,
    signed,
    tinted,
)
from stammtisch.cli.terminal.fitting import cut
from stammtisch.games.tarock.records import Item, Result


def deal_words(top: TarockTop, result: Result) -> Text:
    """A deal: what was played, who won, and each item of the score."""
    words = Text()
    told = contract_told(result.contract, result.declarer, top.name)
    told = _with_whom(top, result, told)
    words.append(f"{t('deal_head', deal=result.deal, told=told)}\n", HEAD)
    words.append(f"{deal_told(result, top.name)}\n", "bold")
    for item in result.items:
        words.append_text(_item(top, result, item)).append("\n")
    return words


def _with_whom(top: TarockTop, result: Result, told: str) -> str:
    if result.called is None:
        return told
    called = king(result.called)
    if result.partner is None:
        return t("called_alone", told=told, king=called)
    return t("called_with", told=told, king=called, name=whom(result.partner, top.name))


def _item(top: TarockTop, result: Result, item: Item) -> Text:
    name = item_name(item.name, result.contract)
    about = []
    if item.announced:
        about.append(t("announced"))
    if item.factor > 1:
        about.append(f"{doubling(item.factor)} ×{item.factor}")
    if item.name in ("klop", "klop_full", "klop_empty") and item.seat is not None:
        about.append(t("card_points", points=result.piles[item.seat]))
    who = "" if item.seat is None else f": {top.name(item.seat)}"
    line = Text(f"  {cut(name + who, 30):<30}")
    line.append(*tinted(f"{signed(item.value):>5}", item.value))
    return line.append(f"  {', '.join(about)}", FAINT)


def totals(top: TarockTop, result: Result) -> Text:
    """The four players: what the deal brought, what they have now, their radli."""
    rows = [
        names_row(top),
        changes_row(t("deal_row"), result.scores),
        numbers_row(t("total"), result.totals, "bold"),
    ]
    if any(result.radli):
        rows.append(numbers_row(t("radli_row"), result.radli, FAINT))
    return Text("\n").join(rows)


def sheet_head(top: TarockTop) -> Text:
    heads = f"{t('head_contract'):<13}{t('head_of'):<10}{t('head_points'):<7}"
    return Text(f"{'':>4} {heads}{names(top)}", HEAD)


def sheet_row(top: TarockTop, result: Result, chosen: bool) -> Text:
    """One line: deal, contract, declarer, card points, and the totals with what was added."""
    contract = cut(contract_name(result.contract), 12)
    who = "" if result.won is None else name_in_column(top, result.declarer)
    points = "" if result.points is None else f"{result.points:>3} {'✓' if result.won else '✗'}"
    begin = f"{result.deal:>3}  {contract:<13}{who:<10}{points:<7}"
    return sheet_line(begin, result.totals, result.scores, chosen=chosen)


def played(top: TarockTop) -> Text:
    """How many deals have been played, of how many."""
    if top.view is None or not top.view.sheet or not top.rules.deals:
        return Text()
    done = top.view.sheet[-1].deal
    return Text(t("deals_played", played=done, deals=top.rules.deals), FAINT)


def standing(top: TarockTop) -> Text:
    """What else the table counts: how many deals are left, who has radli."""
    parts = [played(top), Text(radli_told(top), FAINT)]
    return Text(" · ").join(part for part in parts if part)
