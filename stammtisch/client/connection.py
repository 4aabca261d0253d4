"""How a server is reached: the many ways to write where it is, its REST paths, its WebSocket.

A `Connection` is one life of a line to it: which answer belongs to which request, and everything
else that is told. What carries the texts is a `Transport`.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, Protocol, Self
from urllib.parse import SplitResult, quote, urlsplit, urlunsplit

import aiohttp
import msgspec

from stammtisch import replies
from stammtisch.client.errors import ClientError, Disconnected, Refused, Unanswered, refusal
from stammtisch.protocols.table import messages as wire
from stammtisch.tables.record import InvalidRecord, MatchRecord, read_record
from stammtisch.vocabulary import tag_of

# --- addresses ---------------------------------------------------------------------------------

#: Each scheme's way to say the same for HTTP and for WebSockets.
_SCHEMES = {
    "http": ("http", "ws"),
    "https": ("https", "wss"),
    "ws": ("http", "ws"),
    "wss": ("https", "wss"),
}
_USUAL_PORTS = {"http": 80, "https": 443}


class BadAddress(ClientError):
    """This is not the address of a server."""


def socket_address(url: str) -> str:
    """The WebSocket of the server at this address: `localhost:8400` and full URLs will do, also
    with `?key=` and what a server that is closed to strangers wants."""
    parts = _parts(url)
    scheme, path = _SCHEMES[parts.scheme][1], f"{_folder(parts)}/table"
    return urlunsplit((scheme, parts.netloc, path, parts.query, ""))


def server_address(url: str) -> str:
    """The one way to write the server's address: what its REST paths begin with, and what tokens
    are kept under."""
    parts = _parts(url)
    scheme = _SCHEMES[parts.scheme][0]
    host = (parts.hostname or "").lower()
    host = f"[{host}]" if ":" in host else host
    port = "" if parts.port in (None, _USUAL_PORTS[scheme]) else f":{parts.port}"
    return urlunsplit((scheme, host + port, _folder(parts), "", ""))


def _parts(url: str) -> SplitResult:
    wrong = BadAddress(f"{url!r} is not the address of a server, as http://example.org:8400.")
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in _SCHEMES or not parts.hostname or parts.port == 0:
            raise wrong
    except ValueError:
        raise wrong from None
    return parts


def _folder(parts: SplitResult) -> str:
    return parts.path.rstrip("/").removesuffix("/table")


# --- what a server tells by HTTP ---------------------------------------------------------------

#: Seconds between tries: a match that has just ended is put into the archive in the background.
_PAUSES = (0.1, 0.3, 1.0, 3.0)


class _Said(msgspec.Struct):
    """How REST says no."""

    code: str = ""
    message: str = ""


async def fetch_record(server: str, match: str, token: str | None) -> MatchRecord:
    """The record of a finished match; `Refused` if there is none that the token may see."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    address = f"{server}/api/matches/{quote(match, safe='')}/record"
    try:
        async with aiohttp.ClientSession(headers=headers) as http:
            for pause in (*_PAUSES, None):
                async with http.get(address) as response:
                    body = await response.read()
                    if response.status == 200:
                        return read_record(body)
                    if response.status != 404 or pause is None:
                        raise _no(response.status, body)
                await asyncio.sleep(pause)
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise Disconnected(f"{address} cannot be reached: {error}.") from None
    except InvalidRecord as fault:
        raise Refused(str(fault), "unsound") from None
    raise AssertionError("the last try returns or raises")


def _no(status: int, body: bytes) -> Refused:
    try:
        said = msgspec.json.decode(body, type=_Said)
    except msgspec.MsgspecError:
        said = _Said()
    return Refused(said.message or f"The server answered with status {status}.", said.code)


# --- its WebSocket -----------------------------------------------------------------------------

UNKNOWN_ANSWER = "It was answered in a way that this program does not know."

#: Seconds between signs of life; a server that does not answer one is gone.
_PING_EVERY = 20.0
_ENDS = (
    aiohttp.WSMsgType.CLOSE,
    aiohttp.WSMsgType.CLOSED,
    aiohttp.WSMsgType.CLOSING,
    aiohttp.WSMsgType.ERROR,
)


def _reason(error: Exception) -> str:
    if isinstance(error, aiohttp.WSServerHandshakeError):
        return f"it answered with status {error.status}"
    return str(error)


class Transport(Protocol):
    async def send(self, text: str) -> None: ...

    async def receive(self) -> str:
        """The next text from the server; `Disconnected` when there will be none."""

    async def close(self) -> None: ...


