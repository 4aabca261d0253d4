"""Whole matches are the same, whether the kernel is plain Python or machine code."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from stammtisch import plain
from tests.compiled import native_module

PLAY = """
import sys
from dataclasses import replace
from random import Random

import stammtisch.games.doppelkopf.kernel as kernel
from stammtisch.bots.playing import play_out
from stammtisch.bots.bots import bot_for
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from tests.games.doppelkopf.playing import any_rules

print(kernel.__file__, file=sys.stderr)
for number in range(40):
    rules = replace(any_rules(Random(number)), compulsory_solos=False, rounds=2)
    match = DoppelkopfMatch(rules, 4)
    play_out(match, [bot_for("doppelkopf", "random")] * 4, bytes([number]))
    print(match.digest())
"""


def played(switch: str) -> tuple[list[str], str]:
    """The digests of the matches, and the file of the kernel that was used."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        env=os.environ | {plain.SWITCH: switch},
        cwd=plain.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split(), done.stderr.strip()


@pytest.fixture(autouse=True)
def _with_machine_code() -> None:
    native_module("stammtisch.games.doppelkopf.kernel")


def test_random_matches_by_random_rules_are_the_same() -> None:
    in_plain, source = played("1")
    in_machine_code, made = played("")
    assert source.endswith(".py") and made.endswith(plain.SUFFIX)
    assert len(set(in_plain)) == 40
    assert in_plain == in_machine_code
