"""The score in words: a round with each of its points, and the sheet of the whole match."""

from __future__ import annotations

from rich.text import Text

from stammtisch.cli.doppelkopf.names import game_name, item_name, party_name, said_of, t
from stammtisch.cli.doppelkopf.tabletop import DoppelkopfTop
from stammtisch.cli.doppelkopf.words import game_told, round_told
from stammtisch.cli.terminal.columns import (
    BAD,
    FAINT,
    HEAD,
    changes_row,
    names,
    names_row,
    numbers_row,
    sheet_line,
    signed,
)
from stammtisch.cli.terminal.fitting import cut
from stammtisch.cli.terminal.speech import heading
from stammtisch.games.doppelkopf.records import Item, Row

#: Cells of a line of points.
ITEM = 36
#: More lines than this stand in two columns.
COLUMN = 5


def round_words(top: DoppelkopfTop, row: Row) -> Text:
    """A round: who won, what for, and what it changed."""
    words = Text()
    game = game_told(row.game, row.soloist, top.name)
    words.append(f"{t('round_head', round=row.round, game=game)}\n", HEAD)
    words.append(f"{heading(round_told(row, top.name))}\n", "bold")
    calls = _calls(row)
    if calls:
        words.append(f"{calls}\n", FAINT)
    lines = [_item(item) for item in row.items]
    if not row.items and not row.void:
        lines.append(Text(f"  {t('calls_none')}", FAINT))
    for seat, penalty in enumerate(row.penalties):
        if penalty:
            name = t("penalty", name=top.name(seat))
            lines.append(_line(name, f"{signed(penalty)}", "", BAD))
    return words.append_text(_in_columns(lines))


def _in_columns(lines: list[Text]) -> Text:
    rows = len(lines) if len(lines) <= COLUMN else (len(lines) + 1) // 2
    words = Text()
    for at in range(rows):
        line = lines[at].copy()
        if at + rows < len(lines):
            line.append(" " * (ITEM - line.cell_len)).append_text(lines[at + rows])
        words.append_text(line).append("\n")
    return words


def _line(what: str, points: str, party: str, style: str = "") -> Text:
    return Text(f"  {cut(what, 22):<22}{points:>4} {party:<6}", style)


def _calls(row: Row) -> str:
    sides = (("re", row.re_calls), ("kontra", row.kontra_calls))
    said = [
        t("fact_call", party=party_name(party), call=said_of(calls[-1]))
        for party, calls in sides
        if calls
    ]
    return heading("; ".join(said))


def _item(item: Item) -> Text:
    """Points of a party, or by how much all that stands above is multiplied."""
    if item.party is None:
        return _line(item_name(item.name), f"× {item.points}", "", HEAD)
    return _line(item_name(item.name), str(item.points), party_name(item.party))


def totals(top: DoppelkopfTop, row: Row) -> Text:
    """The four players: what the round changed, and what they have now."""
    rows = [
        names_row(top),
        changes_row(t("round_row"), row.change),
        numbers_row(t("total"), row.points, "bold"),
    ]
    return Text("\n").join(rows)


def sheet_head(top: DoppelkopfTop) -> Text:
    return Text(
        f"{'':>4} {t('head_game'):<14}{t('head_won'):<7}{t('head_eyes'):<8}{names(top)}", HEAD
    )


def sheet_row(top: DoppelkopfTop, row: Row, chosen: bool) -> Text:
    """One line: round, game, winner, eyes, and the totals after it with what it changed."""
    buck = f" ×{row.factor}" if row.factor != 1 else ""
    game = cut(game_name(row.game), 13 - len(buck)) + buck
    winner = t("nobody") if row.winner is None else party_name(row.winner)
    winner = cut(t("void") if row.void else winner, 6)
    eyes = "" if row.void else f"{row.eyes[0]}:{row.eyes[1]}"
    begin = f"{row.round:>3}  {game:<14}{winner:<7}{eyes:<8}"
    return sheet_line(begin, row.points, row.change, chosen=chosen)


def standing(top: DoppelkopfTop) -> Text:
    """What else the table counts: buck rounds, compulsory solos, how many rounds are left."""
    view = top.view
    if view is None:
        return Text()
    parts = []
    if top.rules.rounds:
        parts.append(t("rounds_played", played=view.scored, rounds=top.rules.rounds))
    if view.bucks:
        parts.append(t("bucks_left", bucks=", ".join(map(str, view.bucks))))
    owing = [top.name(seat) for seat, done in enumerate(view.solo_done) if not done]
    if owing:
        parts.append(t("solos_owed", names=", ".join(owing)))
    return Text(" · ".join(parts), FAINT)
