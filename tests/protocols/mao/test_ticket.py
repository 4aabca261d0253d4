"""The address of a client."""

from __future__ import annotations

import pytest

from stammtisch.protocols.mao.messages import ConnectParams, seats_of


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("20", 20),
        ("0xyz", 0),
        (" 7", 7),
        ("+7", 7),
        ("7.9", 7),
        ("-0", 0),
        ("139", 139),
        ("140", 140),
    ],
)
def test_table_id_is_read_as_atoi_reads_it(text: str, number: int) -> None:
    assert ConnectParams.read({"tableID": text}).number == number


@pytest.mark.parametrize("text", ["", "x1", "-1", "--1", "٣", "99999999999999999999"])
def test_what_is_no_table_id(text: str) -> None:
    assert ConnectParams.read({"tableID": text}).number is None
    assert ConnectParams.read({"tableid": "1"}).number is None


@pytest.mark.parametrize(
    ("number", "seats"), [(0, 2), (19, 2), (20, 3), (139, 8), (140, None), (-1, None)]
)
def test_twenty_tables_of_each_size(number: int, seats: int | None) -> None:
    assert seats_of(number) == seats


def test_extensions_are_not_heard_without_ext() -> None:
    said = {"tableID": "1", "token": "t", "since": "4", "watch": "1", "table": "school"}
    plain = ConnectParams.read(said)
    assert (plain.token, plain.since, plain.watch, plain.profile) == (None, None, False, None)
    ext = ConnectParams.read({**said, "ext": "1"})
    assert (ext.token, ext.since, ext.watch, ext.profile) == ("t", 4, True, "school")
