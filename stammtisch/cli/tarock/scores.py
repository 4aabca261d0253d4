"""The score in words: a deal with each of its items, and the sheet of the whole match."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from stammtisch.cli.tarock.faces import king
from stammtisch.cli.tarock.names import contract_name, doubling, item_name, t
from stammtisch.cli.tarock.side import radli_told
from stammtisch.cli.tarock.tabletop import TarockTop
from stammtisch.cli.tarock.words import contract_told, deal_told, whom
from stammtisch.cli.terminal.fitting import cut, plain
from stammtisch.games.tarock.records import Item, Result

_FAINT = "not bold #9aa0ad"
_GOOD = "not bold #7bd14b"
_BAD = "not bold #ff9d76"
_HEAD = "bold #ffd34d"
#: Cells of a player's column.
NAME = 10


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _tinted(words: str, points: int) -> tuple[str, str]:
    return words, _GOOD if points > 0 else _BAD if points < 0 else _FAINT


def deal_words(top: TarockTop, result: Result) -> Text:
    """A deal: what was played, who won, and each item of the score."""
    words = Text()
    told = contract_told(result.contract, result.declarer, top.name)
    told = _with_whom(top, result, told)
    words.append(f"{t('deal_head', deal=result.deal, told=told)}\n", _HEAD)
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
    line.append(*_tinted(f"{_signed(item.value):>5}", item.value))
    return line.append(f"  {', '.join(about)}", _FAINT)


def totals(top: TarockTop, result: Result) -> Text:
    """The four players: what the deal brought, what they have now, their radli."""
    words = Text()
    words.append(f"  {'':<6}" + "".join(f"{_name(top, seat):>{NAME}}" for seat in range(4)), _FAINT)
    words.append("\n").append(f"  {t('deal_row'):<6}", _FAINT)
    for score in result.scores:
        words.append(*_tinted(f"{_signed(score):>{NAME}}", score))
    words.append("\n")
    words.append(f"  {t('total'):<6}" + "".join(f"{one:>{NAME}}" for one in result.totals), "bold")
    if any(result.radli):
        words.append("\n")
        words.append(
            f"  {t('radli_row'):<6}" + "".join(f"{one:>{NAME}}" for one in result.radli), _FAINT
        )
    return words


def _name(top: TarockTop, seat: int) -> str:
    """In the cells of its column; names of bots differ at their end."""
    name = plain(top.name(seat))
    if cell_len(name) < NAME:
        return name
    return f"{set_cell_size(name, NAME - 5).rstrip()}…{name[-3:]}"


def sheet_head(top: TarockTop) -> Text:
    names = "".join(f"{_name(top, seat):>{NAME}}" for seat in range(4))
    heads = f"{t('head_contract'):<13}{t('head_of'):<10}{t('head_points'):<7}"
    return Text(f"{'':>4} {heads}{names}", _HEAD)


def sheet_row(top: TarockTop, result: Result, chosen: bool) -> Text:
    """One line: deal, contract, declarer, card points, and the totals with what was added."""
    contract = cut(contract_name(result.contract), 12)
    who = "" if result.won is None else _name(top, result.declarer)
    points = "" if result.points is None else f"{result.points:>3} {'✓' if result.won else '✗'}"
    words = Text(f"{result.deal:>3}  {contract:<13}{who:<10}{points:<7}")
    for score, total in zip(result.scores, result.totals, strict=True):
        words.append(f"{total:>5}", "bold")
        words.append(*_tinted(f"{_signed(score) if score else '':>5}", score))
    if chosen:
        words.stylize("reverse")
    return words


def played(top: TarockTop) -> Text:
    """How many deals have been played, of how many."""
    if top.view is None or not top.view.sheet or not top.rules.deals:
        return Text()
    done = top.view.sheet[-1].deal
    return Text(t("deals_played", played=done, deals=top.rules.deals), _FAINT)


def standing(top: TarockTop) -> Text:
    """What else the table counts: how many deals are left, who has radli."""
    parts = [played(top), Text(radli_told(top), _FAINT)]
    return Text(" · ").join(part for part in parts if part)
