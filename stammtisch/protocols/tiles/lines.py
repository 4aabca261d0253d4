"""Tokens to a line of the tiles protocol and back.

A line is tokens with one space between them. A token that is empty, or holds a space or a quote,
is written as `"…%"` with its quotes as `\"`; any other is written as it is. A list is a line used
as one token of another line, so `[NAMS, line of (boran, "", robin)]` is
`NAMS "boran \"%\" robin%"`.

Tiles, racks, stacks and names are written so that the lists of them (`rack_text`, `stacks_text`,
`names_text`) are one token of a line. Their sizes are fixed, because the original client indexes
them without looking.

`Lines` turns bytes into lines, as they come, and lines into bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from stammtisch.games.tiles.records import EMPTY_RACK, PLACES, Rack
from stammtisch.games.tiles.tile import COLOURS, JOKER, Tile, name, tile
from stammtisch.protocols.framing import Framing, TooBig
from stammtisch.replies import Refused
from stammtisch.tables.events import SeatInfo
from stammtisch.vocabulary import Reply


def encode(tokens: Sequence[str]) -> str:
    """The line that says these tokens, without its ending; `decode` gives them back.

    A token with CR or LF cannot be said: ValueError.
    """
    line = " ".join(
        [
            token
            if token and " " not in token and '"' not in token
            else '"' + token.replace('"', '\\"') + '%"'
            for token in tokens
        ]
    )
    if "\n" in line or "\r" in line:
        raise ValueError("A token must not contain a line break.")
    return line


def decode(line: str) -> list[str]:
    """The tokens of a line, or the elements of a list token. Any text has some: never raises.

    Always what `scan` says; most lines take a shorter way there.
    """
    if '"' not in line:
        return _words(line)
    tokens = _well_formed(line)
    return scan(line) if tokens is None else tokens


def scan(line: str) -> list[str]:
    r"""The tokens of any line, character by character: the definition of `decode`.

    Only U+0020 parts tokens. A quote may open and close in mid token, `\"` is a quote inside
    quotes only, and an unfinished quote takes its token with it.
    """
    tokens: list[str] = []
    token: list[str] = []
    inside = False
    # A quote was closed since the last token: its mark, the final %, is not part of the token.
    # An empty "" makes no token, so it passes this on to the next one.
    closed = False
    line += " "
    at, end = 0, len(line)
    while at < end:
        char = line[at]
        at += 1
        if char == '"':
            closed = closed or inside
            inside = not inside
        elif char == "\\" and inside and line[at] == '"':
            token.append('"')
            at += 1
        elif char != " " or inside:
            token.append(char)
        elif token:
            if closed and token[-1] == "%":
                token.pop()
            tokens.append("".join(token))
            token.clear()
            closed = False
    return tokens


def _words(text: str) -> list[str]:
    words = text.split(" ")
    return [word for word in words if word] if "" in words else words


def _well_formed(line: str) -> list[str] | None:
    """The tokens of a line whose quotes all stand as `encode` writes them, else None."""
    tokens: list[str] = []
    start, end = 0, len(line)
    opening = line.find('"')
    while opening >= 0:
        if opening > start:
            if line[opening - 1] != " ":
                return None
            tokens += _words(line[start:opening])
        closing = line.find('%"', opening + 1)
        if closing < 0:
            return None
        start = closing + 2
        if start < end and line[start] != " ":
            return None
        written = line[opening + 1 : closing]
        token = written.replace('\\"', '"')
        # Each escape made the text one shorter; a quote without one closed the token before.
        if written.count('"') != len(written) - len(token):
            return None
        tokens.append(token)
        opening = line.find('"', start)
    if start < end:
        tokens += _words(line[start:])
    return tokens


_BREAKS = re.compile(r"[\r\n]+")

#: Who speaks where the server itself does.
SERVER = "server"

NO_LOGIN = "You are not logged in: send LOGI and a name first."
NO_LOBBY = "You are in no lobby: send JLOB and a number first."
UNANSWERED = "The server has no answer to that."

#: What the original server says where the server refuses with that code, for clients that know
#: its texts by heart. `{n}` is the lobby's number; None says nothing.
_ORIGINAL: Mapping[str, str | None] = {
    "full": "Lobby {n} full already, couldn't join",
    "not_your_turn": "It is not your turn.. have some patience",
    "already_drawn": "You shall not draw!",
    "not_your_tiles": None,
}


def line(*tokens: str) -> str:
    """The line (or the list) of these tokens. A line break, which cannot be said, is a blank."""
    try:
        return encode(tokens)
    except ValueError:
        return encode([unbroken(token) for token in tokens])


def unbroken(text: str) -> str:
    return _BREAKS.sub(" ", text)


def reason(reply: Reply, number: int | None = None) -> list[str]:
    """Why the server did not do it, as the debug argument of a line: one token or none."""
    if not isinstance(reply, Refused):
        return [UNANSWERED]
    text = _ORIGINAL.get(reply.code, reply.message)
    if text is None:
        return []
    return [text if number is None else text.replace("{n}", str(number))]


def shown(seat: SeatInfo) -> str:
    """The name at a seat, as lists show it: empty if nobody is there."""
    return "" if seat.away or seat.name is None else unbroken(seat.name)


def played_by(seat: SeatInfo) -> str:
    """Who plays the seat. Where it is empty, the original client says that it waits for somebody:
    that is not so while a bot sits in."""
    if seat.deputy is None or seat.name is None:
        return shown(seat)
    return f"{unbroken(seat.name)}(bot)"


# --- tiles, racks, stacks and names -------------------------------------------------------------

#: Stacks and names in a list, also where fewer play.
SEATS = 4

_TEXT: Mapping[Tile | None, str] = {
    None: "",
    **{each: name(each) for each in range(JOKER + len(COLOURS))},
}
_TILE: Mapping[str, Tile | None] = {text: each for each, text in _TEXT.items()}

# The same as elements of a list, where "no tile" must be quoted.
_ELEMENT: Mapping[Tile | None, str] = {each: encode([text]) for each, text in _TEXT.items()}
_TILE_OF_ELEMENT: Mapping[str, Tile | None] = {text: each for each, text in _ELEMENT.items()}

_LOOSE_TILE = re.compile(rf"([+-]?)0*([0-9]{{1,2}}):({'|'.join(COLOURS)}):?")
_HIGHEST = 13


def tile_text(tile: Tile | None) -> str:
    """`7:RED`, a joker `0:BLUE`, and nothing for no tile."""
    return _TEXT[tile]


def parse_tile(text: str) -> Tile | None:
    """The tile so written; None for no text. ValueError, with a sentence, if it is no tile.

    As the original reads it: the number is any integer literal (`05`, `+5`) from 0 to 13, the
    colour is in capitals, one more `:` may follow.
    """
    try:
        return _TILE[text]
    except KeyError:
        return _loose_tile(text)


def _loose_tile(text: str) -> Tile:
    found = _LOOSE_TILE.fullmatch(text)
    if found:
        sign, digits, colour = found.groups()
        number = int(sign + digits)
        if 0 <= number <= _HIGHEST:
            return tile(number, COLOURS.index(colour))
    shown = text if len(text) <= 20 else text[:20] + "…"
    raise ValueError(
        f"{shown!r} is not a tile; a tile is a number from 0 to {_HIGHEST}, a colon and "
        f"{', '.join(COLOURS[:-1])} or {COLOURS[-1]}, such as 7:RED."
    )


def rack_text(rack: Rack) -> str:
    """The places of a rack as a list."""
    if len(rack) != PLACES:
        raise ValueError(f"A rack has {PLACES} places, not {len(rack)}.")
    return " ".join(map(_ELEMENT.__getitem__, rack))


def parse_rack(text: str) -> Rack:
    """The rack written as a list; places that are not written are empty.

    ValueError, with a sentence, for what is no tile and for more places than a rack has.
    """
    rack: Rack
    try:
        rack = tuple(map(_TILE_OF_ELEMENT.__getitem__, text.split(" ")))
    except KeyError:
        rack = tuple(map(parse_tile, decode(text)))
    if len(rack) > PLACES:
        raise ValueError(f"A rack has {PLACES} places, not {len(rack)}.")
    return rack + EMPTY_RACK[len(rack) :]


def stacks_text(tops: Sequence[Tile | None]) -> str:
    """The top tiles of the exchange stacks as a list; None is an empty stack."""
    return _four(map(_ELEMENT.__getitem__, tops))


def names_text(names: Sequence[str | None]) -> str:
    """The names of the seats as a list; None or nothing is an empty seat."""
    return _four(encode([name or ""]) for name in names)


def _four(elements: Iterable[str]) -> str:
    listed = list(elements)
    missing = SEATS - len(listed)
    if missing < 0:
        raise ValueError(f"A table of tiles has {SEATS} seats, not {len(listed)}.")
    return " ".join(listed + missing * [_ELEMENT[None]])


# --- bytes -------------------------------------------------------------------------------------

LIMIT = 8192
#: So many bytes are looked through at a time.
PORTION = 1024


class LineTooLong(TooBig):
    """A line has more bytes than it may."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"A line must not be longer than {limit} bytes.")


