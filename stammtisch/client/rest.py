"""What a server tells by HTTP: records of finished matches."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

import aiohttp
import msgspec

from stammtisch.client.errors import Disconnected, Refused
from stammtisch.tables.record import InvalidRecord, MatchRecord, read_record

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
