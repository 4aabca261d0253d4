from __future__ import annotations

from stammtisch.games.tiles.records import Cheated, Dealt, Drawn, PutDown, Status, Won
from stammtisch.protocols.tiles.lines import encode, rack_text
from stammtisch.tables.events import Closed, Ended, Left, Readied, Sat
from tests.protocols.tiles.house_script import playing, rack, seated, seats, tile

EMPTIES = r'"\"%\" \"%\" \"%\" \"%\"%"'


def strt(*tiles: str, seat: int) -> str:
    return encode(["STRT", rack_text(rack(*tiles)), str(seat)])


def test_each_seat_is_dealt_its_own_rack() -> None:
    dealt = Dealt((rack("1:RED"), rack("2:RED"), rack("3:RED"), rack("4:RED")), starter=0)
    status = Status((None,) * 4, 0)
    for seat in range(3):
        client = seated(seat)
        assert client.hears(dealt.seen_by(seat), status) == [
            strt(f"{seat + 1}:RED", seat=seat),
            f"STAT {EMPTIES} 0",
        ]


def winc(*tiles: str) -> str:
    return encode(["+WINC", rack_text(rack(*tiles))])


def test_tiles_that_change_unasked_are_told_without_another_start() -> None:
    # The turn's clock ran out, and the house played for this seat.
    client = playing(1, rack("1:RED"), turn=1)
    drawn = Drawn(1, "main", tile("2:RED"), 4)
    put = PutDown(1, tile("2:RED"))
    next_one = Status((None, None, tile("2:RED"), None), 2)
    assert client.hears(drawn, Status((None,) * 4, 1), put, next_one) == [
        winc("1:RED", "2:RED"),
        f"STAT {EMPTIES} 1",
        winc("1:RED"),
        r'STAT "\"%\" \"%\" 2:RED \"%\"%" 2',
    ]


def test_cheat_through_another_connection_is_told() -> None:
    client = playing(1, rack("1:RED"))
    assert client.hears(Cheated(1, rack("0:BLACK"))) == [winc("0:BLACK")]


def test_what_others_draw_and_put_is_only_a_status() -> None:
    client = playing(1, rack("1:RED"))
    assert client.hears(Drawn(0, "main", None, 4), PutDown(0, tile("1:RED"))) == []


def test_readiness_is_nothing_the_protocol_tells() -> None:
    assert seated().hears(Readied(seat=1, seats=seats("P0", "P1", "P2"))) == []


def test_bots_are_players_in_the_names() -> None:
    assert seated().hears(
        Sat(seat=3, name="easy_bot1", seats=seats("P0", "P1", "P2", "easy_bot1"))
    ) == [
        "JOND easy_bot1",
        'NAMS "P0 P1 P2 easy_bot1%"',
    ]


def test_somebody_away_can_win_through_the_bot_that_sits_in() -> None:
    client = seated()
    client.hears(Left(seat=1, name="P1", seats=seats("P0", "(P1)", "P2"), away=True))
    assert client.hears(Won(1, 0, rack(), 3)) == ["PWIN P1"]


def test_bot_that_sits_in_is_named_where_the_seat_would_look_empty() -> None:
    client = playing(0, rack("1:RED"))
    away = Left(seat=1, name="g1", seats=seats("g0", "((g1))", "g2", "g3"), away=True)
    assert client.hears(away) == ["LEFT g1", 'NAMS "g0 g1(bot) g2 g3%"']
    assert client.gets("RNAM") == ['+RNAM "g0 g1(bot) g2 g3%"']


def test_seat_of_nobody_wins_as_a_bot() -> None:
    assert seated().hears(Won(3, 0, rack(), 3)) == ["PWIN bot"]


def test_match_that_is_broken_off_is_a_draw_with_a_reason() -> None:
    client = playing(1, rack("1:RED"), turn=3)
    aborted = Ended(
        match="m", outcome="aborted", winners=[], ranks=[], points=[], reason="g2 has left."
    )
    assert client.hears(aborted) == ['EMPT "g2 has left.%"']
    assert client.gets("RSTA") == [f"+RSTA {EMPTIES} 0"]


def test_closed_table_is_told_in_the_chat_and_left() -> None:
    client = seated()
    assert client.hears(Closed(reason="The table was moved.")) == [
        'CATS l "The table was moved.%" server',
        "LEFT P0",
        f"NAMS {EMPTIES}",
    ]
    assert client.gets("LLOB") == ["+LLOB f"]


def test_seat_given_up_through_another_connection_is_left() -> None:
    client = seated()
    client.hears(Left(seat=0, name="P0", seats=seats("", "P1", "P2")))
    assert client.gets("LLOB") == ["+LLOB f"]


def test_seat_of_an_absent_owner_is_still_its_owners() -> None:
    client = seated()
    client.hears(Left(seat=0, name="P0", seats=seats("(P0)", "P1", "P2"), away=True))
    assert client.gets("RNAM") == [r'+RNAM "\"%\" P1 P2 \"%\"%"']


def test_who_takes_a_bots_seat_hears_the_bot_leave_and_stays() -> None:
    client = seated(1, ("P0", "P1"))
    left = Left(seat=1, name="easy_bot1", seats=seats("P0", ""))
    client.hears(left, Sat(seat=1, name="P1", seats=seats("P0", "P1")))
    assert client.gets("RNAM") == [r'+RNAM "P0 P1 \"%\" \"%\"%"']
