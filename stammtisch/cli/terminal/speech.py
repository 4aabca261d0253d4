"""What the terminal says, in the language of whoever sits at it.

A terminal speaks one language from its start to its end, as a process has one locale: `speak` is
said once, and every part of every screen asks its `Speech`. `t("lead")`, as in the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from stammtisch.words import Language, Words

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
        return self._spoken.say(key, **blanks)

    def find(self, key: str, /, **blanks: object) -> str | None:
        """None where there is no such word: for words that come from a server."""
        return self._spoken.find(key, **blanks)

    def refusal(self, code: str, message: str, data: Mapping[str, object]) -> str:
        return self._spoken.refusal(code, message, data)

    @property
    def _spoken(self) -> Words:
        return _words(_Tongue.language, *self._parts)


def speech_of(game: str) -> Speech:
    """At a table of that game: the terminal's words for it, the page's, what all games share."""
    return Speech(f"terminal/{game}", game, "terminal", "common")


t = Speech("terminal", "common")


def within(name: str) -> str:
    """A name as it is written inside a sentence: German nouns keep their capital."""
    return name if spoken_now() == "de" else f"{name[:1].lower()}{name[1:]}"


def heading(name: str) -> str:
    return f"{name[:1].upper()}{name[1:]}"
