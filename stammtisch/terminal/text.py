"""What the terminal says, in the language of the person who reads it, and how it finds room.

A terminal speaks one language from its start to its end, as a process has one locale: `speak` is
called once, and every part of every screen asks its `Speech`: `t("lead")`, as in the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from stammtisch.bots.bots import Reason
from stammtisch.client import ClientError, Refused
from stammtisch.i18n import Language, Words, reasoning
from stammtisch.i18n.texts import AND, is_part
from stammtisch.records import Played
from stammtisch.replies import Explanation, TableInfo
from stammtisch.tables import events as news

#: Keys that the terminal calls otherwise than they are written.
NAMES = {"Enter": "enter", "Esc": "escape", "?": "question_mark"}
#: A key and what it does, up to the next one: at least three blanks lie between them.
_ENTRY = re.compile(r"(?<!\S)(Enter|Esc|\S):? {1,2}\S.*?(?= {3}|\n|$)")


def pressing(key: str) -> Style:
    """A click at words of this style presses that key."""
    return Style.from_meta({"@click": f"app.simulate_key({key!r})"})


def pressable(keys: str, style: str = "") -> Text:
    """A line of keys; a click at one of them presses it."""
    line = Text(keys, style)
    for entry in _ENTRY.finditer(keys):
        key = entry.group(1)
        line.stylize(pressing(NAMES.get(key, key)), *entry.span())
    return line


_words = cache(Words)


class _Tongue:
    language: Language = "en"


def speak(language: Language) -> None:
    _Tongue.language = language


def spoken_now() -> Language:
    return _Tongue.language


class Speech:
    """Says things with the words of some parts; an earlier part has the say."""

    def __init__(self, *parts: str) -> None:
        self._parts = parts

    def __call__(self, key: str, /, **blanks: object) -> str:
        """What the key says. Keys with a dot are made of what a server tells: one that is not known
        here is read as it is written."""
        _, dot, word = key.rpartition(".")
        if not dot:
            return self._spoken.say(key, **blanks)
        said = self._spoken.find(key, **blanks)
        return word.replace("_", " ") if said is None else said

    def find(self, key: str, /, **blanks: object) -> str | None:
        """None where there is no such word: for words that come from a server."""
        return self._spoken.find(key, **blanks)

    def name(self, key: str, text: str, blanks: Mapping[str, str | int]) -> str:
        return self._spoken.name(key, text, blanks)

    def refusal(self, code: str, message: str, data: Mapping[str, object]) -> str:
        return self._spoken.refusal(code, message, data)

    @property
    def _spoken(self) -> Words:
        return _words(_Tongue.language, *self._parts)


def speech_of(game: str) -> Speech:
    """At a table of that game: the terminal's words for it, the page's, what all games share."""
    parts = (f"terminal/{game}", game)
    return Speech(*filter(is_part, parts), "terminal", "common")


t = Speech("terminal", "common")


def within(name: str) -> str:
    """A name as it is written inside a sentence: German nouns keep their capital."""
    return name if spoken_now() == "de" else f"{name[:1].lower()}{name[1:]}"


def heading(name: str) -> str:
    return f"{name[:1].upper()}{name[1:]}"


#: Columns and lines that every game needs.
LEAST = (80, 24)


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the line at the bottom. A click there presses it, too."""

    #: As the terminal calls it.
    press: str
    #: What it does, among the words of keys.
    does: str
    #: Among the words, or as it is written on the key; else as it is pressed.
    written: str = ""

    def __str__(self) -> str:
        written = self.written or self.press
        return f"{t.find(written) or written} {t(f'key.{self.does}')}"


#: The keys that must never be out of sight.
ALWAYS = (Key("question_mark", "help", "?"), Key("q", "quit"))


def plain(text: str) -> str:
    """One line of words. What people wrote may hold characters that do things to a terminal."""
    if not text.isprintable():
        text = "".join(one if one.isprintable() else " " for one in text)
    return " ".join(text.split())


def cut(text: str, width: int) -> str:
    """The text in that many cells; if there is more of it, that is shown."""
    text = plain(text)
    if cell_len(text) <= width:
        return text
    return f"{set_cell_size(text, max(0, width - 1)).rstrip()}…"


def laid_out(head: Text, entries: Sequence[Text], width: int, gap: int = 2) -> list[Text]:
    """Lines of whole entries; those after the first begin where the first entry does."""
    indent = head.cell_len
    lines = [head.copy()]
    for entry in entries:
        line = lines[-1]
        before = gap if line.cell_len > indent else 0
        if before and line.cell_len + before + entry.cell_len > width:
            line, before = Text(" " * indent), 0
            lines.append(line)
        line.append(" " * before).append_text(entry)
    return lines


def key_line(keys: Sequence[Key], width: int) -> Text:
    """As many of the keys as find room, the first ones first; help and quit always."""
    shown = list(keys)
    while shown and cell_len("  ".join(map(str, [*shown, *ALWAYS]))) + 2 > width:
        shown.pop()
    pressed = (Text(str(key), pressing(key.press)) for key in [*shown, *ALWAYS])
    return Text(" ").append_text(Text("  ").join(pressed))


