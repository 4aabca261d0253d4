"""What a client knows of its table as others come, go and are moved about."""

from __future__ import annotations

import asyncio

from stammtisch import requests
from stammtisch.client import TableHandle
from stammtisch.terminal.local import open_app
from tests.client.lines import PATIENCE, Exchange


async def heard(table: TableHandle, type: str) -> None:
    async with asyncio.timeout(PATIENCE):
        async for moment in table:
            if moment.event(type):
                return


async def test_seats_are_as_they_are_now() -> None:
    app = await open_app(None, 0)
    exchange = Exchange(app)
    async with exchange.client() as ada, exchange.client() as bo:
        await ada.enter("Ada")
        table = await ada.open_table("tiles")
        await bo.enter("Bo")
        there = await bo.join(table.info.id)
        await ada.ask(requests.Arrange(order=[1, 0, 2, 3]))
        await heard(there, "arranged")
        await heard(table, "arranged")
        assert (table.seat, there.seat) == (1, 0)
        assert [seat.name for seat in table.seats[:2]] == ["Bo", "Ada"]
        code = table.invite
        await table.configure(password="sesame")
        await heard(there, "configured")
        assert there.invite != code
        await ada.ask(requests.Kick(seat=0))
        await heard(there, "left")
        assert there.seat is None
    await app.close()


async def test_whoever_goes_to_another_table_has_left_the_first() -> None:
    app = await open_app(None, 0)
    exchange = Exchange(app)
    async with exchange.client() as ada:
        await ada.enter("Ada")
        first = await ada.open_table("tiles")
        await first.leave()
        second = await ada.open_table("tarock")
        await exchange.hang_up()
        async with asyncio.timeout(PATIENCE):
            # The way back leads to the second.
            assert await ada.players() == ["Ada"]
        assert ada.sitting is second
        assert second.closed is None
        assert [moment async for moment in first]
    await app.close()


async def test_who_looks_on_comes_back_to_look_on() -> None:
    app = await open_app(None, 0)
    exchange = Exchange(app)
    async with exchange.client() as ada, exchange.client() as eve:
        await ada.enter("Ada")
        table = await ada.open_table("tiles")
        await eve.enter("Eve")
        watched = await eve.join(table.info.id, watch=True)
        await exchange.hang_up()
        async with asyncio.timeout(PATIENCE):
            await eve.players()
        assert watched.seat is None
        assert [seat.name for seat in watched.seats] == ["Ada", None, None, None]
    await app.close()
