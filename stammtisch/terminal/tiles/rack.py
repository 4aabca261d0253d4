"""Tiles in the terminal, and the player's own rack.

A tile has a number, a letter for its colour, and the colour itself. Where the tiles lie on the rack
is the player's business until a put is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from stammtisch.games.tiles.groups import FACES, is_group, is_pair
from stammtisch.games.tiles.records import EMPTY_RACK, PLACES, ROW, Rack
from stammtisch.games.tiles.tile import COLOURS, JOKER, NUMBERS, Tile, colour_of, number_of
from stammtisch.terminal.text import speech_of

t = speech_of("tiles")


_INKS = ("#b3150f", "#1546b5", "#8a5a00", "#141414")
_JOKER_INK = "#7a1fa2"

PAPER = "#f3ead3"
#: Tiles that lie in a valid group glow.
GLOW = "#c9f0b4"
CURSOR = "#ffd34d"
PLACE = "#3a3f4b"

#: A place of the rack is so wide, its brackets included: at least, and at most.
WIDTH, BROAD = 6, 9
#: What the lines of a place are, and on a high screen.
_LOW = ("figure", "letter", "mark")
_HIGH = ("blank", "figure", "letter", "blank", "mark")


def letter(tile: Tile, wild: Tile = JOKER) -> str:
    """The colour's letter; `jok` for a joker."""
    joker = FACES[wild][tile] == JOKER and tile >= JOKER
    return t("letter.joker") if joker else _letter(_colour(tile, wild))


def _letter(colour: int) -> str:
    """Never colour alone: in English k is black, as printers say, because b is blue."""
    return t(f"letter.{COLOURS[colour].lower()}")


def figure(tile: Tile, wild: Tile = JOKER) -> str:
    """The number; with a star if the tile is the joker, in parentheses if it stands for a tile."""
    if tile >= JOKER:
        return "★" if wild == JOKER else f"({number_of(wild)})"
    return f"{number_of(tile)}★" if tile == wild else str(number_of(tile))


def short(tile: Tile, wild: Tile = JOKER) -> str:
    """`12k`, `7r★`, `joker`."""
    if tile >= JOKER:
        return t("joker") if wild == JOKER else f"({number_of(wild)}{_letter(colour_of(wild))})"
    star = "★" if tile == wild else ""
    return f"{number_of(tile)}{_letter(colour_of(tile))}{star}"


def spoken(tile: Tile, wild: Tile = JOKER) -> str:
    """`black 12`, as sentences say it."""
    if tile >= JOKER:
        return t("joker") if wild == JOKER else t("false_joker", tile=spoken(wild))
    colour = t(f"colour.{COLOURS[colour_of(tile)].lower()}")
    plain = t("tile_of", colour=colour, number=number_of(tile))
    return t("a_joker", tile=plain) if tile == wild else plain


def ink(tile: Tile, wild: Tile = JOKER) -> str:
    if tile >= JOKER and wild == JOKER:
        return _JOKER_INK
    return _INKS[_colour(tile, wild)]


def _colour(tile: Tile, wild: Tile) -> int:
    """A false joker looks like the tile that it stands for."""
    return colour_of(wild if tile >= JOKER and wild != JOKER else tile)


def chip(tile: Tile, wild: Tile = JOKER) -> Text:
    """A tile within a line of text."""
    face = Style(color=ink(tile, wild), bgcolor=PAPER, bold=True)
    return Text.assemble((f" {short(tile, wild):>3} ", face))


# --- the rack ------------------------------------------------------------------------------------


def place_at(x: int, y: int, width: int = WIDTH, high: bool = False) -> int | None:
    """The place that is drawn there."""
    row, column = y // len(_HIGH if high else _LOW), x // width
    return row * ROW + column if row < PLACES // ROW and 0 <= column < ROW else None


def rack_lines(
    rack: Sequence[Tile | None],
    wild: Tile,
    glowing: Collection[int] = (),
    cursor: int | None = None,
    held: Tile | None = None,
    width: int = WIDTH,
    high: bool = False,
) -> Text:
    """Two rows of twelve places, each so wide: figures, letters, and what marks a group."""
    lines = []
    for first in range(0, PLACES, ROW):
        for part in _HIGH if high else _LOW:
            line = Text()
            for place in range(first, first + ROW):
                holds = place == cursor and held is not None
                tile = held if holds else rack[place]
                glows = place in glowing and not holds
                if part == "mark":
                    line.append_text(_mark(glows, place == cursor, holds, width))
                else:
                    words = _printed(tile, wild, part)
                    line.append_text(_cell(words, tile, wild, glows, place == cursor, width))
            lines.append(line)
    return Text("\n").join(lines)


