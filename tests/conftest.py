"""The tests have a game of their own, which is found like that of any other package, in child
processes too."""

from __future__ import annotations

import gc
import os
import tempfile
from contextlib import suppress
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis.internal.charmap import intervals_from_codec

from tests.properties import register

os.environ["STAMMTISCH_GAMES"] = "tests.games.hearts.match:HEARTS_GAME"
#: What is the user's own (tokens, matches) is not the tests' to change; children inherit this.
_HOME = tempfile.TemporaryDirectory(prefix="stammtisch-tests-")
os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_DATA_HOME"] = _HOME.name
_HERE = str(Path(__file__).parents[1])
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (_HERE, os.environ.get("PYTHONPATH"))))
register()
# Modules and collected tests stay: the collector need not go through them, now or again and again.
gc.disable()

#: The tests that take longest, by parts of their names: `make quick` leaves them out.
SLOW = (
    "test_kill.py",
    "test_rest_cases.py",
    "loses_nothing_of_any_protocol",
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
#: Those that wait more than they compute: for other processes, disks and clocks.
WAITING = ("tests/system/", "test_sqlite_kill.py")


def pytest_configure(config: pytest.Config) -> None:
    """Where Hypothesis has not written down yet what UTF-8 can encode, every worker would look
    through all characters for seconds; so it is done before they start."""
    if not hasattr(config, "workerinput"):
        intervals_from_codec("utf-8")


def pytest_collection(session: pytest.Session) -> None:
    """Where nothing is compiled yet, every worker would compile all tests at the same time as the
    others. So each begins at another place, and finds the rest done."""
    config = session.config
    given: dict[str, Any] = getattr(config, "workerinput", {})
    if given and config.args == config.getini("testpaths"):
        files = sorted(Path(__file__).parent.rglob("test_*.py"))
        begin = len(files) * int(given["workerid"].removeprefix("gw")) // given["workercount"]
        for file in files[begin:] + files[:begin]:
            # What cannot be imported is said when it is collected.
            with suppress(Exception, pytest.skip.Exception):
                import_module(".".join(file.relative_to(_HERE).with_suffix("").parts))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if any(part in item.nodeid for part in SLOW):
            item.add_marker("slow")
    workers: int = getattr(config, "workerinput", {}).get("workercount", 1)
    items[:] = _in_shares(items, workers)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


def _in_shares(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Each worker is given as many tests, one share after the other, and takes from the end of
    another's when it is done. So the longest begin each share, or one of them would go on alone
    when all others are done; and what waits is with every second worker, so that the others
    compute meanwhile."""
    waiting = [item for item in items if any(part in item.nodeid for part in WAITING)]
    apart = set(waiting)
    slow = [item for item in items if item.get_closest_marker("slow") and item not in apart]
    begin: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for tests, shares in (waiting, begin[::2]), (slow, begin[1::2] or begin):
        for at, item in enumerate(sorted(tests, key=_rank)):
            shares[at % len(shares)].append(item)
    first = {item for share in begin for item in share}
    others = iter([item for item in items if item not in first])
    order: list[pytest.Item] = []
    for worker, share in enumerate(begin):
        length = (len(items) - len(order)) // (workers - worker)
        order += [*share, *islice(others, max(0, length - len(share)))]
    return order


def _rank(item: pytest.Item) -> int:
    return next((at for at, part in enumerate(SLOW) if part in item.nodeid), len(SLOW))
