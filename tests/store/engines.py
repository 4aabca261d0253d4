"""The engines that the shared suite is run over, and the records it is run with."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from zlib import crc32

from stammtisch.records import Account, Entry, HighScore, MatchRow, Rating, TableRow
from stammtisch.store.sqlite import SqliteStore
from stammtisch.store.store import Store

#: Gives a store, not yet opened; each one it gives has the same data.
Factory = Callable[[], Store]


def sqlite_file(folder: Path) -> Factory:
    return lambda: SqliteStore(folder / "house.db", synchronous="NORMAL")


def sqlite_memory(folder: Path) -> Factory:
    return lambda: SqliteStore(None)


def sqlite_writer_process(folder: Path) -> Factory:
    return lambda: SqliteStore(folder / "house.db", synchronous="NORMAL", writer_process=True)


#: Engines whose data outlive the store object.
LASTING: dict[str, Callable[[Path], Factory]] = {"sqlite": sqlite_file}
ENGINES: dict[str, Callable[[Path], Factory]] = {
    **LASTING,
    "sqlite in memory": sqlite_memory,
    "sqlite with a writer process": sqlite_writer_process,
}


def asked(ask: Callable[..., None], *args: object) -> asyncio.Future[None]:
    """Ask for a change; the future gets what the callback is told."""
    answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def done(error: Exception | None) -> None:
        if error is None:
            answer.set_result(None)
        else:
            answer.set_exception(error)

    ask(*args, done)
    return answer


async def told(ask: Callable[..., None], *args: object) -> None:
    """Ask for a change and wait until it is durable; raise what the callback is told."""
    await asked(ask, *args)


async def errors_of(changes: Iterable[asyncio.Future[None]]) -> list[BaseException | None]:
    return await asyncio.gather(*changes, return_exceptions=True)


def table(id: str, created: float = 1000.0, number: int | None = None) -> TableRow:
    """A row of that number; without one, each id has another."""
    if number is None:
        number = crc32(id.encode())
    return TableRow(id=id, game="tiles", number=number, secret=b"\x00secret\xff", created=created)


def entries(first: int, count: int = 1) -> list[Entry]:
    return [
        Entry(seq, b"payload %d" % seq, hashlib.sha256(b"%d" % seq).digest())
        for seq in range(first, first + count)
    ]


def match(
    id: str,
    *,
    table: str = "t1",
    game: str = "tiles",
    accounts: tuple[str, ...] = ("anna", "bot"),
    ended: float = 2000.123456,
) -> MatchRow:
    return MatchRow(
        id=id,
        table=table,
        game=game,
        profile="standard",
        started=1000.5,
        ended=ended,
        players=["Änne", "Bot «1»"],
        accounts=list(accounts),
        outcome="won",
        ranks=[1, 2],
        points=[3, -3],
        body=b'{"id":"%s"}' % id.encode(),
    )


def score(value: int, name: str = "Anna", at: float = 5.0, game: str = "tiles") -> HighScore:
    return HighScore(game=game, name=name, at=at, score=value, match="m1")


def rating(account: str, mu: float, sigma: float = 1.0, game: str = "tiles") -> Rating:
    return Rating(account=account, game=game, mu=mu, sigma=sigma, played=3)


def guest(id: str, name: str = "Gast", origin: str | None = None) -> Account:
    return Account(id=id, name=name, kind="guest", created=1.5, origin=origin)


def member(id: str, name: str) -> Account:
    return Account(id=id, name=name, kind="registered", created=2.5, password_hash="$argon2id$…")
