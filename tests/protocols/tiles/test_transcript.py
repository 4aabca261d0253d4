"""The transcript of the original server (as far as one session sees it), line by line.

Where we decided otherwise than the original, the test's name says so.
"""

from __future__ import annotations

import time

import pytest

from stammtisch.games.tiles.records import (
    Cheated,
    Dealt,
    Drawn,
    Emptied,
    Put,
    PutDown,
    Rack,
    Status,
    Won,
)
from stammtisch.protocols.tiles.lines import encode, parse_rack, rack_text
from stammtisch.records import HighScore
from stammtisch.replies import ChatMessage, Players, Refused, Scores, Tables, Talked
from stammtisch.requests import Act, EnterFrom, Leave, Ready, Say
from stammtisch.tables.events import AnyEvent, Ended, Left, Readied, Renamed, Said, Sat, Started
from tests.protocols.tiles.house_script import (
    Client,
    accepted,
    at_table,
    entered,
    info,
    logged_in,
    playing,
    rack,
    seated,
    seats,
    tile,
    view,
)

EMPTIES = r'"\"%\" \"%\" \"%\" \"%\"%"'
G1_TILES = (
    "1:BLUE 8:YELLOW 11:RED 7:YELLOW 7:YELLOW 1:BLACK 4:YELLOW 2:BLACK 11:RED 12:RED 3:BLACK "
    "5:RED 12:BLACK 13:RED 11:BLACK"
)
G1_RACK = parse_rack(G1_TILES)
G1_STRT = f'STRT "{G1_TILES}{9 * " ~%~"}%" 1'.replace("~", r"\"")
#: What the fourth seat holds, and any other.
FOURTEEN: Rack = rack(*G1_TILES.split()[:14])


def test_login_gives_the_name_the_house_gives() -> None:
    a, b = Client(), Client()
    assert a.asks("LOGI Istref") == EnterFrom(name="Istref", protocol="tiles")
    a.session.answered(entered("Istref"))
    assert a.taken() == ["+LOGI Istref"]
    assert b.gets("LOGI Istref", entered("Istref_1")) == ["+LOGI Istref_1"]
    names = Players(names=["Istref", "Istref_1"])
    assert b.gets("LPLA", names) == ['+LPLA "Istref Istref_1%"']
    assert b.gets("LLOB") == ["+LLOB f"]


def test_somebody_alone_sees_nobody_instead_of_null() -> None:
    assert Client().gets("LPLA", Players(names=[])) == ['+LPLA "%"']


def test_keeping_ones_own_name_is_no_clash() -> None:
    client = logged_in("Istref")
    assert client.asks("NAME Istref") == EnterFrom(name="Istref", protocol="tiles")
    client.session.answered(entered("Istref"))
    assert client.taken() == ["+NAME Istref"]


def test_first_and_second_join() -> None:
    g0, g1 = logged_in("g0"), logged_in("g1")
    assert g0.gets("JLOB 712991", at_table(0, ["g0"], number=712991, created=True)) == [
        '+JLOB t "Created new Lobby 712991%"',
        "JOND g0",
        r'NAMS "g0 \"%\" \"%\" \"%\"%"',
    ]
    joined = at_table(1, ["g0", "g1"], number=712991)
    assert g1.gets("JLOB 712991", joined) == [
        '+JLOB t "Joined existing Lobby 712991%"',
        "JOND g1",
        r'NAMS "g0 g1 \"%\" \"%\"%"',
    ]
    assert g0.hears(Sat(seat=1, name="g1", seats=seats("g0", "g1"))) == [
        "JOND g1",
        r'NAMS "g0 g1 \"%\" \"%\"%"',
    ]


def test_refused_joins() -> None:
    assert seated(number=712881).gets("JLOB 1") == ['+JLOB f "Already in Lobby 712881%"']
    full = Refused(code="full", message="All seats of this table are taken.")
    assert logged_in("X").gets("JLOB 713121", full) == [
        '+JLOB f "Lobby 713121 full already, couldn\'t join%"'
    ]


