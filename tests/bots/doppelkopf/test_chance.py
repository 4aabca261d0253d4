from __future__ import annotations

from random import Random

from stammtisch.bots.arena import ROUNDS, simulate
from stammtisch.bots.bots import bot_for
from stammtisch.bots.doppelkopf.players import TALKS, Chance
from stammtisch.games.doppelkopf.match import DOPPELKOPF, DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Play, Say
from stammtisch.games.doppelkopf.words import CALLS, SAY
from stammtisch.games.game import Deal
from tests.games.doppelkopf.playing import rules


def after_reservations() -> DoppelkopfMatch:
    match = DoppelkopfMatch(rules(), 4)
    match.apply(None, Deal(b"seed"))
    for seat in (0, 1, 2, 3):
        match.apply(seat, SAY["reservation_no"])
    return match


def test_it_is_the_random_bot_of_the_game() -> None:
    assert isinstance(bot_for("doppelkopf", "random"), Chance)


def test_matches_without_an_end_have_one_where_bots_are_measured() -> None:
    summary = simulate(DOPPELKOPF, rules(), ["random"] * 4, 30, 1)
    assert summary.matches == 2
    assert summary.rounds >= 2 * ROUNDS
    # 48 cards, four votes and a few answers: nobody has to vote twice.
    assert summary.actions < 70 * summary.rounds


def test_any_card_is_played_and_calls_are_rare() -> None:
    match, rng = after_reservations(), Random(1)
    mover = match.mover
    chosen = [Chance().pick(match.actions(mover), rng) for _ in range(2000)]
    cards = [action for action in chosen if isinstance(action, Play)]
    assert set(cards) == {one for one in match.actions(mover) if isinstance(one, Play)}
    assert 0 < len(chosen) - len(cards) < 2000 * TALKS


def test_out_of_turn_it_calls_now_and_then() -> None:
    match, rng = after_reservations(), Random(1)
    speaker = match.speakers[0]
    chosen = [Chance().choose(match.observation(speaker), rng).action for _ in range(1000)]
    said = [action for action in chosen if action is not None]
    assert 0 < len(said) < 3 * 1000 * TALKS
    assert all(isinstance(action, Say) and action.word in CALLS for action in said)


def test_answers_are_any_and_votes_are_to_go_on() -> None:
    match, rng = DoppelkopfMatch(rules(), 4), Random(1)
    match.apply(None, Deal(b"seed"))
    answers = {Chance().choose(match.observation(0), rng).action for _ in range(50)}
    assert answers == {SAY["reservation_yes"], SAY["reservation_no"]}
    match.phase, match.asking = "end", None
    assert Chance().choose(match.observation(0), rng).action == SAY["continue_yes"]
    assert Chance().pick(match.actions(0), rng) == SAY["continue_yes"]
    match.votes = [None, "end", "end", "end"]
    assert Chance().choose(match.observation(0), rng).action == SAY["end_yes"]
