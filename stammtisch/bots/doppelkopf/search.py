"""Hands that the others could have, many of them, quickly.

They keep to the same facts as a table that is imagined from the view: cards played, suits not
followed, club queens by what is known of the parties, a bride's queens, pigs. Where a poverty was
sold, or wrong moves make the facts contradict each other, whole tables are imagined instead.

What the end of an imagined round is worth to a seat, in points.

Trying every card in rounds that are imagined and played to their end.

In each imagined deal every card is tried with the same luck, so that little of the difference
between two cards is chance. Cards that fall behind are tried no further.

What a hand is worth before the first card: whole rounds of each game, imagined.

A black sow is sold later; then it is the cards that are left.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from stammtisch.bots.doppelkopf import thumbs
from stammtisch.bots.doppelkopf.position import Position, tables_of
from stammtisch.bots.doppelkopf.thumbs import deal_out
from stammtisch.games.doppelkopf.cards import ALL_EYES, Card, Cards, mask, members, pairs
from stammtisch.games.doppelkopf.kernel import Order, club_queens
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.scoring import (
    WITH_EXTRAS,
    Facts,
    Taken,
    Two,
    Words,
    extras_of,
    score,
)
from stammtisch.games.doppelkopf.table import SEATS
from stammtisch.games.doppelkopf.tricks import CLARIFYING_TRICKS, CLUB_QUEENS, SECRET, fulfils
from stammtisch.games.game import Seat

_CLUB_QUEENS = pairs("cq")
#: How often one deals anew before one thinks that no deal can succeed.
_TRIES = 4


class Worlds:
    """All that is known of the hidden hands in a position."""

    def __init__(self, position: Position) -> None:
        table, view = position.table, position.view
        self._table = table
        self._view = view
        self._seat = position.seat
        self._others = [seat for seat in SEATS if seat != position.seat]
        self._left: Cards = table.rules.deck & ~position.gone & ~position.hand
        self._played = _played(table)
        self._may = _not_void(table)
        self._sure = [0, 0, 0, 0]
        self._wants: list[Seat] = []
        sold = view.poverty is not None or bool(view.unsold)
        self._plain = not sold and not table.rules.open_cards
        if self._plain:
            self._queens()
            self._pigs()

    def _queens(self) -> None:
        view = self._view
        if view.wedding is not None:
            self._only(_CLUB_QUEENS, view.wedding.bride)
        elif view.game in SECRET:
            for seat in self._others:
                if view.parties[seat] == "kontra":
                    self._may[seat] &= ~_CLUB_QUEENS
                elif view.parties[seat] == "re" and not self._played[seat] & _CLUB_QUEENS:
                    self._wants.append(seat)

    def _pigs(self) -> None:
        for seat, cards in (
            (self._view.pigs, self._table.pig_cards),
            (self._view.superpigs, self._table.superpig_cards),
        ):
            if seat is not None:
                self._only(cards, seat)

    def _only(self, cards: Cards, seat: Seat) -> None:
        """What is left of these cards is in that hand."""
        self._sure[seat] |= cards & self._left
        for other in self._others:
            if other != seat:
                self._may[other] &= ~cards

    def deal(self, rng: Random) -> list[Cards]:
        """The four hands, as they could be."""
        if self._plain:
            for _ in range(_TRIES):
                hands = self._deal(rng)
                if hands:
                    return hands
        return DoppelkopfMatch.sample_state(self._table.rules, 4, self._view, rng).hands

    def _deal(self, rng: Random) -> list[Cards]:
        left = self._left
        hands = [0, 0, 0, 0]
        hands[self._seat] = self._table.hands[self._seat]
        for seat in self._others:
            hands[seat] = self._sure[seat]
            left &= ~self._sure[seat]
        for seat in self._wants:
            queens = list(members(left & _CLUB_QUEENS & self._may[seat]))
            if queens:
                queen = 1 << rng.choice(queens)
                hands[seat] |= queen
                left ^= queen
        rooms = [self._view.counts[seat] - hands[seat].bit_count() for seat in self._others]
        if min(rooms) < 0:
            return []
        allowed = [self._may[seat] for seat in self._others]
        dealt = deal_out(list(members(left)), rooms, allowed, rng.getrandbits(31))
        if not dealt:
            return []
        for seat, cards in zip(self._others, dealt, strict=True):
            hands[seat] |= cards
        return hands

    def re_party(self, hands: list[Cards]) -> int:
        """Who would be re if these were the hands."""
        if self._view.game in SECRET:
            return sum(
                1 << seat for seat in SEATS if (hands[seat] | self._played[seat]) & _CLUB_QUEENS
            )
        return sum(1 << seat for seat in SEATS if self._view.parties[seat] == "re")


def _played(table: DoppelkopfMatch) -> list[Cards]:
    """What each seat has played."""
    played = [0, 0, 0, 0]
    for trick in (*table.history, Taken(table.leader, tuple(table.trick), table.leader)):
        for place, card in enumerate(trick.cards):
            played[(trick.leader + place) & 3] |= 1 << card
    for seat, card in table.early.items():
        played[seat] |= 1 << card
    return played


def _not_void(table: DoppelkopfMatch) -> list[Cards]:
    """What each seat may still hold, by the suits that it did not follow."""
    may = [table.rules.deck] * 4
    sow = any(said.word.startswith("black_sow_") for said in table.said)
    running = Taken(table.leader, tuple(table.trick), table.leader)
    for number, trick in enumerate((*table.history, running), start=1):
        # Before a black sow was sold the order was another one.
        order = table.order_for("black_sow") if sow and number <= table.settled else table.order
        for place, card in enumerate(trick.cards):
            if order.group[card] != order.group[trick.cards[0]]:
                may[(trick.leader + place) & 3] &= ~order.follow[trick.cards[0]]
    return may


#: Points for an eye above half of them: of two ways that are worth the same, the one with more
#: eyes is safer.
AN_EYE = 0.01

#: With so many eyes of re, from either side, something begins to be worth more or less.
_STEPS = (1, 30, 60, 90, 120, 121, 150, 151, 180, 181, 210, 211, ALL_EYES)
#: The step on which so many eyes are.
_STEP = tuple(bisect_right(_STEPS, eyes) for eyes in range(ALL_EYES + 1))


class Points:
    """The points of a player of re and of kontra, however a round of this kind ends."""

    def __init__(
        self, rules: DoppelkopfRules, game: str, calls: tuple[Words, Words], factor: int
    ) -> None:
        self._rules = rules
        self._game = game
        self._calls = calls
        self._factor = factor
        self._known: dict[tuple[int, bool, bool, int], Two] = {}

    def of(self, eyes: int, tricks: Two, special: int) -> Two:
        """`eyes` are re's, `special` its special points less those of kontra."""
        key = (_STEP[eyes], tricks[0] == 0, tricks[1] == 0, special)
        each = self._known.get(key)
        if each is None:
            extras = (("fox",) * special, ("fox",) * -special)
            both = (eyes, ALL_EYES - eyes)
            facts = Facts(self._game, both, tricks, self._calls, extras, self._factor)
            each = self._known[key] = score(self._rules, facts).each
        return each


