"""Coming in with what was kept: the same person, or a new one who is then remembered."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from stammtisch.client import Tokens, UnknownToken, come_in
from stammtisch.terminal.local import open_app
from tests.client.lines import Exchange

HERE = "http://house"


@pytest.fixture
async def exchange() -> AsyncIterator[Exchange]:
    app = await open_app(None, 0)
    yield Exchange(app)
    await app.close()


@pytest.fixture
def tokens(tmp_path: Path) -> Tokens:
    return Tokens(tmp_path / "tokens.json")


async def test_a_guest_comes_back_as_the_same(exchange: Exchange, tokens: Tokens) -> None:
    async with exchange.client() as client:
        first = await come_in(client, tokens, "Ada")
    async with exchange.client() as client:
        assert (await come_in(client, tokens)).account == first.account
    async with exchange.client() as client:
        assert (await come_in(client, tokens, "Ada")).account == first.account
        assert client.token is not None
    async with exchange.client() as client:
        assert (await come_in(client, tokens, "Bo")).name == "Bo"
    assert [kept.name for kept in tokens.of(HERE)] == ["Ada", "Bo"]


async def test_who_got_another_name_than_wanted_comes_back_too(
    exchange: Exchange, tokens: Tokens
) -> None:
    async with exchange.client() as other:
        await other.enter("Ada")
        async with exchange.client() as client:
            first = await come_in(client, tokens, "Ada")
            assert first.name != "Ada"
        async with exchange.client() as client:
            assert (await come_in(client, tokens, "Ada")).account == first.account


async def test_whom_the_server_does_not_know_any_more(exchange: Exchange, tokens: Tokens) -> None:
    async with exchange.client() as client:
        first = await come_in(client, tokens, "Ada")
        await client.sign_out()
    async with exchange.client() as client:
        again = await come_in(client, tokens, "Ada")
        assert again.account != first.account
        await client.register("Eve", "long enough")
    kept = tokens.find(HERE)
    assert kept is not None
    # The token is the guest's, who is Eve now.
    async with exchange.client() as client:
        assert (await come_in(client, tokens)).name == "Eve"
        assert [one.name for one in tokens.of(HERE)] == ["Eve"]
        await client.sign_out()
    async with exchange.client() as client:
        with pytest.raises(UnknownToken, match="as Eve any more: sign in again"):
            await come_in(client, tokens)
    assert tokens.of(HERE) == []
