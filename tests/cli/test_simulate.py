from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from stammtisch.cli import main
from stammtisch.cli.simulate import rate_told

#: The command in a process of its own.
#: Heeds Ctrl-C, also where the tests themselves run in the background and do not.
PROGRAM = (
    sys.executable,
    "-c",
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from stammtisch.cli import main; raise SystemExit(main())",
)
#: As `--json` is promised to people's programs.
KEYS = [
    *("game", "profile", "seed", "rounds", "matches", "actions", "seconds", "cpu_s"),
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
    assert (plain["rounds"], plain["matches"]) == (6, 6)
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


def test_rounds_are_counted_and_the_matches_that_they_made(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--jobs", "1", "--option", "rounds=2", "--bots", "random"]
    assert main(["simulate", "mao", "--rounds", "3", *words]) == 0
    out = " ".join(capsys.readouterr().out.split())
    # Each match is played to its end.
    assert "4 rounds in 2 matches," in out and "rounds/s" in out
    assert out.count("±") == 4


def test_the_usual_profile_is_the_same_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--rounds", "1", "--option", "rounds=1", "--bots", "random", "--json", "--jobs", "1"]
    assert main(["simulate", "mao", *words]) == 0
    assert json.loads(capsys.readouterr().out)["profile"] == "chaired"
    assert main(["rules", "mao"]) == 0
    assert capsys.readouterr().out.startswith("mao, profile chaired")


def test_the_number_of_players_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "mao", "--rounds", "1", "--jobs", "1", "--option", "rounds=1", "--json"]
    assert main([*words, "--players", "6"]) == 0
    levels = [bot["level"] for bot in json.loads(capsys.readouterr().out)["bots"]]
    assert levels == ["hard", "medium", "easy", "random", "hard", "medium"]
    assert main([*words, "--players", "3", "--bots", "random"]) == 0
    assert len(json.loads(capsys.readouterr().out)["bots"]) == 3


def test_a_game_of_another_package_is_simulated_like_any(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--rounds", "12", "--profile", "quick", "--json"]
    told = []
    for jobs in ("1", "2"):
        assert main(["simulate", "hearts", *words, "--jobs", jobs]) == 0
        plain = json.loads(capsys.readouterr().out)
        told.append((plain["rounds"], plain["matches"], plain["actions"], plain["bots"]))
    assert told[0] == told[1]
    rounds, matches, _, bots = told[0]
    assert rounds >= 12 > matches > 1
    assert [bot["level"] for bot in bots] == ["easy", "random", "easy", "random"]


@pytest.mark.parametrize(
    ("rate", "words"),
    [(0.0123, "0.012"), (0.25, "0.250"), (5.377, "5.38"), (25.04, "25.0"), (16873.2, "16,873")],
)
def test_a_rate_has_digits_that_say_something(rate: float, words: str) -> None:
    assert rate_told(rate) == words


# --- a dataset ------------------------------------------------------------------------------------


def test_recorded_matches_are_proven_and_not_overwritten(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "matches.jsonl"
    plain = simulated(capsys, "--jobs", "1", "--bots", "random", "--record", str(file))
    assert len(file.read_bytes().splitlines()) == plain["matches"] == 6
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.count("sound.") == 6
    assert main(["simulate", "tiles", "--rounds", "1", "--record", str(file)]) == 1
    assert "is there already" in capsys.readouterr().err


def test_a_dash_is_standard_output_and_standard_input(
    capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--rounds", "2", "--bots", "random", "--jobs", "1", "--record", "-", "--json"]
    assert main(["simulate", "tiles", *words]) == 0
    out, err = capsysbinary.readouterr()
    assert json.loads(err)["matches"] == 2
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(out)))
    assert main(["verify", "-"]) == 0
    assert capsysbinary.readouterr().out.count(b"sound.") == 2


def test_ctrl_c_prints_what_there_is_and_leaves_whole_matches(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "matches.jsonl"
    words = ["--rounds", "10000000", "--bots", "random", "--jobs", "2", "--record", str(file)]
    running = subprocess.Popen(
        [*PROGRAM, "simulate", "tiles", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while running.poll() is None and not (file.exists() and file.stat().st_size):
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate()
    assert running.returncode == 130, err
    assert b"tiles, profile classic, seed 1" in out and "±" in out.decode()
    assert b"Stopped after" in err and b"Traceback" not in err
    assert main(["verify", str(file)]) == 0
    assert "not sound" not in capsys.readouterr().err


def test_when_it_is_killed_its_processes_end_too(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    words = ["--rounds", "10000000", "--bots", "random", "--jobs", "2", "--record", str(file)]
    # Whatever holds this pipe is still there.
    running = subprocess.Popen([*PROGRAM, "simulate", "tiles", *words], stdout=subprocess.PIPE)
    while running.poll() is None and not (file.exists() and file.stat().st_size):
        time.sleep(0.05)
    running.kill()
    running.communicate(timeout=60)
