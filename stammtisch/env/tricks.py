"""What games of tricks have in common: cards by name, and the order in which they were played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from stammtisch.env.coding import Turned
from stammtisch.env.layout import Page, Part
from stammtisch.games.game import Seat


def history_layout(cards: int) -> Iterator[Part]:
    yield Part(
        "history_cards",
        cards,
        "every card played in this deal, in order: 1 + its number, 0 is none",
    )
    yield Part("history_seats", cards, "who played it: 1 is oneself, 2 who sits next …")


def write_history(
    page: Page, turned: Turned, numbers: Mapping[str, int], played: Iterable[tuple[Seat, str]]
) -> None:
    for index, (seat, card) in enumerate(played):
        page.put("history_cards", index, 1 + numbers[card])
        page.put("history_seats", index, 1 + turned(seat))


def write_cards(
    page: Page,
    name: str,
    numbers: Mapping[str, int],
    cards: Iterable[str] | None,
    offset: int = 0,
) -> None:
    """How many there are of each."""
    for card in cards or ():
        page.add(name, offset + numbers[card])
