"""The course of a match. The facts are section 3 of the tiles specification's."""

from __future__ import annotations

import pytest

from stammtisch.games.game import Action, Deal, Refusal, Seat, Timeout
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.games.tiles.records import (
    EMPTY_RACK,
    Cheat,
    Cheated,
    Drawn,
    Emptied,
    Put,
    PutDown,
    Rack,
    Status,
    Won,
)
from stammtisch.games.tiles.rules import TilesRules
from stammtisch.games.tiles.tile import JOKER, KIND, name
from tests.games.tiles.playing import EXCHANGE, MAIN, fresh, give, put_first
from tests.games.tiles.writing import rack, tiles

#: Wins with the last tile put.
WINNING = rack("1R 2R 3R 4R _ 5B 6B 7B 8B 9B 10B 11B | 12Y 12R 12K J")
(SPARE,) = tiles("J")


def refusal(match: TilesMatch, seat: Seat | None, action: Action, at: int = 0) -> tuple[str, str]:
    before = match.digest()
    with pytest.raises(Refusal) as refused:
        match.apply(seat, action, at)
    assert match.digest() == before
    return refused.value.code, refused.value.reason


def without(lying: Rack, place: int) -> Rack:
    return (*lying[:place], None, *lying[place + 1 :])


def spare_place() -> int:
    return WINNING.index(SPARE)


# --- turns and stacks --------------------------------------------------------------------------


def test_the_starter_puts_without_drawing_and_the_next_seat_goes_on() -> None:
    match = fresh()
    starter = match.mover
    after = (starter + 1) % 4
    tile = match.held(starter)[3]
    put, status = match.apply(starter, Put(tile))
    assert put == PutDown(starter, tile)
    tops = tuple(tile if seat == after else None for seat in range(4))
    assert status == Status(tops, after)
    assert match.racks[starter][3] is None
    assert match.turn == (after,)


def test_one_draws_from_the_top_of_the_main_stack_into_the_first_empty_place() -> None:
    match = fresh()
    match.apply(match.mover, Put(match.held(match.mover)[0]))
    seat, top = match.mover, match.main[-1]
    match.racks[seat][2], match.racks[seat][20] = None, match.racks[seat][2]
    drawn, status = match.apply(seat, MAIN)
    assert drawn == Drawn(seat, "main", top, left=48)
    assert match.racks[seat][2] == top
    assert isinstance(status, Status)
    assert status.turn == seat


def test_the_exchange_stack_gives_back_what_the_previous_seat_put_last() -> None:
    match = fresh()
    put: list[int] = []
    for _ in range(9):
        if not match.must_put:
            match.apply(match.mover, MAIN)
        put.append(match.held(match.mover)[0])
        put_first(match)
    seat = match.mover
    assert match.exchange[seat] == [put[0], put[4], put[8]]
    drawn, status = match.apply(seat, EXCHANGE)
    assert drawn == Drawn(seat, "exchange", put[8], left=len(match.main))
    assert isinstance(status, Status)
    assert status.tops[seat] == put[4]


def test_what_is_refused_and_how() -> None:
    match = TilesMatch(TilesRules.named("classic"), 4)
    assert refusal(match, 0, MAIN) == ("not_started", "The match has not started yet.")
    assert match.actions(0) == []
    match.apply(None, Deal(b"seed"))
    starter = match.mover
    after, later = (starter + 1) % 4, (starter + 2) % 4
    own = match.held(starter)[0]
    assert refusal(match, starter, MAIN) == (
        "already_drawn",
        "You hold fifteen tiles: put one first.",
    )
    assert refusal(match, after, MAIN) == ("not_your_turn", "It is not your turn yet.")
    assert refusal(match, after, Put(own))[0] == "not_your_turn"
    assert refusal(match, None, Put(own))[0] == "no_seat"
    assert refusal(match, 4, Put(own))[0] == "no_seat"
    assert refusal(match, starter, Deal(b""))[0] == "house_only"
    assert refusal(match, None, Deal(b"")) == ("already_dealt", "The tiles are dealt already.")
    assert refusal(match, None, Timeout()) == ("no_clock", "No clock runs in this match.")
    assert refusal(match, starter, Cheat()) == (
        "no_cheats",
        "There is no cheating at this table.",
    )
    match.apply(starter, Put(own))
    assert refusal(match, after, Put(match.held(after)[0])) == (
        "draw_first",
        "Draw a tile first, then put one.",
    )
    match.exchange[after].clear()
    assert refusal(match, after, EXCHANGE) == (
        "empty_stack",
        "Your exchange stack is empty: draw from the main stack.",
    )
    match.apply(after, MAIN)
    assert refusal(match, after, MAIN) == (
        "already_drawn",
        "You hold fifteen tiles: put one first.",
    )
    strange = next(tile for tile in range(52) if tile not in match.held(after))
    assert refusal(match, after, Put(strange)) == (
        "not_your_tiles",
        "Those are not the tiles that you have.",
    )
    assert refusal(match, after, Put(99)) == ("bad_tile", "There is no such tile.")
    put_first(match)
    assert match.turn == (later,)


