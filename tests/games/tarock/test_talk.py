"""Announcements and kontra."""

from __future__ import annotations

import pytest

from stammtisch.games.tarock.cards import KINGS, Cards, named
from stammtisch.games.tarock.records import Kontra
from stammtisch.games.tarock.rules import TarockRules, terms_of
from stammtisch.games.tarock.scoring import Promise
from stammtisch.games.tarock.talk import Talk, holdable

#: Seat 0 declares, seat 2 holds the called king.
SIDE = 0b0101
EMPTY: Cards = 0


def talk(contract: str = "two", **options: object) -> Talk:
    rules = TarockRules.named("common", options)
    return Talk(terms_of(rules)[contract], rules.kontra_levels, 0, SIDE)


def test_an_ultimo_needs_its_card() -> None:
    king = KINGS[2]
    assert holdable(EMPTY, king) == ("trula", "kings", "valat")
    assert holdable(named(["T1"]), king) == ("trula", "kings", "pagat_ultimo", "valat")
    assert holdable(named(["HK"]), king) == ("trula", "kings", "kings_ultimo", "valat")
    assert holdable(named(["HK"]), None) == ("trula", "kings", "valat")


def test_all_four_speak_once_if_nobody_says_anything() -> None:
    said = talk()
    for seat in (0, 1, 2, 3):
        assert said.next == seat
        said.say((), ())
    assert said.next is None


def test_it_goes_on_until_three_in_a_row_add_nothing() -> None:
    said = talk()
    said.say((), ())
    said.say((), ("game",))
    for seat in (2, 3, 0):
        assert said.next == seat
        said.say((), ())
    assert said.next is None


def test_without_kontra_everybody_speaks_exactly_once() -> None:
    said = talk(kontra_max=1)
    for seat in (0, 1, 2, 3):
        assert said.next == seat
        assert said.kontra() == ()
        said.say(said.bonuses(EMPTY, None)[:1], ())
    assert said.next is None


def test_each_bonus_is_announced_once_by_each_side() -> None:
    said = talk()
    said.say(("trula",), ())
    assert "trula" in said.bonuses(EMPTY, None)
    said.say(("trula",), ())
    assert "trula" not in said.bonuses(EMPTY, None)
    said.say((), ())
    assert "trula" not in said.bonuses(EMPTY, None)


def test_the_sides_double_each_other_in_turn_up_to_sixteen() -> None:
    said = talk()
    assert said.kontra() == ()
    said.say((), ())
    assert said.kontra() == ("game",)
    assert said.say((), ("game",)).kontra == (Kontra("game", 2),)
    assert said.kontra() == ("game",)
    said.say((), ("game",))
    said.say((), ("game",))
    said.say((), ("game",))
    assert said.factor == 16
    assert said.kontra() == ()


def test_kontra_stops_where_the_table_says() -> None:
    said = talk(kontra_max=4)
    said.say((), ())
    said.say((), ("game",))
    said.say((), ("game",))
    assert said.factor == 4
    assert said.kontra() == ()


def test_an_announced_bonus_can_be_doubled_by_the_others_only() -> None:
    said = talk()
    said.say(("kings",), ())
    assert said.kontra() == ("game", "kings")
    assert said.say((), ("kings",)).kontra == (Kontra("kings", 2, 0),)
    assert said.kontra() == ("kings",)
    said.say((), ("kings",))
    assert said.promises() == (Promise("kings", True, 4),)


def test_games_without_bonuses_are_only_doubled_and_the_others_begin() -> None:
    said = talk("beggar")
    assert said.next == 1
    assert said.bonuses(EMPTY, None) == ()
    assert said.kontra() == ("game",)
    for _ in range(3):
        said.say((), ())
    assert said.next is None


def test_a_klop_is_not_doubled_unless_the_table_says_so() -> None:
    assert talk("klop").next is None
    assert talk("klop", klop_kontra=True).kontra() == ("game",)
    assert talk("beggar", kontra_max=1).next is None


def test_where_nothing_can_be_announced_only_kontra_is_left() -> None:
    said = talk(bonuses="silent")
    assert said.next == 1
    assert said.bonuses(EMPTY, None) == ()
    assert talk(bonuses="silent", kontra_max=1).next is None


def test_the_cards_of_announced_ultimos_are_locked() -> None:
    said = talk()
    said.say(("pagat_ultimo",), ())
    said.say((), ())
    said.say(("kings_ultimo",), ())
    assert said.locked(KINGS[1]) == [named(["T1"]), 0, named(["SK"]), 0]


def secret_talk(side: int = SIDE) -> Talk:
    rules = TarockRules.named("common")
    return Talk(terms_of(rules)["two"], rules.kontra_levels, 0, side, secret=True)


@pytest.mark.parametrize("side", [0b0011, 0b0101, 0b1001])
def test_what_the_declarer_may_say_does_not_tell_whose_partner_announced(side: int) -> None:
    said = secret_talk(side)
    said.say((), ())
    said.say(("trula",), ())
    said.say((), ())
    said.say((), ())
    assert said.next == 0
    assert "trula" not in said.bonuses(EMPTY, None)
    assert said.kontra() == ()


def test_who_doubles_the_game_has_told_his_side() -> None:
    said = secret_talk()
    said.say((), ())
    said.say(("trula",), ("game",))
    said.say((), ())
    said.say((), ())
    assert said.kontra() == ("game", "trula")
    assert "trula" in said.bonuses(EMPTY, None)


def test_the_partner_knows_both_sides() -> None:
    said = secret_talk()
    said.say((), ())
    said.say(("trula",), ())
    assert said.next == 2
    assert said.kontra() == ("trula",)
    assert "trula" in said.bonuses(EMPTY, None)


def test_an_opponent_does_not_know_who_else_is_one() -> None:
    said = secret_talk()
    said.say((), ())
    said.say((), ())
    said.say(("kings",), ())
    assert said.next == 3
    assert said.kontra() == ("game",)
    assert "kings" not in said.bonuses(EMPTY, None)


def test_who_announces_the_called_king_is_known_by_that() -> None:
    said = secret_talk()
    said.say((), ())
    said.say((), ())
    said.say(("kings_ultimo", "trula"), ())
    assert said.sides == (SIDE,)
    assert said.kontra() == ("game", "trula", "kings_ultimo")
