"""What is to be said, where its author left the quotation marks out."""

from __future__ import annotations

from collections.abc import Iterator

from stammtisch.games.mao.language.lexer import Token, unmarked
from stammtisch.games.mao.phrasing.spotting import lexicon, starts_anew

#: What can come after words that are to be said.
_AFTER = {"when", "else", "or", "and", "within", "then"}


def quoted(words: list[Token], text: str, tongue: str) -> Iterator[list[Token]]:
    """The words with what is to be said as one quotation: first what leaves most for the rest."""
    if any(token.word is None for token in words):
        return
    for at, token in enumerate(words):
        if not _means(token, {"say"}, tongue):
            continue
        for end in range(at + 2, len(words) + 1):
            last = end == len(words)
            if last or starts_anew(words, text, end) or _means(words[end], _AFTER, tongue):
                yield [*words[: at + 1], _quotation(words, text, at + 1, end), *words[end:]]
        if tongue == "de":
            # "Muss er guten Tag sagen": it stands before.
            for start in range(at):
                before = words[start - 1].word if start else None
                if _is_little(words[start], tongue) or not (
                    before is None
                    or _is_little(words[start - 1], tongue)
                    or _means(words[start - 1], {"must", "whom", "each", "then"}, tongue)
                ):
                    continue
                yield [*words[:start], _quotation(words, text, start, at), *words[at:]]


def _quotation(words: list[Token], text: str, start: int, end: int) -> Token:
    first, last = words[start].start, words[end - 1].end
    return Token(unmarked(text[first:last]), None, first, last)


def _means(token: Token, concepts: set[str], tongue: str) -> bool:
    symbols = lexicon(tongue).phrases.get((token.word or "",), ())
    return any(concept in concepts for concept, _ in symbols)


def _is_little(token: Token, tongue: str) -> bool:
    return token.word in lexicon(tongue).noise
