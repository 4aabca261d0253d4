"""Why bots do something, and what the chairman of Mao says, in the languages of the server.

A reason is a code and what is filled into its sentence, which stands in `reasons/en.json` and the
other languages. A blank `{why}` takes the code of another reason, `{card}` a suit and a rank,
`{words}` what people say or write, which stays as it is. `{points}` has one decimal place, `{mean}`
its sign, too; any other is a whole number. `web/src/i18n/reasoning.ts` reads the same files in the
same way.

At a table of Mao words are moves: whatever the chairman says, a player may say too. So what he says
comes as plain text, and is found by its English words.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from stammtisch.i18n.texts import POINT, Language, Words, fill, texts


def find_reason(code: str, data: Mapping[str, object], language: Language) -> str | None:
    """None if there is no such reason: for those that come from a newer server."""
    text = texts("reasons", language).get(code)
    if text is None:
        return None
    return fill(text, {name: _shown(name, data[name], language) for name in data}, language)


def _shown(name: str, value: object, language: Language) -> object:
    if name == "why":
        return (find_reason(str(value), {}, language) or str(value)).removesuffix(".")
    if name == "card" and isinstance(value, Mapping):
        words = Words(language, "common")
        suit, rank = (words.find(f"{part}.{value[part]}") for part in ("suit", "rank"))
        return words.say("card", suit=suit, rank=rank)
    if name in ("mean", "points"):
        shown = f"{value:+.1f}" if name == "mean" else f"{value:.1f}"
        return shown if language == "en" else shown.replace(".", POINT[language]).replace("-", "−")
    return value


# --- what is said at a table of Mao ------------------------------------------------------------


def find_said(said: str, language: Language) -> str | None:
    """What the chairman said, or what somebody is accused of; None for other words."""
    if language == "en":
        return said
    table, codes = texts("reasons", language), _codes()
    if said in codes:
        return table[codes[said]]
    for code in ("court.new_rule", "offence.unsaid"):
        before, after = _around(code)
        if said.startswith(before) and said.endswith(after) and len(said) > len(before + after):
            words = said.removeprefix(before).removesuffix(after)
            return fill(table[code], {"words": words}, language)
    offence, with_rule, rule = said.partition(" (")
    if with_rule and rule.endswith(")") and (told := find_said(offence, language)):
        return f"{told} ({rule}"
    if said.endswith(".") and said[0].isupper():
        # A charge as a sentence of its own: "Playing out of turn."
        charge = find_said(said[0].lower() + said[1:-1], language)
        return charge and f"{charge[0].upper()}{charge[1:]}."
    return None


@cache
def _codes() -> Mapping[str, str]:
    """Of all that is said without a blank at a table of Mao."""
    english = texts("reasons", "en")
    return {
        text: code
        for code, text in english.items()
        if code.startswith(("court.", "offence.")) and "{" not in text
    }


def _around(code: str) -> tuple[str, str]:
    """The English words before and after the blank."""
    before, after = texts("reasons", "en")[code].split("{words}")
    return before, after
