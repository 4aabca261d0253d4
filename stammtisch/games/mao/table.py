"""The table of a match of Mao: what lies where, what has been said and written, who knows it.

The rules that winners wrote.

What everybody at the table has seen and heard of late.

A player who has to find out a rule must remember what was done, said and punished. Bots keep
nothing between two moves, so the match remembers for them; only what is public, which is the same
for every seat.

A whole table of Mao, made of what one seat sees of it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from random import Random
from typing import Any, Self

from stammtisch.games.game import Event, Match, Outcome, Rules, Seat
from stammtisch.games.mao import records
from stammtisch.games.mao.cards import CARDS, Card, Deck
from stammtisch.games.mao.chair.chair import Chair
from stammtisch.games.mao.language.parse import parse, tongue_of
from stammtisch.games.mao.language.rule import Rule
from stammtisch.games.mao.language.words import RuleError
from stammtisch.games.mao.records import (
    Breach,
    Charge,
    Mode,
    Revealed,
    RuleSeen,
    RuleTold,
    Verdict,
    View,
    Witness,
)
from stammtisch.games.mao.rules import BREACHES, MEMORY, MaoRules
from stammtisch.games.tuples import tuple_of


@dataclass(slots=True)
class Written:
    """A rule that a winner wrote. `rule` is None if only people can enforce it."""

    author: Seat
    text: str
    #: The round that it was written after.
    round: int
    rule: Rule | None = None
    #: None where nobody tries to understand it.
    understood: bool | None = None
    broken: tuple[Breach, ...] = ()
    found: Seat | None = None
    #: The version of the rule language that it is written in.
    language: int = 1

    def breach(self, breach: Breach) -> None:
        self.broken = (*self.broken, breach)[-BREACHES:]

    def told(self) -> RuleTold:
        return RuleTold(
            self.author, self.text, self.round, self.understood, self.broken, self.found
        )


class Memory:
    """The newest `MEMORY` things that happened. What nobody asks for costs next to nothing."""

    __slots__ = ("_fresh", "_told")

    def __init__(self, told: tuple[Witness, ...] = ()) -> None:
        self._told = told
        self._fresh: list[tuple[int, tuple[Event, ...]]] = []

    def note(self, at: int, events: Sequence[Event]) -> None:
        self._fresh.append((at, tuple(events)))
        if len(self._fresh) > 2 * MEMORY:
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


#: A witness's fields, one after the other.
_TOLD = attrgetter(*(field.name for field in dataclasses.fields(Witness)))


class MaoTable(Match):
    """All of the state. `FreeMatch` and `MaoMatch` add the moves."""

    rules: MaoRules
    derived = Match.derived | {
        *("deck._stream", "written.rule"),
        *("chair.base_texts", "chair.base", "chair._written", "chair._book"),
    }

    def __init__(self, rules: Rules, seats: int) -> None:
        assert isinstance(rules, MaoRules)
        self.rules = rules
        self.seats = seats
        self.outcome: Outcome | None = None
        self.deadline: int | None = None
        self.awaits_deal = True
        self.mode: Mode = "waiting"
        self.round = 0
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        #: The top is the end.
        self.pile: list[Card] = []
        self.deck = Deck(b"")
        self.points = [0] * seats
        self.present = [True] * seats
        #: Whose last chance it is, or who writes a rule; in a new round still who won the last.
        self.winner: Seat | None = None
        self.charge: Charge | None = None
        #: When the accusation or the writing ends by itself.
        self.due: int | None = None
        #: When the last chance ends; while it stands still, what is left of it.
        self.chance_due: int | None = None
        self.chance_left: int | None = None
        #: How often the winner has accused himself in this last chance.
        self.stalled = 0
        self.written: list[Written] = []
        #: Who left while a new round was about to begin: their rules are told after its start.
        self.to_reveal: list[Seat] = []
        self.verdicts: tuple[Verdict, ...] = ()
        #: What each seat said last, and when.
        self.said: list[tuple[int, str] | None] = [None] * seats
        #: For each seat the cards that everybody knows it to hold, as taken from the pile.
        self.known: list[list[Card]] = [[] for _ in range(seats)]
        #: For each seat the card that it has put on the pile last in this round, and has not drawn
        #: since: what an accusation is about.
        self.laid: list[Card | None] = [None] * seats
        self.chair: Chair | None = Chair(rules) if rules.chaired else None
        self.memory = Memory()

    @property
    def turn(self) -> tuple[Seat, ...]:
        """In play anybody may move, or have words to say (`View.turn` is whose turn the chairman
        thinks it is); in a last chance anybody may accuse, and a stuck accusation needs votes."""
        present = tuple([seat for seat, here in enumerate(self.present) if here])
        if self.charge is not None and not self.charge.voting:
            return tuple(
                seat for seat in present if seat in (self.charge.accused, self.charge.accuser)
            )
        if self.mode == "inBetweenRounds":
            return () if self.winner is None else (self.winner,)
        return present if self.mode in ("play", "lastChance", "accusation") else ()

    @property
    def open_deadline(self) -> int | None:
        """The deadline that everybody may know: not that of a duty by a secret rule."""
        if self.mode in ("accusation", "inBetweenRounds"):
            return self.due
        if self.mode == "lastChance":
            return self.chance_due
        return self.chair.turn_deadline if self.chair and self.mode == "play" else None

    def finish(self) -> None:
        """Who stayed is ranked before who left, then whoever won more rounds."""
        merits = list(zip(self.present, self.points, strict=True))
        ranks = tuple(1 + sum(other > mine for other in merits) for mine in merits)
        kind = "draw" if len(set(merits)) == 1 else "won"
        self.outcome = Outcome(kind, ranks, tuple(self.points))

    # --- looking at it --------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> View:
        chair, school = self.chair, self.rules.table == "school"
        written = self.written
        secret = self.secret_to(seat)
        authors = [one.author for one in written]
        return View(
            seat=seat,
            hand=None if seat is None else tuple(self.hands[seat]),
            counts=tuple(map(len, self.hands)),
            pile=tuple(self.pile),
            mode=self.mode,
            round=self.round,
            rounds=self.rules.rounds,
            points=tuple(self.points),
            present=tuple(self.present),
            winner=self._winner_shown(),
            charge=self.charge,
            deadline=self.open_deadline,
            chance_left=self.chance_left,
            own_rules=tuple([one.text for one in written if one.author == seat]),
            rule_counts=tuple(map(authors.count, range(self.seats))),
            known_rules=tuple(
                [Revealed(one.author, one.text) for one in written if self._is_public(one)]
            ),
            base_rules=chair.base_texts if chair and school else (),
            turn=chair.turn if chair and self.mode not in ("waiting", "over") else None,
            direction=chair.direction if chair else 1,
            point_of_order=bool(chair and chair.order),
            over=self.outcome is not None,
            witnessed=self.memory.told(),
            known=tuple([tuple(cards) for cards in self.known]),
            last_winner=self.winner,
            stalled=self.stalled,
            written=tuple(
                [
                    RuleSeen(one.author, one.round, None)
                    if at in secret
                    else RuleSeen(one.author, one.round, one.text, one.language)
                    for at, one in enumerate(written)
                ]
            ),
            to_reveal=tuple(self.to_reveal),
            verdicts=self.verdicts,
            agenda=chair.agenda(secret, self.rules.penalty) if chair else None,
            finale=tuple(one.told() for one in written) if self.outcome else (),
            laid=tuple(self.laid),
        )

    def _winner_shown(self) -> Seat | None:
        chance = self.charge is not None and self.charge.mode == "lastChance"
        return self.winner if chance or self.mode in ("lastChance", "inBetweenRounds") else None

    def _is_public(self, written: Written) -> bool:
        """Whether everybody knows the rule."""
        told = not self.present[written.author] and written.author not in self.to_reveal
        return told or self.outcome is not None or self.rules.table == "school"

    def secret_to(self, seat: Seat | None) -> frozenset[int]:
        """The numbers of the rules that the seat does not know."""
        return frozenset(
            at
            for at, one in enumerate(self.written)
            if one.author != seat and not self._is_public(one)
        )

    @classmethod
    def sample_state(cls, rules: Rules, seats: int, view: View, rng: Random) -> Self:
        table = cls(rules, seats)
        imagine(table, view, rng)
        return table

    def due_next(self) -> int | None:
        """What `deadline` must be as things are."""
        if self.chair is None or self.mode in ("accusation", "inBetweenRounds"):
            return self.open_deadline
        if self.mode in ("play", "lastChance"):
            only = self.winner if self.mode == "lastChance" else None
            dues = (self.open_deadline, self.chair.duty_due(only))
            return min((due for due in dues if due is not None), default=None)
        return None

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.hands = [hand[:] for hand in self.hands]
        twin.pile = self.pile[:]
        twin.deck = self.deck.copy()
        twin.points = self.points[:]
        twin.present = self.present[:]
        twin.written = [dataclasses.replace(one) for one in self.written]
        twin.to_reveal = self.to_reveal[:]
        twin.said = self.said[:]
        twin.known = [cards[:] for cards in self.known]
        twin.laid = self.laid[:]
        twin.chair = self.chair.copy() if self.chair else None
        twin.memory = self.memory.copy()
        return twin

    def state(self) -> tuple[Any, ...]:
        return (
            (self.rules.digest, self.seats),
            (self.mode, self.round, self.awaits_deal, self.deadline),
            tuple(map(tuple, self.hands)),
            tuple(self.pile),
            (self.deck.seed, self.deck.drawn),
            (tuple(self.points), tuple(self.present), self.winner),
            None if self.charge is None else tuple_of(self.charge),
            (self.due, self.chance_due, self.chance_left, self.stalled),
            tuple(tuple_of(one.told()) for one in self.written),
            tuple(one.language for one in self.written),
            (tuple(self.to_reveal), tuple(map(tuple_of, self.verdicts))),
            tuple(self.said),
            (tuple(map(tuple, self.known)), tuple(self.laid)),
            None if self.chair is None else self.chair.state(),
            tuple(map(_TOLD, self.memory.told())),
            None if self.outcome is None else tuple_of(self.outcome),
        )
