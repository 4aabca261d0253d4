r"""Tokens to a line of the tiles protocol and back.

A line is tokens with one space between them. A token that is empty, or holds a space or a quote,
is written as `"…%"` with its quotes as `\"`; any other is written as it is. A list is a line used
as one token of another line, so `[NAMS, line of (boran, "", robin)]` is
`NAMS "boran \"%\" robin%"`.
"""

from __future__ import annotations

from collections.abc import Sequence


def encode(tokens: Sequence[str]) -> str:
    """The line that says these tokens, without its ending; `decode` gives them back.

    A token with CR or LF cannot be said: ValueError.
    """
    line = " ".join(
        [
            token
            if token and " " not in token and '"' not in token
            else '"' + token.replace('"', '\\"') + '%"'
            for token in tokens
        ]
    )
    if "\n" in line or "\r" in line:
        raise ValueError("A token must not contain a line break.")
    return line


def decode(line: str) -> list[str]:
    """The tokens of a line, or the elements of a list token. Any text has some: never raises.

    Always what `scan` says; most lines take a shorter way there.
    """
    if '"' not in line:
        return _words(line)
    tokens = _well_formed(line)
    return scan(line) if tokens is None else tokens


def scan(line: str) -> list[str]:
    r"""The tokens of any line, character by character: the definition of `decode`.

    Only U+0020 parts tokens. A quote may open and close in mid token, `\"` is a quote inside
    quotes only, and an unfinished quote takes its token with it.
    """
    tokens: list[str] = []
    token: list[str] = []
    inside = False
    # A quote was closed since the last token: its mark, the final %, is not part of the token.
    # An empty "" makes no token, so it passes this on to the next one.
    closed = False
    line += " "
    at, end = 0, len(line)
    while at < end:
        char = line[at]
        at += 1
        if char == '"':
            closed = closed or inside
            inside = not inside
        elif char == "\\" and inside and line[at] == '"':
            token.append('"')
            at += 1
        elif char != " " or inside:
            token.append(char)
        elif token:
            if closed and token[-1] == "%":
                token.pop()
            tokens.append("".join(token))
            token.clear()
            closed = False
    return tokens


def _words(text: str) -> list[str]:
    words = text.split(" ")
    return [word for word in words if word] if "" in words else words


def _well_formed(line: str) -> list[str] | None:
    """The tokens of a line whose quotes all stand as `encode` writes them, else None."""
    tokens: list[str] = []
    start, end = 0, len(line)
    opening = line.find('"')
    while opening >= 0:
        if opening > start:
            if line[opening - 1] != " ":
                return None
            tokens += _words(line[start:opening])
        closing = line.find('%"', opening + 1)
        if closing < 0:
            return None
        start = closing + 2
        if start < end and line[start] != " ":
            return None
        written = line[opening + 1 : closing]
        token = written.replace('\\"', '"')
        # Each escape made the text one shorter; a quote without one closed the token before.
        if written.count('"') != len(written) - len(token):
            return None
        tokens.append(token)
        opening = line.find('"', start)
    if start < end:
        tokens += _words(line[start:])
    return tokens
