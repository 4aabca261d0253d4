"""What all bots for Mao have in common, played through whole matches."""

from __future__ import annotations

from random import Random

import pytest

from bench.mao_rules import trial
from stammtisch.bots.arena import simulate
from stammtisch.bots.bots import bot_for
from stammtisch.bots.mao.player import MaoPlayer
from stammtisch.bots.playing import play_match
from stammtisch.games.mao.match import MAO
from stammtisch.games.mao.rules import MaoRules
from tests.bots.mao.tables import LEVELS, PROFILES, asked, positions

ALL = ("hard", "medium", "easy", "random")


@pytest.mark.parametrize("profile", PROFILES)
def test_every_choice_is_legal_and_has_a_reason(profile: str) -> None:
    for match, seat in positions(ALL, profile):
        decision = asked(match, seat, ALL[seat])
        if decision.action is not None:
            match.verify(seat, decision.action)
        assert decision.reason.sentence.endswith(".")


@pytest.mark.parametrize("profile", PROFILES)
def test_secrets_of_others_change_nothing(profile: str) -> None:
    shuffle = Random(3)
    for number, (match, seat) in enumerate(positions(ALL, profile)):
        if number % 7 == 0:
            twin = match.resample(seat, shuffle)
            assert asked(twin, seat, ALL[seat]) == asked(match, seat, ALL[seat])


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_gives_the_same_decision_without_any_memory_of_the_bot(level: str) -> None:
    for number, (match, seat) in enumerate(positions([level] * 3, "chaired")):
        if number % 5 == 0:
            first = asked(match, seat, level)
            assert MaoPlayer(level).choose(match.observation(seat), Random(1)) == first


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 5])
def test_matches_between_bots_end(level: str, profile: str, seats: int) -> None:
    rounds = 1 if level == "random" else 2
    rules = MaoRules.named(profile, {"rounds": rounds})
    result = play_match(MAO, rules, [bot_for("mao", level)] * seats, b"end")
    assert sum(result.outcome.points) == rounds


@pytest.mark.parametrize("profile", ["free", "chaired"])
def test_a_long_match_with_many_rules_ends(profile: str) -> None:
    rules = MaoRules.named(profile, {"rounds": 7})
    result = play_match(MAO, rules, [bot_for("mao", one) for one in ALL], b"long")
    assert sum(result.outcome.points) == 7


def test_who_finds_out_more_wins_more() -> None:
    rules = MaoRules.named("chaired", {"rounds": 3})
    hard, easy = simulate(MAO, rules, ("hard", "easy"), 10, seed=4).bots
    assert hard.mean + easy.mean == pytest.approx(1)
    assert hard.mean > 0.65


def test_hard_finds_out_new_rules_within_a_handful_of_events_and_easy_later() -> None:
    events = {
        level: [trial(level, number).events for number in range(4)] for level in ("hard", "easy")
    }
    assert max(events["hard"]) <= 12
    assert sum(events["hard"]) * 2 < sum(events["easy"])
