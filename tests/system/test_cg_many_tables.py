"""Two hundred tables of cg clients at once do not know of each other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from bench.load.serving import allow_files
from tests.protocols.cg.mirror import PHASES, undashed
from tests.system.cg_client import CgClient, all_until, sit_together
from tests.system.serving import HASTY, serving

TABLES = 200
#: All tables have come so far before any is looked at.
TRICK = 3
#: Tables that are seated at the same time.
AT_ONCE = 20


def find_ids(values: Iterable[Any], found: set[str]) -> None:
    """Everything in packets that names a person, a lobby, a game or a card."""
    for value in values:
        if type(value) is dict:
            find_ids(value, found)
            find_ids(value.values(), found)
        elif type(value) is list:
            find_ids(value, found)
        elif undashed(value):
            found.add(value)


class Player(CgClient):
    """Knows whose turn it is; it plays once it is let, as far as all tables come."""

    def __init__(self) -> None:
        super().__init__()
        self.plays, self.vote = False, None
        self.mover = ""
        self.trick = 0

    def _game_dk_turn(self, body: dict[str, Any]) -> None:
        self.mover, self.trick = body["current_player"], body["current_trick"]
        self.plays = self.plays and self.trick < TRICK
        super()._game_dk_turn(body)


async def at_their_first_turn(port: int, number: int, room: asyncio.Semaphore) -> list[Player]:
    async with room:
        clients = [Player() for _ in range(4)]
        await sit_together(clients, port, f"t{number}p")
        for client in clients:
            client.send("lobby.ready", ready=True)
        await all_until(clients, lambda one: one.mover)
        return clients


def begin(clients: list[Player]) -> None:
    """From here on everybody plays by itself."""
    for client in clients:
        client.plays = True
    (mover,) = [client for client in clients if client.uuid == client.mover]
    mover._play()


@pytest.mark.slow
async def test_no_packet_of_a_table_reaches_another(tmp_path: Path) -> None:
    allow_files(TABLES * 4 + 200)
    async with serving(tmp_path, "--set", "cg.pace_ms=0", program=HASTY) as server:
        room = asyncio.Semaphore(AT_ONCE)
        tables = await asyncio.gather(
            *(at_their_first_turn(server.cg, number, room) for number in range(TABLES))
        )
        for clients in tables:
            begin(clients)
        everybody = [client for clients in tables for client in clients]
        await all_until(everybody, lambda one: one.trick >= TRICK)
        # What comes later may be the end of a match that a neighbour has left already.
        heard = {client.uuid: list(client.heard) for client in everybody}
        for client in everybody:
            await client.close()
    table_of: dict[str, int] = {}
    for number, clients in enumerate(tables):
        names = {f"t{number}p{seat}" for seat in range(4)}
        for client in clients:
            # The house itself is the same for all.
            told: set[str] = set()
            find_ids((body for _, body in heard[client.uuid]), told)
            for one in told - {client.server_id}:
                assert table_of.setdefault(one, number) == number, (client.users, one)
            assert set(client.users.values()) == names
            phases = [body["phase"] for _, body in heard[client.uuid] if "phase" in body]
            assert phases == list(PHASES[: len(phases)]), "What changes a round came once."
    # Each table has four people, a lobby, a game and 48 cards at least.
    assert len(table_of) >= TABLES * (4 + 1 + 1 + 48)
