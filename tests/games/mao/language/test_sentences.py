"""Rules as newcomers write them, each with its meaning: what share of them is read as meant.

Each file was written before anything was tuned for it; `docs/rules/mao.md` tells what the first
measurement of each gave. Here it is kept that none of them gets worse.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.understand import understand

SENTENCES = Path(__file__).parent / "sentences"
#: How many of each file are read as meant today.
READ = {
    "tuned": 50,
    "held_out": 50,
    "voices": 38,
    "unseen": 40,
    "last": 38,
    "blind": 39,
    "final": 36,
}


def pairs(name: str) -> list[tuple[str, str]]:
    lines = (SENTENCES / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [(sentence, meaning) for sentence, meaning in (line.split("\t") for line in lines)]


def is_read_as_meant(sentence: str, meaning: str) -> bool:
    understood = understand(sentence)
    if meaning == "ask":
        return understood.question is not None
    return understood.rule == parse(meaning)


@pytest.mark.parametrize("name", READ)
def test_sentences_of_newcomers_are_read_as_meant(name: str) -> None:
    missed = [
        sentence for sentence, meaning in pairs(name) if not is_read_as_meant(sentence, meaning)
    ]
    assert len(pairs(name)) - len(missed) >= READ[name], missed


def test_every_file_of_sentences_is_measured() -> None:
    assert {path.stem for path in SENTENCES.glob("*.tsv")} == set(READ)


@pytest.mark.parametrize("name", READ)
def test_half_of_the_sentences_are_german(name: str) -> None:
    tongues = [understand(sentence).tongue for sentence, _ in pairs(name)]
    assert abs(tongues.count("de") - tongues.count("en")) <= 2
