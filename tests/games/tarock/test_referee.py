"""The referee answers the vectors, and refuses what it cannot know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stammtisch.games.game import Refusal
from stammtisch.games.tarock.referee import referee
from stammtisch.games.tarock.rules import TarockRules

VECTORS: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("vectors.json").read_text("utf-8")
)["vectors"]
RULES = TarockRules.named("common")
#: Lists of cards whose order means nothing.
SETS = ("legal", "public_discards", "side_pile")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_vector(vector: dict[str, Any]) -> None:
    answer = referee(RULES, vector["kind"], vector["given"])
    for name, expected in vector["expect"].items():
        if name in SETS:
            assert sorted(answer[name]) == sorted(expected), name
        elif name == "errors":
            assert {said: answer[name].get(said) for said in expected} == expected
        else:
            assert answer[name] == expected, name


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("weather", {}),
        ("card_points", {"cards": ["T22"]}),
        ("card_points", {"cards": ["C1"]}),
        ("card_points", {"cards": [7]}),
        ("card_points", {"cards": ["T1", "T1"]}),
        ("card_points", {}),
        ("trick_winner", {"contract": "four", "cards": ["T1"]}),
        ("trick_winner", {"contract": "two", "cards": []}),
        ("legal_cards", {"contract": "two", "hand": ["T1"], "trick": ["T1"]}),
        ("bidding", {"dealer": 0, "history": [[3, "two"]]}),
        ("bidding", {"dealer": 0, "history": [[2, "three"]]}),
        ("bidding", {"dealer": 4, "history": []}),
        ("exchange", {"contract": "beggar", "hand": [], "talon": [], "picked": 0, "cards": []}),
        ("klop_score", {"piles": [["T1"]]}),
        ("score_fixed", {"cases": [["klop", 12]]}),
        ("score_fixed", {"cases": [["beggar", 13]]}),
        ("score_fixed", {"cases": [["solo_without", 71]]}),
        ("score_fixed", {"cases": [["solo_without", -1]]}),
        ("score_fixed", {"cases": [["solo_without", True]]}),
        ("full_game", {"hands": [[], [], [], []], "talon": [], "actions": []}),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(kind: str, given: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        referee(RULES, kind, given)
    assert refused.value.reason.endswith(".")


def vector(name: str) -> dict[str, Any]:
    return next(one for one in VECTORS if one["id"] == name)


@pytest.mark.parametrize(
    ("profile", "number", "expected"),
    [
        ("common", 0, -80),
        ("common", 12, -80),
        ("common", 35, -80),
        ("common", 36, 80),
        ("common", 70, 80),
        ("tarok_net", 36, 81),
        ("tarok_net", 12, -103),
    ],
)
def test_card_points_decide_a_solo_without_talon(profile: str, number: int, expected: int) -> None:
    rules = TarockRules.named(profile)
    answer = referee(rules, "score_fixed", {"cases": [["solo_without", number]]})
    assert answer == {"declarer_score": [expected], "others": 0}


@pytest.mark.parametrize(
    ("contract", "value"),
    [
        ("three", 10),
        ("two", 20),
        ("one", 30),
        ("solo_three", 40),
        ("solo_two", 50),
        ("solo_one", 60),
    ],
)
def test_card_points_decide_contracts_with_a_talon(contract: str, value: int) -> None:
    cases = [[contract, points] for points in (12, 35, 36, 41, 70)]
    answer = referee(RULES, "score_fixed", {"cases": cases})
    scores = [-value - 25, -value, value, value + 5, value + 35]
    assert answer["declarer_score"] == scores


@pytest.mark.parametrize("contract", ["beggar", "open_beggar", "color_valat", "valat"])
def test_tricks_decide_beggars_and_valats(contract: str) -> None:
    cases = [[contract, tricks] for tricks in range(13)]
    scores = referee(RULES, "score_fixed", {"cases": cases})["declarer_score"]
    won = 12 if contract.endswith("valat") else 0
    assert [tricks for tricks, own in enumerate(scores) if own > 0] == [won]
    assert len({abs(own) for own in scores}) == 1


def test_an_illegal_step_of_a_full_game_is_refused() -> None:
    given = json.loads(json.dumps(vector("G01")["given"]))
    given["actions"][5] = [1, "play", "DK"]
    given["actions"] = given["actions"][:6]
    with pytest.raises(Refusal):
        referee(RULES, "full_game", given)


def test_an_unfinished_game_is_refused() -> None:
    given = dict(vector("G01")["given"])
    given["actions"] = given["actions"][:-1]
    with pytest.raises(Refusal, match="not played to its end"):
        referee(RULES, "full_game", given)


def test_a_finished_auction_names_its_winner() -> None:
    history = [[2, "two"], [3, "pass"], [0, "pass"], [1, "pass"], [2, "one"]]
    answer = referee(RULES, "bidding", {"dealer": 0, "history": history})
    assert (answer["next_player"], answer["winner"], answer["contract"]) == (None, 2, "one")
    assert answer["valid_bids"] == []


def test_the_profile_decides() -> None:
    pagat = TarockRules.named("pagat")
    given = {"contract": "two", "cards": ["T1", "T21", "TS", "C7"]}
    assert referee(RULES, "trick_winner", given) == {"winner_index": 0}
    assert referee(pagat, "trick_winner", given) == {"winner_index": 2}


def test_locked_ultimos() -> None:
    given: dict[str, Any] = {"contract": "two", "hand": ["T1", "T5", "HK"], "trick": ["T3"]}
    assert referee(RULES, "legal_cards", given)["legal"] == ["T1", "T5"]
    given["announced"] = ["pagat_ultimo"]
    assert referee(RULES, "legal_cards", given)["legal"] == ["T5"]


def test_kontra_and_mond_in_a_score() -> None:
    given = {**vector("S01")["given"], "kontra": {"game": 2}, "mond_loser": 1}
    assert referee(RULES, "score", given)["scores"] == [30, -20, 30, 0]
