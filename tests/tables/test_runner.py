"""People at a table: coming, watching, missing something, leaving, being waited for."""

from __future__ import annotations

from stammtisch.games.tiles.records import Draw, View
from stammtisch.replies import Accepted
from stammtisch.requests import Act, AddBot, Join, Leave, Ready, Say, TakeName
from stammtisch.tables.events import Ended, Left, Sat
from stammtisch.tables.runner import STEPS_KEPT
from stammtisch.tables.side_records import CHAT
from tests.tables.harness import (
    PATIENCE,
    PEOPLE,
    TableHarness,
    code,
    names_of,
    on_turn,
    settings,
    who,
)

# --- coming --------------------------------------------------------------------------------------


def test_seats_are_taken_in_order_and_a_wish_is_heard() -> None:
    harness = TableHarness()
    assert harness.join("ada").seat == 0
    assert harness.join("bo", seat=3).seat == 3
    assert harness.join("cy").seat == 1
    assert code(harness.ask(who("di"), Join(seat=3))) == "seat_taken"
    assert code(harness.ask(who("di"), Join(seat=4))) == "no_such_seat"
    assert harness.join("di").seat == 2
    assert code(harness.ask(who("eve"), Join())) == "full"


def test_two_connections_of_one_account_share_the_seat() -> None:
    harness = TableHarness()
    harness.start()
    again = harness.join("ada", "phone")
    assert (again.seat, again.back) == (0, True)
    harness.heard.clear()
    harness.lose("ada")
    assert not harness.heard, "One of two connections lost is no news."
    assert not harness.table.state.is_away(0)
    harness.lose("ada", "phone")
    (left,) = harness.told("bo")
    assert isinstance(left, Left) and left.away and harness.table.state.is_away(0)


def test_joining_twice_from_one_connection_counts_once() -> None:
    harness = TableHarness()
    harness.join("ada")
    harness.join("ada")
    harness.lose("ada")
    assert harness.table.state.is_away(0)


def test_spectators_see_no_rack_and_are_counted() -> None:
    harness = TableHarness()
    harness.start()
    joined = harness.join("eve", watch=True)
    assert joined.seat is None and joined.snapshot.info.spectators == 1
    assert isinstance(joined.snapshot.view, View) and joined.snapshot.view.rack is None
    assert code(harness.ask(who("eve"), Act(action=Draw("main")))) == "no_seat"
    harness.ask(who("eve"), Say(text="Nice."))
    assert names_of(harness.told("ada"))[-1] == "Said"
    harness.lose("eve")
    assert harness.runner.info().spectators == 0


def test_where_nobody_may_watch_nobody_watches() -> None:
    harness = TableHarness(settings(watch=False))
    harness.join("ada")
    assert code(harness.ask(who("eve"), Join(watch=True))) == "no_watching"
    assert harness.runner.info().spectators == 0
    assert harness.join("ada", "phone", watch=True).seat == 0


def test_a_new_name_is_told_and_also_found_when_its_owner_comes_back() -> None:
    harness = TableHarness()
    harness.join("ada")
    harness.join("bo")
    harness.ask(who("ada", ""), TakeName())
    lady = who("ada")
    renamed = type(lady)(lady.connection, lady.account, "lady_ada")
    harness.lose("ada")
    harness.ask(renamed, Join())
    assert harness.runner.info().seats[0].name == "lady_ada"
    assert names_of(harness.told("bo"))[-2:] == ["Renamed", "Sat"]


def test_the_last_fifty_lines_of_chat_are_in_the_snapshot() -> None:
    harness = TableHarness()
    harness.join("ada")
    for line in range(CHAT.most + 3):
        harness.ask(who("ada"), Say(text=str(line)))
    chat = harness.join("bo").snapshot.chat
    assert [line.text for line in chat] == [str(line) for line in range(3, CHAT.most + 3)]


# --- what was missed -----------------------------------------------------------------------------


def test_what_was_missed_is_what_a_connected_listener_heard() -> None:
    harness = TableHarness()
    harness.start()
    harness.join("eve", watch=True)
    harness.join("ada", "phone")
    harness.heard.clear()
    since = harness.table.state.seq
    for _ in range(20):
        harness.move()
    for name, connection in (("eve", "eve"), ("ada", "phone")):
        joined = harness.join(name, f"{connection} again", watch=True, since=since)
        assert joined.missed == harness.heard[connection]
        half = harness.heard[connection][9].seq
        again = harness.join(name, f"{connection} once more", watch=True, since=half)
        assert again.missed == harness.heard[connection][10:]


