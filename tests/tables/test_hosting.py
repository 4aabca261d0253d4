"""The table before the match: its host, and what only the host may do."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.tables import events as news
from stammtisch.tables.replies import Accepted, Answer, Refused
from stammtisch.tables.requests import (
    AddBot,
    Arrange,
    Configure,
    Dismiss,
    Entrust,
    Join,
    Leave,
    Ready,
    Say,
    TableRequest,
    Unready,
    Welcome,
)
from tests.tables.sitting import PEOPLE, Sitting, settings, who

ADA, BO, CY, DI = (who(name) for name in PEOPLE)


def code(answer: Answer) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


def hosts(sitting: Sitting) -> list[str | None]:
    return [info.name for info in sitting.table.seat_infos() if info.host]


def seated(*names: str, **how: Any) -> Sitting:
    sitting = Sitting(settings(**how))
    for name in names or PEOPLE:
        sitting.join(name)
    return sitting


# --- who is the host ---------------------------------------------------------------------------


def test_the_first_who_sits_down_is_the_host_and_then_who_has_sat_longest() -> None:
    sitting = seated("ada", "bo", "cy")
    assert hosts(sitting) == ["ada"] and sitting.runner.info().host == 0
    sitting.ask(ADA, Leave())
    sitting.join("di")
    assert hosts(sitting) == ["bo"]


def test_all_hear_who_is_the_host_when_an_absent_one_loses_the_seat() -> None:
    sitting = seated("ada", "bo")
    sitting.lose("ada")
    sitting.heard.clear()
    sitting.clock.advance(60_001)
    told = [one for batch in sitting.heard["bo"] for one in batch.events]
    assert any(isinstance(one, news.Hosted) and one.seat == 1 for one in told)
    assert hosts(sitting) == ["bo"]


def test_bots_are_never_hosts() -> None:
    sitting = seated("ada")
    sitting.ask(ADA, AddBot(level="random"))
    sitting.join("bo")
    sitting.ask(ADA, Leave())
    assert hosts(sitting) == ["bo"]


def test_the_host_can_make_somebody_else_the_host_even_in_a_match() -> None:
    sitting = Sitting()
    sitting.start()
    assert code(sitting.ask(BO, Entrust(seat=1))) == "not_host"
    assert code(sitting.ask(ADA, Entrust(seat=9))) == "nobody_there"
    answer = sitting.ask(ADA, Entrust(seat=2))
    assert isinstance(answer, Accepted) and isinstance(answer.events[0], news.Hosted)
    assert hosts(sitting) == ["cy"]


def test_the_host_is_still_the_host_after_a_restart_and_after_a_match() -> None:
    sitting = Sitting()
    sitting.start()
    sitting.ask(ADA, Entrust(seat=2))
    assert hosts(Sitting.again(sitting)) == ["cy"]
    sitting.play_out()
    assert sitting.table.chapter == 2 and hosts(sitting) == ["cy"]
    assert hosts(Sitting.again(sitting)) == ["cy"]


HOSTS_ONLY: list[TableRequest] = [
    Configure(name="Ours"),
    Arrange(order=[1, 0, 2, 3]),
    Dismiss(seat=2),
]


@pytest.mark.parametrize("ask", HOSTS_ONLY)
def test_only_the_host_may_and_only_between_matches(ask: Any) -> None:
    sitting = seated()
    assert code(sitting.ask(BO, ask)) == "not_host"
    assert isinstance(sitting.ask(ADA, ask), Accepted)
    playing = Sitting()
    playing.start()
    assert code(playing.ask(ADA, ask)) == "running"


# --- how the table is run ------------------------------------------------------------------------


def test_the_host_changes_the_rules_and_whoever_was_ready_is_asked_again() -> None:
    sitting = seated()
    for one in (ADA, BO, CY):
        sitting.ask(one, Ready())
    answer = sitting.ask(ADA, Configure(options={"turn_clock": 20}, name="Ours", bots="easy"))
    assert isinstance(answer, Accepted)
    (told,) = answer.events
    assert isinstance(told, news.Configured)
    assert told.settings.options == {"turn_clock": 20} and told.settings.name == "Ours"
    assert not any(seat.ready for seat in told.seats)
    sitting.ask(DI, Ready())
    info = sitting.runner.info()
    assert info.phase == "open"
    assert (info.name, info.options["turn_clock"], info.bots) == ("Ours", 20, "easy")
    for one in (ADA, BO, CY):
        sitting.ask(one, Ready())
    assert sitting.table.running and sitting.match.deadline is not None


def test_options_add_up_until_the_profile_is_changed() -> None:
    sitting = seated()
    sitting.ask(ADA, Configure(options={"turn_clock": 20}))
    sitting.ask(ADA, Configure(options={"pairs_win": True}))
    assert sitting.table.settings.options == {"turn_clock": 20, "pairs_win": True}
    sitting.ask(ADA, Configure(profile="okey"))
    assert sitting.table.settings.options == {}
    assert sitting.runner.info().options["joker_indicator"] is True


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"profile": "poker"}, "unknown_profile"),
        ({"options": {"turn_clock": 601}}, "bad_option"),
        ({"seats": 5}, "bad_seats"),
        ({"leaver": "out"}, "cannot_go_on"),
        ({"fill_after": -1.0}, "bad_filling"),
        ({"name": "a\nb"}, "bad_table_name"),
    ],
)
def test_what_a_table_cannot_be_is_refused_and_nothing_changes(
    change: dict[str, Any], refusal: str
) -> None:
    sitting = seated()
    before = (sitting.table.seq, sitting.table.settings)
    assert code(sitting.ask(ADA, Configure(**change))) == refusal
    assert (sitting.table.seq, sitting.table.settings) == before


def test_a_table_of_mao_grows_and_shrinks_as_far_as_seats_are_empty() -> None:
    sitting = Sitting(settings(game="mao", profile="free", seats=4))
    for name in ("ada", "bo", "cy"):
        sitting.join(name)
    sitting.ask(ADA, Configure(seats=6))
    assert len(sitting.table.places) == 6
    sitting.ask(ADA, Configure(seats=4))
    sitting.ask(BO, Leave())
    assert code(sitting.ask(ADA, Configure(seats=2))) == "seat_taken"


def test_what_the_host_decided_is_there_after_a_restart() -> None:
    sitting = seated()
    sitting.ask(ADA, Configure(options={"turn_clock": 20}, name="Ours", password="sesame"))
    sitting.ask(ADA, Arrange(order=[3, 2, 1, 0]))
    sitting.ask(ADA, Dismiss(seat=1, reason="Too late."))
    after = Sitting.again(sitting)
    assert after.table.settings == sitting.table.settings
    assert [place.name for place in after.table.places] == ["di", None, "bo", "ada"]
    assert code(after.ask(who("eve"), Join())) == "wrong_password"
    assert code(after.ask(CY, Join(password="sesame"))) == "dismissed"


def test_what_the_host_decided_holds_in_the_next_chapter_too() -> None:
    sitting = seated()
    sitting.ask(ADA, Configure(name="Ours", password="sesame"))
    sitting.ask(ADA, Dismiss(seat=3))
    sitting.join("eve", password="sesame")
    for one in (ADA, BO, CY, who("eve")):
        sitting.ask(one, Ready())
    sitting.play_out()
    assert sitting.table.chapter == 2
    for table in (sitting, Sitting.again(sitting)):
        assert table.table.settings.name == "Ours"
        assert code(table.ask(who("zoe"), Join(watch=True))) == "wrong_password"
        assert code(table.ask(DI, Join(password="sesame", watch=True))) == "dismissed"


# --- ready, and not ready ------------------------------------------------------------------------


def test_ready_can_be_taken_back_until_the_match_begins() -> None:
    sitting = seated()
    for one in (ADA, BO, CY):
        sitting.ask(one, Ready(nonce="aa"))
    answer = sitting.ask(BO, Unready())
    assert isinstance(answer, Accepted) and isinstance(answer.events[0], news.Unreadied)
    sitting.ask(DI, Ready())
    assert sitting.runner.info().phase == "open"
    sitting.ask(BO, Ready(nonce="bb"))
    assert sitting.runner.info().phase == "playing"
    assert code(sitting.ask(BO, Unready())) == "running"


def test_ready_again_with_another_nonce_keeps_the_first() -> None:
    sitting = seated()
    sitting.ask(ADA, Ready(nonce="aa"))
    seq = sitting.table.seq
    sitting.ask(ADA, Ready(nonce="bb"))
    assert sitting.table.seq == seq and sitting.table.places[0].nonce == bytes.fromhex("aa")


# --- order of seats ------------------------------------------------------------------------------


def test_the_host_changes_the_order_of_the_seats() -> None:
    sitting = seated()
    sitting.ask(ADA, Ready())
    sitting.ask(ADA, Arrange(order=[2, 0, 3, 1]))
    assert [place.name for place in sitting.table.places] == ["cy", "ada", "di", "bo"]
    assert not any(seat.ready for seat in sitting.table.seat_infos())
    for one in (ADA, BO, CY, DI):
        sitting.ask(one, Ready())
    assert sitting.table.running and sitting.table.seat_of(CY.account) == 0


@pytest.mark.parametrize("order", [[], [0, 1, 2], [0, 0, 1, 2], [0, 1, 2, 4]])
def test_an_order_that_does_not_name_each_seat_once_is_refused(order: list[int]) -> None:
    assert code(seated().ask(ADA, Arrange(order=order))) == "bad_order"


# --- sending away, inviting, locking -------------------------------------------------------------


def test_who_is_sent_away_hears_why_and_cannot_come_back_uninvited() -> None:
    sitting = seated()
    sitting.heard.clear()
    sitting.ask(ADA, Dismiss(seat=1, reason="Not today."))
    (batch,) = sitting.heard["bo"]
    (left,) = batch.events
    assert isinstance(left, news.Left) and left.dismissed == "Not today."
    assert "bo" not in sitting.runner.here.accounts
    assert code(sitting.ask(BO, Join())) == "dismissed"
    assert code(sitting.ask(BO, Join(invite=sitting.table.invite))) == "dismissed"
    assert code(sitting.ask(CY, Welcome(account=BO.account))) == "dismissed"
    sitting.ask(ADA, Welcome(account=BO.account))
    assert sitting.join("bo").seat == 1


def test_who_is_sent_away_hears_it_when_it_is_durable_and_not_before() -> None:
    sitting = Sitting(settings(), by_hand=True)
    for name in PEOPLE:
        sitting.begin(who(name), Join())
        sitting.journal.commit()
    sitting.heard.clear()
    sitting.begin(ADA, Dismiss(seat=1))
    assert not sitting.heard
    sitting.journal.commit()
    assert [len(sitting.heard[name]) for name in ("bo", "cy", "di")] == [1, 1, 1]


def test_who_is_sent_away_is_not_heard_at_the_table_any_more() -> None:
    sitting = seated()
    sitting.ask(ADA, Dismiss(seat=1))
    sitting.heard.clear()
    assert code(sitting.ask(BO, Say(text="And another thing ..."))) == "not_here"
    assert not sitting.heard and not sitting.journal.chat


def test_two_bots_are_never_the_same_whatever_the_order_of_the_seats() -> None:
    sitting = seated("ada")
    sitting.ask(ADA, AddBot(level="random", seat=1))
    sitting.ask(ADA, Arrange(order=[0, 2, 1, 3]))
    sitting.ask(ADA, AddBot(level="random", seat=1))
    sitting.ask(ADA, AddBot(level="random", seat=3))
    infos = sitting.table.seat_infos()
    assert len({info.person for info in infos}) == len({info.name for info in infos}) == 4


def test_nobody_can_send_themselves_or_an_empty_seat_away() -> None:
    sitting = seated("ada")
    assert code(sitting.ask(ADA, Dismiss(seat=0))) == "yourself"
    assert code(sitting.ask(ADA, Dismiss(seat=1))) == "nobody_there"


def test_a_password_is_needed_by_newcomers_and_not_by_the_invited_or_seated() -> None:
    sitting = seated("ada", "bo")
    sitting.ask(ADA, Configure(password="sesame"))
    assert sitting.runner.info().locked
    assert code(sitting.ask(CY, Join())) == "wrong_password"
    assert code(sitting.ask(CY, Join(password="Sesame", watch=True))) == "wrong_password"
    assert sitting.join("cy", password="sesame").seat == 2
    assert sitting.join("di", invite=sitting.table.invite).seat == 3
    sitting.lose("bo")
    assert sitting.join("bo").seat == 1
    sitting.ask(ADA, Configure(password=None))
    assert not sitting.runner.info().locked
    assert sitting.join("eve", watch=True).seat is None


def test_the_password_is_nowhere_in_the_journal() -> None:
    sitting = seated("ada")
    sitting.ask(ADA, Configure(password="sesame"))
    assert not any(b"sesame" in entry.payload for entry in sitting.journal.entries)


def test_the_table_itself_keeps_strangers_out_if_it_is_private() -> None:
    sitting = Sitting(settings(private=True))
    assert code(sitting.ask(BO, Join())) == "unknown_table"
    assert code(sitting.ask(BO, Join(invite="wrong", watch=True))) == "unknown_table"
    assert sitting.join("bo", invite=sitting.table.invite).seat == 0
