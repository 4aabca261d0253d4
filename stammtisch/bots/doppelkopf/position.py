"""What a bot makes of what it sees: the cards as sets, the parties as bits, what is on the table;
and how good a hand is by counting.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from stammtisch.bots.bots import Decision, Reason
from stammtisch.bots.doppelkopf.thumbs import Tables
from stammtisch.games.doppelkopf.calls import least_cards
from stammtisch.games.doppelkopf.cards import EYES, Card, Cards, members
from stammtisch.games.doppelkopf.kernel import TRUMP, Order, eyes_of, legal, winner
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Say
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.scoring import NULL_GAMES, RAMSCH, WITH_EXTRAS, special_bits
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import CALLS, DENIALS
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


# --- how good a hand is, by counting -------------------------------------------------------------

_FULL_HAND = 12


def trumps_in(table: DoppelkopfMatch, seat: Seat) -> int:
    """Trumps of a normal game in the hand."""
    return (table.hands[seat] & table.order_for("normal").groups[TRUMP]).bit_count()


def tricks_in(order: Order, hand: Cards, deck: Cards) -> float:
    """About how many tricks the hand makes alone in this order, of twelve.

    A trump is worth what part of the trumps elsewhere it beats, and each one above the share of
    the others something more; of a plain suit the cards count that nobody can beat.
    """
    out = deck & ~hand
    trumps = order.groups[TRUMP]
    others = (out & trumps).bit_count()
    own = (hand & trumps).bit_count()
    tricks = max(0.0, own - others / 2) / 2
    for card in members(hand & trumps):
        beating = (order.beats[card] & out & trumps).bit_count()
        tricks += (1 - beating / others) ** 2 if others else 1.0
    for suit in range(4):
        group = order.groups[suit]
        held, elsewhere = hand & group, (out & group).bit_count()
        for card in members(held):
            if not order.beats[card] & out & group:
                tricks += 0.9 if elsewhere >= 3 or not trumps else 0.6
    return tricks * _FULL_HAND / max(1, hand.bit_count())


def strength_of(order: Order, hand: Cards, deck: Cards) -> float:
    """How strong a whole hand is where one plays with a partner: tricks that it makes."""
    voids = sum(not hand & group for group in order.groups[:TRUMP])
    return tricks_in(order, hand, deck) + 0.5 * voids


def best_solo(table: DoppelkopfMatch, seat: Seat) -> tuple[str, float]:
    """The solo of the table that the hand is best for, and the tricks that it would make.

    The fewer trumps there are, the more a trick is worth: with none, two more are made of it.
    Null games count the other way round: what is missing to many tricks.
    """
    hand, deck = table.hands[seat], table.rules.deck
    worth = {}
    for solo in table.rules.solos:
        order = table.order_for(solo)
        if solo in NULL_GAMES:
            high = sum(EYES[card] >= 10 or order.group[card] == TRUMP for card in members(hand))
            worth[solo] = 9.0 - 2.0 * high
        else:
            few = 2 - (order.groups[TRUMP] & deck).bit_count() / 12
            worth[solo] = tricks_in(order, hand, deck) + few
    return max(worth.items(), key=lambda one: one[1])


#: The strength that each call needs with a partner, and alone; each eye that the own side has won
#: above its share, as far as it is known, counts a little.
NEEDED = {"re": 5.0, "kontra": 8.0, "no90": 8.5, "no60": 10.5, "no30": 12.5, "black": 14.0}
ALONE = 2.5
AN_EYE = 0.04


def last_chance(observation: Observation, position: Position) -> Say | None:
    """The call that must be made before the next card, or not at all."""
    calls = [one for one in observation.actions if isinstance(one, Say) and one.word in CALLS]
    if not calls:
        return None
    table, call = position.table, calls[0]
    limit = least_cards(call.word, table.size, table.settled)
    return call if position.hand.bit_count() <= limit else None


def call_by_counting(observation: Observation, position: Position) -> Decision | None:
    call = last_chance(observation, position)
    if call is None or position.tables.ducking:
        return None
    table = position.table
    worth = strength_of(position.order, table.start[position.seat], table.rules.deck)
    own = position.friends | 1 << position.seat
    won = sum(table.eyes[seat] for seat in range(4) if own >> seat & 1)
    worth += AN_EYE * (won - eyes_of(position.gone) / 2)
    needed = NEEDED[call.word] + (ALONE if position.alone else 0.0)
    if worth < needed:
        return None
    if call.word in DENIALS:
        return Decision(call, Reason("promises_more"))
    return Decision(call, Reason("strong_enough"))
