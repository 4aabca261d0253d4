from __future__ import annotations

from dataclasses import replace

from stammtisch.bots.tiles.search import appetite, live_faces
from stammtisch.games.game import Deal
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.games.tiles.records import View
from stammtisch.games.tiles.rules import TilesRules
from stammtisch.games.tiles.tile import JOKER, tile

FIVE_RED = tile(5, 0)


def fresh_view(profile: str = "classic") -> View:
    match = TilesMatch(TilesRules.named(profile), 4)
    match.apply(None, Deal(b"signs"))
    return match.view(match.turn[0])


def test_what_is_not_seen_may_still_come() -> None:
    view = fresh_view()
    assert sum(live_faces(view)) == 106 - 15
    stacks = ((FIVE_RED, FIVE_RED), (), (JOKER,), ())
    live = live_faces(replace(view, rack=None, exchange=stacks))
    assert live[FIVE_RED] == 0
    assert live[JOKER] == 1
    assert sum(live) == 106 - 3


def test_the_indicator_will_not_come_and_false_jokers_play_as_the_wild_tile() -> None:
    view = replace(fresh_view("okey"), rack=None)
    assert view.indicator is not None
    live = live_faces(view)
    assert live[view.indicator] == 1
    assert live_faces(replace(view, exchange=((JOKER,), (), (), ())))[view.wild] == 1


def test_more_tiles_than_the_set_has_are_no_harm() -> None:
    live = live_faces(replace(fresh_view(), rack=(FIVE_RED,) * 3))
    assert live[FIVE_RED] == 0


def test_a_seat_wants_less_of_what_it_threw_or_passed_over() -> None:
    view = replace(fresh_view(), rack=None, exchange=((), (), (), ()))
    live = live_faces(view)
    before = appetite(view, 1, live)[FIVE_RED]
    threw = replace(view, exchange=((), (), (tile(6, 0),), ()))
    passed = replace(view, exchange=((), (tile(5, 1),), (), ()))
    thrown_by_another = replace(view, exchange=((tile(6, 0),), (), (), ()))
    assert before == 14
    assert appetite(threw, 1, live)[FIVE_RED] < before
    assert appetite(passed, 1, live)[FIVE_RED] < before
    assert appetite(thrown_by_another, 1, live)[FIVE_RED] == before


def test_nobody_wants_what_has_no_neighbours_to_come() -> None:
    view = replace(fresh_view(), rack=None, exchange=((), (), (), ()))
    live = [0] * (JOKER + 1)
    assert set(appetite(view, 0, live)) == {0}
