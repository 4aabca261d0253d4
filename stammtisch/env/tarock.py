"""Tarock in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from stammtisch.env.layout import (
    Coding,
    Page,
    Part,
    Turned,
    history_layout,
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
    yield Part("hand", CARDS, "one's cards")
    yield Part("dealt", CARDS, "one's cards as they were dealt")
    yield Part("counts", seats, "how many cards each seat holds")
    yield Part("phase", len(_PHASES), "one of " + ", ".join(_PHASES))
    yield Part("dealer", seats, "who deals")
    yield Part("mover", seats, "whose decision is next")
    yield Part("bids", seats * len(_BIDS), "what each seat has bid: " + ", ".join(_BIDS))
    yield Part("contract", len(_CONTRACTS), "what is played, in the order of the bids")
    yield Part("declarer", seats, "who plays it")
    yield Part("called", len(SUITS), "the suit of the called king: " + ", ".join(SUITS))
    yield Part("partner", seats, "who plays with the declarer, as far as one knows")
    yield Part("partner_known", 1, "1 if that is sure")
    yield Part("piles", TALON * CARDS, "the cards of each pile of the talon, once they are shown")
    yield Part("picked", TALON, "the pile that was taken")
    yield Part("shown", CARDS, "the taroks that were laid down for all to see")
    yield Part("discarded", CARDS, "what one has laid down oneself")
    yield Part(
        "announced",
        seats * len(BONUSES),
        "the factor of each bonus that a seat has announced: " + ", ".join(BONUSES),
    )
    yield Part("game_factor", 1, "what kontra has made of the game")
    yield from history_layout(_PLAYED)
    yield Part("trick", seats * CARDS, "the card of each seat in the running trick")
    yield Part("leader", seats, "who led it")
    yield Part("taken", seats, "tricks of each seat")
    yield Part("gifts", seats * CARDS, "cards of the talon that each seat got with tricks (klop)")
    yield Part("open_hand", CARDS, "the declarer's hand, where it lies open")
    yield Part("radli", seats, "the radli of each seat")
    yield Part("totals", seats, "the points of each seat so far")
    yield Part("votes", seats * len(CHOICES), "how to go on: " + ", ".join(CHOICES))
    yield Part("deal", 1, "the number of the deal")


def _write(view: View, page: Page, turned: Turned) -> None:
    _write_state(view, page, turned)
    _write_auction(view, page, turned)
    for pile, cards in enumerate(view.piles):
        write_cards(page, "piles", NUMBERS, cards, pile * CARDS)
    if view.picked is not None:
        page.put("picked", view.picked)
    for one in view.announced:
        place = turned(one.seat) * len(BONUSES) + BONUSES.index(one.bonus)
        page.put("announced", place, one.factor)
    page.put("game_factor", 0, view.game_factor)
    _write_tricks(view, page, turned)


def _write_state(view: View, page: Page, turned: Turned) -> None:
    for name in ("hand", "dealt", "shown", "discarded", "open_hand"):
        write_cards(page, name, NUMBERS, getattr(view, name))
    for name in ("counts", "radli", "totals"):
        page.fill(name, turned.around(getattr(view, name)))
    for name in ("dealer", "mover", "declarer", "partner"):
        turned.mark(page, name, getattr(view, name))
    page.put("partner_known", 0, view.partner_known)
    page.put("phase", _PHASES.index(view.phase))
    page.put("deal", 0, view.deal)
    for place, choice in enumerate(turned.around(view.votes)):
        if choice is not None:
            page.put("votes", place * len(CHOICES) + CHOICES.index(choice))


def _write_auction(view: View, page: Page, turned: Turned) -> None:
    for bid in view.bids:
        page.put("bids", turned(bid.seat) * len(_BIDS) + _BIDS.index(bid.contract))
    if view.contract is not None:
        page.put("contract", _CONTRACTS.index(view.contract))
    if view.called is not None:
        page.put("called", SUITS.index(view.called))


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