#: They are the same in all rounds, so they are kept.
points_of = lru_cache(maxsize=512)(Points)


class Worth:
    """The worth of what `thumbs.rollout` returns, if these are the calls at the end."""

    def __init__(
        self,
        rules: DoppelkopfRules,
        game: str,
        seat: Seat,
        tricks: int,
        calls: tuple[Words, Words] = ((), ()),
        factor: int = 1,
        won: tuple[Order, list[Taken], int] | None = None,
    ) -> None:
        """`won` are the tricks so far, with the order and the pigs by which they were played."""
        self._rules = rules
        self._seat = seat
        self._tricks = tricks
        self._won = won
        alone = SECRET.get(game, "solo_diamonds" if game == "wedding" else game)
        self._extras = game in WITH_EXTRAS, alone in WITH_EXTRAS
        self._points = (
            points_of(rules, game, calls, factor),
            points_of(rules, alone, calls, factor),
        )
        self._so_far: dict[int, int] = {}

    def __call__(self, ended: int) -> float:
        eyes, tricks, re = ended & 255, ended >> 8 & 15, ended >> 20
        alone = re & (re - 1) == 0
        special = 0
        if self._extras[alone]:
            special = (ended >> 12 & 255) - 32
            if self._won is not None:
                special += self._special(re)
        each = self._points[alone].of(eyes, (tricks, self._tricks - tricks), special)
        if re >> self._seat & 1:
            return each[0] + AN_EYE * (eyes - ALL_EYES / 2)
        return each[1] - AN_EYE * (eyes - ALL_EYES / 2)

    def _special(self, re: int) -> int:
        """Special points of the tricks so far, of re less those of kontra."""
        if re not in self._so_far:
            assert self._won is not None
            order, tricks, pigs = self._won
            ours, theirs = extras_of(self._rules, order, tricks, re, pigs)
            self._so_far[re] = len(ours) - len(theirs)
        return self._so_far[re]


