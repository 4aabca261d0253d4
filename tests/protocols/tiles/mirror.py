"""What the original client makes of the lines it gets, as far as it can be told without its screen.

It was read from and seen with JavaTiles at commit 1bfe9db. Whatever its reader takes for granted is
taken for granted here, too: a missing argument is an `IndexError`, as it is there, where it ends
the thread that reads; what it would only log, and so miss, is `Missed`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stammtisch.games.tiles.records import PLACES
from stammtisch.protocols.tiles.lines import SEATS, decode, parse_tile

#: Commands after which the next screen that is opened replaces the one where a button was pressed.
#: A second one is opened behind it, and nobody sees it.
_PRESSED = ("LOGI", "JLOB", "REDY", "LLOB")


class Missed(AssertionError):
    """The client logs an error and goes on without the line."""


class Mirror:
    def __init__(self) -> None:
        self.name: str | None = None
        self.screen = "welcome"
        #: The lines of the chat.
        self.chat: list[str] = []
        #: What stands below the number of a lobby, and in the list of lobbies.
        self.warning = ""
        self.lobbies = ""
        #: Its own place, once it was dealt tiles, and whose turn it is.
        self.seat = SEATS
        self.turn = SEATS + 1
        self._pressed = False

    def sends(self, line: str) -> None:
        if line[:4] in _PRESSED:
            self._pressed = True

    def reads(self, line: str) -> None:
        assert line, "its reader ends at an empty line"
        name, *arguments = decode(line)
        read = _READ.get(name)
        if read is not None:
            read(self, arguments)

    def _opens(self, screen: str) -> None:
        if self._pressed:
            self.screen, self._pressed = screen, False

    # --- who one is, and where ------------------------------------------------------------------

    def _logged_in(self, arguments: list[str]) -> None:
        self.name = arguments[0]
        self._opens("lobby")

    def _named(self, arguments: list[str]) -> None:
        self.name = arguments[0]
        self.chat.append(f"Your nickname has been changed to: {self.name}")

    def _entered(self, arguments: list[str]) -> None:
        if arguments[0] == "t":
            self._opens("lobby screen")
        else:
            self.warning = "The lobby with this lobby number is already full."

    def _gone(self, arguments: list[str]) -> None:
        assert arguments[0] in ("t", "f")
        self._opens("choice of lobbies")

    def _joined(self, arguments: list[str]) -> None:
        self.chat.append(f"{arguments[0]} joined the lobby")

    def _left(self, arguments: list[str]) -> None:
        self.chat.append(f"{arguments[0]} left the lobby")

    def _names(self, arguments: list[str]) -> None:
        assert len(decode(arguments[0])) == SEATS, "names are taken by their seats"

    # --- lists ----------------------------------------------------------------------------------

    def _listed(self, arguments: list[str]) -> None:
        decode(arguments[0])

    def _games(self, arguments: list[str]) -> None:
        state, listed = arguments[0], arguments[1]
        if not listed:
            self.lobbies = ""
            return
        entries = listed.split(" " if state == "o" else ",")
        # Java's split forgets empty texts at the end.
        parts = ":".join(entries).rstrip(":").split(":")
        if state in "or" and not all(_is_integer(part) for part in parts):
            raise Missed(listed)
        if state in "of":
            assert len(parts) % 2 == 0, "its reader ends at half an entry"
        self.lobbies = listed

    # --- the game -------------------------------------------------------------------------------

    def _dealt(self, arguments: list[str]) -> None:
        self.seat = int(arguments[1])
        tiles = _tiles(arguments[0], PLACES)
        if sum(tile is not None for tile in tiles) == 15:
            self.turn = self.seat
        self._opens("game")

    def _stands(self, arguments: list[str]) -> None:
        _tiles(arguments[0], SEATS)
        if not _is_integer(arguments[1]):
            raise Missed(arguments[1])
        self.turn = int(arguments[1])

    def _drawn(self, arguments: list[str]) -> None:
        _tile(arguments[0])

    def _put(self, arguments: list[str]) -> None:
        assert arguments[0] in ("t", "f") and arguments[1] in ("t", "f")

    def _given(self, arguments: list[str]) -> None:
        _tiles(arguments[0], PLACES)

    def _won(self, arguments: list[str]) -> None:
        assert arguments[0]

    # --- talk -----------------------------------------------------------------------------------

    def _heard(self, arguments: list[str]) -> None:
        if self.name is None:
            return
        text, sender = arguments[1], arguments[2]
        said = {"b": f"{sender} sent to all", "w": f"{sender} whispered", "l": sender}
        if arguments[0] in said:
            self.chat.append(f"{said[arguments[0]]}: {text}")

    def _said(self, arguments: list[str]) -> None:
        """Whatever has one of the three letters is shown as sent."""
        if arguments[0] == "w":
            self.chat.append(f"You whispered to {arguments[2]}: {arguments[1]}")
        elif arguments[0] in ("b", "l"):
            how = "You sent to all" if arguments[0] == "b" else "You"
            self.chat.append(f"{how}: {arguments[1]}")


_READ: Mapping[str, Callable[[Mirror, list[str]], None]] = {
    "+LOGI": Mirror._logged_in,
    "+NAME": Mirror._named,
    "+JLOB": Mirror._entered,
    "+LLOB": Mirror._gone,
    "JOND": Mirror._joined,
    "LEFT": Mirror._left,
    "NAMS": Mirror._names,
    "+RNAM": Mirror._names,
    "+LPLA": Mirror._listed,
    "+LLPL": Mirror._listed,
    "+HIGH": Mirror._listed,
    "+LGAM": Mirror._games,
    "STRT": Mirror._dealt,
    "STAT": Mirror._stands,
    "+RSTA": Mirror._stands,
    "+DRAW": Mirror._drawn,
    "+PUTT": Mirror._put,
    "+WINC": Mirror._given,
    "PWIN": Mirror._won,
    "CATS": Mirror._heard,
    "+CATC": Mirror._said,
}


def _is_integer(text: str) -> bool:
    """What `Integer.parseInt` reads."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    return digits.isdecimal() and -(2**31) <= int(text) < 2**31


def _tile(text: str) -> int | None:
    try:
        return parse_tile(text)
    except ValueError as error:
        raise Missed(text) from error


def _tiles(listed: str, size: int) -> list[int | None]:
    tiles = [_tile(text) for text in decode(listed)]
    assert len(tiles) == size, "places are taken by their numbers"
    return tiles
