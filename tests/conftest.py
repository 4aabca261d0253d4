"""The tests have a game of their own, which is found like that of any other package, in child
processes too."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

os.environ["STAMMTISCH_GAMES"] = "tests.games.hearts.match:HEARTS_GAME"
#: What is the user's own (tokens, matches) is not the tests' to change; children inherit this.
_HOME = tempfile.TemporaryDirectory(prefix="stammtisch-tests-")
os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = _HOME.name
_HERE = str(Path(__file__).parents[1])
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (_HERE, os.environ.get("PYTHONPATH"))))


# How long an example takes says more about what else the machine does than about the house.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

#: The tests that take longest, by parts of their names: `make quick` leaves them out.
SLOW = (
    "test_kill.py",
    "test_sqlite_kill.py",
    "test_wheel.py",
    "test_native.py",
    "test_restart.py",
    "test_client_restart.py",
    "test_mao_restart.py",
    "test_tarock_restart.py",
    "test_tarock_house.py",
    "test_cg",
    "test_by_views.py",
    "test_players.py",
    "-ends]",
    "test_however_a_table_likes_it",
    "test_each_level_beats_the_one_below",
    "test_the_fold_of_the_events_is_the_view",
    "test_a_whole_match",
    "test_any_bytes_are_packets_or_one_refusal",
    "test_whatever_comes_the_session_lives",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if any(part in item.nodeid for part in SLOW):
            item.add_marker("slow")
    # They begin first, or one of them would go on alone when all others are done.
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
