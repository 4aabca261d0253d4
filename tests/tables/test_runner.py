"""People at a table: coming, watching, missing something, leaving, being waited for."""

from __future__ import annotations

from stammtisch.games.tiles.records import Draw, View
from stammtisch.tables.events import Ended, Left, Sat
from stammtisch.tables.replies import Accepted
from stammtisch.tables.requests import Act, AddBot, Join, Leave, Ready, Say, TakeName
from stammtisch.tables.runner import CHAT_KEPT, STEPS_KEPT
from tests.tables.sitting import PATIENCE, PEOPLE, Sitting, code, names_of, on_turn, settings, who

# --- coming --------------------------------------------------------------------------------------


def test_seats_are_taken_in_order_and_a_wish_is_heard() -> None:
    sitting = Sitting()
    assert sitting.join("ada").seat == 0
    assert sitting.join("bo", seat=3).seat == 3
    assert sitting.join("cy").seat == 1
    assert code(sitting.ask(who("di"), Join(seat=3))) == "seat_taken"
    assert code(sitting.ask(who("di"), Join(seat=4))) == "no_such_seat"
    assert sitting.join("di").seat == 2
    assert code(sitting.ask(who("eve"), Join())) == "full"


def test_two_connections_of_one_account_share_the_seat() -> None:
    sitting = Sitting()
    sitting.start()
    again = sitting.join("ada", "phone")
    assert (again.seat, again.back) == (0, True)
    sitting.heard.clear()
    sitting.lose("ada")
    assert not sitting.heard, "One of two connections lost is no news."
    assert not sitting.table.is_away(0)
    sitting.lose("ada", "phone")
    (left,) = sitting.told("bo")
    assert isinstance(left, Left) and left.away and sitting.table.is_away(0)


def test_joining_twice_from_one_connection_counts_once() -> None:
    sitting = Sitting()
    sitting.join("ada")
    sitting.join("ada")
    sitting.lose("ada")
    assert sitting.table.is_away(0)


def test_spectators_see_no_rack_and_are_counted() -> None:
    sitting = Sitting()
    sitting.start()
    joined = sitting.join("eve", watch=True)
    assert joined.seat is None and joined.snapshot.info.spectators == 1
    assert isinstance(joined.snapshot.view, View) and joined.snapshot.view.rack is None
    assert code(sitting.ask(who("eve"), Act(action=Draw("main")))) == "no_seat"
    sitting.ask(who("eve"), Say(text="Nice."))
    assert names_of(sitting.told("ada"))[-1] == "Said"
    sitting.lose("eve")
    assert sitting.runner.info().spectators == 0


def test_where_nobody_may_watch_nobody_watches() -> None:
    sitting = Sitting(settings(watch=False))
    sitting.join("ada")
    assert code(sitting.ask(who("eve"), Join(watch=True))) == "no_watching"
    assert sitting.runner.info().spectators == 0
    assert sitting.join("ada", "phone", watch=True).seat == 0


def test_a_new_name_is_told_and_also_found_when_its_owner_comes_back() -> None:
    sitting = Sitting()
    sitting.join("ada")
    sitting.join("bo")
    sitting.ask(who("ada", ""), TakeName())
    lady = who("ada")
    renamed = type(lady)(lady.connection, lady.account, "lady_ada")
    sitting.lose("ada")
    sitting.ask(renamed, Join())
    assert sitting.runner.info().seats[0].name == "lady_ada"
    assert names_of(sitting.told("bo"))[-2:] == ["Renamed", "Sat"]


def test_the_last_fifty_lines_of_chat_are_in_the_snapshot() -> None:
    sitting = Sitting()
    sitting.join("ada")
    for line in range(CHAT_KEPT + 3):
        sitting.ask(who("ada"), Say(text=str(line)))
    chat = sitting.join("bo").snapshot.chat
    assert [line.text for line in chat] == [str(line) for line in range(3, CHAT_KEPT + 3)]


# --- what was missed -----------------------------------------------------------------------------


def test_what_was_missed_is_what_a_connected_listener_heard() -> None:
    sitting = Sitting()
    sitting.start()
    sitting.join("eve", watch=True)
    sitting.join("ada", "phone")
    sitting.heard.clear()
    since = sitting.table.seq
    for _ in range(20):
        sitting.move()
    for name, connection in (("eve", "eve"), ("ada", "phone")):
        joined = sitting.join(name, f"{connection} again", watch=True, since=since)
        assert joined.missed == sitting.heard[connection]
        half = sitting.heard[connection][9].seq
        again = sitting.join(name, f"{connection} once more", watch=True, since=half)
        assert again.missed == sitting.heard[connection][10:]