def test_nobody_is_awaited_before_the_deal() -> None:
    assert TilesMatch(TilesRules.named("classic"), 4).turn == ()


# --- the rack sent with a put ------------------------------------------------------------------


def test_a_rack_of_other_tiles_is_refused() -> None:
    match = fresh()
    seat = match.mover
    first, *others = match.held(seat)
    sentence = "Those are not the tiles that you have."
    too_many = (first, *others, *(None,) * 9)
    swapped = ((others[0] + 1) % 52, *others[1:], *(None,) * 10)
    for wrong in (EMPTY_RACK, too_many, swapped):
        assert refusal(match, seat, Put(first, wrong)) == ("not_your_tiles", sentence)
    assert refusal(match, seat, Put(first, tuple(others)))[0] == "bad_rack"
    assert refusal(match, seat, Put(first, (77, *others[1:], *(None,) * 10)))[0] == "bad_rack_tile"


def test_the_sent_order_is_for_the_verdict_only() -> None:
    match = fresh()
    seat = match.mover
    kept = match.racks[seat][1:]
    first, *others = match.held(seat)
    match.apply(seat, Put(first, (*(None,) * 10, *reversed(others))))
    assert match.racks[seat] == [None, *kept]


def test_a_joker_may_be_named_in_any_colour_and_the_own_one_goes() -> None:
    match = fresh()
    seat = match.mover
    give(match, seat, WINNING)
    scattered = tuple(reversed(match.held(seat)[:14]))
    put, _ = match.apply(seat, Put(JOKER + 3, (*scattered, *(None,) * 10)))
    assert put == PutDown(seat, JOKER)
    assert match.exchange[(seat + 1) % 4] == [JOKER]


def test_a_joker_on_the_rack_may_be_named_in_any_colour() -> None:
    match = fresh()
    seat = match.mover
    give(match, seat, WINNING)
    put, *others = tiles("1R 2R 3R 4R 5B 6B 7B 8B 9B 10B 11B 12Y 12R 12K")
    match.apply(seat, Put(put, (*others, JOKER + 2, *(None,) * 10)))
    assert KIND[JOKER] in match.held(seat)


# --- the end -----------------------------------------------------------------------------------


def test_the_starter_may_win_at_once_with_score_one() -> None:
    match = fresh()
    seat = match.mover
    give(match, seat, WINNING)
    lying = without(WINNING, spare_place())
    assert match.apply(seat, Put(SPARE, lying)) == [Won(seat, SPARE, lying, score=1)]
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.kind, outcome.winners, outcome.high_score) == ("won", (seat,), 1)
    assert outcome.counts
    assert sorted(outcome.ranks) == [1, 2, 2, 2]
    # The winner's tile goes on no stack.
    assert match.exchange == [[], [], [], []]
    assert match.turn == ()
    assert match.view(None).winner == seat
    assert refusal(match, seat, MAIN) == ("over", "The match is over.")
    assert match.actions(seat) == []


def test_the_winning_rack_shows_the_joker_one_really_has() -> None:
    match = fresh()
    seat = match.mover
    held = rack("J 2R 3R 4R _ 5B 6B 7B 8B 9B 10B 11B | 12Y 12R 12K 1K")
    give(match, seat, held)
    lying = without(held, held.index(tiles("1K")[0]))
    (won,) = match.apply(seat, Put(tiles("1K")[0], (JOKER + 3, *lying[1:])))
    assert isinstance(won, Won)
    assert won.rack == lying == tuple(match.racks[seat])


