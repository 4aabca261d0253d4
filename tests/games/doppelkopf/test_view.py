"""What a seat sees, and what it does not."""

from __future__ import annotations

from random import Random

from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Dealt, GameChosen, Say
from stammtisch.games.game import Deal
from tests.games.doppelkopf.playing import (
    any_rules,
    dealt,
    healthy,
    new,
    play,
    play_out,
    seed,
    step,
)
from tests.games.doppelkopf.test_tricks import DEAL


def test_everybody_sees_only_the_own_hand() -> None:
    match = new()
    (event, *_) = match.apply(None, Deal(seed(1)))
    assert isinstance(event, Dealt)
    for seat in range(4):
        own = event.seen_by(seat)
        assert isinstance(own, Dealt)
        assert [hand is not None for hand in own.hands] == [at == seat for at in range(4)]
        view = match.view(seat)
        assert view.hand == own.hands[seat] == view.hands[seat] == view.dealt
        assert view.counts == (12, 12, 12, 12)
    spectator = match.view(None)
    assert spectator.hand is None and spectator.hands == (None,) * 4


def test_open_cards_are_seen_by_all() -> None:
    match = dealt(DEAL, open_cards=True)
    assert all(hand is not None for hand in match.view(None).hands)
    event = Dealt(1, 0, match.view(0).hands, True)
    assert event.seen_by(2) is event and event.insiders == ()


def test_a_hand_is_spread_with_the_best_first() -> None:
    match = dealt(DEAL)
    assert " ".join(match.view(0).hand or ()) == "h10 cq sq hq cj dj da d9 ca c10 sa ha"
    assert " ".join(match.view(3).hand or ()) == "d10 dk c9 c9 sa s10 sk s9 s9 ha hk h9"


def test_parties_are_hidden_until_a_club_queen_is_played() -> None:
    match = dealt(DEAL)
    events = healthy(match)
    chosen = next(event for event in events if isinstance(event, GameChosen))
    assert chosen.seen_by(None).parties == (None,) * 4
    assert match.view(0).parties == ("re", None, None, None)
    play(match, "cq")
    assert match.view(1).parties == ("re", "kontra", None, None)
    assert match.view(2).parties == ("re", "kontra", "re", "kontra"), "who has the other knows all"
    assert match.view(None).parties == ("re", None, None, None)


def test_three_who_said_kontra_leave_one_alone() -> None:
    match = dealt(("cq cq",))
    healthy(match)
    match.apply(1, Say("kontra"))
    match.apply(2, Say("no90"))
    assert match.view(3).parties == ("re", "kontra", "kontra", "kontra")
    assert match.view(None).parties == (None, "kontra", "kontra", None)


def test_the_view_remembers_what_was_played_and_said() -> None:
    match = dealt(DEAL)
    healthy(match)
    match.apply(0, Say("re"))
    play(match, "ca ca ck c9 sa")
    view = match.view(3)
    assert [said.word for said in view.said] == ["reservation_no"] * 4 + ["re"]
    assert [laid.card for laid in view.tricks[0].cards] == ["ca", "ca", "ck", "c9"]
    assert (view.tricks[0].winner, view.eyes) == (0, (26, 0, 0, 0))
    assert view.trick is not None and view.trick.cards[0].card == "sa"
    assert (view.mover, view.next_call, view.moves) == (1, "kontra", 10)
    assert match.view(0).next_call == "no90"


def test_nothing_that_a_seat_may_not_know_shows_in_its_events() -> None:
    """Two matches that look the same to a seat tell it the same when the same is done."""
    for number in range(40):
        rng = Random(number)
        match = DoppelkopfMatch(any_rules(rng), 4)
        if match.rules.open_cards:
            continue
        seat = rng.randrange(4)
        match.apply(None, Deal(seed(number)))
        for _ in range(60):
            if match.phase not in ("reservations", "tricks"):
                break
            twin = match.resample(seat, rng)
            assert twin.view(seat) == match.view(seat)
            assert twin.observation(seat) == match.observation(seat)
            step(match, rng)


def test_after_the_round_nothing_is_secret() -> None:
    match = dealt(DEAL)
    healthy(match)
    play_out(match)
    view = match.view(None)
    assert view.parties == ("re", "kontra", "re", "kontra")
    assert [sorted(hand or ()) for hand in view.hands] == [sorted(hand.split()) for hand in DEAL]
    assert view.sheet[-1].game == view.game == "normal"


def test_a_view_tells_what_is_trump_the_best_first() -> None:
    match = dealt(DEAL)
    healthy(match)
    assert " ".join(match.view(0).trumps) == "h10 cq sq hq dq cj sj hj dj da d10 dk d9"
    without = dealt((), without9="without")
    assert "d9" not in without.view(None).trumps


def test_a_view_tells_how_long_the_next_call_may_wait() -> None:
    match = dealt(DEAL)
    healthy(match)
    assert (match.view(0).next_call, match.view(0).call_until) == ("re", 11)
    match.apply(0, Say("re"))
    assert (match.view(0).next_call, match.view(0).call_until) == ("no90", 10)
    assert (match.view(1).next_call, match.view(1).call_until) == ("kontra", 10), "as an answer"
    assert match.view(None).call_until is None


def test_a_view_tells_who_would_win_the_trick() -> None:
    match = dealt(DEAL)
    healthy(match)
    assert match.view(None).winning is None
    play(match, "dj")
    assert match.view(None).winning == 0
    play(match, match.view(1).hand[0])  # type: ignore[index]
    assert match.view(3).winning == 1