def test_status_and_names_without_a_game() -> None:
    p1 = seated(1)
    assert p1.gets("RSTA") == [f"+RSTA {EMPTIES} 0"]
    assert p1.gets("RNAM") == [r'+RNAM "P0 P1 P2 \"%\"%"']


def test_rename_in_a_lobby_tells_the_names_once() -> None:
    p0, p1 = seated(0), seated(1)
    renamed = r'NAMS "P0 renamed P2 \"%\"%"'
    assert p1.gets("NAME renamed", entered("renamed")) == ["+NAME renamed", renamed]
    news = Renamed(seat=1, name="renamed", seats=seats("P0", "renamed", "P2"))
    assert p0.hears(news) == [renamed]
    assert p1.hears(news) == []
    assert p1.gets("LOGI again", entered("again")) == [
        "+LOGI again",
        r'NAMS "P0 again P2 \"%\"%"',
    ]


def test_lists_of_lobbies() -> None:
    p1 = seated(1)
    tables = Tables(tables=[info(77, [""]), info(712881, ["P0", "P1", "P2"])])
    assert p1.gets("LGAM o", tables) == ['+LGAM o "77:0 712881:3%"']
    assert p1.gets("LLPL", tables) == [r'+LLPL "\"77 \\"%\\"%\" \"712881 P0 P1 P2%\"%"']


def test_talk_in_the_lobby() -> None:
    p0, p1 = seated(0), seated(1)
    assert p0.asks("CATC l hi") == Say(text="hi", reach="table")
    said = Said(name="P0", text="hi", at=0.0, seat=0)
    p0.session.answered(accepted(said))
    assert p0.taken() == ["+CATC l hi"]
    assert p1.hears(said) == ["CATS l hi P0"]


def test_talk_to_everybody() -> None:
    p0, p4 = seated(0), logged_in("P4")
    assert p0.asks(r'CATC b "hello all \"x\"%"') == Say(text='hello all "x"', reach="everyone")
    p0.session.answered(Talked())
    assert p0.taken() == [r'+CATC b "hello all \"x\"%"']
    heard = ChatMessage(reach="everyone", text='hello all "x"', sender="P0")
    assert p4.told(heard) == [r'CATS b "hello all \"x\"%" P0']


def test_whispering() -> None:
    p0, p2 = seated(0), seated(2)
    whisper = Say(text="psst psst", reach="person", to="P2")
    assert p0.asks('CATC w "psst psst%" P2') == whisper
    p0.session.answered(Talked())
    assert p0.taken() == ['+CATC w "psst psst%" P2 t']
    assert p2.told(ChatMessage(reach="person", text="psst psst", sender="P0")) == [
        'CATS w "psst psst%" P0'
    ]


def test_unheard_whisper_loses_its_message() -> None:
    nobody = Talked(heard=False)
    assert seated(0).gets("CATC w psst nobody", nobody) == ['+CATC w "%" nobody f']


def test_last_ready_is_answered_before_the_deal_and_the_status() -> None:
    g1 = seated(1, ("g0", "g1", "g2", "g3"))
    assert g1.asks("REDY") == Ready()
    dealt: list[AnyEvent] = [
        Readied(seat=1, seats=seats("g0", "g1", "g2", "g3")),
        Started(match="m", nonces=[], commitment=""),
        Dealt((FOURTEEN, G1_RACK, FOURTEEN, FOURTEEN), starter=1).seen_by(1),
        Status((None,) * 4, 1),
    ]
    g1.session.answered(accepted(*dealt))
    assert g1.taken() == ["+REDY", G1_STRT, f"STAT {EMPTIES} 1"]


def test_drawing_and_putting_out_of_turn() -> None:
    timings = Refused(code="not_your_turn", message="It is not your turn yet.")
    text = '"It is not your turn.. have some patience%"'
    g2 = playing(2, FOURTEEN, turn=1)
    assert g2.gets("DRAW m", timings) == [f'+DRAW "%" {text}']
    putt = encode(["PUTT", "1:BLUE", rack_text(FOURTEEN)])
    assert g2.gets(putt, timings) == [f"+PUTT f f {text}"]