def test_who_missed_nothing_is_told_nothing() -> None:
    sitting = Sitting()
    sitting.start()
    assert sitting.join("ada", "phone", since=sitting.table.seq).missed == []
    assert sitting.join("ada", "phone", since=None).missed is None
    assert sitting.join("ada", "phone", since=sitting.table.seq + 1).missed is None


def test_what_is_too_long_ago_is_not_told_in_part() -> None:
    sitting = Sitting(settings(options={"cheats": True}))
    sitting.start()
    since = sitting.table.seq
    for _ in range(STEPS_KEPT + 1):
        sitting.ask(who("ada"), TakeName())
    assert sitting.join("bo", since=since).missed is None
    assert sitting.join("bo", since=sitting.table.seq - 5).missed is not None


def test_after_a_restart_the_missed_events_are_the_same() -> None:
    before = Sitting()
    before.start()
    before.join("eve", watch=True)
    before.heard.clear()
    since = before.table.seq
    for _ in range(10):
        before.clock.advance(100)
        before.move()
    after = Sitting.again(before)
    missed = after.join("eve", watch=True, since=since).missed
    assert missed == before.heard["eve"]


# --- leaving -------------------------------------------------------------------------------------


def test_before_a_match_who_stands_up_gives_the_seat_away() -> None:
    sitting = Sitting()
    sitting.join("ada")
    sitting.join("bo")
    assert isinstance(sitting.ask(who("ada"), Leave()), Accepted)
    assert not sitting.table.places[0].taken
    (left,) = sitting.told("bo")[-1:]
    assert isinstance(left, Left) and not left.away
    assert code(sitting.ask(who("ada"), Leave())) == "not_here"


def test_before_a_match_a_lost_seat_is_kept_for_a_minute() -> None:
    sitting = Sitting()
    sitting.join("ada")
    sitting.join("bo")
    sitting.lose("ada")
    sitting.clock.advance(59_999)
    assert sitting.table.seat_of("account-of-ada") == 0
    assert sitting.join("ada").back
    sitting.lose("ada")
    sitting.clock.advance(60_000)
    assert sitting.table.seat_of("account-of-ada") is None


def test_a_seat_that_is_not_to_be_kept_is_free_at_once() -> None:
    sitting = Sitting()
    sitting.join("ada", keep=False)
    sitting.join("bo")
    sitting.lose("ada")
    assert not sitting.table.places[0].taken


def test_before_a_match_a_newcomer_may_have_the_seat_of_somebody_away() -> None:
    sitting = Sitting(settings(leaver="end"))
    for name in PEOPLE:
        sitting.join(name)
    sitting.lose("ada")
    assert sitting.join("eve").seat == 0
    for name in ("eve", *PEOPLE[1:]):
        sitting.ask(who(name), Ready())
    assert sitting.table.running
    sitting.clock.advance(120_000)
    assert sitting.table.running, "The match does not end because of somebody who is not in it."


def test_leaver_bot_a_bot_sits_in_until_the_owner_returns() -> None:
    sitting = Sitting(settings(leaver="bot"))
    sitting.start()
    name, seq = on_turn(sitting), sitting.table.seq
    other = PEOPLE[sitting.match.mover - 1]
    sitting.lose(name)
    sitting.clock.advance(799)
    assert sitting.table.seq == seq
    sitting.clock.advance(1)
    assert sitting.table.seq == seq + 1, "A bot's move takes 800 ms."
    sitting.clock.advance(10_000)
    assert on_turn(sitting) != name and sitting.table.running
    joined = sitting.join(name)
    assert joined.back and joined.seat == PEOPLE.index(name)
    back = sitting.told(other)[-1]
    assert isinstance(back, Sat) and back.back


def test_leaver_bot_a_newcomer_takes_over_and_the_owner_can_only_watch() -> None:
    sitting = Sitting(settings(leaver="bot"))
    sitting.start()
    assert code(sitting.ask(who("eve"), Join())) == "full"
    sitting.ask(who("cy"), Leave())
    assert sitting.join("eve").seat == 2
    assert code(sitting.ask(who("cy"), Join())) == "taken_over"
    assert code(sitting.ask(who("cy"), Join())) == "full"
    assert sitting.join("cy", watch=True).seat is None


