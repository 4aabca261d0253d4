"""Opening the store for a command that is no server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import apsw

from stammtisch.cli.output import CliError
from stammtisch.store.errors import StoreUnavailable
from stammtisch.store.sqlite import file_of, open_store
from stammtisch.store.store import Store


@asynccontextmanager
async def opened(address: str, *, must_exist: bool) -> AsyncIterator[Store]:
    """The store at that address, open; closed, with everything durable, at the end."""
    path = file_of(address)
    if must_exist and path is not None and not path.is_file():
        raise CliError(f"There is no store at {path}.")
    try:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        store = open_store(address)
        await store.open()
    except (StoreUnavailable, OSError, apsw.Error) as error:
        raise CliError(f"The store {address} cannot be opened: {error}") from None
    try:
        yield store
    finally:
        await store.close()
