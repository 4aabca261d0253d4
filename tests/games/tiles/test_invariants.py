"""What holds in every match of tiles, whatever is played."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.game import Action, Deal, Refusal, Seat, Timeout
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.games.tiles.records import PLACES, Cheat, Draw, Put
from stammtisch.games.tiles.tile import FULL_SET, Tile
from tests.games.tiles.playing import EXCHANGE, MAIN, WHOLE, everything, fresh, played, put_first
from tests.properties import tried

CHOICES: list[tuple[str, dict[str, object]]] = [
    ("classic", {}),
    ("okey", {"turn_clock": 20}),
    ("classic", {"cheats": True, "turn_clock": 5}),
]


@st.composite
def matches(draw: st.DrawFn, choices: list[tuple[str, dict[str, object]]]) -> TilesMatch:
    profile, changes = draw(st.sampled_from(choices))
    match = fresh(profile, draw(st.binary(max_size=8)), **changes)
    return played(match, Random(draw(st.integers(0, 2**32))), draw(st.integers(0, 120)))


PLACE = st.none() | st.integers(-2, 60)
GARBAGE = st.one_of(
    st.builds(Draw, st.sampled_from(["main", "exchange", "", "other"])),
    st.builds(Put, st.integers(-3, 60)),
    st.builds(Put, st.integers(-3, 60), st.lists(PLACE, max_size=26).map(tuple)),
    st.builds(
        Put, st.integers(0, 55), st.lists(PLACE, min_size=PLACES, max_size=PLACES).map(tuple)
    ),
    st.sampled_from([Cheat(), Timeout(), Deal(b"again"), object(), None, "draw"]),
)


@tried(100)
@given(
    matches(CHOICES),
    st.lists(st.tuples(st.none() | st.integers(-1, 4), GARBAGE, st.integers(0, 30_000))),
)
def test_all_or_nothing(match: TilesMatch, tries: list[tuple[Seat | None, Any, int]]) -> None:
    for seat, action, at in tries:
        before = match.digest()
        try:
            match.verify(seat, action)
        except Refusal as refused:
            assert refused.reason.endswith(".")
            assert match.digest() == before
            legal = False
        else:
            assert match.digest() == before
            legal = True
        try:
            match.apply(seat, action, at)
        except Refusal as refused:
            assert not legal or refused.code == "too_early"
            assert match.digest() == before
        else:
            assert legal
            # A second cheat gives what one has.
            assert match.digest() != before or isinstance(action, Cheat)


@given(st.binary(max_size=8), st.integers(0, 2**32))
def test_the_same_seed_and_actions_give_the_same_match(seed: bytes, choice: int) -> None:
    one = played(fresh("okey", seed), Random(choice), 80)
    other = played(fresh("okey", seed), Random(choice), 80)
    assert one.digest() == other.digest()


@given(matches(CHOICES[:2]))
def test_no_tile_is_lost_or_made(match: TilesMatch) -> None:
    # The winner's tile is on no stack.
    missing = Counter(WHOLE) - Counter(everything(match))
    assert list(missing.elements()) == ([] if match.final is None else [match.final])
    assert (match.final is not None) == bool(match.outcome and match.outcome.kind == "won")
    assert not Counter(everything(match)) - Counter(WHOLE)


@given(matches(CHOICES))
def test_a_copy_goes_its_own_way(match: TilesMatch) -> None:
    before = match.digest()
    twin = match.copy()
    assert twin.digest() == before
    played(twin, Random(1), 10)
    assert match.digest() == before
    assert match.outcome or twin.digest() != before


# --- what a seat cannot know -------------------------------------------------------------------


@given(matches(CHOICES), st.none() | st.integers(0, 3), st.integers(0, 2**32))
def test_a_resampled_match_looks_the_same_and_has_the_same_tiles(
    match: TilesMatch, seat: Seat | None, seed: int
) -> None:
    twin = match.resample(seat, Random(seed))
    assert twin.view(seat) == match.view(seat)
    assert Counter(chain(everything(twin), *twin.vanished)) == Counter(
        chain(everything(match), *match.vanished)
    )
    for other in range(4):
        assert not Counter(match.view(seat).known[other]) - Counter(twin.held(other))


@given(matches(CHOICES), st.none() | st.integers(0, 3), st.integers(0, 2**32))
def test_resampling_depends_on_what_the_seat_knows_alone(
    match: TilesMatch, seat: Seat | None, seed: int
) -> None:
    truth = match.resample(seat, Random(seed))
    dream = match.resample(seat, Random(seed + 1)).resample(seat, Random(seed))
    assert truth.digest() == dream.digest()


def test_resampling_moves_the_hidden_tiles() -> None:
    match = fresh()
    twins = [match.resample(0, Random(seed)) for seed in range(20)]
    assert len({twin.digest() for twin in twins}) == 20
    assert len({twin.main[-1] for twin in twins}) > 5


def common_moves(match: TilesMatch, twin: TilesMatch, seat: Seat | None) -> list[Action]:
    """What may be played in both without showing `seat` a tile that was hidden and differs."""
    mover = match.mover
    if not match.must_put:
        from_main = mover != seat or match.main[-1:] == twin.main[-1:]
        from_exchange = bool(match.exchange[mover])
        return [*[MAIN] * from_main, *[EXCHANGE] * from_exchange]
    both = sorted(set(match.held(mover)) & set(twin.held(mover)))
    return [Put(tile) for tile in both]


@tried(100)
@given(matches(CHOICES), st.none() | st.integers(0, 3), st.integers(0, 2**32))
def test_no_leak(match: TilesMatch, seat: Seat | None, seed: int) -> None:
    """Swap what the seat cannot know, go on the same way: it is told exactly the same."""
    rng = Random(seed)
    twin = match.resample(seat, rng)
    for at in range(0, 60_000, 1_000):
        if match.outcome:
            break
        mover = match.mover
        moves = common_moves(match, twin, seat)
        if not moves:
            break
        action = rng.choice(moves)
        told = [event.seen_by(seat) for event in match.apply(mover, action, at)]
        assert told == [event.seen_by(seat) for event in twin.apply(mover, action, at)]
        assert match.view(seat) == twin.view(seat)
        if seat is not None:
            assert match.actions(seat) == twin.actions(seat)


def test_a_tile_taken_from_an_exchange_stack_stays_known_until_it_is_put() -> None:
    match = fresh()
    tile = match.held(match.mover)[0]
    put_first(match)
    taker = match.mover
    match.apply(taker, EXCHANGE)
    for seed in range(20):
        assert tile in match.resample((taker + 1) % 4, Random(seed)).held(taker)
    match.apply(taker, Put(tile))
    assert match.known == [[], [], [], []]


def test_of_two_equal_tiles_the_put_one_may_have_been_the_known_one() -> None:
    match = fresh()
    tile = match.held(match.mover)[0]
    put_first(match)
    taker = match.mover
    match.racks[taker][0] = tile
    match.apply(taker, EXCHANGE)
    assert match.known[taker]
    match.apply(taker, Put(tile))
    assert tile in match.held(taker)
    assert match.known[taker] == []


def test_what_a_cheat_gives_is_known_and_what_it_took_is_not() -> None:
    match = fresh(cheats=True)
    cheater = (match.mover + 1) % 4
    lost = match.held(cheater)
    match.apply(cheater, Cheat())
    assert match.vanished[cheater] == lost
    twin = match.resample(match.mover, Random(3))
    assert sorted(twin.held(cheater)) == sorted(match.held(cheater))
    assert twin.vanished[cheater] != lost


def test_the_whole_set_is_two_of_each_and_two_jokers() -> None:
    counts: Counter[Tile] = Counter(FULL_SET)
    assert len(FULL_SET) == 106
    assert sorted(counts.values()) == [1, 1] + [2] * 52
