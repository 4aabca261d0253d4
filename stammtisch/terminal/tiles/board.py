"""The table of Tiles as the terminal shows it: players around it, stacks between them; its result;
and the same table afterwards, with all hands open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from stammtisch.games.game import Match
from stammtisch.games.tiles.groups import FACES
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.games.tiles.tile import JOKER, Tile
from stammtisch.terminal.dialogs import ResultDialog
from stammtisch.terminal.replay import Look
from stammtisch.terminal.text import Name, broken_off, list_of, pressable, pressing
from stammtisch.terminal.tiles.rack import PAPER, chip, glowing, ink, rack_lines, short, t
from stammtisch.terminal.tiles.tabletop import TilesTop, sentence

#: Columns of the smallest table; lines of a table, and on a high screen.
WIDTH, HEIGHT, HIGH = 72, 8, 12

_TURN = Style(color="#141414", bgcolor="#ffd34d", bold=True)
_PLAIN = Style(bold=True)
_FAINT = Style(color="#9aa0ad")
_KEY = Style(color="#ffd34d", bold=True)
_BACK = Style(color="#e8e2d0", bgcolor="#4c6b4f", bold=True)


def board(top: TilesTop, width: int = WIDTH, high: bool = False) -> Text:
    """You sit below, the next player at the right, and the turn goes on against the clock.

    Each exchange stack lies between the one who puts there and the one who may take from it.
    """
    me, after, across, before = (top.seat_beside(steps) for steps in range(4))
    can_draw = top.my_turn and top.view is not None and not top.view.must_put
    can_put = top.my_turn and top.view is not None and top.view.must_put
    gap = [Text()] if high else []
    take = _key(_stack(top, me), "e", can_draw and bool(top.view and top.view.exchange[me]))
    put = _key(_stack(top, after), "Enter", can_put, before=True)
    main = _main(top, can_draw)
    room = (width - main.cell_len) // 2 - 3
    lines = [
        *gap,
        _line(width, middle=_player(top, across)),
        _line(width, _stack(top, before), None, _stack(top, across)),
        *gap,
        Text(),
        _line(width, _player(top, before, room), main, _player(top, after, room)),
        _line(width, middle=_joker(top)),
        Text(),
        *gap,
        _line(width, take, None, put),
        _line(width, middle=_player(top, me)),
        *gap,
    ]
    return Text("\n").join(lines)


def _line(
    width: int, left: Text | None = None, middle: Text | None = None, right: Text | None = None
) -> Text:
    line = Text("  ")
    if left is not None:
        line.append_text(left)
    if middle is not None:
        line.append(" " * max(1, (width - middle.cell_len) // 2 - line.cell_len))
        line.append_text(middle)
    if right is not None:
        line.append(" " * max(1, width - 2 - right.cell_len - line.cell_len))
        line.append_text(right)
    line.append(" " * max(0, width - line.cell_len))
    return line


def _player(top: TilesTop, seat: int, room: int = WIDTH) -> Text:
    if seat >= len(top.seats) or top.seats[seat].name is None:
        return Text(t("empty_seat"), _FAINT)
    info = top.seats[seat]
    turn = top.view is not None and top.running and top.view.turn == seat
    label = f" {'▶ ' if turn else ''}{_cut(top.name(seat))} "
    words = Text.assemble((label, _TURN if turn else _PLAIN))
    if top.view is not None and top.running:
        words.append(f" {t('count', count=top.view.counts[seat])}", _FAINT)
    elif info.ready or info.bot:
        words.append(f" {t('ready')}", _FAINT)
    if info.away:
        words.append(f" {t('away')}", _FAINT)
    bot = f" {t('bot')}"
    if info.bot and words.cell_len + len(bot) <= room:
        words.append(bot, _FAINT)
    words.truncate(room, overflow="ellipsis")
    return words


def _cut(name: str) -> str:
    return name if len(name) <= 16 else f"{name[:15]}…"


def _stack(top: TilesTop, seat: int) -> Text:
    """A seat's exchange stack: its top tile, what lies under it, and how many there are."""
    tiles: tuple[Tile, ...] = ()
    if top.view is not None:
        tiles = top.view.exchange[seat]
    if not tiles:
        return Text(" ··· ", Style(color="#8a90a0", bgcolor="#2a2e37"))
    words = chip(tiles[-1], top.wild)
    if len(tiles) > 1:
        under = " ".join(short(tile, top.wild) for tile in tiles[-2:-4:-1])
        more = " …" if len(tiles) > 3 else ""
        words.append(f" {under}{more}", _FAINT)
    return words


