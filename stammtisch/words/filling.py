"""Blanks in sentences: `web/src/words/filling.ts` fills the same ones in the same way.

`{name}` is filled with the value of that name; `{count|one:ein Platz|other:# Plätze}` takes the
form of the number in the language, `#` is it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from stammtisch.words.languages import Language, plural_form

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