def test_leaver_wait_the_match_waits_and_the_seat_is_kept() -> None:
    sitting = Sitting(settings(leaver="wait"))
    sitting.start()
    name, seq = on_turn(sitting), sitting.table.seq
    sitting.ask(who(name), Leave())
    sitting.clock.advance(600_000)
    assert sitting.table.running and sitting.table.seq == seq
    assert code(sitting.ask(who("eve"), Join())) == "running"
    assert sitting.join(name).back
    assert isinstance(sitting.move(), Accepted)


def ended(sitting: Sitting, name: str) -> Ended:
    (end,) = [one for one in sitting.told(name) if isinstance(one, Ended)]
    return end


def test_leaver_end_who_leaves_ends_the_match() -> None:
    sitting = Sitting(settings(leaver="end"))
    sitting.start()
    sitting.ask(who("di"), Leave())
    end = ended(sitting, "ada")
    assert (end.outcome, end.reason) == ("aborted", "di has left the table.")
    assert not sitting.table.running
    (finished,) = sitting.finished_matches
    assert finished.outcome.kind == "aborted" and not finished.outcome.counts


def test_leaver_end_a_lost_connection_has_half_a_minute() -> None:
    sitting = Sitting(settings(leaver="end"))
    sitting.start()
    sitting.lose("di")
    sitting.clock.advance(29_999)
    sitting.join("di")
    sitting.clock.advance(60_000)
    assert sitting.table.running
    sitting.lose("di")
    sitting.clock.advance(30_000)
    assert ended(sitting, "ada").reason == "di did not come back."
    assert sitting.table.seat_of("account-of-di") == 3
    sitting.clock.advance(30_000)
    assert sitting.table.seat_of("account-of-di") is None, "Then others may have the seat."


def test_leaver_end_the_half_minute_of_who_was_away_before_begins_with_the_match() -> None:
    sitting = Sitting(settings(leaver="end"))
    for name in PEOPLE:
        sitting.join(name)
    for name in PEOPLE[1:]:
        sitting.ask(who(name), Ready())
    sitting.lose("di")
    sitting.clock.advance(40_000)
    sitting.ask(who("ada"), Ready())
    sitting.clock.advance(29_999)
    assert sitting.table.running
    sitting.clock.advance(1)
    assert not sitting.table.running


def test_a_match_that_everybody_left_on_purpose_is_soon_broken_off() -> None:
    sitting = Sitting()
    sitting.start()
    for name in PEOPLE:
        sitting.ask(who(name), Leave())
    sitting.clock.advance(PATIENCE.ending - 1)
    assert sitting.table.running
    sitting.clock.advance(1)
    assert not sitting.table.running


def test_a_match_waits_for_whoever_lost_the_connection_when_all_others_have_left() -> None:
    sitting = Sitting()
    sitting.start()
    sitting.lose("ada")
    for name in PEOPLE[1:]:
        sitting.ask(who(name), Leave())
    sitting.clock.advance(PATIENCE.abandoned - 1)
    assert sitting.table.running


def test_who_comes_back_after_leaving_is_waited_for_like_anybody() -> None:
    sitting = Sitting()
    sitting.start()
    for name in PEOPLE:
        sitting.ask(who(name), Leave())
    sitting.join("ada")
    sitting.lose("ada")
    sitting.clock.advance(PATIENCE.ending)
    assert sitting.table.running


def test_the_list_says_for_whom_a_bot_plays() -> None:
    sitting = Sitting(settings(bots="easy"))
    sitting.start(*PEOPLE)
    sitting.lose("bo")
    assert [seat.deputy for seat in sitting.runner.info().seats] == [None, "easy", None, None]


def test_a_match_that_nobody_comes_back_to_ends_after_half_an_hour_and_the_table_goes() -> None:
    sitting = Sitting()
    sitting.start()
    for name in PEOPLE:
        sitting.lose(name)
    seq = sitting.table.seq
    sitting.clock.advance(1_799_999)
    assert sitting.table.seq == seq, "Bots do not play for nobody."
    sitting.clock.advance(1)
    assert sitting.runner.info().phase != "playing"
    assert sitting.finished_matches[0].outcome.kind == "aborted"
    sitting.clock.advance(60_000)
    assert sitting.is_forsaken


def test_an_empty_table_is_taken_away() -> None:
    sitting = Sitting()
    sitting.join("ada")
    sitting.ask(who("ada"), AddBot(level="random"))
    sitting.clock.advance(10**7)
    assert not sitting.is_forsaken
    sitting.ask(who("ada"), Leave())
    sitting.clock.advance(0)
    assert sitting.is_forsaken
