"""Who may enter which room: the table of `docs/architecture.md`, checked over every file."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

SOURCES = Path(__file__).parents[1] / "stammtisch"

#: What pure rules may use of the standard library: nothing that reads, writes, waits, or knows
#: the time of day. Of `random` only the class: the module's own functions share one state.
PURE = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "copy",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "itertools",
    "math",
    "operator",
    "random.Random",
    "re",
    "statistics",
    "string",
    "struct",
    "types",
    "typing",
    "unicodedata",
}
#: What protocols may use, which have no I/O either and are told the time: of `time` and `uuid`
#: only what turns a given moment or name into words.
SANS_IO = PURE | {
    "time.localtime",
    "time.strftime",
    "uuid.UUID",
    "uuid.uuid5",
    "zlib",
}
ANYTHING = set(sys.stdlib_module_names)

#: Requests, replies and notices, and how they are declared.
VOCABULARY = {"vocabulary", "requests", "replies"}

#: The records of tables, which sessions turn into messages.
TABLES_RECORDS = {f"tables.{name}" for name in ("settings", "events", "encoding")}


#: What changes and questions are put to.
STORE = {f"store.{name}" for name in ("store", "changes", "errors")}


@dataclass(frozen=True)
class Room:
    """What the files of a room may import beside each other."""

    ours: frozenset[str] | None
    others: frozenset[str] | None
    standard: frozenset[str] = frozenset(ANYTHING)


def room(ours: set[str] | None, others: set[str] | None, standard: set[str] = ANYTHING) -> Room:
    return Room(
        None if ours is None else frozenset(ours),
        None if others is None else frozenset(others),
        frozenset(standard),
    )


#: Rooms that need what an extra of the same name brings.
EXTRAS = ("env", "native")
#: `games/compiling.py` gets on without it.
NOT_INSTALLED = ("mypy_extensions",)

#: Where games are found that are named from outside.
REGISTER = "games/games.py"

#: What single files may import beside what their rooms may: the words of Mao's rule language are
#: data, which is read once when the module is imported.
ALSO = {
    REGISTER: {"os", "importlib.import_module"},
    "games/mao/language/words.py": {"json", "importlib.resources.files"},
}

#: None is everything.
ROOMS: dict[str, Room] = {
    "records": room(set(), {"msgspec"}),
    "config": room(set(), set()),
    # `mypy_extensions` is there for the compiler alone (games/compiling.py).
    "games": room(set(), {"mypy_extensions"}, PURE),
    "bots": room({"games", "i18n"}, set()),
    "tables": room({"games", "bots", "records", "config"} | VOCABULARY, {"msgspec"}),
    "research": room({"games", "bots", "tables", "records"}, {"msgspec"}),
    "env": room({"games", "bots"}, {"numpy", "gymnasium", "pettingzoo"}),
    "vocabulary": room(set(), {"msgspec"}),
    "requests": room(
        {"vocabulary", "replies", "games", "tables.settings", "lobby.admin_commands"}, {"msgspec"}
    ),
    "replies": room(
        {"vocabulary", "bots.bots", "games", "tables.events", "tables.settings", "records"},
        {"msgspec"},
    ),
    "accounts": room(
        {"tables", "games", "records", "config"} | STORE | VOCABULARY,
        {"msgspec", "argon2"},
    ),
    "lobby": room(
        {"accounts", "tables", "games", "records", "config", "bus.bus"} | STORE | VOCABULARY,
        {"msgspec", "openskill"},
    ),
    "app": room(
        {"accounts", "lobby", "tables", "games", "records", "config", "bus.bus"}
        | STORE
        | VOCABULARY,
        {"msgspec", "argon2"},
    ),
    "store": room({"records"}, {"apsw", "msgspec", "asyncpg"}),
    "bus": room({"records"}, {"msgspec", "nats"}),
    "protocols": room(
        {"games", "bots.bots", "lobby.admin_commands", "accounts.names", "meanings", "records"}
        | TABLES_RECORDS
        | VOCABULARY,
        {"msgspec"},
        SANS_IO,
    ),
    "i18n": room(set(), set()),
    "client": room(
        {"games", "protocols.table", "records", "tables"} | VOCABULARY, {"msgspec", "aiohttp"}
    ),
    "meanings": room(set(), {"msgspec"}),
    "plain": room(set(), set()),
    "native": room({"plain"}, set()),
    "net": room(None, None),
    "terminal": room(None, None),
    "cli": room(None, None),
}


def imported(source: str, package: str) -> Iterator[str]:
    """The full name of everything that a file of the package imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                above = parts[: len(parts) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def within(name: str, allowed: frozenset[str]) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in allowed)


