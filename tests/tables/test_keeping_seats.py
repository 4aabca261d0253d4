"""A seat of a running match belongs to its owner, and with it the hand that was dealt to it."""

from __future__ import annotations

import pytest

from stammtisch.tables.replies import Refused
from stammtisch.tables.requests import Configure, Join, Leave
from tests.tables.sitting import PEOPLE, Sitting, code, on_turn, settings, who


def in_match(**changes: object) -> Sitting:
    sitting = Sitting(settings(leaver="bot", **changes))
    sitting.start()
    return sitting


def newcomer(sitting: Sitting, **how: object) -> str | None:
    """Why a newcomer gets no seat; None if there is one."""
    answer = sitting.ask(who("eve"), Join(**how))  # type: ignore[arg-type]
    return getattr(answer, "code", None)


def test_a_lost_connection_keeps_its_seat_while_a_bot_plays_on() -> None:
    sitting = in_match()
    name = on_turn(sitting)
    seat, seq = PEOPLE.index(name), sitting.table.seq
    sitting.lose(name)
    sitting.clock.advance(50)
    assert newcomer(sitting) == "running"
    assert newcomer(sitting, seat=seat) == "seat_taken"
    assert not any(info.free for info in sitting.table.seat_infos())
    sitting.clock.advance(800)
    assert sitting.table.seq > seq, "The bot does not wait."
    sitting.clock.advance(119_000)
    assert newcomer(sitting) == "running"
    assert sitting.join(name).seat == seat
    assert sitting.letters == []


def test_after_the_grace_time_a_newcomer_may_have_it_and_the_owner_is_told() -> None:
    sitting = in_match()
    sitting.lose("bo")
    sitting.clock.advance(120_000)
    assert [info.free for info in sitting.table.seat_infos()] == [False, True, False, False]
    assert sitting.join("eve").seat == 1
    ((account, sentence),) = sitting.letters
    assert account == "account-of-bo" and sentence.startswith("eve has taken over your seat")
    back = sitting.ask(who("bo"), Join())
    assert isinstance(back, Refused) and back.code == "taken_over"
    assert "eve has taken over your seat" in back.message
    assert code(sitting.ask(who("bo"), Join())) == "full", "It is said once."
    assert not any(info.free for info in sitting.table.seat_infos())


def test_who_comes_back_and_goes_again_has_the_whole_grace_time_again() -> None:
    sitting = in_match()
    sitting.lose("bo")
    sitting.clock.advance(119_000)
    sitting.join("bo")
    sitting.lose("bo")
    sitting.clock.advance(119_000)
    assert newcomer(sitting) == "running"
    sitting.clock.advance(1_000)
    assert newcomer(sitting) is None


def test_who_leaves_on_purpose_is_not_waited_for_but_may_come_back() -> None:
    sitting = in_match()
    sitting.ask(who("bo"), Leave())
    assert sitting.join("bo").seat == 1
    assert newcomer(sitting) == "full"
    sitting.ask(who("bo"), Leave())
    assert newcomer(sitting) is None


@pytest.mark.parametrize(("grace", "free"), [(0, False), (5, True)])
def test_the_grace_time_is_a_setting_of_the_table(grace: int, free: bool) -> None:
    sitting = in_match(grace=grace)
    assert sitting.runner.info().grace == grace
    sitting.lose("bo")
    sitting.clock.advance(5_000)
    assert (newcomer(sitting) is None) is free
    sitting.clock.advance(100_000_000 if not free else 0)
    assert (sitting.table.places[1].name == "eve") is free


def test_the_host_may_change_it() -> None:
    sitting = Sitting()
    sitting.join("ada")
    assert code(sitting.ask(who("ada"), Configure(grace=3601))) == "bad_grace"
    sitting.ask(who("ada"), Configure(grace=0))
    assert sitting.table.settings.grace == 0


def test_after_a_restart_the_grace_time_begins_anew() -> None:
    before = in_match()
    before.clock.advance(1_000)
    after = Sitting.again(before)
    after.join("ada")
    after.clock.advance(119_000)
    assert newcomer(after) == "running"
    after.clock.advance(1_000)
    assert newcomer(after) is None


def test_a_short_grace_time_does_not_run_out_while_people_come_back_after_a_restart() -> None:
    before = in_match(grace=5)
    after = Sitting.again(before)
    after.join("ada")
    after.clock.advance(6_000)
    assert not any(info.free for info in after.table.seat_infos())
    assert newcomer(after) == "running"
    after.clock.advance(13_999)
    assert newcomer(after) == "running"
    after.clock.advance(1)
    assert [info.free for info in after.table.seat_infos()] == [False, True, True, True]
    assert newcomer(after) is None


def test_the_next_match_is_another_one() -> None:
    """Between matches, who is away has no more than a place in the lobby."""
    sitting = in_match(options={"cheats": True})
    left = "di" if on_turn(sitting) != "di" else "cy"
    sitting.ask(who(left), Leave())
    sitting.win_by_cheating()
    assert newcomer(sitting) is None
