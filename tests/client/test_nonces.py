"""A nonce of one's own is committed to and opened without anybody having to think of it."""

from __future__ import annotations

import asyncio

import pytest

from stammtisch import requests
from stammtisch.client import Refused, TableHandle
from stammtisch.client.fairness import OwnNonces
from stammtisch.protocols.table import messages as wire
from stammtisch.tables.fairness import seal_of
from stammtisch.terminal.local import LocalTransport, open_app
from tests.client.lines import PATIENCE, Exchange

NONCE = bytes(range(16))


async def heard(table: TableHandle, type: str) -> dict[str, object]:
    """The next event of that type."""
    async with asyncio.timeout(PATIENCE):
        async for moment in table:
            if event := moment.event(type):
                return event
    raise AssertionError("the table was closed")


async def test_players_commit_and_open_by_themselves_also_when_one_of_them_goes() -> None:
    app = await open_app(None, 0)
    exchange = Exchange(app)
    async with exchange.client() as ada, exchange.client() as bo:
        await ada.enter("Ada")
        table = await ada.open_table("tiles", seats=4)
        await bo.enter("Bo")
        there = await bo.join(table.info.id)
        mute = LocalTransport(app)
        await mute.receive()
        for text in (
            '{"type":"enter","name":"Mute"}',
            f'{{"type":"join","table":"{table.info.id}"}}',
            '{"type":"add_bot","level":"random"}',
            f'{{"type":"ready","hash":"{"0" * 64}"}}',
        ):
            await mute.send(text)
            while '"id":null' not in await mute.receive():
                pass
        await table.ready()
        await there.ready()
        await heard(table, "disclosed")
        await mute.send('{"type":"leave"}')
        await heard(table, "left")
        await table.add_bot("random")
        for one in (table, there):
            started = await heard(one, "started")
            assert started["nonces_from"] == ["commitment", "commitment", "server", "server"]
    await app.close()


async def test_a_nonce_that_was_opened_in_vain_while_one_was_away_is_followed_by_another() -> None:
    app = await open_app(None, 0)
    exchange, others = Exchange(app), Exchange(app)
    async with exchange.client() as ada, others.client() as bo:
        await ada.enter("Ada")
        table = await ada.open_table("tiles", seats=4)
        await bo.enter("Bo")
        there = await bo.join(table.info.id)
        for _ in range(2):
            await there.add_bot("random")
        # Ada opens hers, Bo keeps his to himself.
        await bo.ask(requests.Ready(hash="0" * 64))
        await table.ready()
        await heard(table, "disclosed")
        exchange.cut = True
        await exchange.hang_up()
        await there.leave()
        exchange.cut = False
        await heard(table, "readied")
        assert table.seats[0].ready
    await app.close()


def test_nothing_is_opened_that_one_has_not_committed_to() -> None:
    nonces = OwnNonces()
    ready = nonces.ready()
    news = {"type": "committed", "hashes": ["f" * 64, ready.hash], "deadline": 1}
    told = wire.Events(table="t", seq=1, at=1, events=[news])
    assert list(nonces.answers(told, 0)) == []
    assert nonces.disclosed is None
    (opened,) = nonces.answers(told, 1)
    assert isinstance(opened, requests.Disclose) and opened.nonce == nonces.disclosed


async def test_being_ready_once_more_too_late_harms_nothing() -> None:
    app = await open_app(None, 0)
    exchange = Exchange(app)
    async with exchange.client() as ada, exchange.client() as bo:
        await ada.enter("Ada")
        table = await ada.open_table("tiles", seats=4)
        for _ in range(2):
            await table.add_bot("random")
        await bo.enter("Bo")
        there = await bo.join(table.info.id)
        # Bo opens his only after Ada has tried again.
        await bo.ask(requests.Ready(hash=seal_of(NONCE)))
        await table.ready()
        await heard(table, "disclosed")
        with pytest.raises(Refused, match="All nonces are fixed now") as refused:
            await table.ready()
        assert refused.value.code == "nonce_fixed"
        await bo.ask(requests.Disclose(nonce=NONCE.hex()))
        started = await heard(table, "started")
        assert started["nonces_from"] == ["commitment", "server", "server", "commitment"]
        pledge = table._pledges[str(started["match"])]
        assert pledge.nonce is not None, "it still knows what it has opened"
        await there.leave()
    await app.close()
