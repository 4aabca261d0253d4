"""Whoever promised one deal and dealt another is found out, by each of the promises."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import msgspec
import pytest

from stammtisch.client import Disconnected, ProofFailed, Refused, connect
from stammtisch.client.connection import fetch_record
from stammtisch.client.fairness import DealCommitment, judged
from stammtisch.tables.record import MatchRecord
from tests.client.lines import PATIENCE


async def test_a_match_is_judged_by_what_was_promised(url: str) -> None:
    async with connect(url) as ada:
        await ada.enter("Ada")
        table = await ada.open_table("tiles", bots="easy", fill_after=0.0, private=True)
        await table.ready()
        async with asyncio.timeout(PATIENCE):
            async for moment in table:
                if moment.ended:
                    break
                if moment.my_turn:
                    await moment.act(moment.legal[0])
        match = table.match
        assert match is not None
        pledge = table.pledge(match)
        assert pledge is not None and pledge.nonce is not None
        record = await ada.record(match)
        assert (await ada.proof(match)).moves > 20
        _is_found_out(record, pledge)
        # A private table's record is for those who sat there.
        with pytest.raises(Refused, match="There is no finished match"):
            await fetch_record(ada.server, match, None)
    with pytest.raises(Disconnected, match="cannot be reached"):
        await fetch_record("http://127.0.0.1:1", match, None)


def _is_found_out(record: MatchRecord, pledge: DealCommitment) -> None:
    with pytest.raises(ProofFailed, match="another secret"):
        judged(record, replace(pledge, commitment="0" * 64))
    with pytest.raises(ProofFailed, match="The nonce you opened did not go into the deals"):
        judged(record, replace(pledge, nonce="0" * 32))
    with pytest.raises(ProofFailed, match="The nonce you opened did not go into the deals"):
        judged(record, replace(pledge, seat=1))
    with pytest.raises(ProofFailed, match="This is the record of match"):
        judged(record, replace(pledge, match="another"))
    with pytest.raises(ProofFailed, match="is not sound"):
        judged(msgspec.structs.replace(record, previous="00" * 32), None)
