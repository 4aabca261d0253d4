"""Calls at the table: who, when, and what they do."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stammtisch.games.doppelkopf.calls import fault_of, possible
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Play, Say, Spoke
from stammtisch.games.doppelkopf.words import CALLS
from stammtisch.games.game import Refusal
from tests.games.doppelkopf.playing import any_rules, dealt, healthy, refused, say, step
from tests.properties import often

#: Seats 0 and 2 are re.
HANDS = ("cq", "", "cq")


def begun(**options: Any) -> DoppelkopfMatch:
    match = dealt(HANDS, **options)
    healthy(match)
    return match


def calls(match: DoppelkopfMatch, seat: int) -> list[str]:
    return [one.word for one in match.actions(seat) if isinstance(one, Say)]


def until(match: DoppelkopfMatch, seat: int, cards: int) -> None:
    """Play until the seat holds so many cards."""
    while match.hands[seat].bit_count() > cards:
        mover = match.turn[0]
        match.apply(mover, next(one for one in match.actions(mover) if isinstance(one, Play)))


def test_c31_everybody_may_call_out_of_turn() -> None:
    match = begun()
    assert match.speakers == (1, 2, 3)
    (spoke,) = match.apply(3, Say("kontra"))
    assert spoke == Spoke(3, "kontra", 4, "kontra")
    assert match.view(0).kontra_calls == ("kontra",)
    assert match.view(0).said[-1].cards == 12


def test_only_on_ones_turn_where_the_rules_say_so() -> None:
    match = begun(calls_when="own_turn")
    assert match.speakers == ()
    assert refused(match, 2, Say("re")) == "wrong_turn"
    assert "re" in calls(match, 0)


def test_nobody_calls_for_the_other_party() -> None:
    assert refused(begun(), 1, Say("re")) == "re_no_party"


@pytest.mark.parametrize(
    ("word", "cards"), [("re", 11), ("no90", 10), ("no60", 9), ("no30", 8), ("black", 7)]
)
def test_the_last_moment_of_each_call(word: str, cards: int) -> None:
    ladder = ["re", "no90", "no60", "no30", "black"]
    match = begun()
    for lower in ladder[: ladder.index(word)]:
        match.apply(0, Say(lower))
    until(match, 0, cards)
    assert match.copy().apply(0, Say(word))
    until(match, 0, cards - 1)
    assert refused(match, 0, Say(word)) == "re_too_late"


def test_with_fewer_cards_everything_is_a_little_earlier() -> None:
    match = begun(without9="without")
    until(match, 0, 9)
    assert "re" in calls(match, 0)
    until(match, 0, 8)
    assert "re" not in calls(match, 0)


def test_a_reply_is_allowed_with_one_card_less() -> None:
    match = begun()
    match.apply(0, Say("re"))
    until(match, 1, 10)
    assert calls(match, 1) == ["kontra"]
    assert refused(match, 1, Say("no90")) == "re_too_late"
    twin = match.copy()
    twin.apply(1, Say("kontra"))
    assert "no90" in calls(twin, 1), "its own steps are still in time"
    until(match, 1, 9)
    assert calls(match, 1) == []
    higher = begun()
    for word in ("re", "no90", "no60"):
        higher.apply(0, Say(word))
    until(higher, 1, 8)
    assert calls(higher, 1) == ["kontra"]
    until(higher, 1, 7)
    assert calls(higher, 1) == []


def test_c31_skipped_calls_are_made_with_it() -> None:
    match = begun()
    match.apply(0, Say("no60"))
    assert match.view(1).re_calls == ("re", "no90", "no60")
    assert refused(match, 2, Say("no90")) == "already_called"
    strict = begun(calls_skip=False)
    assert refused(strict, 0, Say("no60")) == "skipped_call"
    assert calls(strict, 0) == ["re"]


def test_a_partner_goes_on_with_what_the_other_began() -> None:
    match = begun()
    match.apply(0, Say("re"))
    match.apply(2, Say("no90"))
    assert match.view(3).re_calls == ("re", "no90")


def test_a_call_shows_its_party_to_all() -> None:
    match = begun()
    assert match.view(1).parties == (None, "kontra", None, None)
    match.apply(0, Say("re"))
    assert match.view(1).parties == ("re", "kontra", None, None)
    assert match.view(2).parties == ("re", "kontra", "re", "kontra"), "the partner knows all"
    match.apply(2, Say("no90"))
    assert match.view(1).parties == ("re", "kontra", "re", "kontra")


def test_null_games_are_called_at_any_time_and_nothing_is_denied() -> None:
    match = dealt(HANDS, solos=["solo_null"])
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_null")
    assert refused(match, 0, Say("no90")) == "no_denials"
    until(match, 0, 2)
    assert calls(match, 0) == ["re"]


def test_calls_count_in_the_score() -> None:
    plain, called = begun(), begun()
    called.apply(0, Say("re"))
    called.apply(1, Say("kontra"))
    for match in (plain, called):
        until(match, 0, 0)
        while match.phase == "tricks":
            mover = match.turn[0]
            match.apply(mover, next(one for one in match.actions(mover) if isinstance(one, Play)))
    names = {item.name for item in called.sheet[-1].items}
    assert {"re", "kontra"} <= names
    assert abs(called.sheet[-1].change[1]) > abs(plain.sheet[-1].change[1])


def test_there_are_no_calls_before_the_first_trick_or_after_the_last() -> None:
    match = dealt(HANDS)
    assert refused(match, 0, Say("re")) == "wrong_phase"
    healthy(match)
    until(match, 0, 0)
    while match.phase == "tricks":
        mover = match.turn[0]
        match.apply(mover, next(one for one in match.actions(mover) if isinstance(one, Play)))
    assert refused(match, 0, Say("re")) == "wrong_phase"


def test_the_calls_that_are_listed_are_those_in_which_the_rule_finds_no_fault() -> None:
    """What can be called is found out for all calls at once, and again for each one that is made;
    the tables are any, and so are the moments."""
    compared = proper = 0
    for number in range(often(60)):
        rng = Random(number)
        match = DoppelkopfMatch(any_rules(rng), 4)
        for now in range(150):
            if match.outcome is not None:
                break
            step(match, rng, now)
            if match.phase != "tricks" or match.asking is not None or match.charge is not None:
                continue
            for seat in range(4):
                listed = {one.word for one in possible(match, seat)}
                fitting = {word for word in CALLS if _is_faultless(match, seat, word)}
                assert listed == fitting, (number, seat)
                compared += 1
                proper += len(fitting)
                until = match.view(seat).call_until
                if fitting and until is not None:
                    assert match.hands[seat].bit_count() >= until
    assert compared > 2000 and proper > 1000


def _is_faultless(match: DoppelkopfMatch, seat: int, word: str) -> bool:
    try:
        return fault_of(match, seat, word) is None
    except Refusal:
        return False
