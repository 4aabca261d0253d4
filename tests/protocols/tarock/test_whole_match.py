"""Four clients that know only the document play whole matches."""

from __future__ import annotations

from random import Random

import pytest

from tests.protocols.tarock.document_player import DocumentPlayer, Said
from tests.protocols.tarock.harness import Client, Harness, harness


def seat_players(clients: list[Client], rng: Random) -> list[DocumentPlayer]:
    players = []
    for client in clients:
        player = DocumentPlayer(rng)

        def heard(said: Said, client: Client = client, player: DocumentPlayer = player) -> None:
            for command in player.on(said):
                client.send(**command)

        client.listener = heard
        players.append(player)
    return players


async def four(app: Harness, deals: int) -> list[Client]:
    clients = [await app.come(name=name, spelling="document") for name in "abcd"]
    options = {"deals": deals, "pause": 0}
    made = await clients[0].ask("lobby.room.create", name="Miza", options=options)
    for client in clients[1:]:
        await client.ask("lobby.room.join", room_id=made["room"]["id"])
    return clients


@pytest.mark.parametrize("seed", range(4))
async def test_the_document_is_enough_for_a_whole_match(seed: int) -> None:
    async with harness(seed=seed) as app:
        clients = await four(app, 6)
        players = seat_players(clients, Random(seed))
        await app.start(clients)
        for _ in range(20_000):
            if all(client.events("game.tarock.finished") for client in clients):
                break
            await app.quiet()
        results = clients[0].events("game.tarock.result")
        assert len(results) == 6, clients[0].heard[-5:]
        for client, player in zip(clients, players, strict=True):
            assert client.events("game.tarock.result") == results
            assert player.deals == 6
            (finished,) = client.events("game.tarock.finished")
            assert finished["totals"] == results[-1]["totals"]
        # All that is not private is told to all in the same words and order.
        stories = [[_public(said) for said in player.seen] for player in players]
        assert stories[0] == stories[1] == stories[2] == stories[3]


def _public(said: Said) -> Said:
    private = {"valid_bids", "valid_cards", "valid_bonuses", "valid_kontra", "invalid_cards"}
    private |= {"id", "hand"}
    return {key: value for key, value in said.items() if key not in private}