NATIVE = not str(thumbs.__file__).endswith(".py")
#: Cards that may be played in imagined rounds for one decision: it bounds the time.
CARDS_PLAYED = 24_000 if NATIVE else 16_000
#: Deals that are imagined at least and at most.
LEAST_DEALS, MOST_DEALS = 16, 80
#: How often the cards that fall behind are left out.
STAGES = 4


@dataclass(slots=True)
class Tried:
    """A card and how the rounds ended in which it was played."""

    card: Card
    ends: list[int] = field(default_factory=list)
    total: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / max(1, len(self.ends))


def candidates(position: Position) -> list[Card]:
    """One card of each name that may be played."""
    names = position.table.names
    kinds: dict[str, Card] = {}
    for card in members(position.choice):
        kinds[names[card]] = card
    return list(kinds.values())


def worth_now(position: Position, calls: tuple[Words, Words]) -> Worth:
    table = position.table
    won = (table.order, table.history, table.pig_cards)
    factor = table.buck.factor
    return Worth(table.rules, position.game, position.seat, table.size, calls, factor, won)


def calls_now(position: Position) -> tuple[Words, Words]:
    return position.view.re_calls, position.view.kontra_calls


def try_cards(position: Position, rng: Random) -> list[Tried]:
    """All cards that may be played, the best first."""
    table = position.table
    cards = candidates(position)
    left = sum(position.view.counts)
    deals = CARDS_PLAYED // (left * len(cards))
    deals = max(LEAST_DEALS, min(MOST_DEALS, deals))
    worlds = Worlds(position)
    worth = worth_now(position, calls_now(position))
    bride, seeks, wish = _seeking(position)
    shown, black = table.public, _black_tricks(table)
    running = [Tried(card) for card in cards]
    dropped: list[Tried] = []
    for number in range(deals):
        hands = worlds.deal(rng)
        re = worlds.re_party(hands)
        seed = rng.getrandbits(31)
        for tried in running:
            end = thumbs.rollout(
                position.tables,
                hands,
                table.leader,
                table.trick,
                position.gone,
                table.eyes,
                table.won,
                re,
                shown,
                tried.card,
                seed,
                bride,
                seeks,
                wish,
                black,
            )
            tried.ends.append(end)
            tried.total += worth(end)
        if number % (deals // STAGES) == deals // STAGES - 1 and len(running) > 2:
            running.sort(key=lambda tried: -tried.mean)
            keep = (len(running) + 1) // 2
            dropped = running[keep:] + dropped
            running = running[:keep]
    running.sort(key=lambda tried: -tried.mean)
    return running + dropped


def _black_tricks(table: DoppelkopfMatch) -> int:
    """How many tricks of clubs there were without a trump, and from bit 4 on of spades."""
    found = [0, 0]
    for trick in table.history:
        suit = table.order.group[trick.cards[0]]
        if suit < 2 and not mask(trick.cards) & table.order.trumps:
            found[suit] += 1
    return found[0] | found[1] << 4


def _seeking(position: Position) -> tuple[int, int, Cards]:
    """The bride who has no partner yet, for how many tricks more, and which leads she wants."""
    table, wedding = position.table, position.view.wedding
    if wedding is None or wedding.trick is not None or wedding.wish is None:
        return -1, 0, 0
    order = table.order
    wish = sum(
        1 << card for card in members(table.rules.deck) if fulfils(order, wedding.wish, card)
    )
    return wedding.bride, CLARIFYING_TRICKS - len(table.history), wish


#: Deals that are imagined: to look at all games, and once more at the best.
DEALS = 40 if NATIVE else 16
MORE_DEALS = 120 if NATIVE else 48
#: So much more must a hand be worth before one says re with it.
SAYS_RE = 0.4

_NO_CALLS: tuple[Words, Words] = ((), ())
_RE: tuple[Words, Words] = (("re",), ())
_KONTRA: tuple[Words, Words] = ((), ("kontra",))


class Outlook:
    """The hand of a seat, and hands that the others may have."""

    def __init__(self, table: DoppelkopfMatch, seat: Seat, rng: Random) -> None:
        self._table = table
        self._seat = seat
        self._rng = rng
        self._hand = table.hands[seat]
        self._gone = mask(card for trick in table.history for card in trick.cards)
        self._left = list(members(table.rules.deck & ~self._hand & ~self._gone))
        self._deals: list[list[Cards]] = []

    def _hands(self, count: int) -> list[list[Cards]]:
        left, seat = self._left, self._seat
        size = self._hand.bit_count()
        while len(self._deals) < count:
            self._rng.shuffle(left)
            parts = (left[:size], left[size : 2 * size], left[2 * size :])
            hands = [0, 0, 0, 0]
            hands[seat] = self._hand
            for step, part in enumerate(parts, start=1):
                hands[(seat + step) & 3] = sum(1 << card for card in part)
            self._deals.append(hands)
        return self._deals[:count]

    def normal(self, deals: int) -> float:
        """The worth of what is played if nobody has a solo."""
        both = self._hand & CLUB_QUEENS == CLUB_QUEENS
        marries = both and self._table.rules.wedding != "none"
        return self.of("wedding" if marries else "normal", deals)

    def of(self, game: str, deals: int) -> float:
        """The mean points of the seat in that game, with re or kontra said if that pays."""
        table, seat = self._table, self._seat
        order = table.order_for(game)
        tables = tables_of(table.rules, order, game)
        factor = table.buck.factor
        said = _RE if game not in SECRET or self._hand & CLUB_QUEENS else _KONTRA
        silent = Worth(table.rules, game, seat, table.size, _NO_CALLS, factor)
        called = Worth(table.rules, game, seat, table.size, said, factor)
        bride, seeks = (seat, CLARIFYING_TRICKS) if game == "wedding" else (-1, 0)
        points = more = 0.0
        for hands in self._hands(deals):
            re = club_queens(hands) if game in SECRET else 1 << seat
            end = thumbs.rollout(
                tables,
                hands,
                self._leader(game),
                [],
                self._gone,
                table.eyes,
                table.won,
                re,
                0 if game in SECRET else sum(1 << at for at in SEATS),
                -1,
                self._rng.getrandbits(31),
                bride,
                seeks,
                table.rules.deck,
            )
            points += silent(end)
            more += called(end)
        return max(points, more - SAYS_RE * deals) / deals

    def _leader(self, game: str) -> Seat:
        table, seat = self._table, self._seat
        if table.history:
            return table.leader
        if not game.startswith("solo_"):
            return table.first
        duty = table.rules.compulsory_solos and not table.solo_done[seat]
        return seat if duty or table.rules.solist_begins else table.first

    def best_solo(self) -> tuple[str, float, float]:
        """The best solo for the hand, its worth, and what a normal game is worth."""
        first = {solo: self.of(solo, DEALS) for solo in self._table.rules.solos}
        best = sorted(first, key=lambda solo: -first[solo])[:2]
        worth = {
            solo: self.of(solo, MORE_DEALS) for solo in best if first[solo] > 0 or len(best) < 2
        }
        if not worth:
            return best[0], first[best[0]], 0.0
        solo = max(worth, key=lambda one: worth[one])
        return solo, worth[solo], self.normal(MORE_DEALS)
