"""Why bots, and the chairman of Mao, do something: their sentences in the languages of the server.

Reasons are made, sent and kept in English, so `reasons/de.json` has the English sentence itself as
key; that of one that is given no more stays, as old matches hold it. A key may have places: `{why}`
is a reason again, `{card}` a card's name, `{words}` what people say or write, which stays as it is;
any other is a number. `web/src/i18n/reasoning.ts` reads the same files in the same way.
"""

from __future__ import annotations

import re
from functools import cache

from stammtisch.i18n.texts import POINT, Language, Words, fill, texts

_PLACE = re.compile(r"\{(\w+)\}")
_NUMBER = r"[+-]?[0-9]+(?:\.[0-9]+)?"
_FORMS = {"why": ".+?", "card": r"[a-z]+ of [a-z]+", "words": ".+"}


def reason_told(reason: str, language: Language) -> str:
    """In English, and where there is no translation, as it was said."""
    return find_reason(reason, language) or reason


def find_reason(reason: str, language: Language) -> str | None:
    """None if it, or a part of it, has no translation."""
    if language == "en":
        return reason
    told = _found(reason, language)
    if told is None and reason.endswith("."):
        # What one is accused of can be a sentence of its own: "Playing out of turn."
        offence = _found(f"{reason[0].lower()}{reason[1:-1]}", language)
        told = offence and f"{offence[0].upper()}{offence[1:]}."
    return told


def _found(reason: str, language: Language) -> str | None:
    memory = texts("reasons", language)
    if reason in memory:
        return memory[reason]
    for pattern, text in _patterns(language):
        if met := pattern.fullmatch(reason):
            parts = {name: _part(name, part, language) for name, part in met.groupdict().items()}
            if None not in parts.values():
                return fill(text, parts, language)
    return None


@cache
def _patterns(language: Language) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Those with the most words of their own first."""
    keys = [key for key in texts("reasons", language) if _PLACE.search(key)]
    keys.sort(key=lambda key: -len(_PLACE.sub("", key)))
    return tuple((_pattern(key), texts("reasons", language)[key]) for key in keys)


def _pattern(key: str) -> re.Pattern[str]:
    between = _PLACE.split(key)
    return re.compile(
        "".join(
            f"(?P<{part}>{_FORMS.get(part, _NUMBER)})" if at % 2 else re.escape(part)
            for at, part in enumerate(between)
        ),
        re.DOTALL,
    )


def _part(name: str, part: str, language: Language) -> object | None:
    if name == "words":
        return part
    if name == "card":
        return _card(part, language)
    if name == "why":
        return _found(part, language) or (_found(f"{part}.", language) or "")[:-1] or None
    return int(part) if part.isdecimal() else part.replace(".", POINT[language]).replace("-", "−")


def _card(name: str, language: Language) -> str | None:
    signs = _signs().get(name)
    return None if signs is None else _named(*signs, language)


def _named(suit: str, rank: str, language: Language) -> str:
    words = Words(language, "common")
    return words.say("card", suit=words.say(f"suit.{suit}"), rank=words.say(f"rank.{rank}"))


@cache
def _signs() -> dict[str, tuple[str, str]]:
    """Suit and rank of each card, by its English name."""
    ranks = ("a", *map(str, range(2, 11)), "j", "q", "k")
    return {_named(suit, rank, "en"): (suit, rank) for suit in "cdhs" for rank in ranks}
