from __future__ import annotations

import pytest

from stammtisch.protocols.tiles.lines import decode
from stammtisch.replies import AtTable, Players, Refused, Tables, Talked
from stammtisch.requests import EnterFrom, JoinNumber
from stammtisch.tables.events import Closed
from tests.protocols.tiles.house_script import (
    Client,
    accepted,
    at_table,
    entered,
    logged_in,
    playing,
    rack,
    seated,
    view,
)

REFUSED = Refused(code="busy", message="The house is busy.")
NO_LOGIN = '"You are not logged in: send LOGI and a name first.%"'
NO_LOBBY = '"You are in no lobby: send JLOB and a number first.%"'


# --- who one is --------------------------------------------------------------------------------


def test_bad_name_is_cleaned_because_a_login_cannot_be_refused() -> None:
    assert Client().asks('LOGI "robin der fuchs%"') == EnterFrom(
        name="robin_der_fuchs", protocol="tiles"
    )


def test_unpaced_is_for_the_shell_to_see() -> None:
    client = logged_in("anna")
    assert not client.session.unpaced
    unpaced = Client()
    unpaced.gets("LOGI anna unpaced", entered("anna"))
    unpaced.gets("LOGI anna", entered("anna"))
    assert unpaced.session.unpaced


def test_refused_token_makes_a_guest_and_says_why() -> None:
    client = Client()
    assert client.asks("LOGI anna token=wrong") == EnterFrom(
        name="anna", protocol="tiles", token="wrong"
    )
    client.session.answered(Refused(code="unknown_token", message="Nobody has that token."))
    assert client.session.asking == EnterFrom(name="anna", protocol="tiles")
    client.session.asking = None
    client.session.answered(entered("anna_1"))
    assert client.taken() == ['+LOGI anna_1 "Nobody has that token.%"']


def test_refused_login_keeps_the_name_one_has() -> None:
    assert Client().gets("LOGI anna", REFUSED) == ['+LOGI "%" "The house is busy.%"']
    assert logged_in("anna").gets("NAME bob", REFUSED) == ['+NAME anna "The house is busy.%"']


def test_name_is_a_login_too() -> None:
    client = Client()
    assert client.gets("NAME anna", entered("anna")) == ["+NAME anna"]
    assert client.gets("JLOB 1", at_table(0, ["anna"], number=1))[0].startswith("+JLOB t")


def test_logging_out_succeeds_even_if_the_house_refuses_to_let_go() -> None:
    client = seated()
    assert client.gets("LOGO", REFUSED) == ["+LOGO"]
    assert client.session.closing


# --- looking around ----------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["LPLA", "LLPL", "HIGH", "LGAM o"])
def test_refused_list_is_an_empty_list_with_the_reason(asked: str) -> None:
    assert Client().gets(asked, REFUSED) == [f'+{asked} "%" "The house is busy.%"']


def test_looking_around_needs_no_login() -> None:
    assert Client().gets("LPLA", Players(names=["solo"])) == ["+LPLA solo"]
    assert Client().gets("LLPL", Tables(tables=[])) == ['+LLPL "%"']


def test_unknown_state_is_answered_with_what_there_is() -> None:
    text = '"LGAM lists o (open), r (running) or f (finished).%"'
    assert Client().gets("LGAM x") == [f'+LGAM x "%" {text}']
    assert Client().gets("LGAM") == [f'+LGAM "%" "%" {text}']


# --- lobbies -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "number"),
    [("+0007", 7), ("-3", -3), ("0", 0), ("2147483647", 2**31 - 1), ("-2147483648", -(2**31))],
)
def test_lobby_numbers_are_integers_of_32_bits(text: str, number: int) -> None:
    assert logged_in().asks(f"JLOB {text}") == JoinNumber(game="tiles", number=number)


@pytest.mark.parametrize("text", ["", "my table", "7.5", "2147483648", "-", "٧", "9" * 5000])
def test_other_lobby_numbers_are_refused(text: str) -> None:
    assert logged_in().gets(f'JLOB "{text}%"') == [
        '+JLOB f "The number of a lobby is an integer of 32 bits, such as 42.%"'
    ]


def test_joining_needs_a_login() -> None:
    assert Client().gets("JLOB 1") == [f"+JLOB f {NO_LOGIN}"]


