"""From a text to its words."""

from __future__ import annotations

import re
from typing import NamedTuple


class RuleError(Exception):
    """Why a text is no rule of the language: a sentence for its author."""


class OpenQuotationError(RuleError):
    """A quotation begins, and does not end."""

    def __init__(self, rest: str) -> None:
        super().__init__(f"The quotation {rest} is not closed.")
        #: From its mark to the end of the text.
        self.rest = rest


class Token(NamedTuple):
    #: As it was written; of a quotation what stands between the marks.
    text: str
    #: To compare with; None for a quotation.
    word: str | None
    #: Where it stands in the text, marks included.
    start: int
    end: int


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
                raise OpenQuotationError(text[at:])
            found.append(Token(unmarked(text[at + 1 : end]), None, at, end + 1))
            at = end + 1
        elif word := _WORD.match(text, at):
            found.append(Token(word[0], fold(word[0]), at, word.end()))
            at = word.end()
        else:
            at += 1
    return found


def unmarked(phrase: str) -> str:
    """Marks within marks say nothing, and would not be printed well."""
    return phrase.replace('"', "")


def parted(token: Token, compounds: dict[str, int]) -> tuple[Token, ...]:
    """The two words of a compound, of whose first the table tells the length."""
    if token.word is None or not (first := compounds.get(token.word)):
        return (token,)
    middle = token.start + first
    return (
        Token(token.text[:first], token.word[:first], token.start, middle),
        Token(token.text[first:], token.word[first:], middle, token.end),
    )
