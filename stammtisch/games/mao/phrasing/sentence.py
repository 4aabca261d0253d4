"""A whole sentence, from its symbols to a rule: which of them are the condition, which the duty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stammtisch.games.mao.language import rule as tree
from stammtisch.games.mao.language.rule import CardTest, Condition, Duty, Rule
from stammtisch.games.mao.phrasing.frames import condition, duties, price
from stammtisch.games.mao.phrasing.spotting import Symbol, concepts

Symbols = Sequence[Symbol]
#: How a number that stands beside these words bounds a card's value or a hand: what is added to it
#: before it is an exclusive bound, and whether that is above or below.
_BEFORE = {"above": (0, True), "below": (0, False), "atleast": (-1, True), "atmost": (1, False)}
_AFTER = {"orup": (-1, True), "ordown": (1, False)}


#: No rule needs more, and all ways to part them are tried.
MOST_SYMBOLS = 18


class Split(NamedTuple):
    """A way to part a sentence; the best has the highest merit."""

    merit: int
    rule: Rule


def rules_in(symbols: Symbols) -> list[Rule]:
    """What the sentence can mean, if it can mean anything: the best ways to read it alone."""
    found: list[Split] = []
    if len(symbols) > MOST_SYMBOLS:
        return []
    timed, seconds = _timed(_bounded(list(symbols)))
    for main, cost in _priced(timed):
        for merit, conditions, wanted in _parted(main):
            found.append(Split(merit, Rule(conditions, wanted, seconds, cost)))
    best = max((one.merit for one in found), default=0)
    return list(dict.fromkeys(one.rule for one in found if one.merit == best))


# --- numbers, times, prices ----------------------------------------------------------------------


def _bounded(symbols: list[Symbol]) -> list[Symbol]:
    found: list[Symbol] = []
    at = 0
    while at < len(symbols):
        one = symbols[at]
        two = symbols[at + 1] if at + 1 < len(symbols) else None
        value = None if two is None else _value(two)
        if one.concept in _BEFORE and value is not None:
            if found and found[-1].concept == "number" and found[-1].value == 1:
                # "One above ten" is a card.
                found.pop()
            found.append(_bound(one, value, *_BEFORE[one.concept]))
            at += 2
        elif two is not None and two.concept in _AFTER and _value(one) is not None:
            found.append(_bound(one, _value(one) or 0, *_AFTER[two.concept]))
            at += 2
        else:
            found.append(one)
            at += 1
    return found


def _bound(symbol: Symbol, value: int, more: int, above: bool) -> Symbol:
    value += more
    return symbol._replace(concept="bound", value=(value, None) if above else (None, value))


def _value(symbol: Symbol) -> int | None:
    if symbol.concept == "number":
        return int(symbol.value)
    return int(symbol.value) + 1 if symbol.concept == "rank" else None


def _timed(symbols: list[Symbol]) -> tuple[list[Symbol], int | None]:
    for at, one in enumerate(symbols):
        if one.concept == "seconds" and at and symbols[at - 1].concept == "number":
            first = at - 2 if at > 1 and symbols[at - 2].concept == "within" else at - 1
            return symbols[:first] + symbols[at + 1 :], int(symbols[at - 1].value)
    return symbols, None


def _priced(symbols: list[Symbol]) -> Iterator[tuple[list[Symbol], int | None]]:
    """The sentence without what is said about the price of a breach."""
    yield symbols, None
    for at, one in enumerate(symbols):
        if one.concept in ("else", "or") and at:
            for end in range(len(symbols), at + 1, -1):
                costs = symbols[at + 1 : end]
                cost = price(costs)
                # "Seven or eight" is no price.
                if one.concept == "or" and not concepts(costs) & {"draw", "penalised"}:
                    continue
                if cost is not None:
                    yield symbols[:at] + symbols[end:], cost
                    break


# --- condition and duty --------------------------------------------------------------------------

Reading = tuple[int, tuple[Condition, ...], tuple[Duty, ...]]


def _parted(symbols: list[Symbol]) -> Iterator[Reading]:
    """All ways to see a condition in the sentence, with duties around it, or a duty between two
    conditions."""
    many = len(symbols)
    for first in range(many):
        for end in range(first + 1, many + 1):
            before, inner, after = symbols[:first], symbols[first:end], symbols[end:]
            if not before and not after:
                continue
            held = condition(inner)
            if held == (CardTest(),) and not concepts(inner) & {"when", "play"}:
                # A card alone is no moment.
                held = None
            if held is not None:
                around = _each_alone(held, [*before, *after])
                done = duties(around) or _on_top(inner[0], around)
                if done is not None:
                    yield _merit(before, inner, after), held, done
            if before and after and after[0].concept == "when" and (done := duties(inner)):
                one, two = condition(before), condition(after)
                if one is not None and two is not None:
                    yield _merit([], before, inner), _both(one, two), done


def _each_alone(held: tuple[Condition, ...], symbols: list[Symbol]) -> list[Symbol]:
    """ "Each player says please when drawing": whoever draws, not all of them."""
    if any(isinstance(one, tree.Drawn | tree.Penalised | tree.HandSize) for one in held):
        return [one for one in symbols if one.concept != "each"]
    return symbols


def _on_top(first: Symbol, symbols: list[Symbol]) -> tuple[Duty, ...] | None:
    """ "On a seven a red card must be played": whoever plays that is the next."""
    if first.concept != "when" or first.value != "on":
        return None
    return duties([*symbols, first._replace(concept="follow")])


def _both(one: tuple[Condition, ...], two: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """All of them; "with every card" says nothing more."""
    both = [part for part in (*one, *two) if part != CardTest()]
    return tuple(both) or one


def _merit(before: Symbols, inner: Symbols, after: Symbols) -> int:
    """A condition likes to begin with its "when", and to end where there is a comma."""
    merit = 0
    if inner[0].concept == "when":
        merit += 4
    elif before:
        merit -= 2
    if before and after:
        merit -= 1
    if after and (after[0].fresh or after[0].concept in ("then", "must")):
        merit += 2
    if before and inner[0].fresh:
        merit += 1
    # "Whoever plays a ten draws": what was played is told with it.
    if "play" in concepts(inner):
        merit += 1
    return merit


def _unsaid(symbols: list[Symbol]) -> tuple[list[Symbol], str] | None:
    """The sentence without "and does not say …", and what was not said."""
    for at, one in enumerate(symbols):
        if one.concept != "text":
            continue
        around = {
            near
            for near in range(max(0, at - 2), min(len(symbols), at + 3))
            if symbols[near].concept in ("say", "not", "unsaid")
        }
        kinds = {symbols[near].concept for near in around}
        if not ("unsaid" in kinds or {"say", "not"} <= kinds):
            continue
        gone = around | {at}
        first = min(gone)
        if first and symbols[first - 1].concept == "and":
            gone.add(first - 1)
        rest = [symbol for place, symbol in enumerate(symbols) if place not in gone]
        return rest, one.value
    return None


def rules_broken_by_silence(symbols: Symbols) -> list[Rule]:
    """ "Who plays a king and does not say … draws two": the duty is in the condition."""
    found = _unsaid(_bounded(list(symbols)))
    if found is None:
        return []
    rest, phrase = found
    return [
        Rule(rule.conditions, (tree.Say(phrase),), rule.within, rule.duties[0].count)
        for rule in rules_in(rest)
        if len(rule.duties) == 1
        and isinstance(rule.duties[0], tree.Draw)
        and rule.duties[0].whom == "player"
    ]
