"""Names: short, visible, not the server's own, and one person's at a time.

Two names that look the same are the same to whoever reads them at a table. So names are told apart
by their *looks* (Unicode TR 39 calls it the skeleton): letters of other alphabets that look like
Latin ones count as those. The table is our own, and small: the library there is for it
(confusable-homoglyphs) says whether a letter has doubles, but makes no such form, and brings 900 KB
of data, nearly all of it for letters that no name is forged with.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, MutableMapping
from functools import lru_cache

from stammtisch.games.game import Refusal
from stammtisch.games.games import GAMES

LONGEST = 30
#: Marks above and below one letter: the writing of Vietnamese, Thai or Hebrew needs no more.
MOST_MARKS = 3
_FORBIDDEN = {'"', "'", "`"}

#: Printable by Unicode's book, but nothing is seen of them: fillers, selectors, an empty Braille
#: cell.
_INVISIBLE = frozenset(
    map(
        chr,
        [
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F),
            *(0x2800, 0x3164, 0xFFA0, 0x1D159),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ],
    )
)

#: Who speaks in the server's own name somewhere: to tiles clients, at Mao tables, to cg clients;
#: and whom people would take for it.
RESERVED = (
    *("server", "chairman", "stammtisch", "house", "haus", "system", "bot", "dealer"),
    *("admin", "administrator", "root", "operator", "moderator", "support"),
    *("everyone", "everybody", "nobody"),
    *{f"{level}_bot" for game in GAMES.values() for level in game.all_levels},
)

#: Letters that look like others: first what is seen, then those of which it could be.
_DOUBLES = {
    "A": "АΑᎪ",
    "B": "ВΒᏴ",
    "C": "СϹᏟ",
    "D": "Ꭰ",
    "E": "ЕΕᎬ",
    "G": "ԌᏀᏳ",
    "H": "НΗᎻ",
    "J": "ЈᎫ",
    "K": "КΚᏦ",
    "L": "ᏞԼ",
    "M": "МΜᎷ",
    "N": "Ν",
    "O": "ОΟՕ0",
    "P": "РΡᏢ",
    "Q": "Ԛ",
    "R": "ᎡᏒ",
    "S": "ЅՏᏕᏚ",
    "T": "ТΤᎢ",
    "U": "Ս",
    "V": "Ꮩ",
    "W": "ԜᎳᏔ",
    "X": "ХΧ",
    "Y": "УΥҮ",
    "Z": "ΖᏃ",
    "a": "аαɑᴀ",
    "b": "Ьь",
    "c": "сϲᴄ",
    "d": "ԁᴅ",
    "e": "еᴇ",
    "g": "ɡցɢ",
    "h": "һհʜ",
    "i": "іιıɩɪ",
    "j": "јϳյȷᴊ",
    "k": "кκᴋ",
    "l": "1I|ӏӀІΙʟᛁ",
    "m": "мᴍ",
    "n": "ոռɴ",
    "o": "оοօσᴏ",
    "p": "рρᴘ",
    "q": "ԛզ",
    "r": "гʀ",
    "s": "ѕꜱ",
    "t": "тτᴛ",
    "u": "սυᴜ",
    "v": "νѵᴠ",
    "w": "ԝωᴡ",
    "x": "хχ",
    "y": "уγүʏ",
    "z": "ᴢ",
    "3": "ЗзƷ",
    "-": "‐‑‒–—―−",
    ".": "․·•",
}
_LOOKS = str.maketrans({double: seen for seen, doubles in _DOUBLES.items() for double in doubles})


def written(name: str) -> str:
    """As it is written here: in one way (NFKC), however it was typed. Too long a name stays."""
    return unicodedata.normalize("NFKC", name) if len(name) <= 4 * LONGEST else name


def may_stand(char: str) -> bool:
    """May it be part of a name?"""
    seen = char.isprintable() and not char.isspace() and char not in _INVISIBLE
    return seen and char not in _FORBIDDEN


def checked_name(name: str) -> str:
    """The name as it is written here if it may be one, or a `Refusal`."""
    name = written(name)
    if any(char in _INVISIBLE or unicodedata.category(char) == "Cf" for char in name):
        raise Refusal("bad_name", "In a name there are only letters that can be seen.")
    if not (1 <= len(name) <= LONGEST and all(map(may_stand, name))):
        raise Refusal(
            "bad_name", f"A name has 1 to {LONGEST} characters, without blanks or quotation marks."
        )
    if is_overmarked(name):
        raise Refusal(
            "bad_name",
            f"A name begins with a letter, and a letter has at most {MOST_MARKS} marks.",
        )
    if _bare(name) in _OWN:
        raise Refusal(
            "reserved_name",
            "{name} would be taken for the server itself; choose another.",
            name=name,
        )
    return name


_TOO_MARKED = re.compile(f"^m|m{{{MOST_MARKS + 1}}}")


def is_overmarked(name: str) -> bool:
    """Has it a mark without a letter, or too many at one?"""
    return _TOO_MARKED.search("".join("m" if is_mark(char) else "." for char in name)) is not None


def is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


@lru_cache(maxsize=20_000)
def skeleton(name: str) -> str:
    """What is seen of it: the same for two names that can be taken for each other."""
    seen = unicodedata.normalize("NFD", name).translate(_LOOKS)
    return seen.replace("rn", "m").replace("vv", "w")


def _bare(name: str) -> str:
    """The same without capitals, marks, what stands between letters, and a number at the end."""
    plain = re.sub(r"[\W\d_]+$", "", name.casefold())
    letters = (char for char in skeleton(plain).casefold() if char.isalnum())
    return "".join(letters).replace("i", "l").replace("rn", "m")


_OWN = frozenset(map(_bare, RESERVED))


def variants(name: str) -> Iterator[str]:
    """The name, then with `_1`, `_2`, … behind it; the suffix counts in the length."""
    yield name
    number = 1
    while True:
        suffix = f"_{number}"
        yield name[: LONGEST - len(suffix)] + suffix
        number += 1


class NameIndex(MutableMapping[str, str]):
    """Names and the accounts that have them, to be found also by their looks."""

    def __init__(self) -> None:
        self._accounts: dict[str, str] = {}
        self._alike: dict[str, set[str]] = {}

    def __getitem__(self, name: str) -> str:
        return self._accounts[name]

    def __setitem__(self, name: str, account: str) -> None:
        self._accounts[name] = account
        self._alike.setdefault(skeleton(name), set()).add(name)

    def __delitem__(self, name: str) -> None:
        del self._accounts[name]
        alike = self._alike[skeleton(name)]
        alike.remove(name)
        if not alike:
            del self._alike[skeleton(name)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._accounts)

    def __len__(self) -> int:
        return len(self._accounts)

    def others_like(self, name: str, account: str | None) -> bool:
        """Has somebody else a name that looks like this one?"""
        return any(self._accounts[one] != account for one in self._alike.get(skeleton(name), ()))