def trespasses(where: str, source: str, package: str) -> list[str]:
    """What a file of the room imports that it may not."""
    rules = ROOMS[where]
    found = []
    for name in imported(source, package):
        first, _, rest = name.partition(".")
        if first == "stammtisch":
            allowed = rules.ours is None or within(rest, rules.ours | {where, "__version__"})
        elif first in sys.stdlib_module_names:
            allowed = within(name, rules.standard)
        else:
            allowed = rules.others is None or first in rules.others
        if not allowed:
            found.append(name)
    return found


def files() -> Iterator[tuple[str, Path]]:
    for path in sorted(SOURCES.rglob("*.py")):
        where = path.relative_to(SOURCES).parts[0].removesuffix(".py")
        if where != "__init__":
            yield where, path


def test_every_file_stays_in_its_rooms() -> None:
    complaints = []
    for where, path in files():
        package = ".".join(("stammtisch", *path.relative_to(SOURCES).parent.parts))
        found = trespasses(where, path.read_text(encoding="utf-8"), package)
        also = ALSO.get(path.relative_to(SOURCES).as_posix(), set())
        found = [name for name in found if name not in also]
        complaints += [f"{path.relative_to(SOURCES)} imports {name}" for name in found]
    assert complaints == []


def declared(extra: str | None = None) -> set[str]:
    """The packages that pyproject.toml asks for, always or with an extra."""
    project = tomllib.loads((SOURCES.parent / "pyproject.toml").read_text("utf-8"))["project"]
    lines = project["dependencies"] if extra is None else project["optional-dependencies"][extra]
    return {canonicalize_name(Requirement(line).name) for line in lines}


def test_everything_that_is_imported_is_declared() -> None:
    """And not only there because another package happens to bring it."""
    packages = packages_distributions()
    always = declared()
    complaints = []
    for where, path in files():
        allowed = always | (declared(where) if where in EXTRAS else set())
        for name in imported(path.read_text("utf-8"), "stammtisch"):
            first = name.partition(".")[0]
            if first in sys.stdlib_module_names or first in ("stammtisch", *NOT_INSTALLED):
                continue
            brought_by = {canonicalize_name(one) for one in packages.get(first, ())}
            if not brought_by & allowed:
                complaints.append(f"{path.relative_to(SOURCES)} imports {first}")
    assert complaints == []


def test_there_is_no_room_that_the_table_does_not_know() -> None:
    assert {where for where, _ in files()} <= set(ROOMS)
    assert len(list(files())) > 50


@pytest.mark.parametrize(
    ("where", "source", "found"),
    [
        ("games", "import msgspec", ["msgspec"]),
        ("games", "import asyncio", ["asyncio"]),
        ("games", "import json", ["json"]),
        ("games", "from time import monotonic", ["time.monotonic"]),
        ("games", "import random", ["random"]),
        ("games", "from random import shuffle", ["random.shuffle"]),
        ("games", "from random import Random", []),
        ("games", "def f():\n    import os", ["os"]),
        ("games", "from stammtisch.records import Entry", ["stammtisch.records.Entry"]),
        ("games", "from stammtisch.bots import arena", ["stammtisch.bots.arena"]),
        ("games", "from ..tables import table", ["stammtisch.tables.table"]),
        ("games", "from .tiles import match", []),
        ("bots", "from stammtisch.tables.table import Table", ["stammtisch.tables.table.Table"]),
        ("tables", "from stammtisch.app import App", ["stammtisch.app.App"]),
        ("tables", "from stammtisch.store.store import Store", ["stammtisch.store.store.Store"]),
        ("lobby", "from stammtisch.store.store import Store", []),
        ("lobby", "from stammtisch.store.sqlite import S", ["stammtisch.store.sqlite.S"]),
        ("lobby", "from stammtisch.bus.local import L", ["stammtisch.bus.local.L"]),
        ("store", "from stammtisch.games import game", ["stammtisch.games.game"]),
        (
            "protocols",
            "from stammtisch.tables.table import Table",
            ["stammtisch.tables.table.Table"],
        ),
        ("protocols", "from stammtisch.tables.events import Batch", []),
        (
            "protocols",
            "from stammtisch.net.connection import Transport",
            ["stammtisch.net.connection.Transport"],
        ),
        ("protocols", "import aiohttp", ["aiohttp"]),
        ("client", "from stammtisch.cli.play import run", ["stammtisch.cli.play.run"]),
        ("client", "from stammtisch.app import App", ["stammtisch.app.App"]),
        ("protocols", "import zlib", []),
        ("protocols", "from time import monotonic, strftime", ["time.monotonic"]),
        ("protocols", "from uuid import UUID, uuid4", ["uuid.uuid4"]),
        *(
            ("protocols", f"import {name}", [name])
            for name in ("asyncio", "logging", "os", "pathlib", "secrets", "socket", "threading")
        ),
    ],
)
def test_a_trespass_is_noticed(where: str, source: str, found: list[str]) -> None:
    assert trespasses(where, source, f"stammtisch.{where}") == found
