"""Whole matches are the same, whether the rules run as plain Python or as machine code."""

from __future__ import annotations

import os
import subprocess
import sys
from types import ModuleType

import pytest

from stammtisch import plain
from tests.compiled import native_module

FOLDER = plain.ROOT / "stammtisch/games/tarock"
COMPILED = [source.stem for source in plain.SOURCES if source.parent == FOLDER]

PLAY = """
import sys
from importlib import import_module

from stammtisch.bots.playing import play_out
from stammtisch.bots.bots import bot_for
from stammtisch.games.games import game_named
from tests.bots.test_playing_by_chance import some

for name in sys.argv[1:]:
    print(import_module(f"stammtisch.games.tarock.{name}").__file__, file=sys.stderr)
game = game_named("tarock")
for number, rules in enumerate(some(game)):
    match = game.new(rules, 4)
    result = play_out(match, [bot_for("tarock", "random")] * 4, bytes([number]))
    print(match.digest(), result, match.sheet.results())
"""


def played(switch: str) -> tuple[list[str], list[str]]:
    """What came of each match, and the files that were used."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY, *COMPILED],
        env=os.environ | {plain.SWITCH: switch},
        cwd=plain.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines(), done.stderr.split()


@pytest.fixture(autouse=True)
def _with_machine_code() -> list[ModuleType]:
    return [native_module(f"stammtisch.games.tarock.{name}") for name in COMPILED]


def test_random_matches_by_random_rules_are_the_same() -> None:
    in_plain, sources = played("1")
    in_machine_code, made = played("")
    assert len(sources) == len(made) == len(COMPILED) > 1
    assert all(file.endswith(".py") for file in sources)
    assert all(file.endswith(plain.SUFFIX) for file in made)
    assert len(set(in_plain)) > 30
    assert in_plain == in_machine_code
