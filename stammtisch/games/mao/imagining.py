"""A whole table of Mao, made of what one seat sees of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from stammtisch.games.mao.card import CARDS, Deck
from stammtisch.games.mao.language.lexer import RuleError
from stammtisch.games.mao.language.parse import parse, tongue_of
from stammtisch.games.mao.language.rule import Rule
from stammtisch.games.mao.memory import Memory
from stammtisch.games.mao.records import View
from stammtisch.games.mao.written import Written

if TYPE_CHECKING:
    from stammtisch.games.mao.table import MaoTable

#: What stands there for a rule that the seat does not know.
UNTOLD = "A rule that nobody has told."


def imagine(table: MaoTable, view: View, rng: Random) -> None:
    """Lay a new table so that it looks like `view`. Unknown cards are any cards, as the deck has no
    end, and rules that the seat does not know want nothing."""
    table.hands = [
        list(view.hand)
        if seat == view.seat and view.hand is not None
        else [*known, *(rng.randrange(CARDS) for _ in range(view.counts[seat] - len(known)))]
        for seat, known in enumerate(view.known)
    ]
    table.deck = Deck(rng.randbytes(32))
    table.pile = list(view.pile)
    table.known = [list(known) for known in view.known]
    table.laid = list(view.laid)
    table.mode, table.round = view.mode, view.round
    table.awaits_deal = view.mode == "waiting"
    table.points, table.present = list(view.points), list(view.present)
    table.winner, table.charge, table.stalled = view.last_winner, view.charge, view.stalled
    table.chance_left = view.chance_left
    if view.mode in ("accusation", "inBetweenRounds"):
        table.due = view.deadline
    elif view.mode == "lastChance":
        table.chance_due = view.deadline
    table.written = list(_written(view))
    table.to_reveal = list(view.to_reveal)
    table.verdicts = view.verdicts
    table.memory = Memory(view.witnessed)
    for witness in view.witnessed:
        if witness.what == "talked" and witness.seat is not None and witness.text is not None:
            table.said[witness.seat] = (witness.at, witness.text)
    if table.chair is not None and view.agenda is not None:
        table.chair.take_up(view.agenda)
        table.chair.turn, table.chair.direction = view.turn or 0, view.direction
        table.chair.order = view.point_of_order
    table.deadline = table.due_next()
    if view.over:
        table.finish()


def _written(view: View) -> Iterator[Written]:
    chaired = view.agenda is not None
    for at, one in enumerate(view.written):
        if one.text is None:
            yield Written(one.author, UNTOLD, one.round)
            continue
        rule = _read(one.text, one.language) if chaired else None
        understood = rule is not None if chaired else None
        written = Written(one.author, one.text, one.round, rule, understood, language=one.language)
        if view.finale:
            written.broken, written.found = view.finale[at].broken, view.finale[at].found
        yield written


def _read(text: str, language: int) -> Rule | None:
    """What a chairman makes of it."""
    try:
        return parse(text, language) if tongue_of(text) else None
    except RuleError:
        return None
