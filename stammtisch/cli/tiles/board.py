"""The table as the terminal shows it: players around it, stacks between them."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from stammtisch.cli.terminal.pressing import pressing
from stammtisch.cli.tiles.faces import chip, short
from stammtisch.cli.tiles.speech import t
from stammtisch.cli.tiles.tabletop import TilesTop
from stammtisch.games.tiles.tile import Tile

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