class SocketTransport:
    """The server's WebSocket at `/table`."""

    def __init__(
        self, http: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse
    ) -> None:
        self._http = http
        self._socket = socket

    @classmethod
    async def dial(cls, address: str) -> Self:
        http = aiohttp.ClientSession()
        try:
            socket = await http.ws_connect(address, heartbeat=_PING_EVERY)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            await http.close()
            # Without the key of the server, if one was given.
            where = address.partition("?")[0]
            raise Disconnected(f"{where} cannot be reached: {_reason(error)}.") from None
        except BaseException:
            await http.close()
            raise
        return cls(http, socket)

    async def send(self, text: str) -> None:
        try:
            await self._socket.send_str(text)
        except (aiohttp.ClientError, OSError) as error:
            raise Disconnected(f"The connection was lost: {error}.") from None

    async def receive(self) -> str:
        while True:
            message = await self._socket.receive()
            if message.type is aiohttp.WSMsgType.TEXT:
                return str(message.data)
            if message.type in _ENDS:
                raise Disconnected("The connection was lost.")

    async def close(self) -> None:
        await self._socket.close()
        await self._http.close()


_ANY_TELL: Any = reduce(or_, wire.TELLS)
_tells = msgspec.json.Decoder(_ANY_TELL)
_encoder = msgspec.json.Encoder()
_KNOWN = frozenset(map(tag_of, wire.TELLS))


class _Outline(msgspec.Struct):
    """What every message has, whatever else is in it."""

    type: str
    id: Any = None


_outlines = msgspec.json.Decoder(_Outline)


class Told(NamedTuple):
    #: Of the request that it answers.
    id: Any
    #: None if it is of a kind that servers did not have when this was written.
    message: wire.Tell | None


def decode(text: str) -> Told:
    """What the server says. Fields that were added since are passed over."""
    try:
        outline = _outlines.decode(text)
        if outline.type not in _KNOWN:
            return Told(outline.id, None)
        return Told(outline.id, _tells.decode(text))
    except msgspec.MsgspecError as error:
        raise Disconnected(
            f"The server speaks otherwise than this program expects: {error}."
        ) from None


class Connection:
    """`hear` is given every message in order, answers too, before whoever asked has them; `ended`
    is called once, when there will be none any more."""

    def __init__(
        self, line: Transport, hear: Callable[[wire.Tell], None], ended: Callable[[], None]
    ) -> None:
        self._line = line
        self._hear = hear
        self._ended = ended
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[wire.Tell]] = {}
        self._lost: Disconnected | None = None
        self._closed = False
        self._welcome: asyncio.Future[wire.Welcome] = asyncio.get_running_loop().create_future()
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> Disconnected:
        """Until the line ends; why it did."""
        try:
            while True:
                number, tell = decode(await self._line.receive())
                asked = self._waiting.get(number) if type(number) is int else None
                if tell is None:
                    if asked is not None and not asked.done():
                        asked.set_exception(Refused(UNKNOWN_ANSWER, "unknown_answer"))
                    continue
                if isinstance(tell, wire.Welcome) and not self._welcome.done():
                    self._welcome.set_result(tell)
                self._hear(tell)
                if asked is not None and not asked.done():
                    asked.set_result(tell)
        except Disconnected as lost:
            self._end(lost)
            return lost
        except BaseException:
            self._end(Disconnected("The connection was closed."))
            raise

    def _end(self, lost: Disconnected) -> None:
        self._lost = lost
        if not self._welcome.done():
            self._welcome.set_exception(lost)
            self._welcome.exception()
        for asked in self._waiting.values():
            if not asked.done():
                asked.set_exception(
                    Unanswered(f"{lost} Whether what was asked has happened is not known.")
                )
        self._waiting.clear()
        self._ended()

    async def welcomed(self) -> wire.Welcome:
        """The server's first message, in a version of the protocol that is understood here."""
        welcome = await self._welcome
        if welcome.protocol != wire.VERSION:
            raise Disconnected(
                f"The server speaks version {welcome.protocol} of the table protocol, "
                f"this program version {wire.VERSION}."
            )
        return welcome

    async def ask(self, ask: Any) -> Any:
        """The answer; `Refused`; `Disconnected` if it was never sent, `Unanswered` if it was."""
        if self._lost is not None:
            raise self._lost
        number = next(self._ids)
        answer = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            text = _encoder.encode(ask).decode()
            await self._line.send(f'{{"id":{number},{text[1:]}')
            tell = await answer
        finally:
            self._waiting.pop(number, None)
            # Nobody may be left to hear of it.
            if answer.done() and not answer.cancelled():
                answer.exception()
        if isinstance(tell, replies.Refused):
            raise refusal(tell)
        return tell

    async def close(self) -> None:
        """Hang up; again, if somebody else has, which does nothing."""
        if self._closed:
            return
        self._closed = True
        await self._line.close()
        self.reading.cancel()
        await asyncio.wait([self.reading])
