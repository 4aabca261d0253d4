from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.game import Game, Refusal
from stammtisch.games.games import GAMES
from stammtisch.games.mao.records import Accept, Move, Spot, Talk
from stammtisch.games.tiles.match import TILES
from stammtisch.games.tiles.records import Draw, Drawn, Put, PutDown
from stammtisch.tables.encoding import TABLE_EVENTS, action_from_plain, event_from_plain, to_plain
from stammtisch.tables.entries import written
from stammtisch.tables.events import Sat, SeatInfo

RACK = (*range(14), *(None,) * 10)


def through_json(plain: dict[str, Any]) -> Any:
    return msgspec.json.decode(msgspec.json.encode(plain))


@pytest.mark.parametrize("action", [Draw("main"), Put(3), Put(52, RACK)])
def test_an_action_comes_back_from_json_as_it_was(action: Any) -> None:
    assert action_from_plain(TILES, through_json(to_plain(action))) == action


@pytest.mark.parametrize(
    "action",
    [Draw("main"), Put(52, RACK), Accept(), Talk('"\u00e4"'), Move(Spot("hand", 3), Spot("deck"))],
)
def test_what_the_journal_holds_of_an_action_is_its_plain_form(action: Any) -> None:
    assert bytes(written(action)) == msgspec.json.encode(to_plain(action))


@pytest.mark.parametrize(
    "event",
    [
        Drawn(seat=2, stack="main", tile=None, left=7),
        PutDown(seat=0, tile=9),
        Sat(seat=1, name="Ada", seats=[SeatInfo(name="Ada", ready=True), SeatInfo()]),
    ],
)
def test_an_event_comes_back_from_json_as_it_was(event: Any) -> None:
    assert event_from_plain(TILES, through_json(to_plain(event))) == event


def test_the_plain_form_has_the_type_and_all_fields() -> None:
    assert to_plain(Draw("main")) == {"type": "draw", "stack": "main"}
    assert to_plain(Put(5)) == {"type": "put", "tile": 5, "rack": None}


def test_a_view_has_no_type() -> None:
    match = TILES.new(TILES.rules.named("classic"), 4)
    assert "type" not in to_plain(match.view(None))


@pytest.mark.parametrize(
    ("plain", "part"),
    [
        ({}, "draw, put, cheat"),
        ({"type": "fly"}, "'fly'"),
        ({"type": ["draw"]}, "draw, put, cheat"),
        ({"type": "deal", "seed": "00"}, "'deal'"),
        ({"type": "draw"}, "stack"),
        ({"type": "draw", "stack": "left"}, "$.stack"),
        ({"type": "draw", "stack": "main", "from": 1}, "no field from"),
        ({"type": "put", "tile": "3"}, "$.tile"),
        ({"type": "put", "tile": True}, "$.tile"),
        ({"type": "put", "tile": 3, "rack": [1, "2"]}, "$.rack"),
    ],
)
def test_what_is_no_action_is_refused_with_the_place(plain: dict[str, Any], part: str) -> None:
    with pytest.raises(Refusal) as refusal:
        action_from_plain(TILES, plain)
    assert refusal.value.code == "bad_action"
    assert part in refusal.value.reason
    assert refusal.value.reason.endswith(".")


def test_unknown_events_are_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        event_from_plain(TILES, {"type": "draw", "stack": "main"})
    assert refusal.value.code == "bad_event"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_no_event_of_a_game_has_the_name_of_a_tables_news(game: Game) -> None:
    assert not game.events.keys() & TABLE_EVENTS.keys()


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(
    st.dictionaries(
        st.sampled_from(["type", "tile", "rack", "stack", "x"]),
        st.sampled_from(["draw", "put", "cheat", "main"]) | values,
    )
)
def test_any_object_is_an_action_or_refused(plain: dict[str, Any]) -> None:
    try:
        action = action_from_plain(TILES, plain)
    except Refusal:
        return
    assert action_from_plain(TILES, to_plain(action)) == action
