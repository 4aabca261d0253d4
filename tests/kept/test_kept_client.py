"""A client of an earlier version plays against today's server."""

from __future__ import annotations

import ast
import asyncio
import hashlib
from pathlib import Path

import pytest

from stammtisch.games.games import GAMES
from tests.kept.table_client import MOST_MOVES, play

CLIENT = Path(__file__).with_name("table_client.py")
#: Games that end before the client has enough of them.
SHORT = ("doppelkopf", "tarock", "tiles")
#: Of the file as it was written for version 1 of the protocol.
DIGEST = "1ebce5698d03cf9376a2b4d225458135a1265297121225c98809549431c44f34"


@pytest.mark.parametrize("game", GAMES)
async def test_a_kept_client_plays_a_match(url: str, game: str) -> None:
    async with asyncio.timeout(60):
        ended, moves = await play(url, game)
    if ended is None:
        assert moves == MOST_MOVES
    else:
        assert ended["outcome"] in ("won", "draw") and len(ended["points"]) >= 2
        assert 0 < moves <= MOST_MOVES
    assert ended is not None or game not in SHORT


def test_the_kept_client_is_as_it_was() -> None:
    assert hashlib.sha256(CLIENT.read_bytes()).hexdigest() == DIGEST, "see README.md"


def test_the_kept_client_uses_nothing_of_the_server() -> None:
    names = {
        alias.name if isinstance(node, ast.Import) else node.module or ""
        for node in ast.walk(ast.parse(CLIENT.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert not [name for name in names if name.startswith(("stammtisch", "tests"))]
