"""Reading a rule of the rule language, with clear words for its author where it cannot be read: how
far the best of its forms went, what should have come next, and a sample, in the rule's own tongue.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from stammtisch.games.mao.cards import normal
from stammtisch.games.mao.language import rule as tree
from stammtisch.games.mao.language.grammar import (
    CARDS,
    CONDITIONS,
    DUTIES,
    FIELDS,
    PENALTIES,
    TIMES,
    Penalty,
    Row,
    Within,
)
from stammtisch.games.mao.language.rule import CardTest, Condition, Duty, Rule
from stammtisch.games.mao.language.words import (
    COMPOUNDS,
    KEYWORDS,
    NOISE,
    TONGUES,
    OpenQuotationError,
    Part,
    RuleError,
    Token,
    fold,
    parted,
    parts_of,
    sentence,
    sought,
    tokens,
    unmarked,
    values_of,
    wrong,
)
from stammtisch.games.mao.rules import HAND_CAP, RULE_CAP

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
        self._cards = [parts_of(said, tongue) for row in CARDS for said in row.said(tongue)]
        self._ends = frozenset(
            fold(word)
            for key in ("and", "then", "within", "else")
            for word in KEYWORDS[tongue][key]
        )

    def piece(
        self, heading: Part, rows: Sequence[Row], at: int, start: int, *, unquoted: bool = False
    ) -> tuple[Any, int] | None:
        """What stands at `at`, and where it ends; the longest form wins. What belongs to it for
        the author begins at `start`. With `unquoted` a phrase needs no quotation marks, if it is
        the last thing in the text."""
        self._start, self._unquoted = start, unquoted
        self.expect(at, (heading,))
        best: tuple[Row, Found] | None = None
        for row in rows:
            for said in row.said(self.tongue):
                for found in self._match(parts_of(said, self.tongue), at, at, {}, ()):
                    if best is None or found[0] > best[1][0]:
                        best = row, found
        if best is None:
            return None
        row, (end, filled) = best
        return _build(row, filled), end

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


def _build(row: Row, filled: dict[str, Any]) -> Any:
    """The row's record. Where it has a card, that is a record of its own."""
    fields = {FIELDS.get(slot, slot): value for slot, value in filled.items()}
    if "test" in row.record.__slots__:
        about = {FIELDS.get(slot, slot) for slot in filled if slot in _CARD_SLOTS}
        test = CardTest(**{name: fields.pop(name) for name in about})
        fields["test"] = test
    return row.record(**row.fixed, **fields)


#: More ways to go on than these are not listed.
_MOST_WAYS = 4


def not_read(reader: Reader) -> RuleError:
    """What should have stood at the furthest place that was reached, after what was understood."""
    for one in reader.expected:
        if sample := _with_marks(reader, one):
            return wrong(reader.tongue, "unquoted", sample=sample)
    expected = _likely(reader)
    before = _understood(reader, expected[0].start)
    ways = list(dict.fromkeys(way for one in expected for way in _names(one, reader.tongue)))
    sample = (
        "" if expected[0].keyword else f" ({before} {_sample(expected[0].parts, reader.tongue)})"
    )
    return wrong(
        reader.tongue,
        "expected",
        before=before if '"' in before else f'"{before}"',
        ways=_listed(ways[:_MOST_WAYS], reader.tongue),
        sample=sample,
        found=_found(reader),
    )


def _likely(reader: Reader) -> list[Expected]:
    """Those ways to go on that lead to words which do follow. If there are none, and the text
    could have ended a piece, the keywords; and if it could have ended a card, what comes after."""
    at = reader.furthest + 1
    follow = {token.word for token in reader.words[at : reader.phrase_end(at)]}
    if leading := [
        one for one in reader.expected if any(part.words & follow for part in one.parts[1:])
    ]:
        return leading
    if keywords := [one for one in reader.expected if one.keyword]:
        return keywords
    rests = {one.parts[one.passed :] for one in reader.expected}
    return [
        one
        for one in reader.expected
        if not any(one.parts[at:] in rests for at in range(one.passed + 1, len(one.parts)))
    ]


