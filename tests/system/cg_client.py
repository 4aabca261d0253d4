"""A client of cg on a socket, which does what the original client does (see `mirror`)."""

from __future__ import annotations

import asyncio
import ssl
import struct
import zlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import msgspec

from tests.protocols.cg.mirror import IDS, NAMES, REGISTRY, Answering, Mirror
from tests.system.serving import Server
from tests.system.wires import Gone

#: The most that is read at a time.
CHUNK = 1 << 16


def frame(number: int, body: dict[str, Any]) -> bytes:
    packed = msgspec.msgpack.encode(body)
    return struct.pack(">IIH", 6 + len(packed), number, 0) + packed


#: Says itself whether the outer keys are texts.
_body: msgspec.msgpack.Decoder[dict[str, Any]] = msgspec.msgpack.Decoder(dict[str, Any])
_length = struct.Struct(">I").unpack_from
_head = struct.Struct(">IH").unpack_from


def only_text_keys(values: Iterable[Any]) -> bool:
    """Is every key inside these a text? Most packets have nothing inside."""
    for value in values:
        if type(value) is list:
            if not only_text_keys(value):
                return False
        elif type(value) is dict and not (
            all(type(key) is str for key in value) and only_text_keys(value.values())
        ):
            return False
    return True


class CgClient(Mirror):
    """One connection."""

    def __init__(self, answering: Answering | None = None) -> None:
        super().__init__(answering)
        self.raw: list[bytes] = []
        #: The name that it last signed in with.
        self.name = ""
        self._reader: asyncio.StreamReader
        self._unread = bytearray()
        self._writer: asyncio.StreamWriter
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    # --- the wire ------------------------------------------------------------------------------

    async def connect(self, port: int, tls: ssl.SSLContext | None = None) -> CgClient:
        self._reader, self._writer = await asyncio.open_connection(
            "127.0.0.1", port, ssl=tls, server_hostname="localhost" if tls else None
        )
        number, body = await self._next()
        assert number == 1 and body["protoversion"] == 2, body
        self.send_raw(2, {"conntype": "classic"})
        number, body = await self._next()
        assert number == 3 and body["registry"] == REGISTRY
        self.send_raw(4, {"success": True})
        self.send("version.check", protoversion=1, semver="0.3.2-dev", flavor="vanilla")
        self._task = asyncio.create_task(self._run())
        await self.until(lambda: self.state == "auth")
        return self

    async def _next(self) -> tuple[int, dict[str, Any]]:
        unread = self._unread
        while len(unread) < 4 or len(unread) < (end := 4 + _length(unread)[0]):
            try:
                more = await self._reader.read(CHUNK)
            except ConnectionError:
                raise Gone from None
            if not more:
                raise Gone
            unread += more
        data = bytes(unread[4:end])
        del unread[:end]
        number, flags = _head(data)
        self.raw.append(data)
        read = _body.decode(zlib.decompress(data[6:]) if flags & 1 else data[6:])
        assert only_text_keys(read.values()), read
        return number, read

    async def _run(self) -> None:
        with suppress(Gone):
            while True:
                number, body = await self._next()
                if number == 16:
                    self.closed = body["reason"]
                    break
                self.take(NAMES[number - 64], body)
                self._changed.set()
        self.closed = self.closed or "socketclose"
        self._changed.set()

    def send(self, name: str, **body: Any) -> None:
        self.leaving = self.leaving or name == "lobby.leave"
        self.send_raw(IDS[name], body)

    def send_raw(self, number: int, body: dict[str, Any]) -> None:
        self.send_bytes(frame(number, body))

    def send_bytes(self, data: bytes) -> None:
        self._writer.write(data)

    async def close(self, *, politely: bool = True) -> None:
        if politely and self.closed is None:
            self.send_raw(16, {"reason": "bye"})
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._writer.close()

    async def until(self, reached: Callable[[], Any], seconds: float = 60.0) -> None:
        async with asyncio.timeout(seconds):
            while not reached():
                if self._task is not None and self._task.done():
                    self._task.result()
                    assert self.closed is None, f"the connection has ended: {self.closed}"
                self._changed.clear()
                await self._changed.wait()

    async def gone(self) -> str:
        assert self._task is not None
        async with asyncio.timeout(20):
            await self._task
        return self.closed or ""

    # --- what people do ------------------------------------------------------------------------

    async def sign_in(self, name: str, password: str = "password", *, create: bool = True) -> None:
        self.name = name
        self.send("auth.precheck", username=name)
        await self.until(lambda: self.last("auth.precheck"))
        self.send("auth", username=name, pwd=password, create=create)
        await self.until(lambda: self.last("auth"))

    @property
    def anybody_ready(self) -> bool:
        return any(one["ready"] for one in self.members.values())

    async def create(self) -> None:
        self.send("lobby.create", game="doppelkopf", variant="c")
        await self.until(lambda: self.uuid in self.members)

    async def accept(self) -> None:
        await self.until(lambda: self.invites)
        invite = self.invites.pop()
        self.send(
            "lobby.invite.accept",
            accepted=True,
            lobby_id=invite["lobby_id"],
            inviter=invite["inviter"],
        )
        await self.until(lambda: self.uuid in self.members)

    async def set(self, **gamerules: Any) -> None:
        """Change gamerules (without their prefix), and wait until they are as they are then."""
        named = {_named(name): value for name, value in gamerules.items()}
        before = len(self.heard)
        self.send("lobby.change", gamerules=named)
        await self.until(lambda: any("gamerules" in body for _, body in self.heard[before:]))


Client = TypeVar("Client", bound=CgClient)


def _named(name: str) -> str:
    return {"wrongmove": "general.wrongmove", "rounds": "st.rounds", "pace": "st.pace"}.get(
        name, f"dk.{name}"
    )


async def four_at_a_table(server: Server) -> list[CgClient]:
    """Four people in one lobby; the first is its host."""
    clients = [CgClient() for _ in range(4)]
    await sit_together(clients, server.cg, f"{server.fresh('anna')}_")
    return clients


async def sit_together(clients: Sequence[CgClient], port: int, prefix: str) -> None:
    """They come in and open a lobby; the first is its host."""
    for client in clients:
        await client.connect(port)
    for number, client in enumerate(clients):
        await client.sign_in(f"{prefix}{number}")
    host = clients[0]
    await host.create()
    for number, client in enumerate(clients[1:], start=1):
        host.send("lobby.invite", username=f"{prefix.upper()}{number}")
        await client.accept()
    await host.until(lambda: len(host.members) == 4)


async def all_until(clients: Iterable[Client], reached: Callable[[Client], Any]) -> None:
    for client in clients:
        await client.until(partial(reached, client))
