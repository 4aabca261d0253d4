"""A seat of a running match belongs to its owner, and with it the hand that was dealt to it."""

from __future__ import annotations

import pytest

from stammtisch.replies import Refused
from stammtisch.requests import Configure, Join, Leave
from tests.tables.harness import PEOPLE, TableHarness, code, on_turn, settings, who


def in_match(**changes: object) -> TableHarness:
    harness = TableHarness(settings(leaver="bot", **changes))
    harness.start()
    return harness


def newcomer(harness: TableHarness, **how: object) -> str | None:
    """Why a newcomer gets no seat; None if there is one."""
    answer = harness.ask(who("eve"), Join(**how))  # type: ignore[arg-type]
    return getattr(answer, "code", None)


def test_a_lost_connection_keeps_its_seat_while_a_bot_plays_on() -> None:
    harness = in_match()
    name = on_turn(harness)
    seat, seq = PEOPLE.index(name), harness.table.state.seq
    harness.lose(name)
    harness.clock.advance(50)
    assert newcomer(harness) == "running"
    assert newcomer(harness, seat=seat) == "seat_taken"
    assert not any(info.free for info in harness.table.state.seat_infos())
    harness.clock.advance(800)
    assert harness.table.state.seq > seq, "The bot does not wait."
    harness.clock.advance(119_000)
    assert newcomer(harness) == "running"
    assert harness.join(name).seat == seat
    assert harness.letters == []


def test_after_the_grace_time_a_newcomer_may_have_it_and_the_owner_is_told() -> None:
    harness = in_match()
    harness.lose("bo")
    harness.clock.advance(120_000)
    assert [info.free for info in harness.table.state.seat_infos()] == [False, True, False, False]
    assert harness.join("eve").seat == 1
    ((account, sentence),) = harness.letters
    assert account == "account-of-bo" and sentence.startswith("eve has taken over your seat")
    back = harness.ask(who("bo"), Join())
    assert isinstance(back, Refused) and back.code == "taken_over"
    assert "eve has taken over your seat" in back.message
    assert code(harness.ask(who("bo"), Join())) == "full", "It is said once."
    assert not any(info.free for info in harness.table.state.seat_infos())


def test_who_comes_back_and_goes_again_has_the_whole_grace_time_again() -> None:
    harness = in_match()
    harness.lose("bo")
    harness.clock.advance(119_000)
    harness.join("bo")
    harness.lose("bo")
    harness.clock.advance(119_000)
    assert newcomer(harness) == "running"
    harness.clock.advance(1_000)
    assert newcomer(harness) is None


def test_who_leaves_on_purpose_is_not_waited_for_but_may_come_back() -> None:
    harness = in_match()
    harness.ask(who("bo"), Leave())
    assert harness.join("bo").seat == 1
    assert newcomer(harness) == "full"
    harness.ask(who("bo"), Leave())
    assert newcomer(harness) is None


@pytest.mark.parametrize(("grace", "free"), [(0, False), (5, True)])
def test_the_grace_time_is_a_setting_of_the_table(grace: int, free: bool) -> None:
    harness = in_match(grace=grace)
    assert harness.runner.info().grace == grace
    harness.lose("bo")
    harness.clock.advance(5_000)
    assert (newcomer(harness) is None) is free
    harness.clock.advance(100_000_000 if not free else 0)
    assert (harness.table.state.places[1].name == "eve") is free


def test_the_host_may_change_it() -> None:
    harness = TableHarness()
    harness.join("ada")
    assert code(harness.ask(who("ada"), Configure(grace=3601))) == "bad_grace"
    harness.ask(who("ada"), Configure(grace=0))
    assert harness.table.state.settings.grace == 0


def test_after_a_restart_the_grace_time_begins_anew() -> None:
    before = in_match()
    before.clock.advance(1_000)
    after = TableHarness.again(before)
    after.join("ada")
    after.clock.advance(119_000)
    assert newcomer(after) == "running"
    after.clock.advance(1_000)
    assert newcomer(after) is None


def test_a_short_grace_time_does_not_run_out_while_people_come_back_after_a_restart() -> None:
    before = in_match(grace=5)
    after = TableHarness.again(before)
    after.join("ada")
    after.clock.advance(6_000)
    assert not any(info.free for info in after.table.state.seat_infos())
    assert newcomer(after) == "running"
    after.clock.advance(13_999)
    assert newcomer(after) == "running"
    after.clock.advance(1)
    assert [info.free for info in after.table.state.seat_infos()] == [False, True, True, True]
    assert newcomer(after) is None


def test_the_next_match_is_another_one() -> None:
    """Between matches, who is away has no more than a place in the lobby."""
    harness = in_match(options={"cheats": True})
    left = "di" if on_turn(harness) != "di" else "cy"
    harness.ask(who(left), Leave())
    harness.win_by_cheating()
    assert newcomer(harness) is None