def test_who_missed_nothing_is_told_nothing() -> None:
    harness = TableHarness()
    harness.start()
    assert harness.join("ada", "phone", since=harness.table.state.seq).missed == []
    assert harness.join("ada", "phone", since=None).missed is None
    assert harness.join("ada", "phone", since=harness.table.state.seq + 1).missed is None


def test_what_is_too_long_ago_is_not_told_in_part() -> None:
    harness = TableHarness(settings(options={"cheats": True}))
    harness.start()
    since = harness.table.state.seq
    for _ in range(STEPS_KEPT + 1):
        harness.ask(who("ada"), TakeName())
    assert harness.join("bo", since=since).missed is None
    assert harness.join("bo", since=harness.table.state.seq - 5).missed is not None


def test_after_a_restart_the_missed_events_are_the_same() -> None:
    before = TableHarness()
    before.start()
    before.join("eve", watch=True)
    before.heard.clear()
    since = before.table.state.seq
    for _ in range(10):
        before.clock.advance(100)
        before.move()
    after = TableHarness.again(before)
    missed = after.join("eve", watch=True, since=since).missed
    assert missed == before.heard["eve"]


# --- leaving -------------------------------------------------------------------------------------


def test_before_a_match_who_stands_up_gives_the_seat_away() -> None:
    harness = TableHarness()
    harness.join("ada")
    harness.join("bo")
    assert isinstance(harness.ask(who("ada"), Leave()), Accepted)
    assert not harness.table.state.places[0].taken
    (left,) = harness.told("bo")[-1:]
    assert isinstance(left, Left) and not left.away
    assert code(harness.ask(who("ada"), Leave())) == "not_here"


def test_before_a_match_a_lost_seat_is_kept_for_a_minute() -> None:
    harness = TableHarness()
    harness.join("ada")
    harness.join("bo")
    harness.lose("ada")
    harness.clock.advance(59_999)
    assert harness.table.state.seat_of("account-of-ada") == 0
    assert harness.join("ada").back
    harness.lose("ada")
    harness.clock.advance(60_000)
    assert harness.table.state.seat_of("account-of-ada") is None


def test_a_seat_that_is_not_to_be_kept_is_free_at_once() -> None:
    harness = TableHarness()
    harness.join("ada", keep=False)
    harness.join("bo")
    harness.lose("ada")
    assert not harness.table.state.places[0].taken


def test_before_a_match_a_newcomer_may_have_the_seat_of_somebody_away() -> None:
    harness = TableHarness(settings(leaver="end"))
    for name in PEOPLE:
        harness.join(name)
    harness.lose("ada")
    assert harness.join("eve").seat == 0
    for name in ("eve", *PEOPLE[1:]):
        harness.ask(who(name), Ready())
    assert harness.table.state.running
    harness.clock.advance(120_000)
    assert harness.table.state.running, (
        "The match does not end because of somebody who is not in it."
    )


def test_leaver_bot_a_bot_sits_in_until_the_owner_returns() -> None:
    harness = TableHarness(settings(leaver="bot"))
    harness.start()
    name, seq = on_turn(harness), harness.table.state.seq
    other = PEOPLE[harness.match.mover - 1]
    harness.lose(name)
    harness.clock.advance(799)
    assert harness.table.state.seq == seq
    harness.clock.advance(1)
    assert harness.table.state.seq == seq + 1, "A bot's move takes 800 ms."
    harness.clock.advance(10_000)
    assert on_turn(harness) != name and harness.table.state.running
    joined = harness.join(name)
    assert joined.back and joined.seat == PEOPLE.index(name)
    back = harness.told(other)[-1]
    assert isinstance(back, Sat) and back.back


def test_leaver_bot_a_newcomer_takes_over_and_the_owner_can_only_watch() -> None:
    harness = TableHarness(settings(leaver="bot"))
    harness.start()
    assert code(harness.ask(who("eve"), Join())) == "full"
    harness.ask(who("cy"), Leave())
    assert harness.join("eve").seat == 2
    assert code(harness.ask(who("cy"), Join())) == "taken_over"
    assert code(harness.ask(who("cy"), Join())) == "full"
    assert harness.join("cy", watch=True).seat is None