def too_small(width: int, height: int) -> str | None:
    """What is wrong with a terminal of that size, if anything is."""
    columns, lines = LEAST
    if width >= columns and height >= lines:
        return None
    return t("too_small", columns=columns, lines=lines, width=width, height=height)


#: Somebody's name by seat, as the begin of a sentence: "You" for the player.
Name = Callable[[int], str]


def whom(seat: int, name: Name) -> str:
    """The name within a sentence."""
    return within(name(seat)) if name(seat) == t("you") else name(seat)


def points_of(points: int) -> str:
    return t("points_of", points=points)


def tricks_of(count: int) -> str:
    return t("tricks", count=count)


def news_told(event: Any) -> str | None:
    """A sentence on the table's news, or None if it is not worth one."""
    say = _SENTENCES.get(type(event))
    return None if say is None else say(event)


def list_of(words: Sequence[str]) -> str:
    """ "Ada, Bo and Cy", in any language."""
    both = f" {AND[spoken_now()]} "
    return both.join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def wishes_told(wishes: Mapping[str, Sequence[str]]) -> list[str]:
    """Who wants what: for each wish, in words, the names of those who have it."""
    told = []
    for wish, names in wishes.items():
        if names:
            count = 2 if len(names) > 1 or names[0] == t("you") else 1
            told.append(t("wishes_told", names=list_of(names), count=count, wish=wish))
    return told


def _left(event: news.Left) -> str:
    if event.late:
        return t("late", name=event.name)
    return t("is_away" if event.away else "left", name=event.name)


def _ended(event: news.Ended) -> str | None:
    # How else it ended was told by the game itself.
    if event.outcome != "aborted":
        return None
    return broken_off(event)


def broken_off(event: news.Ended) -> str:
    """Why is said in the server's own words."""
    return t("broken_off", reason=event.reason or "").strip()


_SENTENCES: dict[type, Callable[[Any], str | None]] = {
    news.Sat: lambda event: t("came_back" if event.back else "sat", name=event.name),
    news.Left: _left,
    news.Renamed: lambda event: t("renamed", seat=event.seat + 1, name=event.name),
    news.Ended: _ended,
    news.Said: lambda event: f"{event.name}: {event.text}",
    news.Closed: lambda event: event.reason,
}


#: Cells for a name.
WIDTH = 20


@dataclass(slots=True)
class Standing:
    """What somebody has of the evening."""

    name: str
    played: int = 0
    won: int = 0
    points: int = 0


def standings(
    evening: Sequence[Played], own: str | None = None, called: str | None = None
) -> list[Standing]:
    """Everybody who sat at the table, the best first; `own` is the person who is `called` so."""
    called = called or t("you")
    found: dict[str, Standing] = {}
    for match in evening:
        for seat, person in enumerate(match.persons):
            one = found.setdefault(person, Standing(""))
            one.name = called if person == own else match.names[seat]
            one.played += 1
            one.points += match.points[seat]
            one.won += match.outcome == "won" and match.ranks[seat] == min(match.ranks)
    return sorted(found.values(), key=lambda one: (-one.points, -one.won, one.name))


def evening_told(evening: Sequence[Played], own: str | None = None) -> str:
    """A score sheet in plain text."""
    if not evening:
        return t("evening_none")
    columns = f"{t('evening_played'):>6}{t('evening_won'):>6}{t('evening_points'):>8}"
    lines = [t("evening_head", count=len(evening)), "", f"{'':{WIDTH}}  {columns}"]
    lines += [
        f"{cut(one.name, WIDTH):{WIDTH}}  {one.played:>6}{one.won:>6}{one.points:>8}"
        for one in standings(evening, own)
    ]
    return "\n".join(lines)


def trouble_told(trouble: ClientError, speech: Speech) -> str:
    """In English as the server says it; else a refusal is known by its code."""
    if isinstance(trouble, Refused) and spoken_now() != "en":
        return speech.refusal(trouble.code, str(trouble), trouble.data)
    return lost_told(str(trouble))


def lost_told(why: str) -> str:
    return why if spoken_now() == "en" else t("refusal.lost")


def reason_told(reason: Reason | Explanation) -> str:
    """Why a bot does something, in the language of the terminal."""
    return reasoning.find_reason(reason.code, reason.data, spoken_now()) or reason.sentence


def court_told(text: str) -> str:
    """What is said at a table of Mao, where we have other words for it."""
    return reasoning.find_said(text, spoken_now()) or text


def rules_told(info: TableInfo) -> tuple[str, str]:
    """The game and its profile; in English by the names that the command line has for them."""
    if spoken_now() == "en":
        return info.game, info.profile
    return game_told(info.game), t.find(f"profile.{info.game}.{info.profile}") or info.profile


def game_told(game: str) -> str:
    return t.find(f"game.{game}") or game