def test_refusals_without_a_text_of_the_original_are_in_the_houses_words() -> None:
    running = Refused(code="running", message="The match is on.")
    assert logged_in().gets("JLOB 1", running) == ['+JLOB f "The match is on.%"']


def test_joining_without_news_of_it_is_told_all_the_same() -> None:
    # The same person sits there already, through another connection.
    silent: AtTable = at_table(0, ["P0"], events=[])
    assert logged_in("P0").gets("JLOB 7", silent)[1:] == [
        "JOND P0",
        r'NAMS "P0 \"%\" \"%\" \"%\"%"',
    ]


def test_coming_back_after_the_end_deals_nothing() -> None:
    client = logged_in("P0")
    over = at_table(0, ["P0"])
    assert [line[:4] for line in client.gets("JLOB 7", over)] == ["+JLO", "JOND", "NAMS"]


def test_table_that_is_gone_is_left_before_another_is_joined() -> None:
    client = seated()
    client.hears(Closed(reason="The table is closed."))
    still = Refused(code="at_table", message="You are at a table already; leave it first.")
    lines = client.gets("JLOB 8", still, accepted(), at_table(0, ["P0"], number=8))
    assert lines[0] == '+JLOB t "Joined existing Lobby 8%"'
    assert logged_in().gets("JLOB 8", still, accepted(), still) == [
        '+JLOB f "You are at a table already; leave it first.%"'
    ]


def test_failed_leaving_leaves_the_client_free_to_join() -> None:
    client = seated()
    assert client.gets("LLOB", REFUSED) == ['+LLOB f "The house is busy.%"']
    assert client.asks("JLOB 8") == JoinNumber(game="tiles", number=8)


def test_polls_are_answered_without_lobby_and_game() -> None:
    empties = r'"\"%\" \"%\" \"%\" \"%\"%"'
    assert Client().gets("RNAM") == [f"+RNAM {empties}"]
    assert Client().gets("RSTA") == [f"+RSTA {empties} 0"]


def test_second_lobby_after_the_first_starts_anew() -> None:
    client = playing(1, rack("1:RED"), turn=3)
    client.gets("LLOB", accepted())
    client.gets("JLOB 8", at_table(0, ["g1"], number=8))
    assert client.gets("RSTA")[0].endswith(" 0")
    assert client.gets("RNAM") == [r'+RNAM "g1 \"%\" \"%\" \"%\"%"']


def test_joining_a_running_game_shows_its_tiles_first() -> None:
    sees = view(0, rack("1:RED"), turn=3)
    lines = logged_in("P0").gets("JLOB 7", at_table(0, ["P0"], sees=sees))
    assert [line.split(" ")[0] for line in lines] == ["STRT", "STAT", "+JLOB", "JOND", "NAMS"]


# --- talk --------------------------------------------------------------------------------------


def test_empty_message_is_a_message() -> None:
    assert seated().gets('CATC b "%"', Talked()) == ['+CATC b "%"']


def test_talk_before_login_is_answered_and_not_echoed() -> None:
    assert Client().gets("CATC b hi") == [f'+CATC b "%" {NO_LOGIN}']
    assert Client().gets("CATC w hi anna") == [f'+CATC w "%" anna f {NO_LOGIN}']


def test_talk_to_the_lobby_outside_of_one() -> None:
    assert logged_in().gets("CATC l hi") == [f'+CATC l "%" {NO_LOBBY}']


def test_refused_talk_says_why() -> None:
    for line in ("CATC b hi", "CATC l hi", "CATC w hi P1"):
        client = seated()
        before = len(client.mirror.chat)
        answer, whisper = client.gets(line, REFUSED)
        assert decode(answer) == ["+CATC", "", "", "The house is busy."]
        assert decode(whisper) == ["CATS", "w", "Not sent. The house is busy.", "server"]
        assert client.mirror.chat[before:] == ["server whispered: Not sent. The house is busy."]


@pytest.mark.parametrize("line", ["CATC", "CATC b", "CATC w hi", "CATC x hi"])
def test_incomplete_talk_is_answered(line: str) -> None:
    client = seated()
    (answer,) = client.gets(line)
    assert answer.startswith("+CATC ")
    assert "CATC" in answer[5:]
