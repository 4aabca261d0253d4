"""From a text to its words."""

from __future__ import annotations

import re
from typing import NamedTuple


class RuleError(Exception):
    """Why a text is no rule of the language: a sentence for its author."""


class Token(NamedTuple):
    #: As it was written; of a quotation what stands between the marks.
    text: str
    #: To compare with; None for a quotation.
    word: str | None


_QUOTES = {'"': '"', "“": "”", "„": '“”"', "«": "»", "»": "«", "‚": "‘’'", "'": "'"}
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def fold(word: str) -> str:
    """Capitals and the spelling of umlauts do not matter."""
    return word.casefold().translate(_UMLAUTS)


def tokens(text: str) -> list[Token]:
    found: list[Token] = []
    at = 0
    while at < len(text):
        if closing := _QUOTES.get(text[at]):
            end = next((end for end in range(at + 1, len(text)) if text[end] in closing), None)
            if end is None:
                raise RuleError(f"The quotation {text[at:]} is not closed.")
            # Marks within marks say nothing, and would not be printed well.
            found.append(Token(text[at + 1 : end].replace('"', ""), None))
            at = end + 1
        elif word := _WORD.match(text, at):
            found.append(Token(word[0], fold(word[0])))
            at = word.end()
        else:
            at += 1
    return found