def _printed(tile: Tile | None, wild: Tile, part: str) -> str:
    match part:
        case "figure":
            return "" if tile is None else figure(tile, wild)
        case "letter":
            return "·" if tile is None else letter(tile, wild)
        case _:
            return ""


def _mark(glows: bool, cursor: bool, held: bool, width: int) -> Text:
    line = "━" * (width - 2) if glows else ""
    if cursor:
        words = f"▲{t('held_mark')}" if held else f"{'━▲━━' if glows else ' ▲  '}"
        return Text(f"{words:^{width}}", Style(color=CURSOR, bold=True))
    return Text(f"{line:^{width}}", Style(color="#7bd14b"))


def _cell(words: str, tile: Tile | None, wild: Tile, glows: bool, cursor: bool, width: int) -> Text:
    left, right = ("▐", "▌") if cursor else (" ", " ")
    edge = Style(color=CURSOR)
    if tile is None:
        face = Style(color="#8a90a0", bgcolor=PLACE)
    else:
        face = Style(color=ink(tile, wild), bgcolor=GLOW if glows else PAPER, bold=True)
    return Text.assemble((left, edge), (f"{words:^{width - 2}}", face), (right, edge))


class RackPanel(Static):
    """Knows which place the mouse is at, and from where to where a tile is drawn with it."""

    class Clicked(Message):
        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    class Dragged(Message):
        def __init__(self, source: int, target: int) -> None:
            super().__init__()
            self.source = source
            self.target = target

    #: How its places are drawn.
    width, high = WIDTH, False
    _pressed: int | None = None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._pressed = self._place(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        source, target = self._pressed, self._place(event)
        self._pressed = None
        if source is None or target is None:
            return
        if source == target:
            self.post_message(self.Clicked(target))
        else:
            self.post_message(self.Dragged(source, target))

    def _place(self, event: events.MouseEvent) -> int | None:
        spot = event.get_content_offset(self)
        return None if spot is None else place_at(spot.x, spot.y, self.width, self.high)


_Chain = list[Tile]


class Arrangement:
    """The rack, the cursor on it, and the tile that is picked up (lying at the cursor)."""

    def __init__(self) -> None:
        self.places: list[Tile | None] = list(EMPTY_RACK)
        self.cursor = 0
        self.held: Tile | None = None
        self._held_from = 0

    # --- what the table says ---------------------------------------------------------------------

    def deal(self, rack: Iterable[Tile | None]) -> None:
        self.places = list(rack)
        self.held = None
        self.cursor = 0

    def follow(self, rack: Iterable[Tile | None]) -> None:
        """Hold exactly the tiles of `rack`, each where it lies already if it does.

        On an empty rack, as after coming back, they lie as the table has them.
        """
        places = list(rack)
        own = [tile for tile in (*self.places, self.held) if tile is not None]
        if len(places) == PLACES and not own:
            self.places = places
            return
        new = [tile for tile in places if tile is not None]
        for tile in own:
            if tile in new:
                new.remove(tile)
            else:
                self.remove(tile)
        for tile in new:
            self.add(tile)

    def add(self, tile: Tile) -> None:
        """A drawn tile lies down apart from the others, and under the cursor."""
        place = self._lonely_place()
        self.places[place] = tile
        if self.held is None:
            self.cursor = place

    def remove(self, tile: Tile) -> None:
        """A tile was put down: the one at the cursor, if it is such a one."""
        if self.held == tile:
            self.held = None
        elif self.places[self.cursor] == tile:
            self.places[self.cursor] = None
        else:
            self.places[self.places.index(tile)] = None

    def _lonely_place(self) -> int:
        empty = [place for place, tile in enumerate(self.places) if tile is None]
        lonely = [place for place in empty if not any(self._neighbours(place))]
        return (lonely or empty)[-1]

    def _neighbours(self, place: int) -> Iterator[bool]:
        for other in (place - 1, place + 1):
            if other // ROW == place // ROW and 0 <= other < PLACES:
                yield self.places[other] is not None

    # --- what the player does --------------------------------------------------------------------

    @property
    def at_cursor(self) -> Tile | None:
        return self.places[self.cursor] if self.held is None else self.held

    def move(self, across: int, down: int) -> None:
        """The cursor goes round: from the last place of a row to the first of the other."""
        self.cursor = (self.cursor + across + down * ROW) % PLACES

    def pick_or_drop(self) -> bool:
        """Pick the tile up, or lay the held one down; False if there is nothing to pick up."""
        if self.held is None:
            if self.places[self.cursor] is None:
                return False
            self.held, self.places[self.cursor] = self.places[self.cursor], None
            self._held_from = self.cursor
        else:
            self._insert(self.held, self.cursor)
            self.held = None
        return True

    def let_go(self) -> None:
        """Lay the held tile back where it came from."""
        if self.held is not None:
            self._insert(self.held, self._held_from)
            self.held = None

    def _insert(self, tile: Tile, place: int) -> None:
        """Lay a tile down; the tiles that lie there make room towards the row's nearest gap."""
        row = range(place - place % ROW, place - place % ROW + ROW)
        gaps = [gap for gap in row if self.places[gap] is None]
        if not gaps:
            # A full row: whatever lies there goes elsewhere.
            away = self.places[place]
            self.places[place] = tile
            if away is not None:
                self.places[self._lonely_place()] = away
            return
        gap = min(gaps, key=lambda gap: (abs(gap - place), gap < place))
        del self.places[gap]
        self.places.insert(place, tile)

    def others(self) -> Rack:
        """How the other tiles lie when the one at the cursor is put down."""
        others = list(self.places)
        if self.held is None:
            others[self.cursor] = None
        return tuple(others)

    # --- sorting ---------------------------------------------------------------------------------

    def sort(self, first: Callable[[list[Tile]], list[_Chain]], wild: Tile) -> None:
        """Groups apart from each other, then the rest in order. `first` finds the groups that are
        wanted most: `runs` or `sets`; of the rest the others are made."""
        self.let_go()
        tiles = [tile for tile in self.places if tile is not None]
        face = FACES[wild]
        plain = sorted(tile for tile in tiles if face[tile] == tile)
        second = sets if first is runs else runs
        groups = first(plain)
        rest = _less(tiles, groups)
        groups += second(sorted(tile for tile in rest if face[tile] == tile))
        by_number = first is sets
        rest = sorted(
            _less(tiles, groups),
            key=lambda tile: (face[tile] == JOKER, by_number and face[tile] % NUMBERS, face[tile]),
        )
        self.places = laid_out(groups, rest)
        self.cursor = 0

    def arrange(self, rack: Rack, apart: Tile) -> None:
        """Lie as `rack` does, with one more tile under the cursor."""
        self.held = None
        self.places = list(rack)
        self.add(apart)


def runs(tiles: Sequence[Tile]) -> list[_Chain]:
    """Runs of three or more among sorted plain tiles, no tile in two of them."""
    found: list[_Chain] = []
    left = list(tiles)
    while True:
        chains = [
            [tile for _, tile in chain]
            for _, chain in groupby(
                enumerate(sorted(set(left))), key=lambda at: (at[1] - at[0], at[1] // NUMBERS)
            )
        ]
        # A row has twelve places, and tiles of one colour can be thirteen in a run.
        longest = max(chains, key=len, default=[])[:ROW]
        if len(longest) < 3:
            return found
        found.append(longest)
        left = _less(left, [longest])


def sets(tiles: Sequence[Tile]) -> list[_Chain]:
    """Sets of three or four among sorted plain tiles, no tile in two of them."""
    found = []
    left = list(tiles)
    for size in (4, 3):
        for number in range(NUMBERS):
            while (
                len(colours := sorted({tile for tile in left if tile % NUMBERS == number})) >= size
            ):
                found.append(colours)
                left = _less(left, [colours])
    return found


def _less(tiles: Iterable[Tile], groups: Iterable[_Chain]) -> list[Tile]:
    left = list(tiles)
    for group in groups:
        for tile in group:
            left.remove(tile)
    return left


def laid_out(groups: Sequence[_Chain], rest: Sequence[Tile]) -> list[Tile | None]:
    """Groups from the first place on with gaps between them, the rest where it touches none."""
    places: list[Tile | None] = [None] * PLACES
    rest = list(rest)
    ends = {0: 0, ROW: 0}
    for group in sorted(groups, key=len, reverse=True):
        first = next((row for row, end in ends.items() if end + len(group) <= ROW), None)
        if first is None:
            rest += group
            continue
        start = first + ends[first]
        places[start : start + len(group)] = group
        ends[first] += len(group) + 1
    # One place after a group is its gap; it is taken only when there is no other.
    free = [first + at for first, end in ends.items() for at in range(end, ROW)]
    free += [place for place, tile in enumerate(places) if tile is None and place not in free]
    for place, tile in zip(sorted(free[: len(rest)]), rest, strict=True):
        places[place] = tile
    return places


def glowing(rack: Sequence[Tile | None], wild: Tile, pairs_win: bool) -> set[int]:
    """The places whose tiles lie in a valid group (or in a pair, where pairs win)."""
    found: set[int] = set()
    face = FACES[wild]
    for first in (0, ROW):
        row = range(first, first + ROW)
        for there, places in groupby(row, key=lambda place: rack[place] is not None):
            if not there:
                continue
            block = list(places)
            faces = [face[tile] for place in block if (tile := rack[place]) is not None]
            if is_group(faces) or (pairs_win and is_pair(faces)):
                found.update(block)
    return found
