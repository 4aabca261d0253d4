"""The server is killed in a match of Mao and started again: the cards and the clocks are there."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from tests.system.mao_client import DECK, HAND, MaoClient, hand, pile
from tests.system.mao_clock import serving_by_hand
from tests.system.serving import Server, serving

TABLE = "/mao?tableID=20&ext=1"


async def seated(server: Server, count: int) -> list[MaoClient]:
    clients = []
    for name in ("ada", "bob", "cleo")[:count]:
        clients.append(client := await MaoClient.come(server.web, f"{TABLE}&name={name}"))
        await client.hear_until("token")
    for client in clients:
        await client.hear_until("roundStarted")
    return clients


async def come_back(server: Server, client: MaoClient) -> MaoClient:
    """The same player through a new connection."""
    token, since = told(client, "token")["token"], client.events[-1]["order"]
    await client.go()
    return await MaoClient.come(server.web, f"{TABLE}&token={token}&since={since}")


async def back(server: Server, client: MaoClient) -> MaoClient:
    """The same player at a server that has forgotten what it told before."""
    again = await come_back(server, client)
    await again.hear_until("hands")
    return again


def told(client: MaoClient, name: str) -> Any:
    """The data of the last event of that name."""
    return [event["data"] for event in client.events if event["name"] == name][-1]


async def heard(name: str, *clients: MaoClient) -> None:
    for client in clients:
        await client.hear_until(name)


async def goes_out(client: MaoClient, *others: MaoClient) -> None:
    for _ in range(7):
        await client.move(hand(0), DECK)
    await heard("lastChanceStarted", client, *others)


async def test_a_round_goes_on_with_every_card_where_it_was(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ada, bob, cleo = await seated(server, 3)
        dealt = told(ada, "roundStarted")
        await ada.move(hand(2), pile(1))
        await heard("cardMoved", ada, bob, cleo)
        await bob.move(DECK, HAND)
        await heard("cardMoved", ada, bob, cleo)
        drawn = told(bob, "cardMoved")["card"]
        await server.kill()
        await server.start()

        again = [await back(server, client) for client in (ada, bob, cleo)]
        played = dealt["yourHand"].pop(2)
        bobs = [*told(bob, "roundStarted")["yourHand"], drawn]
        hands = [dealt["yourHand"], bobs, told(cleo, "roundStarted")["yourHand"]]
        for before, after, held in zip((ada, bob, cleo), again, hands, strict=True):
            assert after.events[0]["order"] == 0, "it begins anew"
            assert after.uuid == before.uuid
            assert told(after, "roundStarted") == {
                "yourHand": held,
                "discard": [*dealt["discard"], played],
                "round": 1,
            }
            assert told(after, "hands") == {ada.uuid: 6, bob.uuid: 8, cleo.uuid: 7}
        # And play goes on.
        await again[2].move(hand(6), pile(2))
        moved = await again[0].hear_until("cardMoved")
        assert (moved["data"]["by"], moved["data"]["card"]) == (cleo.uuid, hands[2][6])
        for client in again:
            await client.go()


async def test_who_was_there_before_takes_up_the_thread(server: Server) -> None:
    """Without a kill: the events after `since`, with the orders that follow."""
    ada, bob, cleo = await seated(server, 3)
    since = ada.events[-1]["order"]
    await ada.go()
    await bob.hear_until("playerAway")
    await bob.move(DECK, HAND)
    await bob.hear_until("cardMoved")
    again = await come_back(server, ada)
    moved = await again.hear_until("cardMoved")
    orders = [event["order"] for event in again.events]
    assert orders == list(range(since + 1, since + 1 + len(orders)))
    drawn = {"from": DECK, "to": {"source": "hand", "length": 8}, "by": bob.uuid}
    assert moved["data"] == drawn
    assert (await bob.hear_until("playerBack"))["data"] == ada.uuid
    for client in (again, bob, cleo):
        await client.go()


async def test_a_last_chance_goes_on_with_what_was_left(tmp_path: Path) -> None:
    async with serving_by_hand(tmp_path) as server:
        ada, bob, cleo = await seated(server, 3)
        await goes_out(ada, bob, cleo)
        killed_at = await server.advance(4000)
        # What is heard is stored, and with it the time.
        await bob.send("talk", "tick")
        await heard("playerTalked", ada, bob, cleo)
        await server.kill()
        await server.start()

        assert await server.advance(0) == killed_at, "house time stood still"
        before = int(time.time() * 1000)
        again = [await back(server, client) for client in (ada, bob, cleo)]
        chance = told(again[1], "lastChanceStarted")
        assert chance["winningPlayer"] == ada.uuid
        # Four seconds of it are over already.
        assert before <= chance["timeStarted"] + 4000 <= time.time() * 1000
        await server.advance(5999)
        for client in again:
            await client.hear_all()
            assert all(event["name"] != "roundOver" for event in client.events)
        await server.advance(1)
        for client in again:
            assert (await client.hear_until("roundOver"))["data"] == ada.uuid
        # The winner still writes the rule, and the next round is dealt.
        await again[0].send("writeRule", "mind the gap")
        assert (await again[0].hear_until("ruleWritten"))["data"] == "mind the gap"
        for client in again:
            assert (await client.hear_until("roundStarted"))["data"]["round"] == 2
            await client.go()


async def test_a_last_chance_that_stood_still_stands_still(tmp_path: Path) -> None:
    async with serving_by_hand(tmp_path) as server:
        ada, bob, cleo = await seated(server, 3)
        await goes_out(ada, bob, cleo)
        await server.advance(4000)
        await bob.send("accuse", {"player": ada.uuid, "reason": "too fast"})
        await heard("playerAccused", ada, bob, cleo)
        await server.advance(5000)
        await server.kill()
        await server.start()

        again = [await back(server, client) for client in (ada, bob, cleo)]
        accused = told(again[2], "playerAccused")
        assert (accused["accuser"], accused["accused"], accused["reason"]) == (
            bob.uuid,
            ada.uuid,
            "too fast",
        )
        await server.advance(5000)
        await again[1].send("cancelAccusation")
        for client in again:
            assert (await client.hear_until("accusationCancelled"))["data"] == "lastChance"
            assert (await client.hear_until("lastChanceResumed"))["data"] == {"timeLeft": 6000}
        await server.advance(5999)
        await again[0].hear_all()
        assert again[0].events[-1]["name"] == "lastChanceResumed"
        await server.advance(1)
        assert (await again[0].hear_until("roundOver"))["data"] == ada.uuid
        for client in again:
            await client.go()
