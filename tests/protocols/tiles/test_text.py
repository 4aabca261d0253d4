from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.tiles.records import EMPTY_RACK, PLACES, Rack
from stammtisch.games.tiles.tile import COLOURS, JOKER, Tile, tile
from stammtisch.protocols.tiles.lines import (
    decode,
    encode,
    names_text,
    parse_rack,
    parse_tile,
    rack_text,
    stacks_text,
    tile_text,
)

RED, BLUE, YELLOW, BLACK = range(4)
TILES = st.integers(0, JOKER + 3)
PLACE = st.one_of(st.none(), TILES)
RACKS = st.lists(PLACE, min_size=PLACES, max_size=PLACES).map(tuple)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (tile(7, RED), "7:RED"),
        (tile(13, BLACK), "13:BLACK"),
        (tile(1, YELLOW), "1:YELLOW"),
        (tile(0, BLUE), "0:BLUE"),
        (None, ""),
    ],
)
def test_a_tile_is_number_colon_colour(written: Tile | None, text: str) -> None:
    assert tile_text(written) == text
    assert parse_tile(text) == written


@given(PLACE)
def test_every_tile_is_read_back(written: Tile | None) -> None:
    assert parse_tile(tile_text(written)) == written


def test_there_are_56_different_spellings() -> None:
    spellings = {tile_text(each) for each in range(JOKER + 4)}
    assert spellings == {f"{number}:{colour}" for number in range(14) for colour in COLOURS}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("05:RED", tile(5, RED)),
        ("+5:RED", tile(5, RED)),
        ("+0013:BLUE", tile(13, BLUE)),
        ("7:RED:", tile(7, RED)),
        ("00:BLACK", tile(0, BLACK)),
        ("-0:RED", tile(0, RED)),
        pytest.param("0" * 8000 + "7:RED", tile(7, RED), id="8000 zeros"),
    ],
)
def test_looser_spellings_are_read_as_the_original_reads_them(text: str, meant: Tile) -> None:
    assert parse_tile(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        *("14:RED", "-1:RED", "100:RED", "x:RED", "1.0:RED", "1_0:RED", "++5:RED", "٥:RED"),
        *("7:red", "7:GREEN", "7", "7:", ":RED", "RED:7", "7:RED:x", ":7:RED", "7;RED"),
        *("7:RED ", " 7:RED", "7 :RED", "7:RED\n", "%", '"%"', "null"),
        pytest.param("9" * 8000 + ":RED", id="8000 digits"),
    ],
)
def test_what_is_no_tile_is_refused_with_a_short_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="is not a tile; a tile is a number") as refused:
        parse_tile(text)
    assert len(str(refused.value)) < 150


def test_the_rack_of_the_protocols_putt_example_is_read() -> None:
    line = (
        r'PUTT 4:RED "\"%\" 3:RED 11:RED 12:RED 13:RED 2:BLUE 3:BLACK \"%\" \"%\" 11:BLUE 12:BLUE '
        r"\"%\" 2:YELLOW 7:YELLOW \"%\" 1:YELLOW 1:RED \"%\" \"%\" \"%\" 9:BLACK 9:RED "
        r'\"%\" \"%\"%"'
    )
    command, put, rack = decode(line)
    assert (command, parse_tile(put)) == ("PUTT", tile(4, RED))
    read = parse_rack(rack)
    assert read[:4] == (None, tile(3, RED), tile(11, RED), tile(12, RED))
    assert read[20:] == (tile(9, BLACK), tile(9, RED), None, None)
    assert encode(["PUTT", put, rack_text(read)]) == line


def test_the_stray_blank_of_the_protocols_winc_example_does_not_count() -> None:
    line = r'+WINC "0:BLACK \"%\" 1:RED \"%\" %"'
    assert parse_rack(decode(line)[1])[:4] == (tile(0, BLACK), None, tile(1, RED), None)


@given(RACKS)
def test_every_rack_is_read_back_from_one_token(rack: Rack) -> None:
    command, token = decode(encode(["+WINC", rack_text(rack)]))
    assert command == "+WINC"
    assert parse_rack(token) == rack


@given(
    st.lists(
        st.sampled_from(["7:RED", "07:RED", "7:RED:", '"7:RED%"', '"7:RED"', '"%"', '"" 0:RED'])
    ),
    st.sampled_from([" ", "  "]),
)
def test_every_spelling_of_a_rack_means_its_decoded_tiles(spellings: list[str], gap: str) -> None:
    text = gap.join(spellings[:PLACES])
    tiles = tuple(parse_tile(each) for each in decode(text))
    assert parse_rack(text) == tiles + EMPTY_RACK[len(tiles) :]


def test_places_that_are_not_written_are_empty() -> None:
    assert parse_rack("") == EMPTY_RACK
    assert parse_rack("7:RED") == (tile(7, RED), *EMPTY_RACK[1:])
    assert parse_rack('"%" 07:RED') == (None, tile(7, RED), *EMPTY_RACK[2:])


@pytest.mark.parametrize("element", ["7:RED", '"%"', "07:RED"])
def test_a_rack_of_25_places_is_refused(element: str) -> None:
    assert len(parse_rack(" ".join([element] * 24))) == PLACES
    with pytest.raises(ValueError, match=re.escape("A rack has 24 places, not 25.")):
        parse_rack(" ".join([element] * 25))


def test_a_rack_with_what_is_no_tile_is_refused() -> None:
    with pytest.raises(ValueError, match="'7:PINK' is not a tile"):
        parse_rack("7:RED 7:PINK")


def test_a_rack_of_another_size_is_not_written() -> None:
    with pytest.raises(ValueError, match="24 places, not 2"):
        rack_text((None, None))


def test_stacks_are_written_as_in_the_protocols_stat_example() -> None:
    tops = (None, tile(4, BLACK), tile(5, RED), tile(3, YELLOW))
    line = encode(["STAT", stacks_text(tops), "1"])
    assert line == r'STAT "\"%\" 4:BLACK 5:RED 3:YELLOW%" 1'


def test_stacks_and_names_are_always_four() -> None:
    assert stacks_text(()) == '"%" "%" "%" "%"'
    assert stacks_text((tile(9, BLACK),)) == '9:BLACK "%" "%" "%"'
    assert names_text(["a", "b"]) == 'a b "%" "%"'
    with pytest.raises(ValueError, match="4 seats, not 5"):
        stacks_text((None,) * 5)
    with pytest.raises(ValueError, match="4 seats, not 5"):
        names_text(["a", "b", "c", "d", "e"])


def test_names_are_written_as_in_the_protocols_nams_example() -> None:
    written = names_text(["boran", None, "istref", "robin"])
    assert encode(["NAMS", written]) == r'NAMS "boran \"%\" istref robin%"'
    assert names_text(["boran", "", "istref", "robin"]) == written


@given(st.lists(st.text(alphabet='"\\% aü', max_size=30), min_size=4, max_size=4))
def test_any_names_are_read_back(names: list[str]) -> None:
    assert decode(names_text(names)) == names
