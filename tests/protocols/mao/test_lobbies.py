"""`GET /lobbies`."""

from __future__ import annotations

import msgspec

from stammtisch.protocols.mao.session import lobbies
from tests.protocols.mao.scripted import seat_infos, table_info


def test_all_tables_are_empty_lobbies_at_first() -> None:
    listed = lobbies([])
    assert list(listed) == [str(number) for number in range(140)]
    assert listed["0"] == {"numPlayers": 0, "maxPlayers": 2}
    assert listed["20"] == {"numPlayers": 0, "maxPlayers": 3}
    assert listed["139"] == {"numPlayers": 0, "maxPlayers": 8}


def test_only_tables_that_wait_are_listed() -> None:
    waiting = table_info(seat_infos(0, 2), phase="open", number=20)
    running = table_info(seat_infos(0, 1, 2), phase="playing", number=21)
    over = table_info(seat_infos(0, 1, 2), phase="over", number=22)
    listed = lobbies([waiting, running, over])
    assert listed["20"] == {"numPlayers": 2, "maxPlayers": 3}
    assert "21" not in listed and "22" not in listed
    assert len(listed) == 138


def test_who_is_away_does_not_count_and_a_table_that_has_room_again_is_listed() -> None:
    lost = table_info(seat_infos(0, 1, away=(0,)), phase="open", number=20)
    again = table_info(seat_infos(0, 1), phase="over", number=21)
    listed = lobbies([lost, again])
    assert listed["20"] == {"numPlayers": 1, "maxPlayers": 3}
    assert listed["21"] == {"numPlayers": 2, "maxPlayers": 3}


def test_tables_opened_elsewhere_are_listed_with_their_real_size() -> None:
    odd = table_info(seat_infos(0, size=5), phase="open", number=3)
    far = table_info(seat_infos(0, size=4), phase="open", number=500)
    tiles = msgspec.structs.replace(far, game="tiles", number=7)
    listed = lobbies([odd, far, tiles])
    assert listed["3"] == {"numPlayers": 1, "maxPlayers": 5}
    assert listed["500"] == {"numPlayers": 1, "maxPlayers": 4}
    assert listed["7"] == {"numPlayers": 0, "maxPlayers": 2}
