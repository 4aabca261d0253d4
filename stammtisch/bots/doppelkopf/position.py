"""What a bot makes of its observation: cards as sets, parties as bits, what is on the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from stammtisch.bots.doppelkopf.thumbs import Tables
from stammtisch.games.doppelkopf.cards import Card, Cards
from stammtisch.games.doppelkopf.kernel import TRUMP, Order, legal, winner
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.scoring import NULL_GAMES, RAMSCH, WITH_EXTRAS, special_bits
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.game import Observation, Seat

#: Nobody wants tricks there, or hardly anybody.
DUCKING = (*NULL_GAMES, *RAMSCH, "black_sow")


@lru_cache(maxsize=256)
def tables_of(rules: DoppelkopfRules, order: Order, game: str, pigs: Cards = 0) -> Tables:
    """The tables for rules of thumb in that game."""
    return Tables(
        order.group,
        order.strength,
        order.beats,
        order.beats_last,
        order.groups,
        rules.deck,
        game in DUCKING,
        special_bits(rules) if game in WITH_EXTRAS else 0,
        pigs,
    )


@dataclass(frozen=True, slots=True)
class Position:
    """A round of cards as a seat knows it; sets of seats are bits."""

    seat: Seat
    #: A table that looks the same to the seat. Only what the seat knows of it may be used: the
    #: other hands in it are guesses.
    table: DoppelkopfMatch
    view: View
    game: str
    tables: Tables
    hand: Cards
    #: What may be played, if it is the seat's turn.
    choice: Cards
    #: All cards that lie on the table or in tricks.
    gone: Cards
    friends: int
    foes: int

    @property
    def order(self) -> Order:
        return self.table.order

    @property
    def trick(self) -> list[Card]:
        return self.table.trick

    @property
    def alone(self) -> bool:
        """Does the seat know that it plays against all three others?"""
        return self.foes.bit_count() == 3

    @property
    def trumps(self) -> Cards:
        return self.order.groups[TRUMP]

    @property
    def last(self) -> bool:
        """Is this the last trick?"""
        return len(self.table.history) + 1 == self.table.size

    def winning(self) -> tuple[int, Seat]:
        """The place of the best card on the table, and whose it is."""
        best = winner(self.order, self.trick, self.last)
        return best, (self.table.leader + best) & 3


def table_from(observation: Observation, rng: Random) -> DoppelkopfMatch:
    """A table that looks to the seat as the real one does."""
    assert isinstance(observation.rules, DoppelkopfRules)
    return DoppelkopfMatch.sample_state(observation.rules, 4, observation.view, rng)


def position_from(observation: Observation, rng: Random) -> Position:
    view: View = observation.view
    assert view.seat is not None and isinstance(observation.rules, DoppelkopfRules)
    table = table_from(observation, rng)
    gone = 0
    for trick in table.history:
        for card in trick.cards:
            gone |= 1 << card
    for card in (*table.trick, *table.early.values()):
        gone |= 1 << card
    own = view.parties[view.seat]
    friends = foes = 0
    if own is not None and not table.open_party:
        for seat, party in enumerate(view.parties):
            if seat != view.seat and party is not None:
                friends |= (party == own) << seat
                foes |= (party != own) << seat
    hand = table.hands[view.seat]
    choice = table.owed & hand
    if not choice:
        choice = legal(table.order, hand, table.trick[0] if table.trick else -1)
    game = view.game or "normal"
    return Position(
        seat=view.seat,
        table=table,
        view=view,
        game=game,
        tables=tables_of(observation.rules, table.order, game, table.pig_cards),
        hand=hand,
        choice=choice,
        gone=gone,
        friends=friends,
        foes=foes,
    )