def _understood(reader: Reader, start: int) -> str:
    """The text of the piece that begins at `start`; the word before it if nothing was read."""
    first = min(start, reader.furthest - 1)
    until = reader.words[reader.furthest - 1].end
    return " ".join(reader.text[reader.words[first].start : until].split())


def _found(reader: Reader) -> str:
    if reader.furthest == len(reader.words):
        return sought(reader.tongue, "end")[0]
    return f'"{reader.words[reader.furthest].text}"'


def _names(one: Expected, tongue: str) -> list[str]:
    part = one.parts[0]
    if part.slot is not None:
        return sought(tongue, part.slot)[0].split("|")
    return [part.plain if one.keyword else f'"{_plain(part)}"']


def _plain(part: Part) -> str:
    return f"{part.noise} {part.plain}".strip()


def _sample(parts: tuple[Part, ...], tongue: str) -> str:
    return " ".join(
        _plain(part if part.slot is None else part._replace(plain=sought(tongue, part.slot)[1]))
        for part in parts
        if part.printed
    )


def _listed(ways: list[str], tongue: str) -> str:
    *some, last = ways
    return sentence(tongue, "or").join([", ".join(some), last] if some else [last])


def _with_marks(reader: Reader, one: Expected) -> str | None:
    """The author's own words, with the marks that they lack; None if no phrase was looked for."""
    at = reader.furthest
    if one.parts[0].slot != "text":
        return None
    after = one.parts[1].words if len(one.parts) > 1 else frozenset()
    end = reader.phrase_end(at, after)
    if end == at or (after and end == len(reader.words)):
        return None
    rest = reader.text[reader.words[end - 1].end :]
    phrase = reader.phrase(at, end)
    return f'{_understood(reader, one.start)} "{phrase}"{rest}'.rstrip(" .")


_MOST_VALUE = 13

#: Numbers of a record that must stay in bounds: field, least, most, and what they are.
_BOUNDS: dict[type[Any], tuple[tuple[str, int, int, str], ...]] = {
    tree.Draw: (("count", 1, tree.MOST_CARDS, "draw"),),
    tree.Skip: (("count", 1, tree.MOST_SKIPPED, "skip"),),
    tree.HandSize: (("count", 0, HAND_CAP, "hand"),),
    tree.Neighbour: (("count", 0, HAND_CAP, "hand"),),
    tree.CardTest: (("above", 1, _MOST_VALUE, "value"), ("below", 1, _MOST_VALUE, "value")),
    Within: (("count", 1, tree.MOST_SECONDS, "seconds"),),
    Penalty: (("count", 0, tree.MOST_PENALTY, "penalty"),),
}

#: Duties that make sense only where a card was played, or where a turn ended.
_OF_PLAY = (tree.SayName, tree.Wild, tree.Forbidden)
_OF_TURN = (tree.Skip, tree.Reverse, tree.Again)
_ABOUT_CARD = (tree.CardTest, tree.Same, tree.Step, tree.InRow)


def tongue_of(text: str) -> str | None:
    """The tongue whose "when" the text begins with; None: it does not try to be such a rule."""
    words = text.split(maxsplit=1)
    first = fold(words[0]).rstrip(",:") if words else ""
    for tongue in TONGUES:
        if first in KEYWORDS[tongue]["when"]:
            return tongue
    return None


def parse(text: str, version: int = tree.LANGUAGE) -> Rule:
    """The rule that the text says, or a `RuleError` in the text's own tongue. A text that was not
    understood by an older version of the language must not be by that version today."""
    tongue = tongue_of(text)
    if tongue is None:
        raise RuleError("A rule that the chairman understands begins with WHEN (or WENN).")
    try:
        found = tokens(text)
    except OpenQuotationError as error:
        raise wrong(tongue, "open_quote", rest=error.rest) from None
    words = [
        part
        for token in found
        if token.word not in NOISE[tongue]
        for part in parted(token, COMPOUNDS[tongue])
    ]
    return _Parser(text, words, tongue, version).rule()


