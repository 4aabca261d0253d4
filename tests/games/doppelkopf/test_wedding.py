"""Weddings: announced, wished for, unfulfilled and silent."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Say, WeddingSettled
from stammtisch.games.doppelkopf.words import WISHES
from tests.games.doppelkopf.playing import dealt, healthy, play, play_out, refused, say

#: The bride has the best of everything; the others can win what she leaves them.
BRIDE = "cq cq h10 h10 ca ca sa sa c9 d9 hq dj"
HANDS = (
    BRIDE,
    "sq sq c10 c10 s10 s10 ha ha da d10 hk h9",
    "dq dq ck ck sk sk hq cj d10 dk c9 h9",
)


def married(wish: str | None = None, **options: Any) -> DoppelkopfMatch:
    kind = "wish_trick" if wish else "3_trick"
    match = dealt(HANDS, wedding=kind, **options)
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no", "wedding_yes")
    if wish:
        say(match, f"wedding_clarification_trick_{wish}")
    return match


def test_a_bride_needs_both_club_queens() -> None:
    match = dealt(("cq", "cq"))
    say(match, "reservation_yes", *["reservation_no"] * 3)
    assert refused(match, 0, Say("wedding_yes")) == "wrong_answer"


def test_there_are_no_weddings_where_the_rules_have_none() -> None:
    match = dealt((BRIDE,), wedding="none")
    say(match, "reservation_yes", *["reservation_no"] * 3)
    assert refused(match, 0, Say("solo_no")) == "empty_reservation"


def test_the_first_foreign_trick_finds_the_partner() -> None:
    match = married()
    assert (match.game, match.view(1).parties) == ("wedding", ("re", None, None, None))
    assert match.view(1).party is None
    play(match, "h10 da dk")
    play_lowest(match)
    assert match.open_party
    events = play(match, "dj sq dq") + play_lowest(match)
    settled = [event for event in events if isinstance(event, WeddingSettled)]
    assert settled == [WeddingSettled(0, 1, 2, ("re", "re", "kontra", "kontra"))]
    assert match.view(3).parties == ("re", "re", "kontra", "kontra")
    wedding = match.view(None).wedding
    assert wedding is not None and (wedding.trick, wedding.partner) == (2, 1)


def play_lowest(match: DoppelkopfMatch) -> list[Any]:
    """One card of whoever's turn it is."""
    seat = match.turn[0]
    return match.apply(seat, match.actions(seat)[0])


def test_nobody_calls_anything_while_the_wedding_is_open() -> None:
    match = married()
    assert refused(match, 0, Say("re")) == "no_party_yet"
    assert not any(isinstance(one, Say) for seat in range(4) for one in match.actions(seat))


def win_three(match: DoppelkopfMatch) -> None:
    for card in ("h10", "h10", "ca"):
        match.apply(0, next(one for one in match.actions(0) if getattr(one, "card", "") == card))
        for _ in range(3):
            play_lowest(match)
        assert match.history[-1].winner == 0


def test_c12a_a_bride_who_wins_the_third_trick_plays_alone_and_it_sums_to_zero() -> None:
    match = married()
    win_three(match)
    assert (match.game, match.open_party) == ("solo_diamonds", False)
    assert match.view(2).parties == ("re", "kontra", "kontra", "kontra")
    play_out(match)
    row = match.sheet[-1]
    assert row.game == "solo_diamonds" and sum(row.change) == 0
    assert abs(row.change[0]) == 3 * abs(row.change[1]) > 0
    assert row.re_extras == row.kontra_extras == ()


def test_c13_a_wish_that_nobody_fulfils_in_three_tricks_leaves_the_bride_alone() -> None:
    match = married("hearts")
    play(match, "dj sq dq")
    play_lowest(match)
    assert match.view(1).parties[1] is None, "a foreign trick, but no heart"
    match.apply(1, match.actions(1)[0])
    for _ in range(3):
        play_lowest(match)
    for _ in range(4):
        play_lowest(match)
    assert (match.open_party, match.game, match.partner) == (False, "solo_diamonds", None)


def test_the_wish_is_told_to_all() -> None:
    match = married("spades")
    assert match.view(3).wedding is not None and match.view(3).wedding.wish == "spades"  # type: ignore[union-attr]
    assert match.view(3).said[-1].word == "wedding_clarification_trick_spades"


@pytest.mark.parametrize("wish", WISHES)
def test_every_kind_of_clarifying_trick(wish: str) -> None:
    """The bride leads something small, which another wins: it clarifies if it is of the kind."""
    hands = ("cq cq c9 s9 h9 d9 dj ck sk hk dk c9", "ca ca sa sa ha ha h10 h10 sq sq hq hq")
    for lead, kinds in {
        "c9": ("foreign", "miss", "clubs"),
        "s9": ("foreign", "miss", "spades"),
        "h9": ("foreign", "miss", "hearts"),
        "d9": ("foreign", "trump", "diamonds"),
        "dj": ("foreign", "trump"),
    }.items():
        match = dealt(hands, wedding="wish_trick")
        say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no", "wedding_yes")
        say(match, f"wedding_clarification_trick_{wish}")
        play(match, lead)
        best = {"c": "ca", "s": "sa", "h": "ha", "d": "h10"}[lead[0]]
        play(match, best)
        play_lowest(match)
        play_lowest(match)
        winner = match.history[0].winner
        assert (match.partner == winner) is (wish in kinds and winner != 0), lead


def test_calls_are_counted_from_the_trick_that_settled_it() -> None:
    match = married()
    play(match, "h10 da dk")
    play_lowest(match)
    play(match, "dj sq dq")
    play_lowest(match)
    assert match.settled == 2
    assert Say("re") in match.actions(0)
    play_one_trick(match)
    # Nine cards: one more than in a normal game would be too late; here ten are needed.
    assert not any(one == Say("re") for one in match.actions(0))


def play_one_trick(match: DoppelkopfMatch) -> None:
    for _ in range(4):
        play_lowest(match)


def test_a_silent_wedding_looks_like_a_normal_game() -> None:
    match = dealt((BRIDE,))
    healthy(match)
    assert match.game == "silent_wedding"
    for seat in (1, 2, 3, None):
        assert match.view(seat).game == "normal"
        assert match.view(seat).parties[0] is None
    assert match.view(0).parties == ("re", "kontra", "kontra", "kontra")
    play(match, "cq")
    play_out(match)
    row = match.sheet[-1]
    assert row.game == "silent_wedding" and row.parties == ("re", "kontra", "kontra", "kontra")
    assert sum(row.change) == 0 and row.change[0] == -3 * row.change[1]


def test_both_queens_on_the_table_show_a_silent_wedding() -> None:
    match = dealt((BRIDE, "d9 d10 d10 dk", "dk da da dj"))
    healthy(match)
    play(match, "cq d10 dk")
    play_lowest(match)
    assert match.view(None).parties == ("re", None, None, None)
    while match.turn != (0,):
        play_lowest(match)
    assert not match.trick, "the bride leads again"
    play(match, "cq")
    assert match.view(None).parties == ("re", "kontra", "kontra", "kontra")
