"""A match as one seat sees it, what everybody remembers of it, and a match made of such a view.

A player who has to find out a rule must remember what was done, said and punished. Bots keep
nothing between two moves, so the match remembers for them; only what is public, which is the same
for every seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from stammtisch.games.game import Event, Seat
from stammtisch.games.mao import records
from stammtisch.games.mao.book import Written
from stammtisch.games.mao.cards import CARDS, Deck
from stammtisch.games.mao.language.parse import parse, tongue_of
from stammtisch.games.mao.language.rule import Rule
from stammtisch.games.mao.language.words import RuleError
from stammtisch.games.mao.records import Revealed, RuleSeen, View, Witness
from stammtisch.games.mao.rules import MEMORY

if TYPE_CHECKING:
    from stammtisch.games.mao.match import MaoMatch


#: So many steps that nobody has asked for are kept; after these half of them go.
_MOST_FRESH = 2 * MEMORY


class Memory:
    """The newest `MEMORY` things that happened. What nobody asks for costs next to nothing."""

    __slots__ = ("_fresh", "_told")

    def __init__(self, told: tuple[Witness, ...] = ()) -> None:
        self._told = told
        self._fresh: list[tuple[int, tuple[Event, ...]]] = []

    def note(self, at: int, events: Sequence[Event]) -> None:
        self._fresh.append((at, tuple(events)))
        if len(self._fresh) > _MOST_FRESH:
            del self._fresh[:MEMORY]

    def told(self) -> tuple[Witness, ...]:
        if self._fresh:
            new = [
                witness
                for at, events in self._fresh
                for event in events
                if (witness := _witness(at, event.seen_by(None)))
            ]
            self._told = (*self._told, *new)[-MEMORY:]
            self._fresh.clear()
        return self._told

    def copy(self) -> Memory:
        twin = Memory(self._told)
        twin._fresh = self._fresh[:]
        return twin


def _witness(at: int, event: Event) -> Witness | None:
    read = _READ.get(type(event))
    return None if read is None else Witness(at, event.type, **read(event))


def _moved(event: records.Moved) -> dict[str, Any]:
    piled = event.target if event.target.place == "pile" else event.source
    return {
        "seat": event.seat,
        "card": event.card,
        "source": event.source.place,
        "target": event.target.place,
        "index": piled.index if piled.place == "pile" else None,
        "length": event.length,
        "cause": event.cause,
    }


#: What is remembered of each kind of event; others are not remembered.
_READ: dict[type[Event], Callable[[Any], dict[str, Any]]] = {
    records.RoundStarted: lambda event: {"card": event.discard[-1]},
    records.Talked: lambda event: {"seat": event.seat, "text": event.text},
    records.Moved: _moved,
    records.LastChance: lambda event: {"seat": event.seat},
    records.Accused: lambda event: {
        "seat": event.accuser,
        "accused": event.accused,
        "text": event.reason,
    },
    records.Accepted: lambda event: {"seat": event.accuser, "accused": event.accused},
    records.Cancelled: lambda event: {},
    records.RoundOver: lambda event: {"seat": event.seat},
    records.RuleWritten: lambda event: {"seat": event.seat},
    records.PointOfOrder: lambda event: {
        "seat": event.seat,
        "text": "open" if event.open else "over",
    },
    records.PlayerGone: lambda event: {"seat": event.seat},
}


def view_of(match: MaoMatch, seat: Seat | None) -> View:
    chair, written = match.chair, match.written
    secret = _secret_to(match, seat)
    authors = [one.author for one in written]
    return View(
        seat=seat,
        hand=None if seat is None else tuple(match.hands[seat]),
        counts=tuple(map(len, match.hands)),
        pile=tuple(match.pile),
        mode=match.mode,
        round=match.round,
        rounds=match.rules.rounds,
        points=tuple(match.points),
        present=tuple(match.present),
        winner=_winner_shown(match),
        charge=match.charge,
        deadline=match.open_deadline,
        chance_left=match.chance_left,
        own_rules=tuple([one.text for one in written if one.author == seat]),
        rule_counts=tuple(map(authors.count, range(match.seats))),
        known_rules=tuple(
            [Revealed(one.author, one.text) for one in written if match.is_public(one)]
        ),
        base_rules=chair.base_texts if chair and match.rules.kind.explained else (),
        turn=chair.turn if chair and match.mode not in ("waiting", "over") else None,
        direction=chair.direction if chair else 1,
        point_of_order=bool(chair and chair.order),
        over=match.outcome is not None,
        witnessed=match.memory.told(),
        known=tuple([tuple(cards) for cards in match.known]),
        last_winner=match.winner,
        stalled=match.stalled,
        written=tuple(
            [
                RuleSeen(one.author, one.round, None)
                if at in secret
                else RuleSeen(one.author, one.round, one.text, one.language)
                for at, one in enumerate(written)
            ]
        ),
        to_reveal=tuple(match.to_reveal),
        verdicts=match.verdicts,
        agenda=chair.agenda(secret) if chair else None,
        finale=tuple(one.told() for one in written) if match.outcome else (),
        laid=tuple(match.laid),
    )


def _winner_shown(match: MaoMatch) -> Seat | None:
    chance = match.charge is not None and match.charge.mode == "lastChance"
    return match.winner if chance or match.mode in ("lastChance", "inBetweenRounds") else None


def _secret_to(match: MaoMatch, seat: Seat | None) -> frozenset[int]:
    """The numbers of the rules that the seat does not know."""
    return frozenset(
        number
        for number, one in enumerate(match.written)
        if one.author != seat and not match.is_public(one)
    )


#: What stands there for a rule that the seat does not know.
UNTOLD = "A rule that nobody has told."


def imagine(match: MaoMatch, view: View, rng: Random) -> None:
    """Make a new match look like `view`. Unknown cards are any cards, as the deck has no end, and
    rules that the seat does not know want nothing."""
    match.hands = [
        list(view.hand)
        if seat == view.seat and view.hand is not None
        else [*known, *(rng.randrange(CARDS) for _ in range(view.counts[seat] - len(known)))]
        for seat, known in enumerate(view.known)
    ]
    match.deck = Deck(rng.randbytes(32))
    match.pile = list(view.pile)
    match.known = [list(known) for known in view.known]
    match.laid = list(view.laid)
    match.mode, match.round = view.mode, view.round
    match.awaits_deal = view.mode == "waiting"
    match.points, match.present = list(view.points), list(view.present)
    match.winner, match.charge, match.stalled = view.last_winner, view.charge, view.stalled
    match.chance_left = view.chance_left
    if view.mode in ("accusation", "inBetweenRounds"):
        match.due = view.deadline
    elif view.mode == "lastChance":
        match.chance_due = view.deadline
    match.written = list(_written(view))
    match.to_reveal = list(view.to_reveal)
    match.verdicts = view.verdicts
    match.memory = Memory(view.witnessed)
    for witness in view.witnessed:
        if witness.what == "talked" and witness.seat is not None and witness.text is not None:
            match.said[witness.seat] = (witness.at, witness.text)
    if match.chair is not None and view.agenda is not None:
        match.chair.take_up(view.agenda)
        match.chair.turn, match.chair.direction = view.turn or 0, view.direction
        match.chair.order = view.point_of_order
    match.deadline = match.due_next()
    if view.over:
        match.finish()


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
