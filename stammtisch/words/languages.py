"""The languages of the house, and how they count."""

from __future__ import annotations

from collections.abc import Mapping
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
