"""What becomes of working processes, and of what they bring, when they are stopped."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from stammtisch.bots.workers import done, enlist, results


def double(number: int) -> int:
    # Later ones are ready first.
    time.sleep(0.05 / number)
    return 2 * number


def never(began: Path) -> None:
    began.with_suffix(f".{os.getpid()}").touch()
    while True:
        time.sleep(0.01)


class Interrupted:
    """Its process is told to stop while this is being told."""

    def __reduce__(self) -> tuple[Any, ...]:
        os.kill(os.getpid(), signal.SIGTERM)
        return str, ("whole",)


def interrupted(_: int) -> object:
    return Interrupted()


def test_results_come_in_the_order_of_the_jobs() -> None:
    assert list(results(double, range(1, 12), 2)) == [2 * number for number in range(1, 12)]


def test_a_result_that_is_being_told_is_told_to_its_end() -> None:
    with ProcessPoolExecutor(1, initializer=enlist) as pool:
        assert pool.submit(done, interrupted, 0).result() == "whole"
        # What comes after it is not begun.
        with pytest.raises(KeyboardInterrupt):
            pool.submit(done, double, 1).result()


@pytest.mark.timeout(60)
def test_whoever_has_enough_waits_for_nothing_else(tmp_path: Path) -> None:
    others = set(multiprocessing.active_children())
    jobs = [1, *[tmp_path / "job"] * 5]
    brought = results(_one_or_never, jobs, 2)
    assert next(brought) == 2
    while not list(tmp_path.iterdir()):
        time.sleep(0.01)
    brought.close()
    assert set(multiprocessing.active_children()) <= others


def _one_or_never(job: Any) -> int:
    if job == 1:
        return double(1)
    never(job)
    raise AssertionError