class _Parser:
    def __init__(self, text: str, words: Sequence[Token], tongue: str, version: int) -> None:
        self._tongue = tongue
        self._has_or = version > 1
        self._words = words
        self._reader = Reader(text, words, tongue)
        #: The text begins with its "when".
        self._at = 1

    def rule(self) -> Rule:
        conditions = [self._alternatives()]
        while self._take("and"):
            conditions.append(self._alternatives())
        if not self._take("then"):
            raise not_read(self._reader)
        duties = [self._duty()]
        while self._take("and"):
            duties.append(self._duty())
        within = self._read("time", TIMES, 1).count if self._take("within") else None
        penalty = self._read("penalty", PENALTIES, 1).count if self._take("else") else None
        if self._at < len(self._words):
            self._reader.expect(self._at, (_named("end"),), keyword=True)
            raise not_read(self._reader)
        rule = Rule(tuple(conditions), tuple(duties), within, penalty)
        self._check_sense(rule)
        return rule

    # --- pieces ---------------------------------------------------------------------------------

    def _alternatives(self) -> Condition:
        options = [self._condition()]
        while self._has_or and self._take("or"):
            options.append(self._condition())
        if len(options) == 1:
            return options[0]
        plain: list[tree.Plain] = []
        for option in options:
            if isinstance(option, tree.Not | tree.Either | tree.Drawn | tree.Penalised):
                raise wrong(self._tongue, "or_card")
            plain.append(option)
        return tree.Either(tuple(plain))

    def _condition(self) -> Condition:
        negated = self._take("not")
        condition = self._read("condition", CONDITIONS)
        if isinstance(condition, tree.InRow):
            self._check_bounds(condition.test)
        if not negated:
            return condition  # type: ignore[no-any-return]
        if isinstance(condition, tree.Drawn | tree.Penalised):
            raise wrong(self._tongue, "not_card")
        return tree.Not(condition)

    def _duty(self) -> Duty:
        duty = self._read("duty", DUTIES)
        if isinstance(duty, tree.Say) and not normal(duty.phrase):
            raise wrong(self._tongue, "no_words")
        if isinstance(duty, tree.NextMust):
            self._check_bounds(duty.test)
        return duty  # type: ignore[no-any-return]

    def _read(self, what: str, rows: Sequence[Row], after: int = 0) -> Any:
        """The piece that stands here, to which so many words before it belong."""
        heading, at = _named(what), self._at
        found = self._reader.piece(heading, rows, at, at - after)
        if found is None:
            found = self._reader.piece(heading, rows, at, at - after, unquoted=True)
        if found is None:
            raise not_read(self._reader)
        record, self._at = found
        self._check_bounds(record)
        return record

    def _take(self, keyword: str) -> bool:
        words = KEYWORDS[self._tongue][keyword]
        here = self._words[self._at].word if self._at < len(self._words) else None
        if here is not None and here in map(fold, words):
            self._at += 1
            return True
        if keyword not in ("not", "or"):
            part = _named(None, words[0].upper())
            self._reader.expect(self._at, (part,), keyword=True)
        return False

    # --- sense ----------------------------------------------------------------------------------

    def _check_bounds(self, record: Any) -> None:
        for field, least, most, what in _BOUNDS.get(type(record), ()):
            number = getattr(record, field)
            if number is not None and not least <= number <= most:
                raise wrong(self._tongue, what, least=least, most=most, number=number)

    def _check_sense(self, rule: Rule) -> None:
        """Nobody but the player sees a drawn card; and nothing is played in a draw."""
        plain = [part for one in rule.conditions for part in _parts(one)]
        kinds = {type(one) for one in plain}
        if rule.happening == "play":
            return
        if {tree.Drawn, tree.Penalised} <= kinds:
            raise wrong(self._tongue, "both")
        if any(issubclass(kind, _ABOUT_CARD) for kind in kinds):
            raise wrong(self._tongue, f"{rule.happening}_looks")
        out = _OF_PLAY if rule.happening == "draw" else (*_OF_PLAY, *_OF_TURN)
        if any(isinstance(duty, out) for duty in rule.duties):
            raise wrong(self._tongue, f"{rule.happening}_duty")


def _parts(condition: Condition) -> tuple[tree.Plain, ...]:
    if isinstance(condition, tree.Either):
        return condition.options
    return (condition.condition if isinstance(condition, tree.Not) else condition,)


def _named(slot: str | None, plain: str = "") -> Part:
    """Something to look for that is no part of a form."""
    return Part(slot, frozenset(), plain, "", optional=False, printed=True)