def test_leaver_wait_the_match_waits_and_the_seat_is_kept() -> None:
    harness = TableHarness(settings(leaver="wait"))
    harness.start()
    name, seq = on_turn(harness), harness.table.state.seq
    harness.ask(who(name), Leave())
    harness.clock.advance(600_000)
    assert harness.table.state.running and harness.table.state.seq == seq
    assert code(harness.ask(who("eve"), Join())) == "running"
    assert harness.join(name).back
    assert isinstance(harness.move(), Accepted)


def ended(harness: TableHarness, name: str) -> Ended:
    (end,) = [one for one in harness.told(name) if isinstance(one, Ended)]
    return end


def test_leaver_end_who_leaves_ends_the_match() -> None:
    harness = TableHarness(settings(leaver="end"))
    harness.start()
    harness.ask(who("di"), Leave())
    end = ended(harness, "ada")
    assert (end.outcome, end.reason) == ("aborted", "di has left the table.")
    assert not harness.table.state.running
    (finished,) = harness.finished_matches
    assert finished.outcome.kind == "aborted" and not finished.outcome.counts


def test_leaver_end_a_lost_connection_has_half_a_minute() -> None:
    harness = TableHarness(settings(leaver="end"))
    harness.start()
    harness.lose("di")
    harness.clock.advance(29_999)
    harness.join("di")
    harness.clock.advance(60_000)
    assert harness.table.state.running
    harness.lose("di")
    harness.clock.advance(30_000)
    assert ended(harness, "ada").reason == "di did not come back."
    assert harness.table.state.seat_of("account-of-di") == 3
    harness.clock.advance(30_000)
    assert harness.table.state.seat_of("account-of-di") is None, "Then others may have the seat."


def test_leaver_end_the_half_minute_of_who_was_away_before_begins_with_the_match() -> None:
    harness = TableHarness(settings(leaver="end"))
    for name in PEOPLE:
        harness.join(name)
    for name in PEOPLE[1:]:
        harness.ask(who(name), Ready())
    harness.lose("di")
    harness.clock.advance(40_000)
    harness.ask(who("ada"), Ready())
    harness.clock.advance(29_999)
    assert harness.table.state.running
    harness.clock.advance(1)
    assert not harness.table.state.running


def test_a_match_that_everybody_left_on_purpose_is_soon_broken_off() -> None:
    harness = TableHarness()
    harness.start()
    for name in PEOPLE:
        harness.ask(who(name), Leave())
    harness.clock.advance(PATIENCE.ending - 1)
    assert harness.table.state.running
    harness.clock.advance(1)
    assert not harness.table.state.running


def test_a_match_waits_for_whoever_lost_the_connection_when_all_others_have_left() -> None:
    harness = TableHarness()
    harness.start()
    harness.lose("ada")
    for name in PEOPLE[1:]:
        harness.ask(who(name), Leave())
    harness.clock.advance(PATIENCE.abandoned - 1)
    assert harness.table.state.running


def test_who_comes_back_after_leaving_is_waited_for_like_anybody() -> None:
    harness = TableHarness()
    harness.start()
    for name in PEOPLE:
        harness.ask(who(name), Leave())
    harness.join("ada")
    harness.lose("ada")
    harness.clock.advance(PATIENCE.ending)
    assert harness.table.state.running


def test_the_list_says_for_whom_a_bot_plays() -> None:
    harness = TableHarness(settings(bots="easy"))
    harness.start(*PEOPLE)
    harness.lose("bo")
    assert [seat.deputy for seat in harness.runner.info().seats] == [None, "easy", None, None]


def test_a_match_that_nobody_comes_back_to_ends_after_half_an_hour_and_the_table_goes() -> None:
    harness = TableHarness()
    harness.start()
    for name in PEOPLE:
        harness.lose(name)
    seq = harness.table.state.seq
    harness.clock.advance(1_799_999)
    assert harness.table.state.seq == seq, "Bots do not play for nobody."
    harness.clock.advance(1)
    assert harness.runner.info().phase != "playing"
    assert harness.finished_matches[0].outcome.kind == "aborted"
    harness.clock.advance(60_000)
    assert harness.is_abandoned


def test_an_empty_table_is_taken_away() -> None:
    harness = TableHarness()
    harness.join("ada")
    harness.ask(who("ada"), AddBot(level="random"))
    harness.clock.advance(10**7)
    assert not harness.is_abandoned
    harness.ask(who("ada"), Leave())
    harness.clock.advance(0)
    assert harness.is_abandoned
