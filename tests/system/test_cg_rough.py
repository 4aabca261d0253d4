"""Clients of cg that do what they should not: nobody else notices."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest_asyncio

from tests.protocols.cg.mirror import IDS
from tests.system.cg_client import CgClient, all_until, four_at_a_table, frame
from tests.system.serving import HASTY, Server, serving


async def anna_inside(server: Server, name: str = "Anna") -> CgClient:
    anna = await CgClient().connect(server.cg)
    await anna.sign_in(server.fresh(name))
    return anna


# --- accounts ----------------------------------------------------------------------------------


async def test_accounts_are_made_once_and_found_whatever_the_capitals(server: Server) -> None:
    anna = await anna_inside(server)
    assert anna.last("auth.precheck") == {
        "username": anna.name,
        "valid": True,
        "exists": False,
        "key": "",
    }
    other = await CgClient().connect(server.cg)

    async def tried(name: Any, password: str, *, create: bool) -> str:
        other.heard.clear()
        other.send("auth", username=name, pwd=password, create=create)
        await other.until(lambda: other.last("auth"))
        return str((other.last("auth") or {})["status"])

    assert await tried(anna.name.upper(), "password", create=True) == "user_exists"
    assert await tried(anna.name.lower(), "not this one", create=False) == "wrong_credentials"
    assert await tried("nobody", "password", create=False) == "wrong_credentials"
    for name in ("botanist", "9lives", "me", "a" * 17, "with blank", "ümlaut"):
        assert await tried(name, "password", create=True) == "wrong_credentials", name
    assert await tried("bernd", "short", create=True) == "wrong_credentials"
    assert await tried("bernd", "p" * 128, create=True) == "wrong_credentials"
    other.send("auth.precheck", username=anna.name.swapcase())
    await other.until(lambda: other.last("auth.precheck"))
    assert (other.last("auth.precheck") or {})["exists"] is True
    await other.close()
    await anna.close()


async def test_one_changes_name_and_password(server: Server) -> None:
    anna, name = await anna_inside(server), server.fresh("Berta")
    anna.send("status.user", uuid=anna.uuid, pwd=["wrong one", "another one"])
    await anna.until(lambda: "status.user.wrong_pwd" in anna.warnings)
    anna.send("status.user", uuid=anna.uuid, pwd=["password", "another one"])
    anna.send("status.user", uuid=anna.uuid, username=name)
    await anna.until(lambda: anna.users[anna.uuid] == name)
    anna.send("status.user", uuid=anna.uuid, username="bot_berta")
    await anna.until(lambda: "status.user.username_not_available" in anna.warnings)
    uuid = anna.uuid
    await anna.close()
    berta = await CgClient().connect(server.cg)
    await berta.sign_in(name.lower(), "another one", create=False)
    assert berta.uuid == uuid
    clara = await anna_inside(server, "Clara")
    clara.send("status.user", username=name.upper())
    await clara.until(lambda: clara.users.get(uuid) == name)
    clara.send("status.user", uuid="0" * 32)
    await clara.until(lambda: "status.unknown_user" in clara.warnings)
    await berta.close()
    await clara.close()


async def test_the_newer_of_two_connections_is_heard(server: Server) -> None:
    first = await anna_inside(server)
    await first.create()
    second = await CgClient().connect(server.cg)
    await second.sign_in(first.name.lower(), create=False)
    assert await first.gone() == "You have signed in through another connection."
    await second.until(lambda: second.state == "lobby")
    assert second.lobby == first.lobby
    await second.set(fox=False)
    await first.close()
    await second.close()


# --- how we are --------------------------------------------------------------------------------


@pytest_asyncio.fixture
async def quiet_house(tmp_path: Path) -> AsyncIterator[Server]:
    """Nobody else is there."""
    async with serving(tmp_path, program=HASTY) as one:
        yield one


async def test_a_ping_is_answered(quiet_house: Server) -> None:
    server = quiet_house
    anna = await anna_inside(server)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.cg)
    writer.write(frame(2, {"conntype": "ping"}) + frame(64, {"user": "", "time": 1.5}))
    hello = await reader.readexactly(41)
    assert hello[4:8] == b"\0\0\0\1"
    (length,) = struct.unpack(">I", await reader.readexactly(4))
    data = await reader.readexactly(length)
    assert data[:4] == b"\0\0\0\x41"
    pong = msgspec.msgpack.decode(data[6:])
    assert pong["oldmsg"] == {"user": "", "time": 1.5}
    assert (pong["playercount"], pong["playerlist"], pong["canlogon"]) == (1, [], True)
    writer.write(frame(16, {"reason": None}) + frame(16, {"reason": "pingcomplete"}))
    assert await reader.read() == b""
    writer.close()
    await anna.close()


async def test_a_client_that_never_shakes_hands_has_to_go(server: Server) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.cg)
    async with asyncio.timeout(20):
        said = await reader.read()
        while part := await reader.read():
            said += part
    assert b"The handshake took too long." in said
    writer.close()


# --- what may not be ---------------------------------------------------------------------------


async def test_illegal_input_has_the_messages_of_the_original(server: Server) -> None:
    clients = await four_at_a_table(server)
    for client in clients:
        client.plays, client.vote = False, None
        client.answering = lambda client, question: None
        client.send("lobby.ready", ready=True)
    await all_until(clients, lambda one: one.phase == "reservations")
    first, second = clients[0], clients[1]

    async def warned(client: CgClient, word: str) -> None:
        await client.until(lambda: f"game.dk.{word}" in client.warnings)
        client.warnings.clear()

    first.play(next(iter(first.hand())))
    await warned(first, "pc_wrong_phase")
    second.say("reservation_no")
    await warned(second, "pc_wrong_turn")
    asked = [name for name, _ in first.heard].count("game.dk.question")
    first.say("solo_yes:type=solo_queen")
    await warned(first, "wrong_answer")
    await first.until(lambda: [name for name, _ in first.heard].count("game.dk.question") > asked)
    for client in clients:
        client.say("reservation_no")
        await client.until(
            lambda c=client: (c.last("game.dk.announce") or {}).get("announcer") == c.uuid  # type: ignore[misc]
        )
    await all_until(clients, lambda one: one.last("game.dk.turn"))
    second.play(next(iter(second.hand())))
    await warned(second, "pc_wrong_turn")
    second.play("0" * 32)
    await warned(second, "not_your_card")
    label = [body["rebtn_lbl"] for _, body in first.heard if "rebtn_lbl" in body][-1]
    first.say("kontra" if label == "re" else "re")
    await warned(first, "re_no_party")
    first.send("game.dk.complaint", accused=second.uuid, type="external")
    await warned(first, "no_complaints")

    # What is not taken is not answered either, and harms nobody.
    first.say("nonsense")
    first.send("game.dk.announce", type="re", data=None, announcer=None, more=1)
    first.send("lobby.ready", ready=True)
    first.send("game.dk.card.intent", intent="eat", card="0" * 32)
    first.send_raw(9999, {"a": 1})
    first.send("game.dk.scoreboard", player=first.uuid)
    count = len(first.heard)
    first.play(next(iter(first.hand())))
    await all_until(clients, lambda one: any(slot == "table" for slot, _ in one.cards.values()))
    assert "status.message" not in first.names_since(count)
    for client in clients:
        await client.close()


BAD = (
    b"\0",
    b"\0\0\0\1\0",
    struct.pack(">IIH", 2**31, 64, 0),
    struct.pack(">IIH", 8, 64, 0) + b"\xc1\xc1",
    struct.pack(">IIH", 10, 64, 1) + b"zlib",
    struct.pack(">IIH", 8, 64, 2) + b"\x80\x80",
    frame(64, {"a": 1}) + struct.pack(">IIH", 7, 66, 0) + b"\xc0",
)


async def test_bad_frames_end_only_their_connection(server: Server) -> None:
    anna = await anna_inside(server)
    for data in BAD:
        mallory = await CgClient().connect(server.cg)
        mallory.send_bytes(data)
        if data != BAD[0] and data != BAD[1]:
            assert (await mallory.gone()).endswith("."), data
        await mallory.close(politely=False)
    await anna.create()
    await anna.close()


async def test_any_bytes_and_any_packets(server: Server) -> None:
    anna = await anna_inside(server)
    rng = Random(7)

    def nonsense() -> Any:
        words: list[Any] = ["", "ready", 0, -1, 2**40, None, True, 1.5, b"x", anna.uuid, "ü" * 40]
        return rng.choice([*words, [anna.uuid] * 3, {anna.uuid: {"role": -1}}, {"a": [1]}])

    keys = "type data uuid username card intent gamerules users user_order ready lobby accused move"
    for number in range(60):
        mallory = await CgClient().connect(server.cg)
        if number % 3:
            await mallory.sign_in(server.fresh("mallory"))
        if number % 3 == 2:
            await mallory.create()
        with suppress(ConnectionError):
            for _ in range(20):
                body = {key: nonsense() for key in rng.sample(keys.split(), rng.randrange(4))}
                mallory.send_raw(rng.choice([*IDS.values(), 1, 2, 3, 4, 5]), body)
            if number % 2:
                mallory.send_bytes(rng.randbytes(rng.randrange(1, 200)))
        # Whatever it was answered, the server lives.
        await mallory.close(politely=False)
    await anna.create()
    await anna.set(fox=False)
    assert server.alive
    await anna.close()


# --- many tables -------------------------------------------------------------------------------


async def test_tables_do_not_know_of_each_other(server: Server) -> None:
    tables = [await four_at_a_table(server) for _ in range(4)]
    for clients in tables:
        for client in clients:
            client.send("lobby.ready", ready=True)
    for clients in tables:
        await all_until(clients, lambda one: len(one.ends) >= 3)
    for clients in tables:
        own = {client.uuid for client in clients}
        for client in clients:
            assert set(client.points) == own == set(client.members)
            assert [one["round"] for one in client.ends][:3] == [1, 2, 3]
        first = [[one["eyes"], one["game_summary"]] for one in clients[0].ends[:3]]
        for client in clients:
            assert [[one["eyes"], one["game_summary"]] for one in client.ends[:3]] == first
    for clients in tables:
        for client in clients:
            await client.close()
