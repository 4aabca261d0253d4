"""Which engine an address names."""

from __future__ import annotations

from pathlib import Path

from stammtisch.store.connections import Synchronous
from stammtisch.store.sqlite import SqliteStore
from stammtisch.store.store import Store, StoreUnavailable


def open_store(
    url: str, synchronous: Synchronous = "FULL", *, writer_process: bool = False
) -> Store:
    """The store at `url`, still to be opened with `await store.open()`.

    A path, or `sqlite:///` and a path (relative; with a fourth slash absolute). `sqlite://` alone
    is a store in memory. With `writer process`, a process of its own writes the file.
    """
    scheme, separator, rest = url.partition("://")
    if not separator:
        return SqliteStore(url, synchronous=synchronous, writer_process=writer_process)
    if scheme in ("postgresql", "postgres"):
        raise StoreUnavailable("This build of Stammtisch stores in SQLite only, not in PostgreSQL.")
    if scheme != "sqlite":
        raise StoreUnavailable(
            f"A store is a path or sqlite:///path; {scheme}:// is not known here."
        )
    if rest in ("", "/"):
        return SqliteStore(None)
    if not rest.startswith("/"):
        raise StoreUnavailable(f"The address {url} lacks a slash: write sqlite:///{rest}.")
    return SqliteStore(rest[1:], synchronous=synchronous, writer_process=writer_process)


def file_of(url: str) -> Path | None:
    """The file that the address of a store names, if it names one."""
    scheme, separator, rest = url.partition("://")
    if not separator:
        return Path(url)
    return Path(rest[1:]) if scheme == "sqlite" and len(rest) > 1 else None
