from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stammtisch.games.doppelkopf.referee import referee
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.game import Refusal

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))
RULES = DoppelkopfRules.named(VECTORS["profile"])
ANSWER = ("winner", "points_each_re", "points_each_kontra")


@pytest.mark.parametrize("vector", VECTORS["vectors"], ids=lambda vector: str(vector["id"]))
def test_vectors(vector: dict[str, Any]) -> None:
    expected = {name: vector[name] for name in ANSWER}
    facts = {name: value for name, value in vector.items() if name not in ("id", *ANSWER)}
    assert referee(RULES, "score", facts) == expected
    assert referee(RULES, "score", vector) == expected


PLAIN = {
    "game": "normal",
    "re_eyes": 121,
    "kontra_eyes": 119,
    "re_tricks": 6,
    "kontra_tricks": 6,
}


@pytest.mark.parametrize(
    ("kind", "changes", "sentence"),
    [
        ("deal", {}, "The referee of doppelkopf knows score, not 'deal'."),
        ("score", {"game": "skat"}, "'skat' is no game that is scored"),
        ("score", {"game": "black_sow"}, "'black_sow' is no game that is scored"),
        ("score", {"game": ["normal"]}, r"\['normal'\] is no game that is scored"),
        ("score", {"re_eyes": 120}, "the eyes of both parties are 239, not 240"),
        ("score", {"re_tricks": 5}, "the tricks of both parties are 11, not 12"),
        ("score", {"re_tricks": 0, "kontra_tricks": 12}, "re has eyes but no trick"),
        ("score", {"re_eyes": "121"}, "re_eyes must be a number from 0 on, not '121'"),
        ("score", {"re_eyes": -1}, "re_eyes must be a number from 0 on, not -1"),
        ("score", {"re_tricks": None}, "re_tricks must be a number from 0 on, not None"),
        ("score", {"re_announcements": ["kontra"]}, "may hold re, no90, .* not 'kontra'"),
        ("score", {"re_announcements": "re"}, "re_announcements must be a list, not 're'"),
        ("score", {"re_special": ["x7"]}, "re_special may hold fox, .* not 'x7'"),
        ("score", {"re_special": [["fox"]]}, "re_special may hold fox, "),
        ("score", {"re_calls": []}, "'re_calls' is no fact of a round"),
    ],
)
def test_what_is_no_question(kind: str, changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        referee(RULES, kind, PLAIN | changes)


def test_lists_may_be_left_out() -> None:
    assert referee(RULES, "score", PLAIN)["winner"] == "re"
