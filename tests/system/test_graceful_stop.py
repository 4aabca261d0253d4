"""SIGTERM while games are on: everybody is told, the exit is clean, and nothing is lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stammtisch.net.server import CLOSING
from stammtisch.protocols.tiles.lines import decode
from tests.system.serving import PATIENCE, Server, serving
from tests.system.wires import Gone, TcpWire, WebWire, Wire

NAMES = ("anna", "bert", "cora", "dora")
GOING_AWAY = 1001


async def answer_to(wire: Wire, line: str) -> list[list[str]]:
    """Send a command; all lines up to its answer, which is the last."""
    await wire.send(line)
    heard: list[list[str]] = []
    while not heard or heard[-1][0] != "+" + line[:4]:
        heard.append(decode(await wire.hear()))
    return [tokens for tokens in heard if tokens[0] != "PING"]


async def until_gone(wire: Wire) -> tuple[list[str], int | None]:
    """All that is still said, and the close code of a WebSocket."""
    said = []
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                said.append(await wire.hear())
    except Gone as gone:
        await wire.close()
        return said, gone.code


async def wires(server: Server) -> list[Wire]:
    three: list[Wire] = [await TcpWire.open(server.tiles) for _ in NAMES[:3]]
    return [*three, await WebWire.open(server.web, "/tiles")]


async def begin(seats: Sequence[Wire], lobby: int) -> dict[str, list[str]]:
    """Seat four players and let them start; the STRT that each of them got."""
    for name, wire in zip(NAMES, seats, strict=True):
        await answer_to(wire, f"LOGI {name}{lobby} unpaced")
        await answer_to(wire, f"JLOB {lobby}")
    for wire in seats:
        await answer_to(wire, "REDY")
    dealt = {}
    for name, wire in zip(NAMES, seats, strict=True):
        while (tokens := decode(await wire.hear()))[0] != "STRT":
            pass
        dealt[name] = tokens
    return dealt


async def come_back(server: Server, lobby: int) -> tuple[dict[str, list[str]], list[list[str]]]:
    dealt, standings = {}, []
    for name, wire in zip(NAMES, await wires(server), strict=True):
        await answer_to(wire, f"LOGI {name}{lobby} unpaced")
        heard = await answer_to(wire, f"JLOB {lobby}")
        assert [tokens[0] for tokens in heard] == ["STRT", "STAT", "+JLOB"]
        dealt[name], standing = heard[0], heard[1]
        standings.append(standing)
        await wire.close()
    return dealt, standings


async def enter_table(server: Server) -> tuple[WebWire, dict[str, Any]]:
    """Somebody at a table of our own protocol, who waits there for others."""
    wire = await WebWire.open(server.web, "/table")
    await wire.send(json.dumps({"type": "enter", "name": "emil"}))
    await wire.send(json.dumps({"type": "open", "game": "tiles", "profile": "classic", "seats": 4}))
    while (told := json.loads(await wire.hear()))["type"] != "table":
        assert told["type"] != "error", told
    return wire, told


async def test_sigterm_tells_everybody_and_exits_with_0(tmp_path: Path) -> None:
    async with serving(tmp_path, own_writer_process=True) as server:
        seats = await wires(server)
        await begin(seats, 7)
        emil, _ = await enter_table(server)
        leaving = [asyncio.create_task(until_gone(wire)) for wire in [*seats, emil]]
        assert await server.stop() == 0
        *tiles, (told, code) = await asyncio.gather(*leaving)
        for said, _ in tiles:
            assert decode(said[-1]) == ["CATS", "b", CLOSING, "server"]
        assert json.loads(told[-1]) == {"type": "goodbye", "reason": CLOSING, "alone": False}
        assert code == GOING_AWAY == tiles[-1][1]


async def test_what_was_acknowledged_is_there_after_a_graceful_stop(tmp_path: Path) -> None:
    async with serving(tmp_path, own_writer_process=True) as server:
        lobbies = {}
        for lobby in (1, 2):
            seats = await wires(server)
            dealt = await begin(seats, lobby)
            # The starter's first tile goes to the next player.
            starter = next(name for name, strt in dealt.items() if strt[1].count('"') == 18)
            rack = decode(dealt[starter][1])
            tile, left = rack[0], f'\\"%\\" {" ".join(rack[1:15])}'
            heard = await answer_to(seats[NAMES.index(starter)], f'PUTT {tile} "{left}%"')
            assert heard[-1] == ["+PUTT", "t", "f"]
            dealt[starter][1] = dealt[starter][1].replace(tile, '"%"', 1)
            lobbies[lobby] = (dealt, starter, tile)
        assert await server.stop() == 0
        await server.start()
        for lobby, (dealt, starter, tile) in lobbies.items():
            again, standings = await come_back(server, lobby)
            assert again == dealt
            following = (NAMES.index(starter) + 1) % 4
            tops = [tile if seat == following else "" for seat in range(4)]
            for standing in standings:
                assert decode(standing[1]) == tops
                assert standing[2] == str(following)
        assert await server.stop() == 0
