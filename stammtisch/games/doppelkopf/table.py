"""The table of a match of Doppelkopf: all of its state, and what follows from it at once."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

from stammtisch.games.doppelkopf.cards import (
    CARDS,
    JOKER,
    KIND_NAMES,
    Card,
    Cards,
    members,
    name,
    order_of,
)
from stammtisch.games.doppelkopf.kernel import TRUMP, Order
from stammtisch.games.doppelkopf.records import (
    Item,
    Judged,
    Misconduct,
    Phase,
    Question,
    Row,
    Said,
    Say,
    Vote,
)
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.scoring import (
    NULL_GAMES,
    Buck,
    Taken,
)
from stammtisch.games.doppelkopf.words import ANSWERS, SAY, SOLOS, plays_by_suit
from stammtisch.games.game import Event, Match, Outcome, Rules, Seat, tuple_of

SEATS = range(4)
ALL_SEATS = 15
_ONE = ((0,), (1,), (2,), (3,))

#: The lowest card of each name; the joker's is set apart.
LOWEST = {kind: 2 * at for at, kind in enumerate(KIND_NAMES)}


@dataclass(slots=True)
class Logged:
    """A move of the round as a lenient table remembers it."""

    id: int
    seat: Seat
    #: "announcement", "card" or "accusation".
    kind: str
    data: str
    legal: bool = True
    early: bool = False
    #: The hand before the move, and the card that was led (-1: none yet).
    hand: Cards = 0
    lead: Card = -1
    at: int = 0
    punished: bool = False


@dataclass(slots=True)
class Charge:
    """The open complaint."""

    accuser: Seat
    accused: Seat
    misconduct: Misconduct
    #: Of an external misconduct: what the two others said.
    votes: dict[Seat, bool]

    @property
    def voters(self) -> tuple[Seat, ...]:
        """Who still has to vote."""
        if self.misconduct != "external":
            return ()
        parties = (self.accuser, self.accused)
        return tuple(seat for seat in SEATS if seat not in parties and seat not in self.votes)


class DoppelkopfTable(Match):
    """Seats of a party, or any set of seats, are bits: seat 2 is 4."""

    rules: DoppelkopfRules
    derived = frozenset(
        {
            "quiet",
            "moves",
            "strict",
            "size",
            "joker",
            "names",
            "plays",
            "with_pigs",
            "superpigs_when",
            "reservable",
            "sure_answers",
            "orders",
            "order",
            "plain_order",
            "fitting",
            "last_call",
            "news",
        }
    )

    def __init__(self, rules: Rules, seats: int, carry: Mapping[str, Any] | None = None) -> None:
        assert isinstance(rules, DoppelkopfRules)
        self.rules = rules
        self.seats = seats
        self.strict = rules.wrongmove == "prohibit"
        #: Tricks in a round.
        self.size = rules.tricks
        self.joker = rules.joker_card
        self.names = tuple(name(card, self.joker) for card in range(CARDS))
        self.plays = plays_by_suit(self.joker)
        self.with_pigs = rules.pigs != "none"
        #: When superpigs are called. Before the first trick nobody can if there are no pigs yet:
        #: then it is as soon as there are.
        late = rules.superpigs == "reservation" and rules.pigs != "two_reservation"
        self.superpigs_when = "on_pig" if late else rules.superpigs
        #: What one may have a reservation for at this table.
        self.reservable = _reservable(rules)
        #: What may always answer the questions for a solo, and with it the one for reservations.
        solos = [solo for solo in SOLOS if solo in rules.solos]
        self.sure_answers: dict[str | None, tuple[Say, ...]] = {
            "reservation": tuple(SAY[word] for word in ANSWERS["reservation"] if solos),
            "solo": tuple(SAY[solo] for solo in solos),
            "black_sow_solo": tuple(SAY[f"black_sow_{solo}"] for solo in solos),
        }
        self.orders: dict[tuple[str, Cards, Cards], Order] = {}
        self.news: list[Event] = []
        self.outcome: Outcome | None = None
        self.deadline: int | None = None
        self.awaits_deal = True
        self.round = 0
        self.scored = 0
        self.first: Seat = 0
        self.points = [0] * seats
        self.sheet: tuple[Row, ...] = ()
        self.buck = Buck()
        self.solo_done = [not rules.compulsory_solos] * seats
        if carry is not None:
            self._go_on_from(carry)
        self.phase: Phase = "dealing"
        self.votes: list[Vote | None] = [None] * seats
        self.clear_round()

    def clear_round(self) -> None:
        """An empty table before a deal."""
        self.hands: list[Cards] = [0, 0, 0, 0]
        #: The hands as dealt, and as they were when the first trick began.
        self.dealt: list[Cards] = [0, 0, 0, 0]
        self.start: list[Cards] = [0, 0, 0, 0]
        self.said: list[Said] = []
        self.log: list[Logged] = []
        #: How many moves the round has had: the next one's number.
        self.numbered = 0
        self.asking: Question | None = None
        self.asked: Seat = self.first
        self.game: str | None = None
        self.soloist: Seat | None = None
        #: The re party; as long as `open_party`, only the bride, or nobody.
        self.re = 0
        self.open_party = False
        #: The seats whose party everybody knows.
        self.public = 0
        self.pigs: Seat | None = None
        self.superpigs: Seat | None = None
        self.pig_cards: Cards = 0
        self.superpig_cards: Cards = 0
        #: One of these must be played next, because it was called.
        self.owed: Cards = 0
        self.set_order("normal")
        self.leader: Seat = self.first
        self.mover: Seat = self.first
        self.trick: list[Card] = []
        #: What `tricks.playable` has found for this turn; -1: it has not been asked yet.
        self.fitting: Cards = -1
        #: Cards that lie there before their turn.
        self.early: dict[Seat, Card] = {}
        #: The numbers of the tricks to which each seat has played early.
        self.was_early: list[tuple[int, Seat]] = []
        self.history: list[Taken] = []
        self.eyes = [0, 0, 0, 0]
        self.won = [0, 0, 0, 0]
        #: The calls of re and of kontra, each with the number of the move that made it, and how
        #: far the party has come: 0 nothing, 1 re or kontra, 2 no90, 5 black.
        self.called: tuple[list[tuple[str, int]], list[tuple[str, int]]] = ([], [])
        self.level = [0, 0]
        #: The trick that settled the parties, from which the time for calls is counted.
        self.settle(1)
        self.wish: str | None = None
        self.partner: Seat | None = None
        self.seller: Seat | None = None
        self.sold_to: list[Seat] = []
        self.buyer: Seat | None = None
        #: The three cards that were passed, and those that came back.
        self.passed: Cards = 0
        self.returned: Cards = 0
        self.trumps_back: int | None = None
        #: Sales that nobody took: the seller, the three cards, and who was asked.
        self.unsold: list[tuple[Seat, Cards, tuple[Seat, ...]]] = []
        self.charge: Charge | None = None
        self.judged: list[Judged] = []
        self.penalties = [0, 0, 0, 0]

    def settle(self, trick: int) -> None:
        """The parties are known from that trick on, and calls are counted from it."""
        self.settled = trick
        self.limit_calls()

    def limit_calls(self) -> None:
        """Note after how many tricks nothing can be called any more: each step that a party has
        made allows the next one, or a reply, a trick longer; in null games there is no limit."""
        null = self.game in NULL_GAMES
        self.last_call = self.size if null else self.settled + max(self.level)

    # --- who is waited for ----------------------------------------------------------------------

    @property
    def turn(self) -> tuple[Seat, ...]:
        if self.phase == "tricks" and self.charge is None and self.asking is None:
            return _ONE[self.mover]
        if self.awaits_deal or self.outcome is not None:
            return ()
        if self.charge is not None:
            voters = self.charge.voters
            return voters if self.charge.misconduct == "external" else (self.charge.accuser,)
        if self.asking is not None:
            return (self.asked,)
        return tuple([seat for seat in SEATS if self.votes[seat] is None]) or tuple(SEATS)

    def in_order(self) -> list[Seat]:
        """The seats in the order in which they are asked."""
        return [(self.first + place) & 3 for place in SEATS]

    # --- cards ----------------------------------------------------------------------------------

    def set_order(self, game: str) -> None:
        """Play by the order of that game, with such pigs as there are."""
        self.fitting = -1
        self.order = self.order_for(game, self.pig_cards, self.superpig_cards)
        self.plain_order = self.order_for(game)

    def order_for(self, game: str, pigs: Cards = 0, superpigs: Cards = 0) -> Order:
        key = (game, pigs, superpigs)
        order = self.orders.get(key)
        if order is None:
            order = self.orders[key] = order_of(self.rules, *key)
        return order

    def card_named(self, hand: Cards, named: str) -> Card:
        """The hand's card of that name, or -1. Of two, the second is the one that was called."""
        lowest = LOWEST.get(named, -1) if type(named) is str else -1
        if lowest < 0:
            joker = self.joker
            return joker if named == JOKER and joker >= 0 and hand >> joker & 1 else -1
        held = hand >> lowest & 3
        if lowest + 1 == self.joker:
            held &= 1
        if held == 3:
            return lowest + 1 if self.owed >> lowest + 1 & 1 else lowest
        return lowest + held - 1 if held else -1

    def spread(self, cards: Cards) -> tuple[str, ...]:
        """The names of the cards as one holds them: trumps first, the best first. Pigs are where
        foxes are: of two foxes one cannot see which is the pig."""
        return _spread(cards, self.plain_order, self.joker)

    # --- moves ----------------------------------------------------------------------------------

    def log_move(
        self,
        seat: Seat,
        kind: str,
        data: str,
        at: int,
        *,
        legal: bool = True,
        early: bool = False,
        lead: Card = -1,
    ) -> int:
        """Number the move; a lenient table remembers it, too."""
        number = self.numbered
        self.numbered = number + 1
        if not self.strict:
            hand = self.hands[seat]
            self.log.append(Logged(number, seat, kind, data, legal, early, hand, lead, at))
        return number

    def tell(self) -> list[Event]:
        """What has happened since one last asked."""
        news = self.news
        if not news:
            return []
        self.news = []
        return news

    # --- from match to match --------------------------------------------------------------------

    def carried(self) -> dict[str, Any] | None:
        if self.outcome is None or self.outcome.kind != "adjourned":
            return None
        return {
            "round": self.round,
            "scored": self.scored,
            "first": self.first,
            "points": list(self.points),
            "bucks": list(self.buck.left),
            "solo_done": list(self.solo_done),
            "sheet": [_row_to_plain(row) for row in self.sheet],
        }

    def _go_on_from(self, carry: Mapping[str, Any]) -> None:
        self.round = carry["round"]
        self.scored = carry["scored"]
        self.first = carry["first"]
        self.points = list(carry["points"])
        self.buck = Buck(tuple(carry["bucks"]))
        self.solo_done = list(carry["solo_done"])
        self.sheet = tuple(_row_from_plain(row) for row in carry["sheet"])

    # --- copies ---------------------------------------------------------------------------------

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        for listed in _LISTS:
            setattr(twin, listed, getattr(self, listed)[:])
        twin.news = []
        twin.early = dict(self.early)
        twin.called = (self.called[0][:], self.called[1][:])
        twin.log = [dataclasses.replace(move) for move in self.log]
        if self.charge is not None:
            twin.charge = dataclasses.replace(self.charge, votes=dict(self.charge.votes))
        return twin

    def state(self) -> tuple[Any, ...]:
        return (
            self.rules.digest,
            (
                self.seats,
                self.phase,
                self.awaits_deal,
                self.deadline,
                self.round,
                self.scored,
                self.first,
            ),
            *(tuple(getattr(self, listed)) for listed in _LISTS if listed not in _RECORDS),
            tuple(map(tuple_of, self.said)),
            tuple(map(tuple, self.history)),
            tuple(map(tuple_of, self.judged)),
            tuple(map(tuple_of, self.log)),
            tuple(map(tuple_of, self.sheet)),
            (self.buck.left, self.numbered, self.asking, self.asked),
            (self.game, self.soloist, self.re, self.open_party, self.public, self.settled),
            (self.leader, self.mover, tuple(sorted(self.early.items()))),
            tuple(map(tuple, self.called)),
            (self.pigs, self.superpigs, self.pig_cards, self.superpig_cards, self.owed),
            (self.wish, self.partner, self.seller, self.buyer),
            (self.passed, self.returned, self.trumps_back),
            _charge_state(self.charge),
            None if self.outcome is None else tuple_of(self.outcome),
        )


