"""The words of some parts in one language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from stammtisch.words.filling import fill
from stammtisch.words.languages import Language

Texts = Mapping[str, str]


@cache
def texts(part: str, language: Language) -> Texts:
    """A part's sentences by their keys. Whoever asks for a part that is not there is wrong."""
    file = files("stammtisch.words") / part / f"{language}.json"
    said: dict[str, str] = json.loads(file.read_text("utf-8"))
    return said


class Words:
    """Says things in one language, with the words of some parts: an earlier part has the say."""

    def __init__(self, language: Language, *parts: str) -> None:
        self.language = language
        self._texts: Texts = {
            key: text for part in reversed(parts) for key, text in texts(part, language).items()
        }

    def say(self, key: str, /, **blanks: object) -> str:
        return fill(self._texts[key], blanks, self.language)

    def find(self, key: str, /, **blanks: object) -> str | None:
        """None where there is no such word: for words that come from a server."""
        text = self._texts.get(key)
        return None if text is None else fill(text, blanks, self.language)

    def refusal(self, code: str, message: str, data: Mapping[str, object]) -> str:
        """Why something was refused, by its code; in the server's words where ours know none."""
        said = {name: self._word(value) for name, value in data.items()}
        return self.find(f"refusal.{code}", **said) or message

    def _word(self, value: object) -> object:
        return (isinstance(value, str) and self.find(f"word.{value}")) or value
