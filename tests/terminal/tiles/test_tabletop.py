"""What the terminal believes is what the match shows: checked through whole matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from stammtisch import replies
from stammtisch.games.game import Deal
from stammtisch.games.tiles.match import TILES
from stammtisch.games.tiles.records import View
from stammtisch.games.tiles.tile import Tile
from stammtisch.protocols.table import messages as wire
from stammtisch.tables.encoding import to_plain
from stammtisch.terminal.tiles.tabletop import TilesTop
from tests.properties import tried
from tests.terminal.card_harness import table_message, told


def seated(seat: int, profile: str = "classic", view: View | None = None) -> wire.Table:
    return table_message("tiles", profile, {}, seat, view=None if view is None else to_plain(view))


def heap(tiles: Iterable[Tile | None]) -> Counter[Tile]:
    """Where they lie is the player's own business."""
    return Counter(tile for tile in tiles if tile is not None)


@tried(15)
@given(
    st.binary(min_size=1, max_size=4),
    st.integers(0, 3),
    st.sampled_from(["classic", "okey"]),
    st.integers(0, 2**32),
)
def test_the_rack_holds_what_the_view_has_through_whole_matches(
    seed: bytes, seat: int, profile: str, luck: int
) -> None:
    rng = Random(luck)
    match = TILES.new(TILES.rules.named(profile), 4)
    top = TilesTop()
    top.hear(seated(seat, profile))
    events = match.apply(None, Deal(seed))
    while True:
        places, held = list(top.rack.places), top.rack.held
        told(top, match, events)
        if match.outcome is not None:
            break
        assert top.view is not None and top.view.rack is not None
        assert heap((*top.rack.places, top.rack.held)) == heap(top.view.rack)
        if match.turn[0] != seat and held is not None:
            # What others do leaves the tile in one's hand.
            assert sum(one != two for one, two in zip(places, top.rack.places, strict=True)) <= 1
        if rng.random() < 0.2:
            top.rack.pick_or_drop()
        mover = match.turn[0]
        events = match.apply(mover, rng.choice(match.actions(mover)))
    assert top.view is not None
    assert top.view.over
    assert top.view.winner == match.view(seat).winner


def test_coming_back_keeps_the_rack_as_it_was_arranged() -> None:
    match = TILES.new(TILES.rules.named("classic"), 4)
    match.apply(None, Deal(b"seed"))
    top = TilesTop()
    top.hear(seated(2, view=match.view(2)))
    top.rack.places.reverse()
    arranged = list(top.rack.places)
    top.hear(seated(2, view=match.view(2)))
    assert top.rack.places == arranged


def test_names_are_from_ones_own_seat() -> None:
    top = TilesTop()
    top.hear(seated(1))
    assert [top.name(top.seat_beside(steps)) for steps in range(4)] == ["You", "Cy", "Di", "Ada"]


def test_what_others_do_is_told_without_what_one_may_not_know() -> None:
    match = TILES.new(TILES.rules.named("classic"), 4)
    top = TilesTop()
    top.hear(seated(0))
    for _ in range(8):
        if match.awaits_deal:
            events = match.apply(None, Deal(b"seed"))
        else:
            mover = match.turn[0]
            events = match.apply(mover, match.actions(mover)[0])
        told(top, match, events)
    drew = [line for line in top.lines if "drew" in line and not line.startswith("You")]
    assert drew
    assert all(line.endswith("drew a tile from the main stack.") for line in drew)


def test_what_is_said_names_whom_it_is_said_to() -> None:
    top = TilesTop()
    top.hear(seated(0))
    top.hear(replies.ChatMessage(reach="person", sender="server", text="Back at {nine}."))
    top.hear(replies.ChatMessage(reach="everyone", sender="Bo", text="Who plays?"))
    assert list(top.lines)[-2:] == [
        "server, to you: Back at {nine}.",
        "Bo, to everybody: Who plays?",
    ]
