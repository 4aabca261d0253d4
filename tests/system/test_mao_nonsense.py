"""The Mao protocol has no word for a refusal: nonsense is not answered, and harms nobody."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from tests.system.mao_client import DECK, HAND, NO_STATUS, MaoClient, action, hand, pile
from tests.system.serving import Server

STRANGER = "00000000-0000-4000-8000-000000000000"


def each(name: str, *args: Any) -> list[str]:
    """The action with each of these arguments, and without any."""
    return [json.dumps(action(name)), *(json.dumps(action(name, one)) for one in args)]


def moves(*pairs: tuple[Any, Any]) -> list[str]:
    return [json.dumps(action("moveCard", {"from": here, "to": there})) for here, there in pairs]


#: What is no action at all, or none that could be done at any time.
NEVER = {
    "broken JSON": ["", "{", '{"type":"action"', "talk", '{"type":"action","name":"talk","args":"'],
    "other JSON": ["null", "5", "[]", '"talk"', "true", "[null]", "{}", "1e999", "NaN"],
    "wrong envelope": [
        '{"type":"event","name":"talk","args":"x"}',
        '{"type":null,"name":"talk","args":"x"}',
        '{"name":"talk","args":"x"}',
        '{"type":"action","args":"x"}',
        '{"type":"action","name":null,"args":"x"}',
        '{"type":"action","name":["talk"],"args":"x"}',
    ],
    "unknown names": [
        json.dumps(action(name, "x"))
        for name in ("shout", "Talk", "", "leaveTable", "__proto__", "constructor", "toString")
    ],
    "talk": [
        json.dumps(action("talk", text))
        for text in (None, 5, ["x"], {"a": 1}, "x" * 201, "😀" * 101)
    ]
    + [json.dumps(action("talk"))],
    "moves without places": each("moveCard", None, 5, "deck", [], {}, {"from": DECK}, {"to": HAND})
    + moves((None, None), (None, HAND), (DECK, None), (5, HAND), (DECK, "hand"), ({}, {})),
    "unknown places": moves(
        ({"source": "sleeve"}, HAND),
        ({"source": None}, HAND),
        (DECK, {"source": "table"}),
        ({"source": "pile"}, HAND),
        ({**pile(0), "pileIndex": 1}, HAND),
        ({**pile(0), "pileIndex": -1}, HAND),
        ({**pile(0), "pileIndex": "length"}, HAND),
        ({**pile(0), "pileIndex": "0"}, HAND),
        ({**pile(0), "pileIndex": None}, HAND),
        (DECK, {**pile(0), "pileIndex": 1}),
        (DECK, {**pile(0), "pileIndex": "length"}),
        (DECK, {"source": "pile", "pileIndex": 0}),
    ),
    "no such card": moves(
        *((hand(index), pile(1)) for index in (7, -1, 10**30)),
        *(({**hand(0), "cardIndex": index}, pile(1)) for index in ("3", "length", 0.5, True, None)),
        (HAND, pile(1)),
        *((pile(index), HAND) for index in (1, -1, 10**30)),
        *(({**pile(0), "cardIndex": index}, HAND) for index in ("0", "length", 0.0, None)),
    ),
    "no such place": moves(
        *((hand(0), pile(index)) for index in (2, 99, -1, 10**30)),
        *((hand(0), {**pile(0), "cardIndex": index}) for index in (0.5, 1.0, "1", True, None)),
        (pile(0), pile(1)),
    ),
    "nowhere": moves((hand(0), HAND), (DECK, DECK), (pile(0), pile(0))),
    "accusations": each("accuse", STRANGER, "", "A", None, 0, [], {"player": STRANGER})
    + each("acceptAccusation", None, 1)
    + each("cancelAccusation", None, 1),
    "rules": each("writeRule", "too soon", "", 5, None, ["x"]),
    "too deep": ["[" * 4000 + "]" * 4000, '{"type":' * 1500 + "1" + "}" * 1500],
}


@asynccontextmanager
async def two_at_a_table(server: Server, number: int) -> AsyncIterator[tuple[MaoClient, MaoClient]]:
    """Each test has a table of its own, so that no other has been there."""
    a = await MaoClient.come(server.web, f"/?tableID={number}")
    await a.hear_until("joinedTable")
    b = await MaoClient.come(server.web, f"/?tableID={number}")
    await a.hear_until("roundStarted")
    await b.hear_until("roundStarted")
    a.taken()
    b.taken()
    yield a, b
    await a.go()
    await b.go()


async def nothing_happened(a: MaoClient, b: MaoClient, order: int) -> None:
    """The next that both hear is what is said now, with that order for the first of them."""
    await a.send("talk", "is anybody there?")
    for client, expected in ((a, order), (b, order - 1)):
        event = await client.hear()
        assert event is not None, client.closed
        assert (event["name"], event["order"]) == ("playerTalked", expected)
        assert event["data"]["quote"] == "is anybody there?"


async def test_nonsense_is_silent_and_changes_nothing(server: Server) -> None:
    async with two_at_a_table(server, 0) as (a, b):
        for order, texts in enumerate(NEVER.values(), 3):
            for text in texts:
                await a.send_text(text)
                await a.send_bytes(text.encode())
            await nothing_happened(a, b, order)
        # The hand and the pile are as they were dealt.
        dealt = a.events[2]["data"]
        await a.move(hand(6), pile(1))
        moved = await a.hear_until("cardMoved")
        assert moved["data"]["card"] == dealt["yourHand"][6]
        await b.move(pile(0), HAND)
        moved = await b.hear_until("cardMoved")
        moved = await b.hear_until("cardMoved")
        assert (moved["data"]["card"], moved["data"]["to"]["length"]) == (dealt["discard"][0], 8)


async def test_what_is_possible_only_at_another_time_is_silent(server: Server) -> None:
    too_soon = [
        *moves((DECK, HAND), (pile(0), HAND)),
        json.dumps(action("accuse", STRANGER)),
        json.dumps(action("writeRule", "x")),
        json.dumps(action("acceptAccusation")),
    ]
    a = await MaoClient.come(server.web, "/?tableID=21")
    await a.hear_until("joinedTable")
    for text in [*too_soon, json.dumps(action("accuse", a.uuid))]:
        await a.send_text(text)
    await a.send("talk", "")
    talked = await a.hear()
    assert talked is not None
    assert (talked["order"], talked["data"]["quote"]) == (1, "")
    await a.go()


async def test_extra_keys_are_not_passed_on(server: Server) -> None:
    async with two_at_a_table(server, 1) as (a, b):
        place = {**pile(1), "evil": "<b>", "length": 99, "card": 1}
        await a.send_text(
            json.dumps({**action("moveCard", {"from": {**DECK, "x": 1}, "to": place}), "by": "me"})
        )
        for client in (a, b):
            moved = await client.hear()
            assert moved is not None
            assert moved["data"].keys() == {"card", "from", "to", "by"}
            assert (moved["data"]["from"], moved["data"]["to"]) == (DECK, pile(1))


async def test_binary_frames_that_hold_json_are_read(server: Server) -> None:
    async with two_at_a_table(server, 2) as (a, b):
        await a.send_bytes(json.dumps(action("talk", "grüß Gott")).encode())
        for client in (a, b):
            event = await client.hear()
            assert event is not None and event["data"]["quote"] == "grüß Gott"


async def test_five_megabytes_of_talk_end_only_that_connection(server: Server) -> None:
    async with two_at_a_table(server, 3) as (a, b):
        neighbour = await MaoClient.come(server.web, "/?tableID=4")
        await neighbour.hear_until("joinedTable")
        flooder = await MaoClient.come(server.web, "/mao?tableID=4")
        await flooder.hear_until("roundStarted")
        with contextlib.suppress(aiohttp.ClientError, ConnectionError):
            await flooder.send("talk", "x" * 5_000_000)
        # At most that connection ends: for its neighbour this is somebody who leaves.
        left = await neighbour.hear_until("playerLeft")
        assert left["data"] == flooder.uuid
        ended = await neighbour.hear()
        assert ended == {"type": "event", "name": "gameEnded", "order": left["order"] + 1}
        assert await neighbour.hear() is None and neighbour.closed == (NO_STATUS, "")
        await nothing_happened(a, b, 3)
        assert server.alive
        await flooder.go()
