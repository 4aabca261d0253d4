"""Reading the forms of a rule, and where none fits, how far the best of them went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from stammtisch.games.mao.language.lexer import Token, fold, unmarked
from stammtisch.games.mao.language.notation import Part, parts_of, values_of
from stammtisch.games.mao.language.rule import CardTest
from stammtisch.games.mao.language.words import CARDS, FIELDS, KEYWORDS, Form
from stammtisch.games.mao.limits import RULE_CAP

#: Slots that any number in figures fills, and what must follow it in the same word.
_NUMBERS = {"n": "", "over": "", "under": "", "ns": "s"}
_CARD_SLOTS = {slot for slot in FIELDS if FIELDS[slot] in CardTest.__slots__} | {"suit", "rank"}


class Expected(NamedTuple):
    """How a text could have gone on."""

    #: Where the condition or duty begins that would go on.
    start: int
    #: What would come next, and after that.
    parts: tuple[Part, ...]
    keyword: bool = False
    #: So many of them may be left out.
    passed: int = 0


Found = tuple[int, dict[str, Any]]


class Reader:
    """Reads pieces of one text, and remembers the furthest place that anything was looked for."""

    def __init__(self, text: str, words: Sequence[Token], tongue: str) -> None:
        self.text = text
        self.words = words
        self.tongue = tongue
        self.furthest = 0
        #: What was looked for there.
        self.expected: list[Expected] = []
        self._start = 0
        self._unquoted = False
        self._cards = [parts_of(said, tongue) for form in CARDS for said in form.said(tongue)]
        self._ends = frozenset(
            fold(word)
            for key in ("and", "then", "within", "else")
            for word in KEYWORDS[tongue][key]
        )

    def piece(
        self, heading: Part, forms: Sequence[Form], at: int, start: int, *, unquoted: bool = False
    ) -> tuple[Any, int] | None:
        """What stands at `at`, and where it ends; the longest form wins. What belongs to it for
        the author begins at `start`. With `unquoted` a phrase needs no quotation marks, if it is
        the last thing in the text."""
        self._start, self._unquoted = start, unquoted
        self.expect(at, (heading,))
        best: tuple[Form, Found] | None = None
        for form in forms:
            for said in form.said(self.tongue):
                for found in self._match(parts_of(said, self.tongue), at, at, {}, ()):
                    if best is None or found[0] > best[1][0]:
                        best = form, found
        if best is None:
            return None
        form, (end, filled) = best
        return _build(form, filled), end

    def expect(
        self, at: int, parts: tuple[Part, ...], *, keyword: bool = False, passed: int = 0
    ) -> None:
        if at > self.furthest:
            self.furthest = at
            self.expected = []
        if at == self.furthest:
            self.expected.append(Expected(self._start, parts, keyword, passed))

    def _match(
        self,
        parts: tuple[Part, ...],
        at: int,
        begun: int,
        filled: dict[str, Any],
        passed: tuple[Part, ...],
    ) -> Iterator[Found]:
        """All ways to find the parts from `at` on.

        `begun` is where the piece or the card begins: of what could stand there its name says
        enough. `passed` are parts just left out, which a sample should not lack.
        """
        if not parts:
            yield at, filled
            return
        part, rest = parts[0], parts[1:]
        if part.slot == "card":
            if at > begun:
                self.expect(at, (*passed, *parts), passed=len(passed))
            for card in self._cards:
                yield from self._match((*card, *rest), at, at, filled, ())
            return
        value, end = self._value(part, at, last=not rest)
        if value is not None:
            more = filled if part.slot is None else {**filled, part.slot: value}
            yield from self._match(rest, end, begun, more, ())
        if part.optional:
            left_out = (*passed, part) if part.printed else passed
            yield from self._match(rest, at, begun, filled, left_out)
        elif value is None and at > begun:
            self.expect(at, (*passed, *parts), passed=len(passed))

    def _value(self, part: Part, at: int, *, last: bool) -> tuple[Any, int]:
        """What fills the part at `at`, None if nothing does, and where that ends."""
        if at >= len(self.words):
            return None, at
        token = self.words[at]
        word = token.word
        if word is None:
            return (token.text if part.slot == "text" else None), at + 1
        if part.slot is None:
            return (word if word in part.words else None), at + 1
        if part.slot == "text":
            free = last and self._unquoted and self.phrase_end(at) == len(self.words)
            return (self.phrase(at, len(self.words)) if free else None), len(self.words)
        unit = _NUMBERS.get(part.slot)
        if unit is not None and word.endswith(unit) and len(word) <= RULE_CAP:
            figures = word.removesuffix(unit)
            if figures.isdecimal():
                return int(figures), at + 1
        return values_of(part.slot, self.tongue).get(word), at + 1

    # --- phrases without marks ------------------------------------------------------------------

    def phrase_end(self, at: int, stop: frozenset[str] = frozenset()) -> int:
        """Where the words from `at` on end that could be a phrase: before a keyword, a quotation,
        or a word of `stop`."""
        for end in range(at, len(self.words)):
            word = self.words[end].word
            if word is None or word in self._ends or word in stop:
                return end
        return len(self.words)

    def phrase(self, at: int, end: int) -> str:
        """As it was written, little words included."""
        last = len(self.text) if end == len(self.words) else self.words[end - 1].end
        return unmarked(self.text[self.words[at - 1].end : last]).strip(" \t\r\n.,:;")


def _build(form: Form, filled: dict[str, Any]) -> Any:
    """The form's record. Where it has a card, that is a record of its own."""
    fields = {FIELDS.get(slot, slot): value for slot, value in filled.items()}
    if form.record is not CardTest and "<card>" in form.en[0]:
        about = {FIELDS.get(slot, slot) for slot in filled if slot in _CARD_SLOTS}
        test = CardTest(**{name: fields.pop(name) for name in about})
        fields["test"] = test
    return form.record(**form.fixed, **fields)
