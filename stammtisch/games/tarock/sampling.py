"""A table of Tarock that looks to one seat as it does: the cards that it cannot see are anywhere
they can be.

All comes from the view. What rules a place out for a card: suits that were not followed and cards
that were not beaten; the exchange (what was taken from the talon is in the declarer's hand or was
laid down, and what lies there unseen is no king and no tarok); the cards of announced ultimos; the
side on which a seat must be that said kontra; and, where hands without taroks are dealt again,
that everybody has been dealt one.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple, TypeVar

from stammtisch.games.game import Rules, Seat
from stammtisch.games.spreading import Place, mix, spread_out
from stammtisch.games.tarock.board import TALON
from stammtisch.games.tarock.cards import (
    KINGS,
    LOW_CARDS,
    NUMBERS,
    PACK,
    PAGAT,
    SUITS,
    TAROKS,
    Cards,
    mask,
    named,
)
from stammtisch.games.tarock.kernel import cards_of, ruled_out
from stammtisch.games.tarock.records import Trick
from stammtisch.games.tarock.rules import TarockRules, Terms, terms_of
from stammtisch.games.tarock.scoring import Sheet
from stammtisch.games.tarock.table import TarockTable
from stammtisch.games.tarock.talk import Talk
from stammtisch.games.tarock.view import View

Table = TypeVar("Table", bound=TarockTable)
_SEATS = range(4)
#: How often cards are spread anew before a tarok is forced into a hand that must have had one.
_TRIES = 8


class Lie(NamedTuple):
    """How all cards may lie: hands as dealt, the talon, and what was laid down."""

    dealt: list[Cards]
    talon: list[int]
    laid: Cards


class Imagination:
    """What a view tells of the cards; many tables can be drawn from it."""

    def __init__(self, rules: Rules, view: View) -> None:
        assert isinstance(rules, TarockRules)
        self.rules = rules
        self.view = view
        self._terms: Terms | None = None
        if view.contract is not None:
            self._terms = terms_of(rules)[view.contract]
        self._king = KINGS[SUITS.index(view.called)] if view.called else -1
        self._played = [0, 0, 0, 0]
        for trick in self._all_tricks():
            for place, name in enumerate(trick.cards):
                self._played[(trick.leader + place) % 4] |= 1 << NUMBERS[name]
        self._talon = named(name for pile in view.piles for name in pile)
        self._picked = named(view.piles[view.picked]) if view.picked is not None else 0
        self._gifts = [NUMBERS[trick.gift] for trick in view.tricks if trick.gift]
        self._live = view.phase not in ("dealing", "scored", "over")
        if self._live:
            self._locked = self._locks()
            self._set_known()
            self._set_allowed()
            self._holders = self._king_holders()

    # --- what is known --------------------------------------------------------------------------

    def _all_tricks(self) -> Iterator[Trick]:
        yield from self.view.tricks
        if self.view.trick is not None:
            yield self.view.trick

    def _locks(self) -> list[Cards]:
        locked = [0, 0, 0, 0]
        for one in self.view.announced:
            if one.bonus == "pagat_ultimo":
                locked[one.seat] |= 1 << PAGAT
            elif one.bonus == "kings_ultimo":
                locked[one.seat] |= 1 << self._king
        return locked

    def _set_known(self) -> None:
        """Which cards are known to be in which hand now, and which are known at all."""
        view = self.view
        hands: list[Cards] = [0, 0, 0, 0]
        if view.seat is not None and view.hand is not None:
            hands[view.seat] = named(view.hand)
        if view.open_hand is not None and view.declarer is not None:
            hands[view.declarer] = named(view.open_hand)
        self._hands = hands
        self._laid = named(view.discarded if view.discarded is not None else view.shown)
        known = mask(self._gifts) | self._laid | (self._talon & ~self._picked)
        if view.picked is None:
            known |= self._talon
        for seat in _SEATS:
            known |= hands[seat] | self._played[seat]
        self._hidden = PACK & ~known

    def _set_allowed(self) -> None:
        """What of the hidden cards each seat may hold."""
        view = self.view
        self._allowed = [self._hidden] * 4
        for seat in _SEATS:
            if seat != view.declarer:
                self._allowed[seat] &= ~self._picked
        if self._terms is not None:
            manner = self._terms.manner
            locks = self._locked if self.rules.ultimo_locked else [0, 0, 0, 0]
            for trick in self._all_tricks():
                cards = [NUMBERS[name] for name in trick.cards]
                for place, card in enumerate(cards):
                    seat = (trick.leader + place) % 4
                    self._allowed[seat] &= ~ruled_out(manner, card, cards[:place], locks[seat])
        if view.shown and view.declarer is not None and not self.rules.free_tarok_discard:
            # Taroks had to go because there was nothing else.
            self._allowed[view.declarer] &= ~LOW_CARDS
        for seat in _SEATS:
            for other in _SEATS:
                if other != seat:
                    self._allowed[other] &= ~(self._locked[seat] & self._hidden)

    # --- whose the called king can be -----------------------------------------------------------

    def _king_holders(self) -> list[Seat]:
        """The seats that can hold the called king, given what was said; empty if it is known."""
        if self._king < 0 or not self._hidden >> self._king & 1:
            return []
        return [
            seat
            for seat in _SEATS
            if self._room(seat) and self._allowed[seat] >> self._king & 1 and self._could_say(seat)
        ]

    def _could_say(self, holder: Seat) -> bool:
        """Could all that was said have been said if that seat holds the called king?"""
        view = self.view
        assert view.declarer is not None and self._terms is not None
        side = 1 << view.declarer | 1 << holder
        talk = Talk(self._terms, self.rules.kontra_levels, view.declarer, side, secret=True)
        for said in view.said:
            kontra = tuple([one.target for one in said.kontra])
            if not set(said.bonuses) <= set(talk.bonuses(PACK, self._king)):
                return False
            if not set(kontra) <= set(talk.kontra()):
                return False
            if talk.say(said.bonuses, kontra) != said:
                return False
        return True

    def _room(self, seat: Seat) -> int:
        return self.view.counts[seat] - self._hands[seat].bit_count()

    # --- a table --------------------------------------------------------------------------------

    def table(self, table: Table, rng: Random) -> Table:
        """Make a new table look like the view, with the cards anywhere they may be."""
        return self.laid_out(table, self.lie(rng))

    def laid_out(self, table: Table, lie: Lie) -> Table:
        """Make a new table look like the view, with the cards lying like that."""
        view = self.view
        table.totals = list(view.totals)
        table.radli = list(view.radli)
        table.sheet = Sheet(view.sheet)
        table.votes = list(view.votes)
        table.done = view.deal if view.phase == "dealing" else view.deal - 1
        table.first_dealer = (view.dealer - table.done) % 4
        table.clear_deal()
        if view.phase != "dealing":
            self._play_on(table, lie)
        if not self._live:
            table.done = view.deal
            table.mover = -1
        table.phase = view.phase
        table.deadline = view.deadline
        return table

    def _play_on(self, table: TarockTable, lie: Lie) -> None:
        """All that has happened, with these cards dealt."""
        view = self.view
        table.lay(lie.dealt, lie.talon)
        for bid in view.bids:
            table.make_bid(bid.contract)
        if view.called:
            table.call_king(SUITS.index(view.called))
        if view.picked is not None:
            table.take_pile(view.picked, lie.laid)
        for said in view.said:
            table.say(said.bonuses, tuple([one.target for one in said.kontra]))
        for trick in self._all_tricks():
            for name in trick.cards:
                table.put(NUMBERS[name])

    def lie(self, rng: Random) -> Lie:
        """How the cards may lie by what the view tells."""
        if not self._live:
            return self._lie_shown()
        forced = 0
        for attempt in range(2 * _TRIES):
            hands, talon, laid = self._spread_somehow(rng, forced)
            dealt = [held | self._played[seat] for seat, held in enumerate(hands)]
            if (declarer := self.view.declarer) is not None:
                dealt[declarer] = (dealt[declarer] | laid) & ~self._picked
            without = [seat for seat in _SEATS if not dealt[seat] & TAROKS]
            if not without or self.rules.redeal != "automatic":
                break
            if attempt >= _TRIES:
                forced |= mask(without)
        return Lie(dealt, talon, laid)

    def _lie_shown(self) -> Lie:
        """The deal is over, and all its cards are on the sheet; or there is none yet."""
        if self.view.phase == "dealing":
            return Lie([0, 0, 0, 0], [], 0)
        result = self.view.sheet[-1]
        hands = [named(hand) for hand in result.hands]
        return Lie(hands, [NUMBERS[name] for name in result.talon], named(result.discarded))

    def _spread_somehow(self, rng: Random, forced: int) -> tuple[list[Cards], list[int], Cards]:
        """Hands as they are now, the talon, and what was laid down.

        The called king goes to any seat that can hold it, as likely as that has room.
        """
        holders = self._holders[:]
        while holders:
            holder = rng.choices(holders, [self._room(seat) for seat in holders])[0]
            if spread := self._spread_with(holder, rng, forced):
                return spread
            holders.remove(holder)
        spread = self._spread_with(None, rng, forced) or self._spread_with(None, rng, 0)
        assert spread, "No deal looks like this view."
        return spread

    def _spread_with(
        self, holder: Seat | None, rng: Random, forced: int
    ) -> tuple[list[Cards], list[int], Cards] | None:
        """The same with the king in that hand, and a tarok in those of the seats `forced`; None if
        the other cards do not fit then."""
        hands = self._hands[:]
        hidden = self._hidden
        if holder is not None:
            hands[holder] |= 1 << self._king
            hidden &= ~(1 << self._king)
        for seat in cards_of(forced):
            taroks = self._allowed[seat] & hidden & ~self._picked & TAROKS
            if taroks and hands[seat].bit_count() < self.view.counts[seat]:
                card = rng.choice(cards_of(taroks))
                hands[seat] |= 1 << card
                hidden &= ~(1 << card)
        places = [
            Place(self.view.counts[seat] - hands[seat].bit_count(), self._allowed[seat])
            for seat in _SEATS
        ]
        laid_down = Place(self._laid_unseen(), LOW_CARDS)
        unseen = 0 if self._talon else TALON - len(self._gifts)
        in_talon = Place(unseen, PACK & ~self._announced_cards())
        if not spread_out(cards_of(hidden), [*places, laid_down, in_talon], rng):
            return None
        hands = [held | mask(place.cards) for held, place in zip(hands, places, strict=True)]
        talon = [NUMBERS[name] for pile in self.view.piles for name in pile]
        if not talon:
            mix(in_talon.cards, rng)
            talon = [*self._gifts, *in_talon.cards]
        return hands, talon, self._laid | mask(laid_down.cards)

    def _laid_unseen(self) -> int:
        """How many cards were laid down that one does not know."""
        if self.view.picked is None or self._terms is None:
            return 0
        return self._terms.contract.pile - self._laid.bit_count()

    def _announced_cards(self) -> Cards:
        """The cards of announced ultimos, which are in a hand."""
        return self._locked[0] | self._locked[1] | self._locked[2] | self._locked[3]
