from __future__ import annotations

import pytest

from stammtisch.games.doppelkopf.cards import KINDS, order_of, pair
from stammtisch.games.doppelkopf.kernel import winner
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.scoring import Taken, extras_of

ALL = {
    "fox_lasttrick": True,
    "heart_trick": True,
    "sec_black_trick": True,
    "hobgoblin": True,
    "charlie_broken": True,
}
RE = 0b0011
NOTHING = "c9 ck sk s9"


def house(**changes: object) -> DoppelkopfRules:
    return DoppelkopfRules.named("house", changes)


def taken(rules: DoppelkopfRules, *tricks: str, leader: int = 0, last: bool = False) -> list[Taken]:
    """Tricks that one leader after the other begins; with `last` they end the round."""
    order = order_of(rules, "normal")
    found = []
    if last:
        empty = tuple(2 * KINDS[name] for name in NOTHING.split())
        found = [Taken(0, empty, 1)] * (rules.tricks - len(tricks))
    for trick in tricks:
        names = trick.split()
        cards = [2 * KINDS[name] + names[:at].count(name) for at, name in enumerate(names)]
        won = winner(order, cards, last)
        found.append(Taken(leader, tuple(cards), (leader + won) % 4))
    return found


def made(rules: DoppelkopfRules, tricks: list[Taken], pigs: int = 0) -> tuple[str, str]:
    re, kontra = extras_of(rules, order_of(rules, "normal", pigs), tricks, RE, pigs)
    return " ".join(re), " ".join(kontra)


def test_fox_caught_by_opponent_counts_one_each() -> None:
    rules = house()
    assert made(rules, taken(rules, "cq d9 da da")) == ("fox fox", "")
    assert made(rules, taken(rules, "da d9 cq d9")) == ("", "fox")


def test_fox_in_the_own_partys_trick_counts_nothing() -> None:
    rules = house()
    assert made(rules, taken(rules, "cq da d9 d9")) == ("", "")


def test_a_pig_is_no_fox() -> None:
    rules = house(pigs="two_on_play")
    tricks = [Taken(2, tuple(2 * KINDS[name] for name in ("da", "d9", "cq", "dk")), 0)]
    assert made(rules, tricks, pair("da")) == ("", "")
    assert made(rules, tricks) == ("fox", "")


def test_doppelkopf_is_40_eyes_or_more() -> None:
    rules = house()
    assert made(rules, taken(rules, "ca c10 ca s10")) == ("doppelkopf", "")
    assert made(rules, taken(rules, "ca c10 ca sk")) == ("", "")


def test_charlie_wins_the_last_trick() -> None:
    rules = house()
    assert made(rules, taken(rules, "d9 d9 cj dk", last=True)) == ("", "charlie")
    assert made(rules, taken(rules, "d9 d9 cj dk")) == ("", "")


def test_charlie_caught_counts_only_if_the_table_says_so() -> None:
    ddv = DoppelkopfRules.named("ddv")
    assert made(ddv, taken(ddv, "cj d9 cq dk", last=True)) == ("", "")
    rules = house(charlie_broken=True)
    assert made(rules, taken(rules, "cj d9 cq dk", last=True)) == ("", "charlie_broken")
    assert made(rules, taken(rules, "cj cq d9 dk", last=True)) == ("", "")
    assert made(rules, taken(rules, "cj d9 cq dk")) == ("", "")


def test_jane_counts_without_charlie_broken() -> None:
    # The original looks for her only where charlie_broken is on, which excludes her.
    rules = house(jane=True)
    assert made(rules, taken(rules, "cj d9 dq dk", last=True)) == ("", "jane")
    assert made(rules, taken(rules, "cj d9 hq dk", last=True)) == ("", "")


def test_fox_wins_the_last_trick() -> None:
    rules = house(fox_lasttrick=True)
    assert made(rules, taken(rules, "da d9 c9 dk", last=True)) == ("fox_lasttrick", "")
    pigs = house(fox_lasttrick=True, pigs="two_on_play")
    assert made(pigs, taken(pigs, "da d9 c9 dk", last=True)) == ("", "")


@pytest.mark.parametrize(
    ("trick", "counts"),
    [("ha h9 hk h9", True), ("ha h9 hk h10", False), ("ha h9 hk s9", False)],
)
def test_heart_trick_is_four_plain_hearts(trick: str, counts: bool) -> None:
    rules = house(heart_trick=True)
    re, kontra = made(rules, taken(rules, trick))
    assert (re + kontra == "heart_trick") == counts


def test_second_black_trick_of_a_suit_without_a_trump() -> None:
    rules = house(sec_black_trick=True)
    clubs, spades = "ca ck c9 c10", "sa sk s9 s10"
    assert made(rules, taken(rules, clubs, spades)) == ("", "")
    assert made(rules, taken(rules, clubs, spades, clubs)) == ("sec_black_trick", "")
    assert made(rules, taken(rules, clubs, "ca ck d9 c10")) == ("", "")
    assert made(rules, taken(rules, clubs, clubs, clubs)) == ("sec_black_trick", "")
    hearts = "ha hk h9 hk"
    assert made(rules, taken(rules, hearts, hearts)) == ("", "")


def test_hobgoblin_is_an_opponents_spade_king_caught_by_a_spade_queen() -> None:
    rules = house(hobgoblin=True)
    assert made(rules, taken(rules, "sq d9 sk sk")) == ("hobgoblin hobgoblin", "")
    assert made(rules, taken(rules, "sq sk d9 d9")) == ("", "")
    assert made(rules, taken(rules, "cq sq sk d9")) == ("", "")


def test_a_table_that_wants_none_has_none() -> None:
    rules = house(fox=False, doppelkopf=False, charlie=False)
    tricks = taken(rules, "ca c10 ca s10", "cq d9 da da", "cj d9 d9 dk", last=True)
    assert made(rules, tricks) == ("", "")


def test_the_last_trick_is_the_eleventh_with_four_nines() -> None:
    rules = house(without9="with_four")
    tricks = taken(rules, "cj d9 dk dk", last=True)
    assert len(tricks) == 11
    assert made(rules, tricks) == ("charlie", "")