def test_a_winning_rack_does_not_show_where_its_two_jokers_stood() -> None:
    shown = set()
    for jokers in ((JOKER, JOKER + 1), (JOKER + 1, JOKER)):
        match = fresh()
        seat = match.mover
        held = rack("J 2R 3R 4R _ J 6B 7B 8B 9B 10B 11B | 12Y 12R 12K 1K")
        places = [at for at, tile in enumerate(held) if tile is not None and tile >= JOKER]
        lying = list(held)
        for place, joker in zip(places, jokers, strict=True):
            lying[place] = joker
        give(match, seat, tuple(lying))
        spare = tiles("1K")[0]
        (won,) = match.apply(seat, Put(spare, without(tuple(lying), lying.index(spare))))
        assert isinstance(won, Won)
        shown.add(won.rack)
    assert len(shown) == 1


@pytest.mark.parametrize(("draws", "score"), [(1, 1), (3, 1), (4, 2), (7, 2), (8, 3)])
def test_the_score_is_the_round_of_the_win(draws: int, score: int) -> None:
    match = fresh()
    for _ in range(draws):
        put_first(match)
        match.apply(match.mover, MAIN)
    seat = match.mover
    give(match, seat, WINNING)
    (won,) = match.apply(seat, Put(SPARE, without(WINNING, spare_place())))
    assert isinstance(won, Won)
    assert won.score == score


def test_the_same_tiles_without_gaps_do_not_win() -> None:
    match = fresh()
    seat = match.mover
    give(match, seat, WINNING)
    together = (*match.held(seat)[:14], *(None,) * 10)
    put, _ = match.apply(seat, Put(SPARE, together))
    assert isinstance(put, PutDown)
    assert match.outcome is None


def test_a_put_without_a_rack_never_wins() -> None:
    match = fresh()
    seat = match.mover
    give(match, seat, WINNING)
    match.apply(seat, Put(SPARE))
    assert match.outcome is None


@pytest.mark.parametrize(("profile", "tiles_to_draw"), [("classic", 49), ("okey", 48)])
def test_the_draw_from_the_empty_main_stack_ends_the_match(
    profile: str, tiles_to_draw: int
) -> None:
    match = fresh(profile)
    for left in reversed(range(tiles_to_draw)):
        put_first(match)
        drawn, _ = match.apply(match.mover, MAIN)
        assert isinstance(drawn, Drawn)
        assert drawn.left == left
    put_first(match)
    assert MAIN in match.actions(match.mover)
    assert match.apply(match.mover, MAIN) == [Emptied()]
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.kind, outcome.winners, outcome.high_score) == ("draw", (), None)
    assert outcome.ranks == (1, 1, 1, 1)
    assert match.view(0).over
    assert match.draws == tiles_to_draw


def test_with_an_empty_main_stack_one_may_still_draw_from_the_exchange_stack() -> None:
    match = fresh()
    match.main.clear()
    put_first(match)
    match.apply(match.mover, EXCHANGE)
    assert match.outcome is None


def test_seven_pairs_win_in_okey_only() -> None:
    for profile, by_pairs in (("okey", True), ("classic", None)):
        match = fresh(profile)
        match.main += [] if match.indicator is None else [match.indicator]
        match.indicator, match.wild = None, JOKER
        seat = match.mover
        pairs = rack("1R 1R _ 5B 5B _ 9Y 9Y _ 13K 13K | 2R 2R _ 3B 3B _ 7Y J _ 8K")
        give(match, seat, pairs)
        first, *_ = match.apply(seat, Put(tiles("8K")[0], without(pairs, pairs.index(46))))
        assert getattr(first, "by_pairs", None) is by_pairs


# --- the cheat ---------------------------------------------------------------------------------

CHEATED = (
    "0:BLACK 2:BLUE 3:BLUE - 1:RED 2:RED 3:RED 4:RED - - - - "
    "1:YELLOW 2:YELLOW 3:YELLOW 4:YELLOW 5:YELLOW 6:YELLOW 7:YELLOW {} - - - -"
)


def written(lying: Rack | None) -> str:
    assert lying is not None
    return " ".join("-" if tile is None else name(tile) for tile in lying)


