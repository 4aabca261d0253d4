"""Tricks, whole rounds of them, and the black sow."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import (
    CardPlayed,
    GameChosen,
    Laid,
    Pass,
    Play,
    RoundOver,
    Say,
    TrickWon,
    Turn,
)
from tests.games.doppelkopf.playing import dealt, healthy, held, play, play_out, refused, say

#: A whole deal; seats 0 and 2 are re.
DEAL = (
    "h10 cq sq hq cj dj da d9 ca c10 sa ha",
    "h10 sq dq cj sj hj d10 dk ca ck s10 hk",
    "cq hq dq sj hj dj da d9 c10 ck sk h9",
    "d10 dk c9 c9 sa s10 sk s9 s9 ha hk h9",
)
#: Trick by trick, with who wins it and its eyes.
ROUND = (
    ("sq sq sj dk", 0, 12),
    ("sa s10 sk sk", 0, 29),
    ("hq sj hq d10", 0, 18),
    ("ha hk h9 hk", 0, 19),
    ("h10 hj hj sa", 0, 25),
    ("dj h10 dq s9", 1, 15),
    ("dq dj s9 da", 1, 16),
    ("dk da s10 d9", 2, 25),
    ("d9 ha cq d10", 0, 24),
    ("cj cj cq h9", 2, 7),
    ("ck c9 ca ck", 0, 19),
    ("c10 ca c10 c9", 1, 31),
)


def test_one_must_follow() -> None:
    match = dealt(DEAL)
    healthy(match)
    play(match, "ca")
    assert refused(match, 1, Play("h10")) == "wrong_card"
    assert refused(match, 1, Play("c9")) == "not_your_card"
    assert refused(match, 1, Play("d9")) == "not_your_card"
    assert refused(match, 2, Play("ck")) == "wrong_turn"
    assert match.actions(1)[:2] == [Play("ck"), Play("ca")]


def test_a_card_that_one_does_not_have_is_never_another() -> None:
    """Every name but those in the hand is refused as such."""
    match = dealt(DEAL)
    healthy(match)
    names = {suit + rank for suit in "cshd" for rank in ("9", "j", "q", "k", "10", "a")} | {"j0"}
    for name in names - set(DEAL[0].split()):
        assert refused(match, 0, Play(name)) == "not_your_card"


def test_who_can_not_follow_plays_anything() -> None:
    match = dealt(DEAL)
    healthy(match)
    play(match, "ca ca ck c9 sa s10 sk s9 ha hk h9 ha")
    assert match.turn == (0,)
    play(match, "c10 ck c10 c9 da")
    assert len([one for one in match.actions(3) if isinstance(one, Play)]) == 0
    assert match.turn == (1,)


def test_the_events_of_a_trick() -> None:
    match = dealt(DEAL)
    events = healthy(match)
    chosen = next(one for one in events if isinstance(one, GameChosen))
    assert chosen.seen_by(1) == GameChosen(
        "normal", None, (None, "kontra", None, None), (None,) * 4, 12
    )
    assert events[-1] == Turn(0, 1, 12)
    events = play(match, "ca ca ck c9")
    assert events[:2] == [CardPlayed(4, 0, "ca", 1), Turn(1, 1, 12)]
    laid = (Laid(0, "ca"), Laid(1, "ca"), Laid(2, "ck"), Laid(3, "c9"))
    assert events[-2:] == [TrickWon(0, 1, laid, 26, 26), Turn(0, 2, 12)]


def test_a_whole_round() -> None:
    match = dealt(DEAL)
    healthy(match)
    match.apply(2, Say("re"))
    for cards, winner, eyes in ROUND:
        play(match, cards)
        trick = match.view(None).tricks[-1]
        assert (trick.winner, trick.eyes) == (winner, eyes)
    assert match.phase == "end"
    row = match.sheet[-1]
    assert (row.winner, row.eyes) == ("re", (178, 62))
    # Won, under 90, and re; but the fox of seat 0 was caught in the seventh trick.
    assert [(item.name, item.points) for item in row.items] == [
        ("won", 1),
        ("under_90", 1),
        ("re", 2),
        ("fox", 1),
    ]
    assert row.change == row.points == (3, -3, 3, -3)
    assert row.keywords == ("re_win", "re", "no90", "n_fox")
    assert (row.re_calls, row.kontra_extras) == (("re",), ("fox",))


def test_the_round_reveals_all_hands() -> None:
    match = dealt(DEAL)
    healthy(match)
    events = play_out(match)
    over = next(one for one in events if isinstance(one, RoundOver))
    assert [sorted(hand) for hand in over.hands] == [sorted(hand.split()) for hand in DEAL]
    assert match.view(None).hands == over.hands


@pytest.mark.parametrize(("prio", "winner"), [("first", 0), ("second", 1)])
def test_which_heart_ten_wins(prio: str, winner: int) -> None:
    match = dealt(DEAL, heart10_prio=prio)
    healthy(match)
    play(match, "h10 h10 d9 d10")
    assert match.history[0].winner == winner


# --- the black sow -----------------------------------------------------------------------------

POOR = "dj d9 d9 ca ca c10 ck sa s10 sk ha hk"


def sow(**options: Any) -> DoppelkopfMatch:
    match = dealt(
        (POOR, "cq cq h10 h10", "sq sq"),
        poverty="sell",
        poverty_consequence="black_sow",
        **options,
    )
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no", "poverty_yes")
    match.apply(0, Pass(("dj", "d9", "d9")))
    say(match, *["poverty_decline"] * 3)
    return match


def test_the_second_spade_queen_makes_its_winner_a_soloist() -> None:
    match = sow()
    assert match.view(1).parties == (None,) * 4
    assert refused(match, 0, Say("re")) == "no_party_yet"
    play_out(match)
    assert match.asking == "black_sow_solo"
    assert match.asked == match.history[-1].winner
    seat = match.asked
    assert refused(match, (seat + 1) & 3, Say("black_sow_solo_queen")) == "wrong_turn"
    assert refused(match, seat, Play("ca")) == "wrong_phase"
    events = say(match, "black_sow_solo_queen")
    if match.phase == "tricks":
        chosen = next(one for one in events if isinstance(one, GameChosen))
        assert (chosen.game, chosen.soloist) == ("solo_queen", seat)
        play_out(match)
    row = match.sheet[-1]
    assert (row.game, row.soloist) == ("solo_queen", seat)
    assert sum(row.eyes) == 240 and sum(row.change) == 0
    assert row.change[seat] == -3 * row.change[(seat + 1) & 3]


def test_a_sow_in_the_last_trick_is_named_and_the_round_is_over() -> None:
    match = sow()
    while match.asking is None:
        seat = match.turn[0]
        cards = [one for one in match.actions(seat) if isinstance(one, Play)]
        late = [one for one in cards if one.card != "sq"]
        match.apply(seat, (late or cards)[0])
    say(match, "black_sow_solo_jack")
    play_out(match)
    assert match.phase == "end" and match.sheet[-1].game == "solo_jack"


def test_ramsch_with_both_queens_in_one_hand_is_no_secret_to_its_holder_only() -> None:
    match = dealt((POOR, "cq cq"), poverty="sell", poverty_consequence="ramsch")
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no", "poverty_yes")
    match.apply(0, Pass(("dj", "d9", "d9")))
    say(match, *["poverty_decline"] * 3)
    assert match.game == "ramsch_sw" and match.view(2).game == "ramsch"
    assert match.view(1).parties == ("kontra", "re", "kontra", "kontra")
    # C7: trumps are trumps, the lead does not always win.
    play(match, "ha")
    play(match, "h10" if "h10" in held(match) else held(match)[-1])
    play_out(match)
    assert match.sheet[-1].game == "ramsch_sw"
    assert any(trick.winner != trick.leader for trick in match.history)