class Lines(Framing[str]):
    """Cuts one connection's bytes into lines, however they were split on the way.

    A line ends at LF, CR or CRLF, and nowhere else. Bytes that are not UTF-8 come out as U+FFFD.
    At most `limit` bytes of an unfinished line are kept.
    """

    __slots__ = ("_after_cr", "_limit", "_overrun", "_rest")

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._rest = b""
        # The last byte was a CR, and its line is given out: a LF that follows ends no other.
        self._after_cr = False
        self._overrun = False

    def read(self, data: bytes) -> Iterator[str]:
        """The lines that these bytes complete, without their endings.

        A line over the limit (its ending does not count) raises `LineTooLong`.
        """
        if self._overrun:
            raise LineTooLong(self._limit)
        for start in range(0, len(data), PORTION):
            yield from self._lines(data[start : start + PORTION])
            if self._overrun:
                raise LineTooLong(self._limit)

    def _lines(self, data: bytes) -> list[str]:
        if self._after_cr:
            self._after_cr = False
            data = data.removeprefix(b"\n")
        if self._rest:
            data = self._rest + data
            self._rest = b""
        # Unlike those of str, the lines of bytes end at LF, CR and CRLF only.
        pieces = data.splitlines()
        if len(data) > self._limit and max(map(len, pieces)) > self._limit:
            self._overrun = True
            return self._before_overrun(pieces)
        if data.endswith(b"\r"):
            self._after_cr = True
        elif pieces and not data.endswith(b"\n"):
            self._rest = pieces.pop()
        return [piece.decode("utf-8", "replace") for piece in pieces]

    def encode(self, message: str) -> bytes:
        # Half a surrogate pair, which JSON can bring in, is no UTF-8.
        return f"{message}\r\n".encode(errors="replace")

    def encode_all(self, messages: Sequence[str]) -> bytes:
        return self.encode("\r\n".join(messages))

    def farewell(self, reason: str) -> str:
        """A PING is taken by any client at any time, whatever else stands in it."""
        return line("PING", reason)

    def _before_overrun(self, pieces: list[bytes]) -> list[str]:
        lines = []
        for piece in pieces:
            if len(piece) > self._limit:
                break
            lines.append(piece.decode("utf-8", "replace"))
        return lines
