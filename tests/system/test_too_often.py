"""What comes too often is refused in the words of each protocol, and the connection goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aiohttp

from stammtisch.protocols.tiles.lines import decode
from tests.system.cg_client import CgClient
from tests.system.mao_client import MaoClient
from tests.system.serving import HASTY, PATIENCE, Server, serving
from tests.system.tarock_client import TarockClient
from tests.system.wires import TcpWire

#: Three at once, and then one a minute: however slow the machine, no other comes in between.
FEW = (
    *("--set", "limits.shouts_per_minute=1", "--set", "limits.looks_per_minute=1"),
    *("--set", "limits.onlooker_says_per_minute=1"),
    *("--set", "limits.sign_ins_per_name_per_minute=1"),
)
#: As a server comes: the tests' usual servers have no limits at all.
USUAL = (
    *("--set", "limits.messages_per_second=200", "--set", "limits.requests_per_minute=1"),
    *("--set", "limits.spare_loopback=no", "--set", "limits.address_times=50"),
)


async def over_tiles(server: Server) -> None:
    wire = await TcpWire.open(server.tiles)

    async def ask(line: str) -> list[str]:
        await wire.send(line)
        while (tokens := decode(await wire.hear()))[0] != f"+{line[:4]}":
            pass
        return tokens

    name, why = (await ask("LOGI server unpaced"))[1:]
    assert name == "player" and "taken for the server itself" in why
    assert await ask("NAME tilda") == ["+NAME", "tilda"]
    assert [await ask("CATC b hello") for _ in range(3)] == [["+CATC", "b", "hello"]] * 3
    refused = await ask("CATC b hello")
    # With a `b` the original client would show it as a line that was sent.
    assert refused[:3] == ["+CATC", "", ""] and "speak to everybody 1 times" in refused[3]
    while (told := decode(await wire.hear()))[0] != "CATS":
        pass
    assert told == ["CATS", "w", f"Not sent. {refused[3]}", "server"]
    assert [len(await ask("LLPL")) for _ in range(3)] == [2, 2, 2]
    assert "look around" in (await ask("LGAM o"))[-1]
    assert (await ask("NAME server"))[1:][0] == "tilda"
    assert await ask("PING") == ["+PING"]
    await wire.close()


async def over_table(server: Server) -> None:
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"http://127.0.0.1:{server.web}/table") as socket,
    ):

        async def ask(**message: Any) -> Any:
            await socket.send_json({"id": 1, **message})
            while (heard := await socket.receive_json()).get("id") != 1:
                pass
            return heard

        for _ in range(3):
            refused = await ask(type="sign_in", name="somebody_else", password="wrong")
            assert refused["code"] == "wrong_password"
        refused = await ask(type="sign_in", name="Somebody_Else", password="wrong")
        assert refused["code"] == "too_many_tries" and refused["data"]["seconds"] >= 1
        assert (await ask(type="enter", name="chairman"))["code"] == "reserved_name"
        assert (await ask(type="enter", name="tabea"))["type"] == "entered"
        for _ in range(3):
            assert (await ask(type="say", text="hi", reach="everyone"))["type"] == "talked"
        refused = await ask(type="say", text="hi", reach="everyone")
        assert (refused["type"], refused["code"]) == ("error", "too_often")
        assert (await ask(type="ping"))["type"] == "pong"


async def over_tarock(server: Server) -> None:
    client = await TarockClient.come(server, name="tara")
    for _ in range(3):
        assert "error" not in await client.ask("lobby.room.list")
    refused = await client.ask("lobby.room.list")
    assert refused["error"] == "too_often"
    assert "look around 1 times a minute" in refused["error_description"]
    await client.go()


def talked(client: MaoClient) -> int:
    return sum(event["name"] == "onlookerTalked" for event in client.events)


async def over_mao(server: Server) -> None:
    """It has no word for a refusal: what is too often is simply not done."""
    player = await MaoClient.come(server.web, "/mao?tableID=3&ext=1&name=mara")
    await player.hear_all()
    onlooker = await MaoClient.come(server.web, "/mao?tableID=3&ext=1&name=otto&watch=1")
    await onlooker.hear_all()
    for number in range(6):
        await onlooker.send("talk", f"psst {number}")
    await onlooker.hear_all()
    # What is told comes when it is stored.
    async with asyncio.timeout(PATIENCE):
        while talked(player) < 3:
            await player.hear_all()
            await asyncio.sleep(0.01)
    await player.hear_all()
    assert talked(player) == 3
    assert onlooker.closed is None and player.closed is None
    await onlooker.go()
    await player.go()


async def over_cg(server: Server) -> None:
    client = await CgClient().connect(server.cg)
    for _ in range(3):
        client.send("auth", username="nobody", pwd="wrong password", create=False)
    client.send("auth", username="nobody", pwd="wrong password", create=False)
    client.send("auth", username="Server", pwd="a good password", create=True)

    def answers() -> list[Any]:
        return [body["status"] for name, body in client.heard if name == "auth"]

    await client.until(lambda: len(answers()) == 5)
    assert answers() == ["wrong_credentials"] * 3 + ["blocked", "user_exists"]
    await client.close()


async def over_rest(server: Server) -> None:
    async with aiohttp.ClientSession() as http:
        statuses = []
        for _ in range(12):
            async with http.get(f"http://127.0.0.1:{server.web}/api/games") as answer:
                statuses.append(answer.status)
                said = await answer.json()
        assert statuses[-1] == 429
        assert said["code"] == "too_often" and said["message"].endswith(" s.")


async def test_every_protocol_says_it_in_its_own_words(tmp_path: Path) -> None:
    # What a password costs is no matter here.
    async with serving(tmp_path, *USUAL, *FEW, program=HASTY) as server:
        for each in (over_tiles, over_table, over_tarock, over_mao, over_cg, over_rest):
            await each(server)
        assert server.alive