@lru_cache(maxsize=4096)
def _spread(cards: Cards, order: Order, joker: Card) -> tuple[str, ...]:
    """Kept, because a hand is looked at many times before a card of it is played."""
    held: list[Card] = []
    for group in (TRUMP, 0, 1, 2, 3):
        held += sorted(members(cards & order.groups[group]), key=lambda card: -order.strength[card])
    return tuple([name(card, joker) for card in held])


#: All lists of plain values, which a copy must have for itself.
_LISTS = (
    "points",
    "solo_done",
    "votes",
    "hands",
    "dealt",
    "start",
    "said",
    "trick",
    "was_early",
    "history",
    "eyes",
    "won",
    "level",
    "sold_to",
    "unsold",
    "judged",
    "penalties",
)
_RECORDS = ("said", "history", "judged")


def _reservable(rules: DoppelkopfRules) -> frozenset[str]:
    known = {
        "solo": bool(rules.solos),
        "throw": rules.throw == "reservation",
        "pigs": rules.pigs == "two_reservation",
        "poverty": rules.poverty != "none",
        "wedding": rules.wedding != "none",
    }
    return frozenset(step for step, is_played in known.items() if is_played)


def _charge_state(charge: Charge | None) -> tuple[Any, ...] | None:
    if charge is None:
        return None
    votes = tuple(sorted(charge.votes.items()))
    return (charge.accuser, charge.accused, charge.misconduct, votes)


def _row_to_plain(row: Row) -> dict[str, Any]:
    """A line of the score sheet in plain values, for a match that goes on another day."""
    plain = {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}
    plain["items"] = [[item.name, item.party, item.points] for item in row.items]
    return {key: list(value) if isinstance(value, tuple) else value for key, value in plain.items()}


def _row_from_plain(plain: Mapping[str, Any]) -> Row:
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list | tuple) else value
        for key, value in plain.items()
    }
    values["items"] = tuple(Item(*item) for item in plain["items"])
    return Row(**values)
