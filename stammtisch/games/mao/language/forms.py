"""Reading and writing the forms of `words.py`."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from stammtisch.games.mao.language.lexer import Token, fold
from stammtisch.games.mao.language.rule import CardTest
from stammtisch.games.mao.language.words import CARDS, FIELDS, LIKE, NOISE, SLOTS, Form


class Part(NamedTuple):
    """A piece of a form: a slot, or words of which one must stand there."""

    slot: str | None
    words: frozenset[str]
    optional: bool


Found = tuple[int, dict[str, Any]]


@cache
def _parts(form: str, tongue: str) -> tuple[Part, ...]:
    parts = []
    for piece in form.split():
        if piece.startswith("<"):
            parts.append(Part(piece[1:-1], frozenset(), False))
        elif piece not in NOISE[tongue]:
            words = frozenset(map(fold, piece.rstrip("?").split("/")))
            parts.append(Part(None, words, piece.endswith("?")))
    return tuple(parts)


@cache
def _values(slot: str, tongue: str) -> dict[str, Any]:
    return {fold(word): value for word, value in SLOTS[LIKE.get(slot, slot)][tongue].items()}


def read(forms: Sequence[Form], words: Sequence[Token], at: int, tongue: str) -> tuple[Any, int]:
    """What stands at `at`, and where it ends; the longest form wins. (None, at) if none fits."""
    best: tuple[Any, int] = (None, at)
    for form in forms:
        for said in form.said(tongue):
            found = _read_parts(_parts(said, tongue), words, at, tongue)
            if found is not None and found[0] > best[1]:
                best = (_build(form, found[1]), found[0])
    return best


def _build(form: Form, slots: dict[str, Any]) -> Any:
    if form.record is CardTest and "card" in slots:
        return slots["card"]
    fields = {FIELDS.get(slot, slot): value for slot, value in slots.items()}
    return form.record(**form.fixed, **fields)


def _read_parts(
    parts: tuple[Part, ...], words: Sequence[Token], at: int, tongue: str
) -> Found | None:
    if not parts:
        return at, {}
    part, rest = parts[0], parts[1:]
    value: Any = None
    end = at
    if part.slot == "card":
        value, end = read(CARDS, words, at, tongue)
    elif at < len(words):
        token = words[at]
        if part.slot == "text":
            value = token.text if token.word is None else None
        elif part.slot is not None:
            value = _values(part.slot, tongue).get(token.word or "")
        elif token.word in part.words:
            value = token.word
        end = at + (value is not None)
    if end > at and (found := _read_parts(rest, words, end, tongue)):
        filled = found[1] if part.slot is None else {part.slot: value, **found[1]}
        return found[0], filled
    return _read_parts(rest, words, at, tongue) if part.optional else None


def write(forms: Sequence[Form], record: Any, tongue: str) -> str:
    """The record in the words of the first form that says all of it."""
    for form in forms:
        if (said := _say(form, record, tongue)) is not None:
            return said
    raise ValueError(f"There is no form for {record!r}.")


def _say(form: Form, record: Any, tongue: str) -> str | None:
    if type(record) is not form.record:
        return None
    if form.record is CardTest and form.said(tongue)[0].startswith("<card>"):
        return write(CARDS, record, tongue)
    left = {
        field.name
        for field in dataclasses.fields(record)
        if getattr(record, field.name) != field.default
    }
    if any(getattr(record, name) != value for name, value in form.fixed.items()):
        return None
    left -= form.fixed.keys()
    pieces = []
    for piece in form.said(tongue)[0].split():
        if not piece.startswith("<"):
            if not piece.endswith("?"):
                pieces.append(piece.split("/")[0])
            continue
        slot = piece[1:-1]
        name = FIELDS.get(slot, slot)
        word = _word_for(slot, getattr(record, name), tongue)
        if word is None:
            return None
        pieces.append(word)
        left.discard(name)
    return None if left else " ".join(pieces)


def _word_for(slot: str, value: Any, tongue: str) -> str | None:
    if slot == "text":
        return f'"{value}"'
    if slot == "card":
        return write(CARDS, value, tongue)
    words = SLOTS[LIKE.get(slot, slot)][tongue]
    return next((word for word, meant in words.items() if meant == value), None)
