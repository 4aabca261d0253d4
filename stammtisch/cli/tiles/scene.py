"""A match of tiles with all hands open, for those who look at it afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.style import Style
from rich.text import Text

from stammtisch.cli.look import Look
from stammtisch.cli.terminal.news import Name
from stammtisch.cli.tiles.faces import PAPER, ink, short
from stammtisch.cli.tiles.speech import t
from stammtisch.cli.tiles.words import sentence
from stammtisch.games.game import Match
from stammtisch.games.tiles.groups import FACES
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.games.tiles.tile import JOKER, Tile

NAME = 16
_FAINT = "#9aa0ad"


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
        line = Text(f"  {t('offered'):<{NAME}} ", _FAINT)
        if offered:
            line.append_text(_tiles(offered[-1:], match.wild))
            line.append(f" {written(offered[-2::-1], match.wild)}", _FAINT)
        lines += [line, Text()]
    rest = t("left_told", count=len(match.main))
    if match.indicator is not None:
        joker = short(match.wild)
        rest = t("indicator_told", rest=rest, tile=short(match.indicator), joker=joker)
    lines.append(Text(f"  {rest}", _FAINT))
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
