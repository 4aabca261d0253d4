"""`stammtisch admin` and a server that is closed to strangers, through every protocol."""

from __future__ import annotations

import asyncio
import contextlib
import json
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from stammtisch.cli.admin import answer_to
from stammtisch.lobby import admin_commands
from tests.system.cg_client import CgClient
from tests.system.serving import HASTY, PATIENCE, Server, serving, stammtisch
from tests.system.wires import Gone, TcpWire

KEY = "open-sesame"
PASSWORD = "correct horse"
BANNED = "You may not come into this server any more (Shouting); ask whoever runs it."
NO_KEY = "This server is for its members"


class Line:
    """Texts over a WebSocket, read as they come, and how it ended."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._changed = asyncio.Event()
        self._reading = asyncio.create_task(self._read())
        self.heard: list[str] = []
        #: Code and reason.
        self.end: tuple[int, str] | None = None

    async def _read(self) -> None:
        while (message := await self._socket.receive()).type is aiohttp.WSMsgType.TEXT:
            self.heard.append(message.data)
            self._changed.set()
        self.end = (message.data, message.extra or "")
        self._changed.set()

    async def send(self, **message: Any) -> None:
        await self._socket.send_str(json.dumps(message))

    async def until(self, words: str) -> str:
        """The first message with these words in it."""
        async with asyncio.timeout(PATIENCE):
            while not (found := [text for text in self.heard if words in text]):
                assert self.end is None, (self.end, self.heard[-3:])
                self._changed.clear()
                await self._changed.wait()
        return found[0]

    async def until_gone(self) -> tuple[int, str]:
        async with asyncio.timeout(PATIENCE):
            while self.end is None:
                self._changed.clear()
                await self._changed.wait()
        return self.end


@asynccontextmanager
async def lines(server: Server) -> AsyncIterator[Any]:
    async with aiohttp.ClientSession() as session:

        async def opened(path: str) -> Line:
            url = f"http://127.0.0.1:{server.web}{path}"
            return Line(await session.ws_connect(url, autoclose=False))

        yield opened


@asynccontextmanager
async def kept_alive(wire: TcpWire) -> AsyncIterator[None]:
    """Whoever is silent for 15 seconds must go."""

    async def speak() -> None:
        with contextlib.suppress(Gone):
            while True:
                await wire.send("PING")
                await asyncio.sleep(2)

    speaking = asyncio.create_task(speak())
    try:
        yield
    finally:
        speaking.cancel()


async def tiles_until(wire: TcpWire, words: str) -> str:
    async with asyncio.timeout(PATIENCE):
        while words not in (heard := await wire.hear()):
            pass
    return heard


@pytest.fixture
def password_file(tmp_path: Path) -> str:
    file = tmp_path / "password"
    file.write_text(KEY + "\n")
    return str(file)


async def test_the_key_the_announcement_and_the_ban_in_every_protocol(
    tmp_path: Path, password_file: str
) -> None:
    data = tmp_path / "data"
    where = ("--data", str(data))
    async with (
        serving(data, "--password-file", password_file) as server,
        lines(server) as line,
    ):
        assert stat.S_IMODE((data / "stammtisch.db-admin").stat().st_mode) == 0o600

        # Without the key nobody new comes in, and everybody is told why.
        table = await line("/table")
        await table.send(type="enter", name="tom")
        assert '"code":"key_needed"' in await table.until(NO_KEY)
        tarock = await line("/tarock?name=tara")
        assert NO_KEY in (await tarock.until_gone())[1]
        mao = await line("/mao?tableID=1&name=mara")
        code, reason = await mao.until_gone()
        assert code == 4001 and NO_KEY in reason
        tiles = await TcpWire.open(server.tiles)
        await tiles.send("LOGI tina")
        assert NO_KEY in await tiles_until(tiles, "+LOGI")
        cg = await CgClient().connect(server.cg)
        cg.send("auth", username="connie", pwd=PASSWORD, create=True)
        await cg.until(lambda: "blocked" in str(cg.raw[-1]))

        # With it they do, where the protocol has a place for it.
        await table.send(type="enter", name="tom", key=KEY)
        await table.until('"entered"')
        tarock = await line(f"/tarock?name=tara&key={KEY}")
        await tarock.until("lobby.session")
        mao = await line(f"/mao?tableID=1&name=mara&ext=1&key={KEY}")
        await mao.until("joinedTable")
        plain = await line(f"/?tableID=21&name=pia&key={KEY}")
        await plain.until("joinedTable")
        tiles = await TcpWire.open(server.tiles)
        await tiles.send(f"LOGI tina key={KEY}")
        await tiles_until(tiles, "+LOGI tina")
        async with kept_alive(tiles):
            registering = await line(f"/table?key={KEY}")
            await registering.send(type="register", name="connie", password=PASSWORD)
            await registering.until('"entered"')
            cg = await CgClient().connect(server.cg)
            cg.send("auth", username="connie", pwd=PASSWORD, create=False)
            await cg.until(lambda: cg.state == "active")

            code, said = await stammtisch("admin", "people", *where)
            assert code == 0
            for name in ("tom", "tara", "mara", "pia", "tina", "connie"):
                assert name in said

            # An announcement is heard in each protocol that has a form for it.
            code, said = await stammtisch("admin", "announce", "Cake!", "--restart-in", "9", *where)
            assert code == 0, said
            restart = "The server is restarted in 9 minutes"
            assert json.loads(await table.until(restart))["type"] == "chat_message"
            assert json.loads(await tarock.until(restart))["event"] == "lobby.chat"
            assert json.loads(await mao.until(restart))["name"] == "heard"
            assert "CATS" in await tiles_until(tiles, restart)
            await cg.until(lambda: restart.encode() in b"".join(cg.raw))

            # Who is banned is told so, and the connection ends.
            code, said = await stammtisch("admin", "ban", "tom", "--reason", "Shouting", *where)
            assert (code, said) == (0, "tom is banned.\n")
            for name in ("tara", "mara", "pia", "tina", "connie"):
                ban = admin_commands.Ban(name=name, reason="Shouting")
                answered = await asyncio.to_thread(answer_to, str(data / "stammtisch.db"), ban)
                assert f"{name} is banned." in answered.decode()
            assert json.loads(await table.until("goodbye"))["reason"] == BANNED
            assert (await tarock.until_gone())[1] == BANNED
            assert (await mao.until_gone())[1] == BANNED
            assert (await plain.until_gone())[1] == BANNED
            assert BANNED in await tiles_until(tiles, "CATS b")
            await cg.until(lambda: cg.closed == BANNED)
        assert not any(restart in text for text in plain.heard)

        assert await server.stop() == 0
        code, said = await stammtisch("admin", "people", *where)
        assert code == 1 and "No server runs on" in said
        assert not (data / "stammtisch.db-admin").exists()

        # And so it is after a restart.
        await server.start()
        cg = await CgClient().connect(server.cg)
        cg.send("auth", username="connie", pwd=PASSWORD, create=False)
        await cg.until(lambda: "blocked" in str(cg.raw[-1]))
        code, said = await stammtisch("admin", "unban", "connie", *where)
        assert code == 0, said
        cg.send("auth", username="connie", pwd=PASSWORD, create=False)
        await cg.until(lambda: cg.state == "active")


async def test_an_administrator_does_the_same_over_rest_and_over_table(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with (
        serving(data, program=HASTY) as server,
        lines(server) as line,
        aiohttp.ClientSession() as web,
    ):

        async def post(command: dict[str, Any], token: str) -> tuple[int, dict[str, Any]]:
            url = f"http://127.0.0.1:{server.web}/api/admin"
            bearer = {"Authorization": f"Bearer {token}"}
            async with web.post(url, json=command, headers=bearer) as response:
                return response.status, await response.json()

        ada = await line("/table")
        await ada.send(type="register", name="ada", password=PASSWORD)
        token = json.loads(await ada.until('"entered"'))["token"]
        command = {"type": "rename_person", "name": "bo", "to": "bob"}
        status, said = await post(command, token)
        assert (status, said["code"]) == (403, "not_admin")
        code, words = await stammtisch("admin", "appoint", "ada", "--data", str(data))
        assert code == 0, words
        bo = await line("/table")
        await bo.send(type="enter", name="bo")
        await bo.until('"entered"')
        assert await post(command, token) == (
            200,
            {
                "type": "administered",
                "sentence": "bo is called bob now.",
                "secret": None,
            },
        )
        assert (await post(command, token))[0] == 409
        assert (await post({"type": "frobnicate"}, token))[0] == 400
        await ada.send(type="administer", command={"type": "list_people"}, id=7)
        people = json.loads(await ada.until('"people"'))
        assert people["id"] == 7
        assert [person["name"] for person in people["people"]] == ["ada", "bob"]


async def test_a_folder_with_a_long_name_has_an_office_too(tmp_path: Path) -> None:
    data = tmp_path / ("d" * 120)
    async with serving(data):
        code, said = await stammtisch("admin", "tables", "--json", "--data", str(data))
        assert code == 0 and json.loads(said)["tables"] == []


async def test_a_killed_server_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with serving(data) as server:
        await server.kill()
        code, said = await stammtisch("admin", "tables", "--data", str(data))
        assert code == 1 and "No server runs on" in said
        await server.start()
        code, said = await stammtisch("admin", "invite", "--data", str(data))
        assert code == 0 and "Nobody needs one" in said
