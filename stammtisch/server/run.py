"""`stammtisch serve`: one process from its start to its end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, NoReturn

from stammtisch.fabric.local import LocalFabric
from stammtisch.house.house import House, HouseRules
from stammtisch.server.logs import start_logging
from stammtisch.server.office import Office, office_beside
from stammtisch.server.server import Server
from stammtisch.server.settings import BadSetting, Settings
from stammtisch.store.connections import Synchronous
from stammtisch.store.opening import file_of, open_store
from stammtisch.store.store import Store, Unusable
from stammtisch.tables.answers import NO_TABLE
from stammtisch.tables.attendance import Patience
from stammtisch.tables.clock import LoopClock
from stammtisch.tables.thinking import PoolThinker

log = logging.getLogger(__name__)

#: A thread answers questions to the store: with the usual 5 ms, each of its steps would wait so
#: long for a busy loop.
SWITCH_INTERVAL = 0.0005

#: The scribe inherits its socket, and Windows has no such thing: there a thread writes.
SCRIBE = sys.platform != "win32"

#: Allocations before the collector looks at the youngest, and how often at the older ones.
COLLECT_AFTER = (20_000, 20, 20)


def run(settings: Settings) -> int:
    """Serve until SIGTERM or SIGINT; the exit status."""
    start_logging(settings.log_level, settings.log_format)
    sys.setswitchinterval(SWITCH_INTERVAL)
    _allow_many_files(settings.connections)
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_serve(settings))
    except (BadSetting, Unusable) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The server cannot start: {error}.", file=sys.stderr)
        return 1
    return 0


async def _serve(settings: Settings) -> None:
    thinker = PoolThinker(settings.bot_processes)
    rules = HouseRules(
        cheats=settings.cheats,
        most_tables=settings.tables,
        tables_per_account=settings.tables_per_account,
        tables_per_address=settings.tables_per_address,
        guest_days=settings.guest_days,
        patience=Patience(settings.bot_pace_ms, settings.bot_pace_least_ms),
        manners=settings.manners(),
        hashes=settings.hashes,
        password=_house_password(settings),
        invite_only=settings.invite_only,
    )
    house = House(
        _store(settings), LocalFabric(NO_TABLE), LoopClock(), thinker, rules, worker=thinker
    )
    server = Server(settings, house)
    path = file_of(settings.store_address())
    office = Office(house, office_beside(path)) if path is not None else None
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        # Windows' loop has no handlers; there Ctrl-C ends the process at once.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(sign, stopping.set)
    try:
        await house.open()
        try:
            await server.start()
            if office is not None:
                await office.open()
            # What is there now stays, and is no garbage: the collector need not look through it,
            # now or again and again.
            gc.freeze()
            # Moves make no cycles, but many short-lived records: look for cycles less often.
            gc.set_threshold(*COLLECT_AFTER)
            for sentence in house.damaged:
                print(sentence, file=sys.stderr)
            print(f"Stammtisch is open: {server.addresses}", flush=True)
            await _first(stopping.wait(), _store_lost(house.store))
            log.info("stopping")
        finally:
            if office is not None:
                await office.close()
            await server.stop()
    finally:
        thinker.close()


async def _first(*endings: Coroutine[Any, Any, object]) -> None:
    """Return, or raise, with whichever comes first."""
    tasks = [asyncio.ensure_future(ending) for ending in endings]
    done, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in others:
        task.cancel()
    for task in done:
        task.result()


async def _store_lost(store: Store) -> NoReturn:
    """Whoever started the server may start it again: then every table comes back."""
    await store.lost()
    raise Unusable("The store can no longer be written, so the house closes.")


def _store(settings: Settings) -> Store:
    synchronous: Synchronous = "FULL" if settings.synchronous == "full" else "NORMAL"
    path = file_of(settings.store_address())
    if path is not None and not settings.store:
        path.parent.mkdir(parents=True, exist_ok=True)
    return open_store(settings.store_address(), synchronous, scribe=SCRIBE)


def _house_password(settings: Settings) -> str:
    file = settings.house_password_file
    if not file:
        return ""
    try:
        password = Path(file).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(
            f"The password of the house cannot be read from {file}: {error}."
        ) from None
    if not password:
        raise BadSetting(f"The password of the house is to be in {file}, but there is none.")
    return password


def _loop_factory() -> type[asyncio.AbstractEventLoop] | None:
    """uvloop where there is one: less than half the cost of a message."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.Loop


def _allow_many_files(connections: int) -> None:
    """A connection is an open file, and systems start processes with few of them allowed."""
    if sys.platform == "win32":
        return
    import resource

    wanted = connections + 200
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if allowed > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if max(allowed, soft) < wanted:
        log.warning("The system allows only %d open files, so fewer connections.", allowed)
