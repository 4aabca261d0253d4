"""The servers of the Mao benchmark. Their `Served.port` is that of WebSockets."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from bench.load import serving
from bench.load.serving import Served


@contextmanager
def stammtisch(*options: str, folder: str | None = None) -> Iterator[Served]:
    port = _free_port()
    # Of two options of the same name the last one counts.
    with serving.stammtisch("--port", str(port), *options, folder=folder) as served:
        yield replace(served, port=port)


@contextmanager
def bare() -> Iterator[Served]:
    """The same texts over the same WebSockets, with no server behind them (`mao_bare.py`)."""
    with serving.process(["-m", "bench.load.mao_bare"]) as served:
        yield served


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port
