from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.mao.cards import CARDS
from stammtisch.terminal.mao.hand import ORDERS, Fan

CARD = st.integers(0, CARDS - 1)


def fan_of(*cards: int) -> Fan:
    fan = Fan()
    fan.take(cards)
    return fan


def without(fan: Fan, place: int) -> list[int]:
    return [*fan.cards[:place], *fan.cards[place + 1 :]]


def test_cards_are_held_by_suit_then_by_rank_then_as_they_came() -> None:
    fan = fan_of(40, 1, 14, 0)
    held = []
    for _ in ORDERS:
        held.append(fan.held)
        fan.sort()
    assert held == [[0, 1, 14, 40], [0, 1, 14, 40], [40, 1, 14, 0]]
    assert fan_of(13, 1, 0).held == [0, 1, 13]


def test_the_cursor_stays_with_its_card() -> None:
    fan = fan_of(40, 1, 14)
    fan.move(1)
    assert fan.card == 14
    fan.take([*fan.cards, 2])
    fan.take(without(fan, 0))
    assert fan.card == 14
    fan.sort()
    fan.sort()
    assert fan.card == 14


def test_the_neighbour_comes_under_the_cursor_when_its_card_is_played() -> None:
    fan = fan_of(5, 6, 7)
    fan.move(1)
    fan.take(without(fan, fan.at))
    assert fan.card == 7
    fan.take(without(fan, fan.at))
    assert fan.card == 5
    fan.take(without(fan, fan.at))
    assert not fan.cards
    assert fan.cursor is None


@given(st.lists(CARD), st.lists(st.tuples(st.integers(0, 4), st.integers(-60, 60))))
def test_whatever_is_done_the_cursor_is_on_a_card(
    cards: list[int], steps: list[tuple[int, int]]
) -> None:
    fan, twin = fan_of(*cards), list(cards)
    for kind, number in steps:
        if kind == 0 and twin:
            del twin[number % len(twin)]
            fan.take(twin)
        elif kind == 1:
            twin.append(number % CARDS)
            fan.take(twin)
        elif kind == 2:
            fan.sort()
        else:
            fan.move(number)
        assert fan.cards == twin
        assert sorted(fan.held) == sorted(twin)
        if twin:
            assert fan.cursor is not None
            assert fan.held[fan.cursor] == fan.card
