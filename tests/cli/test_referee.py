from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from stammtisch.cli import main
from stammtisch.games.game import Refusal, Rules
from stammtisch.games.games import GAMES


def judge(rules: Rules, kind: str, given: Mapping[str, Any]) -> Any:
    """Counts points, by any rules."""
    if kind != "score":
        raise Refusal("unknown_kind", "There is no kind {kind}.", kind=kind)
    return {"points": sum(given["tricks"]), "profile": rules.profile}


@pytest.fixture(autouse=True)
def _judged(monkeypatch: pytest.MonkeyPatch) -> None:
    game = dataclasses.replace(GAMES["tiles"], referee=f"{__name__}:judge")
    monkeypatch.setitem(GAMES, "tiles", game)


def asked(path: Path, content: Any, *words: str) -> int:
    file = path / "positions.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    return main(["referee", "tiles", str(file), *words])


def test_each_position_has_its_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = {"id": 1, "kind": "score", "given": {"tricks": [1, 2]}}
    flat = {"id": "b", "tricks": [4]}
    assert asked(tmp_path, {"vectors": [one, flat]}, "--profile", "okey") == 0
    assert json.loads(capsys.readouterr().out) == {
        "answers": {
            "1": {"points": 3, "profile": "okey"},
            "b": {"points": 4, "profile": "okey"},
        }
    }


def test_the_file_may_name_the_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(tmp_path, {"profile": "okey", "vectors": [{"id": 1, "tricks": []}]}) == 0
    assert json.loads(capsys.readouterr().out)["answers"]["1"]["profile"] == "okey"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ({"vectors": [{"id": 7, "kind": "odd", "given": {}}]}, "7: There is no kind odd."),
        ({"vectors": [{"id": 7, "given": 3}]}, '7: what is "given" must be an object.'),
        ({"vectors": [{"given": {}}]}, 'with an "id"'),
        ({"vectors": 5}, 'a list of "vectors"'),
        ("no json", "is not JSON"),
    ],
)
def test_what_cannot_be_answered_is_told_with_its_id(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: Any, sentence: str
) -> None:
    assert asked(tmp_path, content) == 1
    assert sentence in " ".join(capsys.readouterr().err.split())


def test_a_file_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", "tiles", "nowhere.json"]) == 1
    assert "nowhere.json cannot be read" in capsys.readouterr().err
