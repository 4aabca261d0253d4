from __future__ import annotations

import pytest

from stammtisch.games.tiles.records import Draw, Drawn, Put, PutDown, Status
from stammtisch.protocols.tiles.lines import decode, encode, parse_rack, rack_text
from stammtisch.replies import Refused
from stammtisch.requests import Act
from tests.protocols.tiles.house_script import Client, accepted, playing, rack, seated, tile

NO_LOBBY = '"You are in no lobby: send JLOB and a number first.%"'
NO_CHEATS = Refused(code="no_cheats", message="There is no cheating at this table.")


def test_game_commands_outside_of_a_lobby_are_answered() -> None:
    client = Client()
    assert client.gets("REDY") == [f"+REDY {NO_LOBBY}"]
    assert client.gets("DRAW m") == [f'+DRAW "%" {NO_LOBBY}']
    assert client.gets("PUTT 1:RED 1:RED") == [f"+PUTT f f {NO_LOBBY}"]
    assert client.gets("WINC")[0].endswith(NO_LOBBY)
    assert client.session.closing is None


def test_refused_ready_is_still_answered() -> None:
    late = Refused(code="no_seat", message="You have no seat at this table.")
    assert seated().gets("REDY", late) == ['+REDY "You have no seat at this table.%"']


def test_two_stacks_to_draw_from() -> None:
    assert seated().asks("DRAW m") == Act(action=Draw("main"))
    assert seated().asks("DRAW e") == Act(action=Draw("exchange"))


@pytest.mark.parametrize("line", ["DRAW", "DRAW x", "DRAW M"])
def test_no_other_stack(line: str) -> None:
    assert seated().gets(line) == [
        '+DRAW "%" "One draws from m (the main stack) or e (the exchange stack).%"'
    ]


def test_game_commands_without_a_game_have_the_houses_reason() -> None:
    none = Refused(code="no_match", message="There is no match on this table now.")
    assert seated().gets("DRAW m", none) == ['+DRAW "%" "There is no match on this table now.%"']


@pytest.mark.parametrize(
    "line", ["PUTT", "PUTT 1:RED", 'PUTT "%" 1:RED', "PUTT 14:RED 1:RED", "PUTT 1:RED x"]
)
def test_putt_that_cannot_be_read_is_refused_with_a_sentence(line: str) -> None:
    (answer,) = seated().gets(line)
    name, valid, won, text = decode(answer)
    assert (name, valid, won) == ("+PUTT", "f", "f")
    assert text.endswith(".")


def test_rack_of_too_many_places_is_refused() -> None:
    (answer,) = seated().gets(encode(["PUTT", "1:RED", rack_text(rack()) + " 1:RED"]))
    assert answer == '+PUTT f f "A rack has 24 places, not 25.%"'


def test_short_rack_is_filled_up() -> None:
    action = Act(action=Put(tile("1:RED"), rack("2:RED", "3:RED")))
    assert seated().asks('PUTT 1:RED "2:RED 3:RED%"') == action


def test_refused_cheat_gives_the_rack_that_one_has() -> None:
    own = rack("1:RED", "", "2:RED")
    refused = encode(["+WINC", rack_text(own), NO_CHEATS.message])
    assert playing(1, own).gets("WINC", NO_CHEATS) == [refused]


def test_rack_follows_what_the_seat_draws_and_puts() -> None:
    client = playing(1, rack("1:RED", "2:RED"), turn=1)
    still = Status((None,) * 4, 1)
    client.gets("DRAW m", accepted(Drawn(1, "main", tile("3:RED"), 4), still))
    client.gets("PUTT 1:RED 2:RED", accepted(PutDown(1, tile("1:RED")), still))
    client.gets("DRAW m", accepted(Drawn(1, "main", tile("4:RED"), 4), still))
    client.hears(Drawn(2, "main", None, 4), still, PutDown(2, tile("2:RED")), still)
    (answer,) = client.gets("WINC", NO_CHEATS)
    assert parse_rack(decode(answer)[1]) == rack("4:RED", "2:RED", "3:RED")
