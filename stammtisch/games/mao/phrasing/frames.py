"""What the symbols of one clause say, in whatever order they stand: a condition, a duty, a price.

A frame says which concepts must be there and which may; nothing may be left over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from stammtisch.games.mao.language import rule as tree
from stammtisch.games.mao.language.clash import possible
from stammtisch.games.mao.language.rule import CardTest, Condition, Duty, Plain, Whom
from stammtisch.games.mao.phrasing.spotting import Symbol

_KEPT = 4096
_CARD = "card suit rank colour kind number bound"
_PERSONS = "whom each"
_FIRST_RANK, _LAST_RANK = 2, 10


class Frame(NamedTuple):
    #: One of each group must be there: groups are parted by blanks, the ways of one by a bar.
    needs: str
    may: str
    make: Callable[[Clause], Any]

    def read(self, clause: Clause) -> Any:
        groups = [group.split("|") for group in self.needs.split()]
        if not all(any(one in clause for one in group) for group in groups):
            return None
        allowed = {one for group in groups for one in group} | set(self.may.split())
        return self.make(clause) if clause.concepts <= allowed else None


class Clause:
    """The symbols of a clause, by concept."""

    def __init__(self, symbols: Sequence[Symbol], without: str = "") -> None:
        out = without.split()
        self.symbols = [symbol for symbol in symbols if symbol.concept not in out]
        self.concepts = {symbol.concept for symbol in self.symbols}

    def __contains__(self, concept: str) -> bool:
        return concept in self.concepts

    def all(self, concept: str) -> list[Any]:
        return [symbol.value for symbol in self.symbols if symbol.concept == concept]

    def one(self, concept: str) -> Any:
        """The only value of the concept; None if there is none, or more than one."""
        values = self.all(concept)
        return values[0] if len(values) == 1 else None

    @property
    def counts_cards(self) -> bool:
        """ "Three cards" is no rank."""
        pairs = zip(self.symbols, self.symbols[1:], strict=False)
        return any((one.concept, two.concept) == ("number", "card") for one, two in pairs)

    def once(self, *concepts: str) -> bool:
        return all(len(self.all(concept)) <= 1 for concept in concepts)


# --- cards ---------------------------------------------------------------------------------------


def _card(clause: Clause) -> CardTest | None:
    """The cards that the clause names."""
    if not clause.once("suit", "rank", "colour", "kind", "number", "bound"):
        return None
    rank, number = clause.one("rank"), clause.one("number")
    if clause.counts_cards:
        return None
    if number is not None:
        if rank is not None or not _FIRST_RANK <= number <= _LAST_RANK:
            return None
        rank = number - 1
    above, below = clause.one("bound") or (None, None)
    return CardTest(
        clause.one("suit"), rank, clause.one("colour"), clause.one("kind"), above, below
    )


def _card_of(clause: Clause) -> CardTest | None:
    """ "A card of the suit of clubs", "a card whose colour is red"."""
    named = {"suit": "suit", "colour": "colour"}.get(clause.one("aspect"))
    return _card(clause) if named in clause.concepts else None


def _in_row(clause: Clause) -> tree.InRow | None:
    count, numbers = clause.one("nth"), clause.all("number")
    symbols = [one for one in clause.symbols if one.concept not in ("nth", "row")]
    count = count or next((value for value in clause.all("row") if value), None)
    if count is None:
        if not numbers:
            return None
        count = numbers[0]
        first = next(one for one in symbols if one.concept == "number")
        symbols.remove(first)
    test = _card(Clause(symbols))
    return None if test is None or count > tree.MOST_IN_ROW else tree.InRow(count, test)


def _same(clause: Clause) -> tree.Same | None:
    """ "Two cards of the same suit in a row" are no more than a card and the one before."""
    if any(value not in (None, 2) for value in (*clause.all("number"), *clause.all("row"))):
        return None
    aspect = clause.one("aspect")
    return tree.Same(aspect or "rank") if aspect or "kind" in clause or "card" in clause else None


# --- hands ---------------------------------------------------------------------------------------


def _size(clause: Clause, wanted: type[Any], **fields: Any) -> Any:
    if not clause.once("number", "bound"):
        return None
    if (bound := clause.one("bound")) is not None:
        above, below = bound
        compare, count = ("above", above) if below is None else ("below", below)
    else:
        compare, count = "is", clause.one("number")
        if count is None:
            # "A card left" is one; "cards left" is nothing that could be counted.
            count = 0 if "not" in clause else 1
    return wanted(compare=compare, count=count, **fields)


def _hand(clause: Clause) -> Any:
    return _size(clause, tree.HandSize)


def _last(clause: Clause) -> tree.HandSize:
    """Who plays the last card has none left; who has it has one."""
    return tree.HandSize("is", 0 if "play" in clause and "have" not in clause else 1)


def _neighbour(clause: Clause) -> Any:
    side = clause.one("whom")
    return _size(clause, tree.Neighbour, side=side) if side in ("left", "right") else None


#: The frames of conditions. A condition is often no more than a card.
CONDITIONS: tuple[Frame, ...] = (
    Frame("last", "play have remaining left", _last),
    Frame("out", "play", lambda clause: tree.HandSize("is", 0)),
    Frame("row nth|number|row", f"{_CARD} nth play", _in_row),
    Frame("same", "aspect card previous play kind row number have follow", _same),
    Frame("above previous|top", "card play have aspect", lambda clause: tree.Step(True)),
    Frame("below previous|top", "card play have aspect", lambda clause: tree.Step(False)),
    Frame("whom have|remaining", "number bound card left not remaining", _neighbour),
    Frame("have|remaining card|number|bound", "number bound card left remaining not", _hand),
    Frame("left card|number|bound", "number bound card have remaining not", _hand),
    Frame("penalised", "draw card have must number", lambda clause: tree.Penalised()),
    Frame("draw", "card must have each", lambda clause: tree.Drawn()),
    Frame(_CARD.replace(" ", "|"), f"{_CARD} play each top", _card),
    Frame("suit|colour aspect", "card suit rank colour number play each", _card_of),
)
#: What the language has no OR for.
_NO_OPTION = (tree.Not, tree.Drawn, tree.Penalised)


def condition(symbols: Sequence[Symbol]) -> tuple[Condition, ...] | None:
    """The conditions that a clause lays down, all of which must hold."""
    return _condition(tuple(symbols))


# The same clauses come up again and again while all ways to part a sentence are tried.
@lru_cache(_KEPT)
def _condition(symbols: tuple[Symbol, ...]) -> tuple[Condition, ...] | None:
    # "If you should play a heart": but what must be done is a duty.
    begun = symbols[:1]
    ignored = {"when", "may", "each"}
    if begun and begun[0].concept == "when":
        ignored.add("must")
    plain = [one for one in symbols if one.concept not in ignored]
    if not plain or symbols[-1].concept == "each":
        return None
    if (single := _single(plain)) is not None:
        return (single,)
    for at in _joints(plain, "and", "or"):
        one, two = condition(plain[:at]), condition(plain[at + 1 :])
        if one is None or two is None:
            continue
        # "Kings and queens": no card is both, so either is meant.
        either = plain[at].concept == "or" or not possible((*one, *two))
        if not either:
            return (*one, *two)
        if len(one) == len(two) == 1:
            options = tuple(option for part in (*one, *two) for option in _options(part))
            if any(isinstance(option, _NO_OPTION) for option in options):
                continue
            return (tree.Either(options),)
    return None


def _options(part: Condition) -> tuple[Plain, ...]:
    if isinstance(part, tree.Either):
        return part.options
    return (part,)  # type: ignore[return-value]


def _single(symbols: Sequence[Symbol]) -> Condition | None:
    clause = Clause(symbols)
    found = next((made for frame in CONDITIONS if (made := frame.read(clause))), None)
    if found is not None:
        return found  # type: ignore[no-any-return]
    if "not" in clause:
        positive = _single([one for one in symbols if one.concept != "not"])
        if positive is not None and not isinstance(
            positive, tree.Drawn | tree.Penalised | tree.Not
        ):
            return tree.Not(positive)  # type: ignore[arg-type]
    return None


def _joints(symbols: Sequence[Symbol], *concepts: str) -> list[int]:
    return [at for at, one in enumerate(symbols) if one.concept in concepts]


# --- duties --------------------------------------------------------------------------------------


def _whom(clause: Clause) -> Whom:
    if "each" in clause:
        return "everybody"
    return clause.one("whom") or "player"


def _say_name(clause: Clause) -> tree.SayName | None:
    aspect = clause.one("aspect")
    if aspect == "colour" or not clause.once("aspect", "card"):
        return None
    return tree.SayName(aspect or "card", _whom(clause))


def _silent(clause: Clause) -> tree.Silent | None:
    if "silent" not in clause and "nobody" not in clause and not _denied(clause):
        return None
    return tree.Silent("everybody" if "nobody" in clause else _whom(clause))


def _denied(clause: Clause) -> bool:
    return bool(clause.concepts & {"not", "maynot", "unsaid"})


def _draw(clause: Clause) -> tree.Draw | None:
    count = clause.one("number") if "number" in clause else 1
    return None if count is None else tree.Draw(count, _whom(clause))


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


def _forbidden(clause: Clause) -> tree.Forbidden | None:
    if "forbid" in clause:
        return tree.Forbidden()
    return tree.Forbidden() if _denied(clause) or "nobody" in clause else None


def _next_must(clause: Clause) -> tree.NextMust | None:
    named = "follow" in clause or "only" in clause
    if not named and clause.one("whom") != "next":
        return None
    test = _card(clause)
    return None if test in (None, CardTest()) else tree.NextMust(test)


_TO_SAY = f"must {_PERSONS} have name may"

#: The frames of duties.
DUTIES: tuple[Frame, ...] = (
    Frame("text", f"say {_TO_SAY}", lambda one: tree.Say(one.one("text"), _whom(one))),
    Frame("say|name card|aspect|name", f"must {_PERSONS} card play", _say_name),
    Frame("silent", f"say talk not maynot unsaid nobody must may have {_PERSONS}", _silent),
    Frame("say|talk not|maynot|nobody", f"may must {_PERSONS} silent", _silent),
    Frame("unsaid", f"may must {_PERSONS}", _silent),
    Frame("draw", f"number card penalised must {_PERSONS} have", _draw),
    Frame("turn|play whom not|maynot", "may must", _skip),
    Frame("skip", f"number must {_PERSONS}", _skip),
    Frame("reverse|direction", "change direction reverse must play", _reverse),
    Frame("again", "must may play have draw card turn", lambda clause: tree.Again()),
    Frame("wild|choose|change", "aspect may must choose wild whom play same", _wild),
    Frame(
        "follow|whom|only suit|rank|colour|kind|number|bound", f"{_CARD} must play may", _next_must
    ),
    Frame("forbid", "play must may", _forbidden),
    Frame("not|maynot|nobody", "play may must", _forbidden),
)
#: Parts of a duty that somebody who was named before does, too.
_PERSONAL = (tree.Say, tree.SayName, tree.Silent, tree.Draw)


def duties(symbols: Sequence[Symbol], whom: Whom | None = None) -> tuple[Duty, ...] | None:
    """What the clause wants, from whoever was named before if nobody is named in it."""
    return _duties(tuple(symbols), whom)


@lru_cache(_KEPT)
def _duties(symbols: tuple[Symbol, ...], whom: Whom | None) -> tuple[Duty, ...] | None:
    plain = [one for one in symbols if one.concept != "then"]
    while plain and plain[0].concept == "and":
        del plain[0]
    if not plain:
        return None
    clause = Clause(plain)
    for frame in DUTIES:
        made = frame.read(clause)
        if made is not None:
            named = any(one.concept in ("whom", "each", "nobody") for one in plain)
            if whom is not None and not named and isinstance(made, _PERSONAL):
                made = type(made)(**{**_fields(made), "whom": whom})
            return (made,)
    for at in range(1, len(plain)):
        joint = plain[at].concept == "and"
        if not (joint or plain[at].fresh):
            continue
        first = duties(plain[:at], whom)
        if first is None:
            continue
        before = getattr(first[-1], "whom", None)
        second = duties(plain[at + joint :], None if before == "player" else before)
        if second is not None:
            return tuple(dict.fromkeys((*first, *second)))
    return None


def _fields(record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__slots__}


def price(symbols: Sequence[Symbol]) -> int | None:
    """The cards that it costs."""
    clause = Clause(symbols, without="must then have")
    allowed = {"number", "card", "draw", "penalised"}
    if not clause.concepts or not clause.concepts <= allowed or not clause.once("number"):
        return None
    return clause.one("number") if "number" in clause else 1