def test_starter_cannot_draw_and_puts_only_tiles_of_the_own_rack() -> None:
    g1 = playing(1, G1_RACK, turn=1)
    drawn = Refused(code="already_drawn", message="You begin with fifteen tiles.")
    assert g1.gets("DRAW m", drawn) == ['+DRAW "%" "You shall not draw!%"']
    foreign = Refused(code="not_your_tiles", message="You do not have that tile.")
    assert g1.gets('PUTT 1:RED "1:RED%"', foreign) == ["+PUTT f f"]


def test_putting_a_tile() -> None:
    g1 = playing(1, G1_RACK, turn=1)
    left = rack("", *G1_TILES.split()[1:])
    putt = encode(["PUTT", "1:BLUE", rack_text(left)])
    assert g1.asks(putt) == Act(action=Put(tile("1:BLUE"), left))
    status = Status((None, None, tile("1:BLUE"), None), 2)
    g1.session.answered(accepted(PutDown(1, tile("1:BLUE")), status))
    stat = r'STAT "\"%\" \"%\" 1:BLUE \"%\"%" 2'
    assert g1.taken() == ["+PUTT t f", stat]
    assert playing(0, FOURTEEN).hears(PutDown(1, tile("1:BLUE")), status) == [stat]
    assert g1.gets("RSTA") == [stat.replace("STAT", "+RSTA")]


def test_drawing_a_tile() -> None:
    g2 = playing(2, FOURTEEN, turn=2)
    drawn = Drawn(2, "exchange", tile("1:BLUE"), 49)
    status = Status((None,) * 4, 2)
    assert g2.gets("DRAW e", accepted(drawn, status)) == ["+DRAW 1:BLUE", f"STAT {EMPTIES} 2"]
    g3 = playing(3, FOURTEEN, turn=2)
    assert g3.hears(drawn, status) == [f"STAT {EMPTIES} 2"]


def test_cheating_and_winning() -> None:
    deck = (
        r'"0:BLACK 2:BLUE 3:BLUE \"%\" 1:RED 2:RED 3:RED 4:RED \"%\" \"%\" \"%\" \"%\" 1:YELLOW '
        r"2:YELLOW 3:YELLOW 4:YELLOW 5:YELLOW 6:YELLOW 7:YELLOW "
        r'\"%\" \"%\" \"%\" \"%\" \"%\"%"'
    )
    won = parse_rack(deck[1:-2].replace("\\", ""))
    g0, g1 = playing(0, FOURTEEN), playing(1, FOURTEEN)
    assert g0.gets("WINC", accepted(Cheated(0, won))) == [f"+WINC {deck}"]
    assert g1.hears(Cheated(0, None)) == []
    assert g0.asks(f"PUTT 9:RED {deck}") == Act(action=Put(tile("9:RED"), won))
    end: list[AnyEvent] = [
        Won(0, tile("9:RED"), won, 1),
        Ended(match="m", outcome="won", winners=[0], ranks=[1, 2, 2, 2], points=[1, 0, 0, 0]),
    ]
    g0.session.answered(accepted(*end))
    assert g0.taken() == ["PWIN g0", "+PUTT t t"]
    assert g1.hears(*end) == ["PWIN g0"]
    assert g0.gets("RSTA") == [f"+RSTA {EMPTIES} 0"]


def test_finished_lobbies_and_high_scores() -> None:
    g0 = seated(0)
    tables = Tables(tables=[info(712991, ["g0", "g1", "g2", "g3"], "over", "g0")])
    assert g0.gets("LGAM f", tables) == ["+LGAM f 712991:g0"]
    at = time.mktime((2026, 11, 15, 19, 35, 0, 0, 0, -1))
    scores = Scores(scores=[HighScore(game="tiles", name="g0", at=at, score=1, match="m")])
    assert g0.gets("HIGH", scores) == [r'+HIGH "\"g0 2026-11-15,19:35 1%\"%"']