def test_the_cheat_gives_the_rack_of_the_protocol_at_any_time() -> None:
    match = fresh(cheats=True)
    waiting = (match.mover + 2) % 4
    (cheated,) = match.apply(waiting, Cheat())
    assert isinstance(cheated, Cheated)
    assert written(cheated.rack) == CHEATED.format("-")
    assert cheated.seen_by((waiting + 1) % 4) == cheated.seen_by(None) == Cheated(waiting, None)
    assert cheated.seen_by(waiting) == cheated
    assert match.view(None).cheated


def test_with_fifteen_tiles_the_cheat_adds_one_to_put_and_wins_out_of_the_count() -> None:
    match = fresh(cheats=True)
    seat = match.mover
    (cheated,) = match.apply(seat, Cheat())
    assert isinstance(cheated, Cheated)
    assert cheated.rack is not None
    assert written(cheated.rack) == CHEATED.format("0:YELLOW")
    (won,) = match.apply(seat, Put(JOKER + 2, without(cheated.rack, 19)))
    assert isinstance(won, Won)
    assert match.outcome is not None
    assert not match.outcome.counts
    assert match.outcome.high_score is None


def test_after_a_cheat_one_draws_into_the_first_gap() -> None:
    match = fresh(cheats=True)
    after = (match.mover + 1) % 4
    match.apply(after, Cheat())
    put_first(match)
    match.apply(after, MAIN)
    assert match.fresh == 3


# --- the clock ---------------------------------------------------------------------------------


def timed(seed: bytes = b"seed") -> TilesMatch:
    match = TilesMatch(TilesRules.named("classic", {"turn_clock": 30}), 4)
    match.apply(None, Deal(seed), at=500)
    return match


def test_a_turn_has_its_time_from_its_beginning_and_drawing_gives_no_more() -> None:
    match = timed()
    assert match.deadline == 30_500
    match.apply(match.mover, Put(match.held(match.mover)[0]), at=2_000)
    assert match.deadline == 32_000
    _, status = match.apply(match.mover, MAIN, at=9_000)
    assert isinstance(status, Status)
    assert status.deadline == match.deadline == 32_000


def test_the_clock_does_not_run_out_early_nor_for_a_player() -> None:
    match = timed()
    assert refusal(match, None, Timeout(), at=30_499) == (
        "too_early",
        "The player's time is not over yet.",
    )
    assert refusal(match, match.mover, Timeout(), at=40_000)[0] == "house_only"


def test_time_over_for_the_starter_puts_its_last_tile() -> None:
    match = timed()
    seat = match.mover
    last = match.held(seat)[-1]
    put, status = match.apply(None, Timeout(), at=30_500)
    assert put == PutDown(seat, last)
    assert isinstance(status, Status)
    assert status.deadline == 60_500


def test_time_over_before_drawing_draws_from_the_main_stack_and_puts_that() -> None:
    match = timed()
    put_first(match)
    seat, top = match.mover, match.main[-1]
    before = match.racks[seat][:]
    events = match.apply(None, Timeout(), at=99_000)
    assert [type(event) for event in events] == [Drawn, Status, PutDown, Status]
    assert events[2] == PutDown(seat, top)
    assert match.racks[seat] == before


def test_time_over_after_drawing_puts_what_was_drawn() -> None:
    match = timed()
    put_first(match)
    seat = match.mover
    drawn, _ = match.apply(seat, EXCHANGE)
    assert isinstance(drawn, Drawn)
    put, _ = match.apply(None, Timeout(), at=99_000)
    assert put == PutDown(seat, drawn.tile or 0)


def test_time_over_never_wins() -> None:
    match = timed()
    give(match, match.mover, WINNING)
    match.fresh = spare_place()
    match.apply(None, Timeout(), at=99_000)
    assert match.outcome is None


def test_time_over_at_the_empty_main_stack_ends_the_match() -> None:
    match = timed()
    match.main.clear()
    put_first(match)
    assert match.apply(None, Timeout(), at=99_000) == [Emptied()]
    assert match.deadline is None


def test_time_over_after_a_cheat_puts_the_tile_that_was_added() -> None:
    match = fresh(cheats=True, turn_clock=30)
    seat = match.mover
    match.apply(seat, Cheat())
    put, _ = match.apply(None, Timeout(), at=30_000)
    assert put == PutDown(seat, JOKER + 2)