def _key(words: Text, key: str, now: bool, *, before: bool = False) -> Text:
    """The words with the key that goes with them, bright while it can be pressed; a click on
    either presses it."""
    label = Text(f"[{key}]", _KEY if now else _FAINT)
    both = Text(" ").join([label, words] if before else [words, label])
    both.stylize(pressing(key.lower()))
    return both


def _main(top: TilesTop, can_draw: bool) -> Text:
    if top.view is None:
        return Text(t("not_dealt"), _FAINT)
    return _key(Text(f" {t('count', count=top.view.left)} ", _BACK), "d", can_draw)


def _joker(top: TilesTop) -> Text | None:
    """What the indicator makes the joker, where the rules have one."""
    if top.view is None or top.view.indicator is None:
        return None
    words = Text(f"{t('turned_up')} ", _FAINT)
    words.append_text(chip(top.view.indicator))
    words.append(f"  {t('is_joker')} ", _FAINT)
    words.append_text(chip(top.view.wild, top.view.wild))
    return words


class ResultScreen(ResultDialog):
    def __init__(self, top: TilesTop) -> None:
        super().__init__()
        self._top = top

    def compose(self) -> ComposeResult:
        yield Vertical(Static(result(self._top), id="result"))


def result(top: TilesTop) -> Text:
    """Who won, with what, and what can be done next."""
    words = Text()
    ended, won = top.result, top.won
    assert ended is not None
    if ended.outcome == "aborted":
        words.append(broken_off(ended), "bold")
    elif won is None:
        words.append(t("result_empty"), "bold")
    else:
        who = list_of([top.name(seat) for seat in ended.winners])
        how = "result_pairs" if won.by_pairs else "result_rack"
        words.append(t(how, who=who, round=won.score), "bold")
        words.append("\n\n")
        words.append_text(
            rack_lines(won.rack, top.wild, glowing(won.rack, top.wild, top.pairs_win))
        )
    return words.append("\n\n  ").append_text(pressable(t("result_keys")))


NAME = 16
_SCENE_FAINT = "#9aa0ad"


def scene(match: Match, names: Sequence[str]) -> Text:
    """Everybody's tiles, what is offered to them, and what is left to draw."""
    assert isinstance(match, TilesMatch)
    lines = []
    for seat, name in enumerate(names):
        mark = "▶" if seat in match.turn else " "
        line = Text(f"{mark} {name[:NAME]:<{NAME}} ", "bold")
        line.append_text(_tiles(in_order(match.held(seat), match.wild), match.wild))
        lines.append(line)
        offered = match.exchange[seat]
        line = Text(f"  {t('offered'):<{NAME}} ", _SCENE_FAINT)
        if offered:
            line.append_text(_tiles(offered[-1:], match.wild))
            line.append(f" {written(offered[-2::-1], match.wild)}", _SCENE_FAINT)
        lines += [line, Text()]
    rest = t("left_told", count=len(match.main))
    if match.indicator is not None:
        joker = short(match.wild)
        rest = t("indicator_told", rest=rest, tile=short(match.indicator), joker=joker)
    lines.append(Text(f"  {rest}", _SCENE_FAINT))
    return Text("\n").join(lines)


def told(match: Match, event: Any, name: Name) -> str | None:
    """The event in a sentence, if it is worth one."""
    assert isinstance(match, TilesMatch)
    return sentence(event, name, match.wild)


def hand(match: Match, seat: int) -> str:
    """A seat's tiles in plain text."""
    assert isinstance(match, TilesMatch)
    return written(in_order(match.held(seat), match.wild), match.wild)


def written(tiles: Iterable[Tile], wild: Tile) -> str:
    return " ".join(_short(tile, wild) for tile in tiles)


def in_order(tiles: Iterable[Tile], wild: Tile) -> list[Tile]:
    """By colour and number, jokers last."""
    return sorted(tiles, key=lambda tile: FACES[wild][tile])


def _tiles(tiles: Iterable[Tile], wild: Tile) -> Text:
    line = Text()
    for tile in tiles:
        face = Style(color=ink(tile, wild), bgcolor=PAPER, bold=True)
        line.append(f"{_short(tile, wild):>3}", face)
        line.append(" ")
    return line


def _short(tile: Tile, wild: Tile) -> str:
    return "★" if tile >= JOKER and wild == JOKER else short(tile, wild)


LOOK = Look(told, scene, hand)
