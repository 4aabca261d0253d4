"""What a rule can say: one table, by which rules are read, printed, and understood in any words.

Each row is one thing that a rule can say and the record that it stands for. `words_of` has, under
the row's name, the forms in which the rule language says it; these are read word by word (`parse`)
and printed (`say`). The row's frames say how newcomers put it: which concepts a clause names, in
whatever order they stand (`understand`). Ten sentences, through both:

>>> from stammtisch.games.mao.language.say import printed
>>> from stammtisch.games.mao.language.understand import understand
>>> def meant(text):
...     rule = understand(text).rule
...     return printed(rule, "en")
>>> meant("WHEN seven of spades THEN skip")
'WHEN seven of spades THEN skip'
>>> meant('Whoever plays a king says "hail".')
'WHEN king THEN say "hail"'
>>> meant("Kings and queens are wild.")
'WHEN king OR queen THEN wild'
>>> meant("You can't play tens.")
'WHEN ten THEN forbidden'
>>> meant("If it is higher than the card before, the next player draws two cards")
'WHEN higher than previous THEN next player draws 2 cards'
>>> meant("On a seven a red card must be played.")
'WHEN seven THEN next must play red card'
>>> meant('When you have one card left, say "Mao" within 5 seconds or draw 2 cards')
'WHEN last card THEN say "Mao" WITHIN 5 SECONDS ELSE PENALTY 2'
>>> meant("Drei rote Karten hintereinander: alle schweigen")
'WHEN third red card in a row THEN everybody stays silent'
>>> meant("Wer Herzdame spielt, ist nochmal dran")
'WHEN queen of hearts THEN extra turn'
>>> meant('Wer einen Buben legt ohne "Bauer" zu sagen, zieht zwei Karten')
'WHEN jack THEN say "Bauer" ELSE PENALTY 2'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from stammtisch.games.mao.language import rule as tree
from stammtisch.games.mao.language.rule import CardTest, Whom
from stammtisch.games.mao.language.words import words_of


@dataclass(frozen=True, slots=True)
class Within:
    """Seconds to do a duty."""

    count: int


@dataclass(frozen=True, slots=True)
class Penalty:
    """Cards for not doing it."""

    count: int


# --- clauses in anybody's words -------------------------------------------------------------------


class Symbol(NamedTuple):
    """Something that a sentence speaks of."""

    concept: str
    value: Any
    #: Something new begins with it: a comma or the like stands before.
    fresh: bool


class Clause:
    """The symbols of a clause, by concept."""

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        self.symbols = symbols
        self.concepts = {symbol.concept for symbol in symbols}

    def __contains__(self, concept: str) -> bool:
        return concept in self.concepts

    def all(self, concept: str) -> list[Any]:
        return [symbol.value for symbol in self.symbols if symbol.concept == concept]

    def one(self, concept: str) -> Any:
        """The only value of the concept; None if there is none, or more than one."""
        values = self.all(concept)
        return values[0] if len(values) == 1 else None

    def once(self, *concepts: str) -> bool:
        return all(len(self.all(concept)) <= 1 for concept in concepts)

    @property
    def whom(self) -> Whom:
        return "everybody" if "each" in self else self.one("whom") or "player"

    @property
    def is_denied(self) -> bool:
        return bool(self.concepts & {"not", "maynot", "unsaid"})

    @property
    def card(self) -> CardTest | None:
        """The cards that the clause names."""
        if not self.once("suit", "rank", "colour", "kind", "number", "bound"):
            return None
        rank, number = self.one("rank"), self.one("number")
        pairs = zip(self.symbols, self.symbols[1:], strict=False)
        if any((one.concept, two.concept) == ("number", "card") for one, two in pairs):
            # "Three cards" is no rank.
            return None
        if number is not None:
            if rank is not None or not _FIRST_RANK <= number <= _LAST_RANK:
                return None
            rank = number - 1
        above, below = self.one("bound") or (None, None)
        return CardTest(self.one("suit"), rank, self.one("colour"), self.one("kind"), above, below)


_FIRST_RANK, _LAST_RANK = 2, 10


class Frame:
    """A clause that has all concepts in `needs` (groups are parted by blanks, and of each one must
    be there: the ways of one are parted by a bar), perhaps those in `may`, and no others."""

    def __init__(self, needs: str, may: str, make: Callable[[Clause], Any]) -> None:
        self._needs = [frozenset(group.split("|")) for group in needs.split()]
        self._allowed = frozenset(may.split()).union(*self._needs)
        self._make = make

    def read(self, clause: Clause) -> Any:
        """What the clause says; None if it is no such clause."""
        if clause.concepts <= self._allowed and all(one & clause.concepts for one in self._needs):
            return self._make(clause)
        return None


class Row:
    """One thing that a rule can say: the record that it stands for, the fields of it that the words
    themselves decide, and how newcomers put it."""

    def __init__(
        self, part: str, name: str, record: type[Any], *frames: Frame, **fixed: Any
    ) -> None:
        self.part, self.name = part, name
        self.record = record
        self.frames = frames
        self.fixed = fixed

    def said(self, tongue: str) -> list[str]:
        """Its forms in the rule language, the one that is printed first."""
        forms: list[str] = words_of(tongue)[self.part][self.name]
        return forms


#: Which field of a record a slot fills, where it is not the slot's own name. `card` is one of
#: `CARDS`, `text` is a quoted phrase.
FIELDS: dict[str, str] = {
    "n": "count",
    "ns": "count",
    "nth": "count",
    "card": "test",
    "text": "phrase",
    "over": "above",
    "under": "below",
    "colour": "red",
    "figure": "kind",
    "parity": "kind",
    "suits": "suit",
    "aspect": "what",
}

#: Which cards.
CARDS: tuple[Row, ...] = tuple(
    Row("cards", name, CardTest)
    for name in (
        *("suit", "rank", "rank_of_suit", "colour_rank", "colour", "figure", "parity"),
        *("colour_figure", "colour_parity", "suit_above", "suit_below"),
        *("colour_above", "colour_below", "above", "below", "any"),
    )
)


# --- conditions -----------------------------------------------------------------------------------


def _card_of(clause: Clause) -> CardTest | None:
    """ "A card of the suit of clubs", "a card whose colour is red"."""
    return clause.card if clause.one("aspect") in clause.concepts & {"suit", "colour"} else None


def _in_row(clause: Clause) -> tree.InRow | None:
    count, numbers = clause.one("nth"), clause.all("number")
    symbols = [one for one in clause.symbols if one.concept not in ("nth", "row")]
    count = count or next((value for value in clause.all("row") if value), None)
    if count is None:
        if not numbers:
            return None
        count = numbers[0]
        symbols.remove(next(one for one in symbols if one.concept == "number"))
    test = Clause(symbols).card
    return None if test is None or count > tree.MOST_IN_ROW else tree.InRow(count, test)


def _same(clause: Clause) -> tree.Same | None:
    """ "Two cards of the same suit in a row" are no more than a card and the one before."""
    if any(value not in (None, 2) for value in (*clause.all("number"), *clause.all("row"))):
        return None
    aspect = clause.one("aspect")
    return tree.Same(aspect or "rank") if aspect or "kind" in clause or "card" in clause else None


def _size(clause: Clause) -> tuple[tree.Compare, int] | None:
    if not clause.once("number", "bound"):
        return None
    if (bound := clause.one("bound")) is not None:
        above, below = bound
        return ("above", above) if below is None else ("below", below)
    count = clause.one("number")
    if count is None:
        # "A card left" is one; "cards left" is nothing that could be counted.
        count = 0 if "not" in clause else 1
    return "is", count


def _hand(clause: Clause) -> tree.HandSize | None:
    size = _size(clause)
    return None if size is None else tree.HandSize(*size)


def _last(clause: Clause) -> tree.HandSize:
    """Who plays the last card has none left; who has it has one."""
    return tree.HandSize("is", 0 if "play" in clause and "have" not in clause else 1)


def _neighbour(clause: Clause) -> tree.Neighbour | None:
    side, size = clause.one("whom"), _size(clause)
    return tree.Neighbour(side, *size) if size and side in ("left", "right") else None


def _row(name: str, record: type[Any], *frames: Frame, **fixed: Any) -> Row:
    return Row("conditions", name, record, *frames, **fixed)


_CARD = "card suit rank colour kind number bound"
_OF_HAND = "number bound card left not"

#: What happens. A condition is often no more than a card.
CONDITIONS: tuple[Row, ...] = (
    _row(
        "card",
        CardTest,
        Frame(_CARD.replace(" ", "|"), f"{_CARD} play each top", lambda clause: clause.card),
        Frame("suit|colour aspect", "card suit rank colour number play each", _card_of),
    ),
    _row(
        "same",
        tree.Same,
        Frame("same", "aspect card previous play kind row number have follow", _same),
    ),
    _row(
        "higher",
        tree.Step,
        Frame("above previous|top", "card play have aspect", lambda clause: tree.Step(True)),
        up=True,
    ),
    _row(
        "lower",
        tree.Step,
        Frame("below previous|top", "card play have aspect", lambda clause: tree.Step(False)),
        up=False,
    ),
    _row(
        "last_card",
        tree.HandSize,
        Frame("last", "play have remaining left", _last),
        Frame("out", "play", lambda clause: tree.HandSize("is", 0)),
        compare="is",
        count=1,
    ),
    _row(
        "hand",
        tree.HandSize,
        Frame("have|remaining card|number|bound", f"{_OF_HAND} remaining", _hand),
        Frame("left card|number|bound", f"{_OF_HAND} have remaining", _hand),
        compare="is",
    ),
    _row("more_than_one", tree.HandSize, compare="above", count=1),
    _row("more", tree.HandSize, compare="above"),
    _row("fewer", tree.HandSize, compare="below"),
    _row("neighbour_one", tree.Neighbour, compare="is", count=1),
    _row(
        "neighbour",
        tree.Neighbour,
        Frame("whom have|remaining", f"{_OF_HAND} remaining", _neighbour),
        compare="is",
    ),
    _row("neighbour_more_than_one", tree.Neighbour, compare="above", count=1),
    _row("neighbour_more", tree.Neighbour, compare="above"),
    _row("neighbour_fewer", tree.Neighbour, compare="below"),
    _row("row", tree.InRow, Frame("row nth|number|row", f"{_CARD} nth play", _in_row)),
    _row("drawing", tree.Drawn, Frame("draw", "card must have each", lambda clause: tree.Drawn())),
    _row(
        "penalty",
        tree.Penalised,
        Frame("penalised", "draw card have must number", lambda clause: tree.Penalised()),
    ),
)


# --- duties ---------------------------------------------------------------------------------------


def _say_name(clause: Clause) -> tree.SayName | None:
    aspect = clause.one("aspect")
    if aspect == "colour" or not clause.once("aspect", "card"):
        return None
    return tree.SayName(aspect or "card", clause.whom)


def _silent(clause: Clause) -> tree.Silent | None:
    if "silent" not in clause and "nobody" not in clause and not clause.is_denied:
        return None
    return tree.Silent("everybody" if "nobody" in clause else clause.whom)


def _draw(clause: Clause) -> tree.Draw | None:
    count = clause.one("number") if "number" in clause else 1
    return None if count is None else tree.Draw(count, clause.whom)


def _skip(clause: Clause) -> tree.Skip | None:
    if clause.one("whom") not in (None, "next") or not clause.once("number"):
        return None
    return tree.Skip(clause.one("number") or 1)


def _reverse(clause: Clause) -> tree.Reverse | None:
    turned = "reverse" in clause or {"change", "direction"} <= clause.concepts
    return tree.Reverse() if turned else None


def _wild(clause: Clause) -> tree.Wild | None:
    if clause.one("whom") not in (None, "next"):
        return None
    chosen = clause.concepts & {"choose", "change"} and clause.one("aspect") == "suit"
    return tree.Wild() if chosen or "wild" in clause else None


def _next_must(clause: Clause) -> tree.NextMust | None:
    if not clause.concepts & {"follow", "only"} and clause.one("whom") != "next":
        return None
    test = clause.card
    return None if test in (None, CardTest()) else tree.NextMust(test)


def _duty(name: str, record: type[Any], *frames: Frame, **fixed: Any) -> Row:
    return Row("duties", name, record, *frames, **fixed)


_PERSONS = "whom each"

#: What must be done. Where nobody is named, the player himself is meant.
DUTIES: tuple[Row, ...] = (
    _duty(
        "say",
        tree.Say,
        Frame(
            "text",
            f"say must {_PERSONS} have name may",
            lambda clause: tree.Say(clause.one("text"), clause.whom),
        ),
    ),
    _duty("say.whom", tree.Say),
    _duty("say.all", tree.Say, whom="everybody"),
    _duty(
        "name",
        tree.SayName,
        Frame("say|name card|aspect|name", f"must {_PERSONS} card play", _say_name),
    ),
    _duty("name.whom", tree.SayName),
    _duty("name.all", tree.SayName, whom="everybody"),
    _duty(
        "silent",
        tree.Silent,
        Frame("silent", f"say talk not maynot unsaid nobody must may have {_PERSONS}", _silent),
        Frame("say|talk not|maynot|nobody", f"may must {_PERSONS} silent", _silent),
        Frame("unsaid", f"may must {_PERSONS}", _silent),
    ),
    _duty("silent.whom", tree.Silent),
    _duty("silent.all", tree.Silent, whom="everybody"),
    _duty("draw_one", tree.Draw, count=1),
    _duty("draw", tree.Draw, Frame("draw", f"number card penalised must {_PERSONS} have", _draw)),
    _duty("draw_one.whom", tree.Draw, count=1),
    _duty("draw.whom", tree.Draw),
    _duty("draw_one.all", tree.Draw, count=1, whom="everybody"),
    _duty("draw.all", tree.Draw, whom="everybody"),
    _duty(
        "skip_one",
        tree.Skip,
        Frame("turn|play whom not|maynot", "may must", _skip),
        Frame("skip", f"number must {_PERSONS}", _skip),
    ),
    _duty("skip", tree.Skip),
    _duty(
        "reverse",
        tree.Reverse,
        Frame("reverse|direction", "change direction reverse must play", _reverse),
    ),
    _duty(
        "again",
        tree.Again,
        Frame("again", "must may play have draw card turn", lambda clause: tree.Again()),
    ),
    _duty(
        "wild",
        tree.Wild,
        Frame("wild|choose|change", "aspect may must choose wild whom play same", _wild),
    ),
    _duty(
        "next_must",
        tree.NextMust,
        Frame(
            "follow|whom|only suit|rank|colour|kind|number|bound",
            f"{_CARD} must play may",
            _next_must,
        ),
    ),
    _duty(
        "forbidden",
        tree.Forbidden,
        Frame("forbid", "play must may", lambda clause: tree.Forbidden()),
        Frame("not|maynot|nobody", "play may must", lambda clause: tree.Forbidden()),
    ),
)

# --- limits ---------------------------------------------------------------------------------------

#: How long there is time, after WITHIN.
TIMES: tuple[Row, ...] = (Row("limits", "within", Within),)

#: What it costs, after ELSE.
PENALTIES: tuple[Row, ...] = (
    Row("limits", "price", Penalty),
    Row("limits", "price_one", Penalty, count=1),
)


def read_by(rows: Sequence[Row], clause: Clause) -> Any:
    """What the clause says by the first frame that it fits."""
    for row in rows:
        for frame in row.frames:
            if (made := frame.read(clause)) is not None:
                return made
    return None
