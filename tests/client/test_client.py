"""A client that comes in, plays, and comes back: nothing is lost, and nothing is done twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from stammtisch import replies, requests
from stammtisch.app import App
from stammtisch.client import (
    BadName,
    Client,
    Disconnected,
    KeyNeeded,
    NoTable,
    Refused,
    Stale,
    TableHandle,
    Unanswered,
    UnknownToken,
    Update,
    WrongPassword,
    reconnecting,
)
from stammtisch.client.connection import decode
from stammtisch.client.errors import TooOften, refusal
from stammtisch.terminal.local import open_app
from tests.client.lines import PATIENCE, BrittleLine, Exchange


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconnecting, "PAUSES", (0.001,))


@pytest.fixture
async def app() -> AsyncIterator[App]:
    app = await open_app(None, 0)
    yield app
    if app.is_open:
        await app.close()


@pytest.fixture
def exchange(app: App) -> Exchange:
    return Exchange(app)


async def opened(client: Client, name: str = "Ada", **settings: Any) -> TableHandle:
    await client.enter(name)
    # Random bots do not win before the tiles are used up.
    return await client.open_table("tiles", bots="random", fill_after=0.0, **settings)


async def until_my_turn(table: TableHandle) -> Update:
    async with asyncio.timeout(PATIENCE):
        async for moment in table:
            if moment.my_turn:
                return moment
    raise AssertionError("the table was closed")


async def play_on(table: TableHandle) -> list[Update]:
    """Play to the end, always the first thing that is legal; all moments until then."""
    seen = []
    async with asyncio.timeout(PATIENCE):
        async for moment in table:
            seen.append(moment)
            if moment.ended:
                return seen
            if moment.my_turn:
                await moment.act(moment.legal[0])
    raise AssertionError("the table was closed")


# --- a whole match -------------------------------------------------------------------------------


async def test_a_match_with_nonces_that_nobody_has_to_think_of(exchange: Exchange) -> None:
    async with exchange.client() as ada, exchange.client() as bo:
        await ada.enter("Ada")
        table = await ada.open_table("tiles")
        await bo.enter("Bo")
        assert [one.id for one in await ada.tables("tiles")] == [table.info.id]
        assert await bo.tables("mao") == []
        guest = await bo.join(invite=table.invite)
        assert (table.seat, guest.seat) == (0, 1)
        for seat in (3, 2):
            await table.add_bot("easy", seat)
        await table.remove_bot(3)
        await table.add_bot()
        await guest.ready()
        await table.ready()
        seen, others = await asyncio.gather(play_on(table), play_on(guest))
        (started,) = [one for moment in seen if (one := moment.event("started"))]
        assert started["nonces_from"] == ["commitment", "commitment", "server", "server"]
        assert seen[-1].ended == others[-1].ended
        pledge = table.pledge(started["match"])
        assert pledge is not None and pledge.nonce == started["nonces"][0]
        assert pledge.commitment == started["commitment"]


async def test_an_iteration_ends_where_one_leaves(exchange: Exchange) -> None:
    async with exchange.client() as ada:
        table = await opened(ada)
        await table.leave()
        async with asyncio.timeout(PATIENCE):
            (came, *_) = [moment async for moment in table]
        assert came.anew
        assert table.closed == "You have left the table."
        with pytest.raises(NoTable):
            await table.ready()
        again = await ada.open_table("tiles", "okey", private=True)
        assert again.info.profile == "okey"
        assert again is ada.sitting


async def test_a_client_that_is_closed_says_so_and_ends_its_iterations(exchange: Exchange) -> None:
    ada = exchange.client()
    await ada.open()
    table = await opened(ada)
    following = asyncio.create_task(play_on(table))
    await ada.close()
    await ada.close()
    with pytest.raises(AssertionError, match="the table was closed"):
        await following
    with pytest.raises(Disconnected, match="has hung up"):
        await ada.players()
    assert asyncio.all_tasks() == {asyncio.current_task()}


# --- lines that break ----------------------------------------------------------------------------


async def test_a_broken_line_loses_nothing_and_doubles_nothing(exchange: Exchange) -> None:
    onlookers = Exchange(exchange.app)
    async with exchange.client() as ada, onlookers.client() as eve:
        table = await opened(ada)
        await eve.enter("Eve")
        watched = await eve.join(table.info.id, watch=True, follow="events")
        seen: list[Update] = []

        async def watch() -> None:
            async for moment in watched:
                seen.append(moment)
                if moment.ended:
                    return

        watching = asyncio.create_task(watch())
        await table.ready()
        told: list[Update] = []
        async with asyncio.timeout(PATIENCE):
            async for moment in table:
                told.append(moment)
                if moment.ended:
                    break
                if moment.my_turn and len(told) % 3 == 0:
                    await exchange.hang_up()
                if moment.my_turn:
                    await moment.act(moment.legal[0])
            await watching
        assert exchange.calls > 3

        def moves(moments: list[Update]) -> list[tuple[str, object]]:
            return [
                (event["type"], event["seat"])
                for moment in moments
                for event in moment.events
                if event["type"] in ("drawn", "put_down", "won")
            ]

        assert moves(told) == moves(seen)
        assert len(moves(told)) > 20
        assert [one.seq for one in told] == sorted(one.seq for one in told)


async def test_an_action_whose_answer_was_lost_is_not_done_twice(exchange: Exchange) -> None:
    async with exchange.client() as ada:
        table = await opened(ada)
        await table.ready()
        moment = await until_my_turn(table)
        if moment.legal[0].action["type"] == "put":
            # Who begins has a tile too many, and does not draw in the first turn.
            await moment.act(moment.legal[0])
            moment = await until_my_turn(table)
        lost: list[str] = []

        def swallow(text: str) -> bool:
            if '"accepted"' in text and not lost:
                lost.append(text)
                return True
            return False

        exchange.swallows = swallow
        async with asyncio.timeout(PATIENCE):
            assert await moment.act(moment.legal[0]) is False
            assert lost
            after = await until_my_turn(table)
        # The draw has happened, once: it is the same turn, and a tile is to be put.
        assert after.event("drawn") is not None or after.view != moment.view
        assert {one.action["type"] for one in after.legal} == {"put"}


async def test_what_might_be_done_twice_is_not_asked_again(exchange: Exchange) -> None:
    async with exchange.client() as ada:
        table = await opened(ada)
        exchange.swallows = lambda text: '"accepted"' in text
        with pytest.raises(Unanswered, match="The line broke"):
            await table.say("Hello")
        exchange.swallows = lambda text: False
        async with asyncio.timeout(PATIENCE):
            assert await ada.players() == ["Ada"]


async def test_an_action_for_no_certain_moment_is_not_asked_again(exchange: Exchange) -> None:
    async with exchange.client() as ada:
        table = await opened(ada)
        await table.ready()
        moment = await until_my_turn(table)
        exchange.swallows = lambda text: '"accepted"' in text
        with pytest.raises(Unanswered, match="not known"):
            await table.act(moment.legal[0])
        exchange.swallows = lambda text: False
        async with asyncio.timeout(PATIENCE):
            assert await ada.players() == ["Ada"]
        assert sum('"act"' in text for line in exchange.lines for text in line.sent) == 1


async def test_talk_that_came_while_one_was_away_is_told(exchange: Exchange) -> None:
    others = Exchange(exchange.app)
    async with exchange.client() as ada, others.client() as bo:
        table = await opened(ada)
        await table.say("one")
        await bo.enter("Bo")
        there = await bo.join(table.info.id, watch=True)
        exchange.cut = True
        await exchange.hang_up()
        await there.say("two")
        await there.say("three")
        exchange.cut = False
        said: list[str] = []
        async with asyncio.timeout(PATIENCE):
            async for moment in table:
                said += [one["text"] for one in moment.events if one["type"] == "said"]
                if len(said) == 3:
                    break
        assert said == ["one", "two", "three"]


async def test_an_ask_waits_for_the_line_unless_it_may_not(exchange: Exchange) -> None:
    async with exchange.client() as ada:
        await ada.enter("Ada")
        exchange.cut = True
        await exchange.hang_up()
        asked = asyncio.create_task(ada.players())
        async with asyncio.timeout(PATIENCE):
            await exchange.called(4)
        with pytest.raises(Disconnected, match="There is no connection just now"):
            await ada.ask(requests.AskPlayers(), wait=False)
        assert not asked.done()
        exchange.cut = False
        async with asyncio.timeout(PATIENCE):
            assert await asked == ["Ada"]


async def test_a_server_that_says_nothing_is_not_waited_for(
    exchange: Exchange, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconnecting, "ANSWER_WITHIN", 0.01)

    async def dial() -> BrittleLine:
        line = await exchange.dial()
        await line.receive()
        return line

    with pytest.raises(Disconnected, match="does not say anything"):
        await Client(dial).open()


async def test_patience_ends(exchange: Exchange) -> None:
    async with exchange.client(retry_for=0.0) as ada:
        table = await opened(ada)
        exchange.cut = True
        await exchange.hang_up()
        with pytest.raises(Disconnected, match="Nobody answers"):
            await play_on(table)
        with pytest.raises(Disconnected, match="Nobody answers"):
            await ada.players()
        with pytest.raises(Disconnected, match="Nobody answers"):
            await ada.ended()


async def test_who_is_not_known_any_more_is_told(exchange: Exchange) -> None:
    async with exchange.client() as ada:
        table = await opened(ada)
        await ada.ask(requests.SignOut(token=ada.token))
        await exchange.hang_up()
        with pytest.raises(UnknownToken):
            await play_on(table)


async def test_a_table_that_is_gone_meanwhile_ends_the_iteration_and_no_more(
    exchange: Exchange,
) -> None:
    others = Exchange(exchange.app)
    async with exchange.client() as ada, others.client() as host:
        await host.enter("Host")
        table = await host.open_table("tiles")
        await ada.enter("Ada")
        sitting = await ada.join(table.info.id, watch=True)
        exchange.cut = True
        await exchange.hang_up()
        await table.configure(watch=False)
        exchange.cut = False
        with pytest.raises(NoTable, match="Nobody may watch"):
            await play_on(sitting)
        assert await ada.players() == ["Host", "Ada"]


# --- refusals ------------------------------------------------------------------------------------


async def test_refusals_have_kinds_and_the_servers_sentence(exchange: Exchange) -> None:
    async with exchange.client() as ada, exchange.client() as bo:
        with pytest.raises(UnknownToken, match="Nobody here has that token"):
            await ada.resume("nonsense")
        await ada.register("Ada", "long enough")
        with pytest.raises(WrongPassword):
            await bo.sign_in("Ada", "not that one")
        with pytest.raises(BadName):
            await bo.register("ada", "long enough")
        with pytest.raises(NoTable, match="That invitation leads to no table any more"):
            await ada.join(invite="nonsense")
        with pytest.raises(Refused) as refused:
            await ada.open_table("tiles", seats=9)
        assert refused.value.code == "bad_seats"
        assert refused.value.data["most"] == 4
        signed = await bo.sign_in("ada", "long enough")
        assert (signed.name, signed.kind) == ("Ada", "registered")
        assert bo.token != ada.token


async def test_an_action_for_a_moment_that_is_past_is_stale(exchange: Exchange) -> None:
    async with exchange.client() as ada:
        table = await opened(ada)
        await table.ready()
        moment = await until_my_turn(table)
        assert (await table.check(moment.legal[0])).legal
        with pytest.raises(Stale):
            await table.act(moment.legal[0], seq=moment.seq - 1)
        assert await moment.act(moment.legal[0])
        # It is known to be past: nothing is even sent.
        sent = len(exchange.lines[-1].sent)
        assert not await moment.act(moment.legal[0])
        assert len(exchange.lines[-1].sent) == sent


def test_refusals_that_need_something_else_than_a_sentence() -> None:
    error = replies.Refused(code="too_often", message="Slowly.", data={"seconds": 2.5})
    trouble = refusal(error)
    assert isinstance(trouble, TooOften) and trouble.seconds == 2.5
    assert isinstance(refusal(replies.Refused(code="unknown", message="Who knows.")), Unanswered)
    assert isinstance(refusal(replies.Refused(code="key_needed", message="A key.")), KeyNeeded)


# --- messages ------------------------------------------------------------------------------------


def test_messages_of_a_later_time_are_passed_over() -> None:
    assert decode('{"type":"weather","sun":true}') == (None, None)
    assert decode('{"type":"pong","id":1,"more":2}') == (1, replies.Pong())


@pytest.mark.parametrize("text", ["", "{", "[]", '{"type":"accepted"}', '{"type":7}'])
def test_what_is_no_message_ends_the_line(text: str) -> None:
    with pytest.raises(Disconnected, match="speaks otherwise"):
        decode(text)
