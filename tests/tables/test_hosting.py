"""The table before the match: its host, and what only the host may do."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.replies import Accepted, Refused
from stammtisch.requests import (
    AddBot,
    AllowEntry,
    Arrange,
    Configure,
    Join,
    Kick,
    Leave,
    Ready,
    Say,
    TransferHost,
    Unready,
)
from stammtisch.tables import events as news
from stammtisch.vocabulary import Reply, Request
from tests.tables.harness import PEOPLE, TableHarness, settings, who

ADA, BO, CY, DI = (who(name) for name in PEOPLE)


def code(answer: Reply) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


def hosts(harness: TableHarness) -> list[str | None]:
    return [info.name for info in harness.table.state.seat_infos() if info.host]


def seated(*names: str, **how: Any) -> TableHarness:
    harness = TableHarness(settings(**how))
    for name in names or PEOPLE:
        harness.join(name)
    return harness


# --- who is the host ---------------------------------------------------------------------------


def test_the_first_who_sits_down_is_the_host_and_then_who_has_sat_longest() -> None:
    harness = seated("ada", "bo", "cy")
    assert hosts(harness) == ["ada"] and harness.runner.info().host == 0
    harness.ask(ADA, Leave())
    harness.join("di")
    assert hosts(harness) == ["bo"]


def test_all_hear_who_is_the_host_when_an_absent_one_loses_the_seat() -> None:
    harness = seated("ada", "bo")
    harness.lose("ada")
    harness.heard.clear()
    harness.clock.advance(60_001)
    told = [one for batch in harness.heard["bo"] for one in batch.events]
    assert any(isinstance(one, news.Hosted) and one.seat == 1 for one in told)
    assert hosts(harness) == ["bo"]


def test_bots_are_never_hosts() -> None:
    harness = seated("ada")
    harness.ask(ADA, AddBot(level="random"))
    harness.join("bo")
    harness.ask(ADA, Leave())
    assert hosts(harness) == ["bo"]


def test_the_host_can_make_somebody_else_the_host_even_in_a_match() -> None:
    harness = TableHarness()
    harness.start()
    assert code(harness.ask(BO, TransferHost(seat=1))) == "not_host"
    assert code(harness.ask(ADA, TransferHost(seat=9))) == "nobody_there"
    answer = harness.ask(ADA, TransferHost(seat=2))
    assert isinstance(answer, Accepted) and isinstance(answer.events[0], news.Hosted)
    assert hosts(harness) == ["cy"]


def test_the_host_is_still_the_host_after_a_restart_and_after_a_match() -> None:
    harness = TableHarness()
    harness.start()
    harness.ask(ADA, TransferHost(seat=2))
    assert hosts(TableHarness.again(harness)) == ["cy"]
    harness.play_out()
    assert harness.table.state.chapter == 2 and hosts(harness) == ["cy"]
    assert hosts(TableHarness.again(harness)) == ["cy"]


HOSTS_ONLY: list[Request] = [
    Configure(name="Ours"),
    Arrange(order=[1, 0, 2, 3]),
    Kick(seat=2),
]


@pytest.mark.parametrize("ask", HOSTS_ONLY)
def test_only_the_host_may_and_only_between_matches(ask: Any) -> None:
    harness = seated()
    assert code(harness.ask(BO, ask)) == "not_host"
    assert isinstance(harness.ask(ADA, ask), Accepted)
    playing = TableHarness()
    playing.start()
    assert code(playing.ask(ADA, ask)) == "running"


# --- how the table is run ------------------------------------------------------------------------


def test_the_host_changes_the_rules_and_whoever_was_ready_is_asked_again() -> None:
    harness = seated()
    for one in (ADA, BO, CY):
        harness.ask(one, Ready())
    answer = harness.ask(ADA, Configure(options={"turn_clock": 20}, name="Ours", bots="easy"))
    assert isinstance(answer, Accepted)
    (told,) = answer.events
    assert isinstance(told, news.Configured)
    assert told.settings.options == {"turn_clock": 20} and told.settings.name == "Ours"
    assert not any(seat.ready for seat in told.seats)
    harness.ask(DI, Ready())
    info = harness.runner.info()
    assert info.phase == "open"
    assert (info.name, info.options["turn_clock"], info.bots) == ("Ours", 20, "easy")
    for one in (ADA, BO, CY):
        harness.ask(one, Ready())
    assert harness.table.state.running and harness.match.deadline is not None


def test_options_add_up_until_the_profile_is_changed() -> None:
    harness = seated()
    harness.ask(ADA, Configure(options={"turn_clock": 20}))
    harness.ask(ADA, Configure(options={"pairs_win": True}))
    assert harness.table.state.settings.options == {"turn_clock": 20, "pairs_win": True}
    harness.ask(ADA, Configure(profile="okey"))
    assert harness.table.state.settings.options == {}
    assert harness.runner.info().options["joker_indicator"] is True


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
    harness = seated()
    before = (harness.table.state.seq, harness.table.state.settings)
    assert code(harness.ask(ADA, Configure(**change))) == refusal
    assert (harness.table.state.seq, harness.table.state.settings) == before


def test_a_table_of_mao_grows_and_shrinks_as_far_as_seats_are_empty() -> None:
    harness = TableHarness(settings(game="mao", profile="free", seats=4))
    for name in ("ada", "bo", "cy"):
        harness.join(name)
    harness.ask(ADA, Configure(seats=6))
    assert len(harness.table.state.places) == 6
    harness.ask(ADA, Configure(seats=4))
    harness.ask(BO, Leave())
    assert code(harness.ask(ADA, Configure(seats=2))) == "seat_taken"


def test_what_the_host_decided_is_there_after_a_restart() -> None:
    harness = seated()
    harness.ask(ADA, Configure(options={"turn_clock": 20}, name="Ours", password="sesame"))
    harness.ask(ADA, Arrange(order=[3, 2, 1, 0]))
    harness.ask(ADA, Kick(seat=1, reason="Too late."))
    after = TableHarness.again(harness)
    assert after.table.state.settings == harness.table.state.settings
    assert [place.name for place in after.table.state.places] == ["di", None, "bo", "ada"]
    assert code(after.ask(who("eve"), Join())) == "wrong_password"
    assert code(after.ask(CY, Join(password="sesame"))) == "dismissed"


def test_what_the_host_decided_holds_in_the_next_chapter_too() -> None:
    harness = seated()
    harness.ask(ADA, Configure(name="Ours", password="sesame"))
    harness.ask(ADA, Kick(seat=3))
    harness.join("eve", password="sesame")
    for one in (ADA, BO, CY, who("eve")):
        harness.ask(one, Ready())
    harness.play_out()
    assert harness.table.state.chapter == 2
    for table in (harness, TableHarness.again(harness)):
        assert table.table.state.settings.name == "Ours"
        assert code(table.ask(who("zoe"), Join(watch=True))) == "wrong_password"
        assert code(table.ask(DI, Join(password="sesame", watch=True))) == "dismissed"


# --- ready, and not ready ------------------------------------------------------------------------


def test_ready_can_be_taken_back_until_the_match_begins() -> None:
    harness = seated()
    for one in (ADA, BO, CY):
        harness.ask(one, Ready(nonce="aa"))
    answer = harness.ask(BO, Unready())
    assert isinstance(answer, Accepted) and isinstance(answer.events[0], news.Unreadied)
    harness.ask(DI, Ready())
    assert harness.runner.info().phase == "open"
    harness.ask(BO, Ready(nonce="bb"))
    assert harness.runner.info().phase == "playing"
    assert code(harness.ask(BO, Unready())) == "running"


def test_ready_again_with_another_nonce_keeps_the_first() -> None:
    harness = seated()
    harness.ask(ADA, Ready(nonce="aa"))
    seq = harness.table.state.seq
    harness.ask(ADA, Ready(nonce="bb"))
    assert harness.table.state.seq == seq and harness.table.state.places[0].nonce == bytes.fromhex(
        "aa"
    )


# --- order of seats ------------------------------------------------------------------------------


def test_the_host_changes_the_order_of_the_seats() -> None:
    harness = seated()
    harness.ask(ADA, Ready())
    harness.ask(ADA, Arrange(order=[2, 0, 3, 1]))
    assert [place.name for place in harness.table.state.places] == ["cy", "ada", "di", "bo"]
    assert not any(seat.ready for seat in harness.table.state.seat_infos())
    for one in (ADA, BO, CY, DI):
        harness.ask(one, Ready())
    assert harness.table.state.running and harness.table.state.seat_of(CY.account) == 0


@pytest.mark.parametrize("order", [[], [0, 1, 2], [0, 0, 1, 2], [0, 1, 2, 4]])
def test_an_order_that_does_not_name_each_seat_once_is_refused(order: list[int]) -> None:
    assert code(seated().ask(ADA, Arrange(order=order))) == "bad_order"


# --- sending away, inviting, locking -------------------------------------------------------------


def test_who_is_sent_away_hears_why_and_cannot_come_back_uninvited() -> None:
    harness = seated()
    harness.heard.clear()
    harness.ask(ADA, Kick(seat=1, reason="Not today."))
    (batch,) = harness.heard["bo"]
    (left,) = batch.events
    assert isinstance(left, news.Left) and left.kicked == "Not today."
    assert "bo" not in harness.runner.here.accounts
    assert code(harness.ask(BO, Join())) == "dismissed"
    assert code(harness.ask(BO, Join(invite=harness.table.state.invite))) == "dismissed"
    assert code(harness.ask(CY, AllowEntry(account=BO.account))) == "dismissed"
    harness.ask(ADA, AllowEntry(account=BO.account))
    assert harness.join("bo").seat == 1


def test_who_is_sent_away_hears_it_when_it_is_durable_and_not_before() -> None:
    harness = TableHarness(settings(), by_hand=True)
    for name in PEOPLE:
        harness.begin(who(name), Join())
        harness.journal.commit()
    harness.heard.clear()
    harness.begin(ADA, Kick(seat=1))
    assert not harness.heard
    harness.journal.commit()
    assert [len(harness.heard[name]) for name in ("bo", "cy", "di")] == [1, 1, 1]


def test_who_is_sent_away_is_not_heard_at_the_table_any_more() -> None:
    harness = seated()
    harness.ask(ADA, Kick(seat=1))
    harness.heard.clear()
    assert code(harness.ask(BO, Say(text="And another thing ..."))) == "not_here"
    assert not harness.heard and not harness.journal.beside


def test_two_bots_are_never_the_same_whatever_the_order_of_the_seats() -> None:
    harness = seated("ada")
    harness.ask(ADA, AddBot(level="random", seat=1))
    harness.ask(ADA, Arrange(order=[0, 2, 1, 3]))
    harness.ask(ADA, AddBot(level="random", seat=1))
    harness.ask(ADA, AddBot(level="random", seat=3))
    infos = harness.table.state.seat_infos()
    assert len({info.person for info in infos}) == len({info.name for info in infos}) == 4


def test_nobody_can_send_themselves_or_an_empty_seat_away() -> None:
    harness = seated("ada")
    assert code(harness.ask(ADA, Kick(seat=0))) == "yourself"
    assert code(harness.ask(ADA, Kick(seat=1))) == "nobody_there"


def test_a_password_is_needed_by_newcomers_and_not_by_the_invited_or_seated() -> None:
    harness = seated("ada", "bo")
    harness.ask(ADA, Configure(password="sesame"))
    assert harness.runner.info().locked
    assert code(harness.ask(CY, Join())) == "wrong_password"
    assert code(harness.ask(CY, Join(password="Sesame", watch=True))) == "wrong_password"
    assert harness.join("cy", password="sesame").seat == 2
    assert harness.join("di", invite=harness.table.state.invite).seat == 3
    harness.lose("bo")
    assert harness.join("bo").seat == 1
    harness.ask(ADA, Configure(password=None))
    assert not harness.runner.info().locked
    assert harness.join("eve", watch=True).seat is None


def test_the_password_is_nowhere_in_the_journal() -> None:
    harness = seated("ada")
    harness.ask(ADA, Configure(password="sesame"))
    assert not any(b"sesame" in entry.payload for entry in harness.journal.entries)


def test_the_table_itself_keeps_strangers_out_if_it_is_private() -> None:
    harness = TableHarness(settings(private=True))
    assert code(harness.ask(BO, Join())) == "unknown_table"
    assert code(harness.ask(BO, Join(invite="wrong", watch=True))) == "unknown_table"
    assert harness.join("bo", invite=harness.table.state.invite).seat == 0


@pytest.mark.parametrize(("level", "sits"), [(None, "hard"), ("easy", "easy")])
def test_a_bot_of_no_level_is_as_the_table_wants_them(level: str | None, sits: str) -> None:
    harness = seated("ada", bots="hard")
    harness.ask(ADA, AddBot(level=level))
    assert [info.bot for info in harness.table.state.seat_infos() if info.bot] == [sits]


def test_a_bot_of_a_level_that_is_not_there_does_not_sit_down() -> None:
    harness = seated("ada")
    assert code(harness.ask(ADA, AddBot(level="clever"))) == "unknown_level"
    assert not any(info.bot for info in harness.table.state.seat_infos())
