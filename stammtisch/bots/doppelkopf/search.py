"""Trying every card in rounds that are imagined and played to their end.

In each imagined deal every card is tried with the same luck, so that little of the difference
between two cards is chance. Cards that fall behind are tried no further.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from stammtisch.bots.doppelkopf import thumbs
from stammtisch.bots.doppelkopf.position import Position
from stammtisch.bots.doppelkopf.worlds import Worlds
from stammtisch.bots.doppelkopf.worth import Worth
from stammtisch.games.doppelkopf.cards import Card, Cards, members
from stammtisch.games.doppelkopf.scoring import Words
from stammtisch.games.doppelkopf.wedding import CLARIFYING_TRICKS, fulfils

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
    shown = table.public
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
