from __future__ import annotations

import json
from typing import Any

import pytest

from stammtisch.cli import main

#: As `--json` is promised to people's programs.
KEYS = [
    *("game", "profile", "seed", "rounds", "actions", "seconds", "cpu_s"),
    *("rounds_per_s", "actions_per_s", "bots"),
]


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["simulate", "tiles", "--rounds", "6", "--json", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    plain: dict[str, Any] = json.loads(out)
    return plain


def test_json_has_exactly_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    plain = simulated(capsys, "--jobs", "1", "--bots", "easy,medium,random,easy", "--seed", "7")
    assert list(plain) == KEYS
    assert plain["rounds"] == 6
    assert plain["seed"] == 7
    assert [bot["level"] for bot in plain["bots"]] == ["easy", "medium", "random", "easy"]
    for seat, bot in enumerate(plain["bots"]):
        assert list(bot) == ["seat", "level", "mean", "ci95"]
        assert bot["seat"] == seat


def test_one_level_is_for_all_seats_and_the_seed_repeats(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first = simulated(capsys, "--jobs", "1", "--bots", "easy", "--profile", "okey")
    again = simulated(capsys, "--jobs", "2", "--bots", "easy", "--profile", "okey")
    other = simulated(capsys, "--jobs", "1", "--bots", "easy", "--profile", "okey", "--seed", "2")
    assert [bot["level"] for bot in first["bots"]] == ["easy"] * 4
    assert (first["actions"], first["bots"]) == (again["actions"], again["bots"])
    assert other["actions"] != first["actions"]


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "tiles", "--rounds", "4", "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("tiles, profile classic, seed 1: 4 rounds")
    assert [line.split()[1] for line in lines if "±" in line] == [
        *("hard", "medium", "easy", "random")
    ]
