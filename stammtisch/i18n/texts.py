"""Blanks in sentences: `web/src/i18n/filling.ts` fills the same ones in the same way.

`{name}` is filled with the value of that name; `{count|one:ein Platz|other:# Plätze}` takes the
form of the number in the language, `#` is it.

The languages of the server, and how they count.

The words of some parts in one language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

Language = Literal["en", "de", "sl"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
SETTINGS = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which language people read: the first that is set decides."""


def language_of(environment: Mapping[str, str]) -> Language:
    """The language of a system, English where we have none for it: `de_AT.UTF-8` is German."""
    said = next((environment[name] for name in SETTINGS if environment.get(name)), "")
    return next((known for known in LANGUAGES if said[:2].lower() == known), "en")


def plural_form(language: Language, count: float) -> str:
    """The form that a number wants, by the names of CLDR; Slovenian counts two by itself."""
    count = abs(count)
    if count != int(count):
        return "few" if language == "sl" else "other"
    if language == "sl":
        return {1: "one", 2: "two", 3: "few", 4: "few"}.get(int(count) % 100, "other")
    return "one" if count == 1 else "other"


BLANK = re.compile(r"\{(\w+)((?:\|\w+:[^|{}]*)*)\}")
AND = {"en": "and", "de": "und", "sl": "in"}
GROUPS = {"en": ",", "de": ".", "sl": "."}
POINT = {"en": ".", "de": ",", "sl": ","}


def fill(sentence: str, blanks: Mapping[str, object], language: Language) -> str:
    def filled(blank: re.Match[str]) -> str:
        name, forms = blank.groups()
        if name not in blanks:
            return blank.group()
        value = blanks[name]
        if not forms:
            return shown(value, language)
        by_form = dict(form.split(":", 1) for form in forms[1:].split("|"))
        count = float(str(value))
        text = by_form.get(plural_form(language, count), by_form.get("other", ""))
        return text.replace("#", shown(value, language))

    return BLANK.sub(filled, sentence)


def shown(value: object, language: Language) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number(value, language)
    if isinstance(value, list | tuple):
        return listed([str(each) for each in value], language)
    return str(value)


def number(value: float, language: Language) -> str:
    """Thousands are parted; in Slovenian only from ten thousand on, and with a real minus."""
    if language == "sl" and abs(value) < 10_000:
        return str(value).replace("-", "−").replace(".", POINT[language])
    digits = f"{value:,}".translate({ord(","): GROUPS[language], ord("."): POINT[language]})
    return digits.replace("-", "−") if language == "sl" else digits


def listed(names: list[str], language: Language) -> str:
    """ "Ada, Bo and Cy": the comma before "and" is English only, and from three on."""
    if len(names) < 2:
        return "".join(names)
    comma = "," if language == "en" and len(names) > 2 else ""
    return f"{', '.join(names[:-1])}{comma} {AND[language]} {names[-1]}"


Texts = Mapping[str, str]


@cache
def texts(part: str, language: Language) -> Texts:
    """A part's sentences by their keys. Whoever asks for a part that is not there is wrong."""
    file = files("stammtisch.i18n") / part / f"{language}.json"
    said: dict[str, str] = json.loads(file.read_text("utf-8"))
    return said


def is_part(part: str) -> bool:
    """Games of other packages have no words here."""
    return files("stammtisch.i18n").joinpath(part).is_dir()


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

    def name(self, key: str, text: str, blanks: Mapping[str, str | int]) -> str:
        """What something is called, with keys as blanks; `text` where there is no such key."""
        named = {
            blank: self.find(value) or value if isinstance(value, str) else value
            for blank, value in blanks.items()
        }
        return self.find(key, **named) or text

    def refusal(self, code: str, message: str, data: Mapping[str, object]) -> str:
        """Why something was refused, by its code; in the server's words where ours know none."""
        said = {name: self._word(value) for name, value in data.items()}
        return self.find(f"refusal.{code}", **said) or message

    def _word(self, value: object) -> object:
        return (isinstance(value, str) and self.find(f"word.{value}")) or value
