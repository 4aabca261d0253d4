"""The environments keep PettingZoo's own contract, and tell nobody what his seat does not see."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from stammtisch.env import CODINGS, TableEnv, make
from stammtisch.env.layout import Numbers
from stammtisch.games.game import Refusal
from stammtisch.games.tarock import words as numbers
from stammtisch.games.tarock.records import Bid

#: The bid with the largest piles of the talon.
THREE = numbers.number_of(Bid("three"))
#: Enough decisions to see every phase of a deal.
STEPS = 300


#: Every profile that `stammtisch rules` lists.
PROFILES = [(name, profile) for name, one in CODINGS.items() for profile in one.game.rules.profiles]


@pytest.mark.parametrize(("game", "profile"), PROFILES)
def test_pettingzoos_own_test_passes(game: str, profile: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(make(game, profile, most_steps=STEPS), num_cycles=100)


@pytest.mark.parametrize(("game", "profile"), PROFILES)
def test_the_same_seed_is_the_same_match(game: str, profile: str) -> None:
    seed_test(lambda: make(game, profile, most_steps=STEPS), num_cycles=50)


@pytest.mark.parametrize("rounds", [4, 6])
def test_a_match_with_compulsory_solos_is_played_to_its_end(rounds: int) -> None:
    for seed in range(2):
        env = make("doppelkopf", "ddv", {"rounds": rounds})
        got = played(env, seed)
        assert env.match.outcome is not None
        assert tuple(got.values()) == env.match.outcome.points


@pytest.mark.parametrize("game", CODINGS)
def test_everybody_sees_the_table_from_his_own_seat(game: str) -> None:
    env, rng, different = make(game), Random(1), 0
    env.reset(seed=1)
    for _ in range(60):
        for seat, agent in enumerate(env.possible_agents):
            counts = env.match.view(seat).counts
            turned = [counts[(seat + place) % len(counts)] for place in range(len(counts))]
            seen = env.layout.of(env.observe(agent)["observation"], "counts").tolist()
            assert seen == turned
            different += turned != list(counts)
        env.step(some_choice(env, rng))
        if env.match.outcome is not None:
            env.reset()
    assert different > 20


def some_choice(env: TableEnv, rng: Random) -> int:
    return choice_of(env.observe(env.agent_selection), rng)


def choice_of(observation: dict[str, Any], rng: Random) -> int:
    mask = observation["action_mask"]
    return rng.choice([int(one) for one in np.flatnonzero(mask)])


def played(env: TableEnv, seed: int) -> dict[str, float]:
    """What each agent got in a match of random choices."""
    rng = Random(seed)
    env.reset(seed=seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, cut_off, _ = env.last()
        got[agent] += reward
        assert env.observation_space(agent).contains(observation)
        env.step(None if over or cut_off else choice_of(observation, rng))
    return got


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        ("tiles", {}, 4),
        ("tiles", {"cheats": True, "turn_clock": 5}, 4),
        ("doppelkopf", {}, 4),
        ("doppelkopf", {"rounds": 3, "poverty": "circulate", "without9": "without"}, 4),
        ("tarock", {}, 4),
        ("tarock", {"deals": 3}, 4),
        ("mao", {"delay": 5, "talk_is_offence": False, "rounds": 3}, 2),
    ],
)
def test_rewards_of_whole_random_matches_add_up_to_its_points(
    game: str, options: dict[str, object], seats: int
) -> None:
    for seed in range(1 if game == "mao" else 4):
        env = make(game, options=options, seats=seats)  # type: ignore[arg-type]
        got = played(env, seed)
        assert env.match.outcome is not None
        assert tuple(got.values()) == env.match.outcome.points
        assert env.agents == []


def test_a_lenient_table_with_complaints_is_played_to_its_end() -> None:
    for seed in range(3):
        env = make("doppelkopf", profile="lenient")
        played(env, seed)
        assert env.match.outcome is not None


@pytest.mark.parametrize("game", CODINGS)
def test_what_a_seat_cannot_tell_apart_is_the_same_observation(game: str) -> None:
    env, rng = make(game, most_steps=STEPS), Random(5)
    others = 0
    for seed in (5, 6):
        env.reset(seed=seed)
        while not env.terminations[env.agent_selection] and env._steps < STEPS // 2:
            if env._steps % 3 == 0 and env._filling is None:
                others += looks_like_another(env, rng)
            env.step(some_choice(env, rng))
    assert others > 8


def looks_like_another(env: TableEnv, rng: Random) -> bool:
    """Nothing changes for the agent in another state that he cannot tell from the real one; was it
    another at all?"""
    agent, real = env.agent_selection, env.match
    seen = env.observe(agent)
    env._floor.match = real.resample(env.possible_agents.index(agent), rng)
    another, sample_state = env.match.state() != real.state(), env.observe(agent)
    env._floor.match = real
    assert np.array_equal(seen["observation"], sample_state["observation"])
    assert np.array_equal(seen["action_mask"], sample_state["action_mask"])
    return another


def part(env: TableEnv, agent: str, name: str) -> Numbers:
    return env.layout.of(env.observe(agent)["observation"], name)


def test_each_seat_sees_its_own_hand_and_the_others_from_where_it_sits() -> None:
    env = make("tarock")
    env.reset(seed=1)
    hands = [part(env, agent, "hand") for agent in env.possible_agents]
    assert [int(hand.sum()) for hand in hands] == [12] * 4
    assert np.sum(hands, axis=0).max() == 1, "no card is in two hands"
    dealers = [int(part(env, agent, "dealer").argmax()) for agent in env.possible_agents]
    assert sorted(dealers) == [0, 1, 2, 3]


def test_cards_of_the_talon_are_laid_down_one_by_one() -> None:
    rng = Random(0)
    laid_down: list[int] = []
    for seed in range(4):
        env = make("tarock")
        env.reset(seed=seed)
        while env.match.outcome is None and not part(env, "player_0", "history_cards").any():
            if env.match.view(None).phase == "bidding":
                # Else nearly all play valat, who bid by chance.
                legal = env.match.observation(env._floor.seat).numbers
                env.step(THREE if THREE in legal else legal[0])
                continue
            if env._filling is not None and env.match.view(None).phase == "exchange":
                agent = env.agent_selection
                assert part(env, agent, "field").tolist() == [1, 0]
                laid_down.append(int(part(env, agent, "filled_in").sum()))
            env.step(some_choice(env, rng))
    assert {0, 1, 2} <= set(laid_down), "up to three, one after the other"


def test_what_is_not_in_the_mask_cannot_be_chosen() -> None:
    env = make("tiles")
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(ValueError, match="action_mask"):
        env.step(int(np.flatnonzero(mask == 0)[0]))


def test_somebody_must_act_where_no_clock_runs() -> None:
    env = make("mao", profile="school")
    env.reset(seed=1)
    assert env.match.deadline is None
    waited = []
    while env.observe(env.agent_selection)["action_mask"][env.choices.wait]:
        waited.append(env.agent_selection)
        env.step(env.choices.wait)
    assert len(waited) == len(set(waited)) == 3 and env.agent_selection not in waited


def test_who_may_call_is_asked_out_of_turn_and_may_wait() -> None:
    env, rng = make("doppelkopf"), Random(1)
    env.reset(seed=1)
    asked = 0
    while env.match.outcome is None:
        seat = env.possible_agents.index(env.agent_selection)
        if seat not in env.match.turn:
            asked += 1
            assert env.observe(env.agent_selection)["action_mask"][env.choices.wait]
            assert part(env, env.agent_selection, "asked")[0] == 1
            env.step(env.choices.wait)
        else:
            env.step(some_choice(env, rng))
    assert asked > 3


def test_a_match_can_be_cut_off() -> None:
    env = make("mao", most_steps=5)
    played(env, 1)
    assert env.match.outcome is None


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Refusal, match="no environment for 'bridge'"):
        make("bridge")
