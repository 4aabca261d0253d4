"""Tarock in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from stammtisch.env.layout import (
    Coding,
    Page,
    Part,
    Turned,
    cards,
    choice_of_each_seat,
    each_seat,
    history_layout,
    number,
    one_of,
    one_seat,
    write_cards,
    write_history,
)
from stammtisch.games.game import Seat
from stammtisch.games.tarock import words as numbers
from stammtisch.games.tarock.board import TALON
from stammtisch.games.tarock.cards import CARDS, NAMES, NUMBERS, SUITS
from stammtisch.games.tarock.match import TAROCK
from stammtisch.games.tarock.records import BONUSES, CHOICES, TARGETS, Phase
from stammtisch.games.tarock.rules import CONTRACTS, PASS
from stammtisch.games.tarock.table import TarockTable
from stammtisch.games.tarock.view import View

_PHASES: tuple[str, ...] = get_args(Phase)
_CONTRACTS = tuple(CONTRACTS)
_BIDS = (PASS, *_CONTRACTS)
#: Cards that can be played in a deal.
_PLAYED = 48
_SEATS = 4


def _layout(seats: int) -> Iterator[Part]:
    yield cards("hand", NUMBERS, "one's cards")
    yield cards("dealt", NUMBERS, "one's cards as they were dealt")
    yield each_seat("counts", seats, "how many cards each seat holds")
    yield one_of("phase", _PHASES, "one of " + ", ".join(_PHASES))
    yield one_seat("dealer", seats, "who deals")
    yield one_seat("mover", seats, "whose decision is next")
    yield Part("bids", seats * len(_BIDS), "what each seat has bid: " + ", ".join(_BIDS))
    yield one_of("contract", _CONTRACTS, "what is played, in the order of the bids")
    yield one_seat("declarer", seats, "who plays it")
    yield one_of("called", SUITS, "the suit of the called king: " + ", ".join(SUITS))
    yield one_seat("partner", seats, "who plays with the declarer, as far as one knows")
    yield number("partner_known", "1 if that is sure")
    yield Part("piles", TALON * CARDS, "the cards of each pile of the talon, once they are shown")
    yield one_of("picked", range(TALON), "the pile that was taken")
    yield cards("shown", NUMBERS, "the taroks that were laid down for all to see")
    yield cards("discarded", NUMBERS, "what one has laid down oneself")
    yield Part(
        "announced",
        seats * len(BONUSES),
        "the factor of each bonus that a seat has announced: " + ", ".join(BONUSES),
    )
    yield number("game_factor", "what kontra has made of the game")
    yield from history_layout(_PLAYED)
    yield Part("trick", seats * CARDS, "the card of each seat in the running trick")
    yield Part("leader", seats, "who led it")
    yield Part("taken", seats, "tricks of each seat")
    yield Part("gifts", seats * CARDS, "cards of the talon that each seat got with tricks (klop)")
    yield cards("open_hand", NUMBERS, "the declarer's hand, where it lies open")
    yield each_seat("radli", seats, "the radli of each seat")
    yield each_seat("totals", seats, "the points of each seat so far")
    yield choice_of_each_seat("votes", seats, CHOICES, "how to go on: " + ", ".join(CHOICES))
    yield number("deal", "the number of the deal")


def _write(view: View, page: Page, turned: Turned) -> None:
    for bid in view.bids:
        page.put("bids", turned(bid.seat) * len(_BIDS) + _BIDS.index(bid.contract))
    for at, pile in enumerate(view.piles):
        write_cards(page, "piles", NUMBERS, pile, at * CARDS)
    for one in view.announced:
        place = turned(one.seat) * len(BONUSES) + BONUSES.index(one.bonus)
        page.put("announced", place, one.factor)
    _write_tricks(view, page, turned)


def _write_tricks(view: View, page: Page, turned: Turned) -> None:
    played: list[tuple[Seat, str]] = []
    for trick in view.tricks:
        played += _laid(trick.leader, trick.cards)
        if trick.winner is not None:
            page.add("taken", turned(trick.winner))
            if trick.gift is not None:
                page.put("gifts", turned(trick.winner) * CARDS + NUMBERS[trick.gift])
    if view.trick is not None:
        turned.mark(page, "leader", view.trick.leader)
        running = _laid(view.trick.leader, view.trick.cards)
        for seat, card in running:
            page.put("trick", turned(seat) * CARDS + NUMBERS[card])
        played += running
    write_history(page, turned, NUMBERS, played)


def _laid(leader: Seat, cards: Sequence[str]) -> list[tuple[Seat, str]]:
    return [((leader + place) % _SEATS, card) for place, card in enumerate(cards)]


def _points(match: TarockTable) -> list[int]:
    return match.totals


#: "game" is doubled by kontra, and no bonus.
_SAID = (*BONUSES, *(target for target in TARGETS if target not in BONUSES))

CODING = Coding(
    game=TAROCK,
    options={"deals": 1},
    count=numbers.COUNT,
    layout=_layout,
    write=_write,
    points=_points,
    parts=(*NAMES, *_SAID),
)
