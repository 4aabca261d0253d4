from __future__ import annotations

import asyncio

from stammtisch.terminal.local import StandingClock


class Monotonic:
    """Seconds that only the test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_time_in_which_it_stood_has_not_passed() -> None:
    time = Monotonic()
    clock = StandingClock(time)
    clock.begin_at(5_000)
    time.now += 2
    assert clock.now() == 7_000
    clock.stand(True)
    clock.stand(True)
    time.now += 60
    assert clock.now() == 7_000
    clock.stand(False)
    clock.stand(False)
    time.now += 1
    assert (clock.now(), clock.seconds()) == (8_000, 103.0)


async def test_nothing_is_due_while_it_stands() -> None:
    clock, fired = StandingClock(), asyncio.Event()
    clock.stand(True)
    clock.call_at(clock.now(), fired.set)
    await asyncio.sleep(0.02)
    assert not fired.is_set()
    clock.stand(False)
    await fired.wait()


async def test_what_was_due_before_it_stood_is_due_after() -> None:
    clock, fired = StandingClock(), asyncio.Event()
    clock.call_at(clock.now() + 5, fired.set)
    clock.stand(True)
    await asyncio.sleep(0.02)
    assert not fired.is_set()
    clock.stand(False)
    await fired.wait()


async def test_what_was_called_off_is_never_due() -> None:
    clock, wrong, right = StandingClock(), asyncio.Event(), asyncio.Event()
    timer = clock.call_at(clock.now(), wrong.set)
    clock.stand(True)
    timer.cancel()
    clock.stand(False)
    clock.call_at(clock.now() + 5, right.set)
    await right.wait()
    assert not wrong.is_set()