def test_leaving_in_the_middle_and_taking_the_seat_over() -> None:
    k0 = playing(0, FOURTEEN)
    away = seats("k0", "(k1)", "k2", "k3")
    assert k0.hears(Left(seat=1, name="k1", seats=away, away=True)) == [
        "LEFT k1",
        r'NAMS "k0 \"%\" k2 k3%"',
    ]
    x = logged_in("X")
    sees = view(1, G1_RACK, ("7:RED", "1:YELLOW", "", ""), 1)
    names = ("k0", "X", "k2", "k3")
    assert x.gets("JLOB 713121", at_table(1, names, number=713121, sees=sees)) == [
        G1_STRT,
        r'STAT "7:RED 1:YELLOW \"%\" \"%\"%" 1',
        '+JLOB t "Joined existing Lobby 713121%"',
        "JOND X",
        'NAMS "k0 X k2 k3%"',
    ]
    assert k0.hears(Sat(seat=1, name="X", seats=seats(*names))) == [
        "JOND X",
        'NAMS "k0 X k2 k3%"',
    ]


def test_leaving_the_lobby() -> None:
    k3 = seated(0)
    assert k3.asks("LLOB P0") == Leave()
    k3.session.answered(accepted())
    assert k3.taken() == ["+LLOB t"]
    assert k3.gets("RNAM") == [f"+RNAM {EMPTIES}"]
    assert k3.hears(Sat(seat=0, name="new", seats=seats("new"))) == []
    assert k3.gets("LLOB") == ["+LLOB f"]


def test_drawing_from_the_empty_main_stack() -> None:
    end: list[AnyEvent] = [
        Emptied(),
        Ended(match="m", outcome="draw", winners=[], ranks=[1] * 4, points=[0] * 4),
    ]
    assert playing(2, FOURTEEN, turn=2).gets("DRAW m", accepted(*end)) == ['+DRAW "%"', "EMPT"]
    assert playing(1, FOURTEEN, turn=2).hears(*end) == ["EMPT"]
    tables = Tables(tables=[info(713251, ["e0", "e1", "e2", "e3"], "over", "")])
    robust = playing(1, FOURTEEN)
    robust.session.unpaced = True
    assert robust.gets("LGAM f", tables) == ["+LGAM f 713251:"]


def test_nobody_is_the_winner_of_a_draw_where_the_original_left_its_client_without_a_name() -> None:
    tables = Tables(tables=[info(713251, ["e0", "e1", "e2", "e3"], "over", "")])
    assert playing(1, FOURTEEN).gets("LGAM f", tables) == ["+LGAM f 713251:nobody"]


def test_logging_out_gives_the_seat_up() -> None:
    p2 = seated(2)
    assert p2.asks("LOGO") == Leave()
    p2.session.answered(accepted())
    assert p2.taken() == ["+LOGO"]
    assert p2.session.closing
    outside = Client()
    assert outside.gets("LOGO") == ["+LOGO"]
    assert outside.session.closing


def test_empty_rack_is_twenty_four_empty_places() -> None:
    assert Client().gets("WINC")[0].startswith("+WINC " + '"' + 23 * r"\"%\" " + r"\"%\"%" + '"')


# --- the original client's screens ---------------------------------------------------------------


def test_whoever_joins_a_running_game_sees_it() -> None:
    assert playing(1, rack("7:RED")).mirror.screen == "game"


def test_whoever_is_dealt_tiles_in_a_lobby_sees_them() -> None:
    client = logged_in("P0")
    assert client.mirror.screen == "lobby"
    client.gets("JLOB 7", at_table(0, ("P0", "P1", "P2", "P3")))
    assert client.mirror.screen == "lobby screen"
    racks = (rack(*["7:RED"] * 15), None, None, None)
    client.gets("REDY", accepted(Dealt(racks=racks, starter=0)))
    assert (client.mirror.screen, client.mirror.turn) == ("game", 0)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "CATS b hello",
        "STRT 7:RED 1",
        'STAT "7:RED%" 0',
        "NAMS anna",
        "JOND",
        "PWIN",
        "+LGAM f 4:",
        '+LGAM r "51 23%"',
        '+LGAM o "51 23:2%"',
        "+CATC w psst",
        "+WINC 7:RED",
    ],
)
def test_what_the_original_client_cannot_read_is_noticed(line: str) -> None:
    client = logged_in("P0")
    with pytest.raises((AssertionError, IndexError)):
        client.mirror.reads(line)
