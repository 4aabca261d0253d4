"""What this version has stored opens, verifies and goes on, however the program grows.

The files of `tests/samples` were written once, by `tests/samples/make.py`.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stammtisch import replies
from stammtisch import requests as req
from stammtisch.tables.encoding import to_plain
from stammtisch.tables.record import read_record, verify
from stammtisch.tables.runner import TableRunner
from tests.lobby.driver import AppHarness, harness
from tests.samples.make import PLAYED

SAMPLES = Path(__file__).parent / "samples"
FACTS: dict[str, Any] = json.loads((SAMPLES / "facts.json").read_text())


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[AppHarness]:
    shutil.copy(SAMPLES / "server.db", tmp_path / "server.db")
    async with harness(tmp_path / "server.db", cheats=True) as one:
        yield one


def runner_of(server: AppHarness, table: str) -> TableRunner:
    return next(one for one in server.app.lobby.runners() if one.table.id == table)


def test_there_are_samples_of_every_game() -> None:
    for kind in ("finished", "running"):
        assert sorted(fact["game"] for fact in FACTS[kind]) == sorted(PLAYED)


@pytest.mark.parametrize("fact", FACTS["finished"], ids=lambda fact: fact["game"])
def test_a_record_verifies(fact: dict[str, Any]) -> None:
    proof = verify(read_record((SAMPLES / f"{fact['game']}.json").read_bytes()))
    assert (proof.game, proof.profile, proof.outcome.kind) == (
        fact["game"],
        fact["profile"],
        fact["kind"],
    )
    assert list(proof.outcome.points) == fact["points"]


@pytest.mark.parametrize("fact", FACTS["running"], ids=lambda fact: fact["game"])
async def test_a_running_match_is_as_it_was_and_goes_on(
    server: AppHarness, fact: dict[str, Any]
) -> None:
    assert server.app.damaged == []
    table, rng = runner_of(server, fact["table"]).table, Random(1)
    match = table.state.match
    assert match is not None
    assert table.state.seq == fact["seq"] and table.state.running
    for seat, view in enumerate(fact["views"]):
        # A newer program may show more.
        seen = json.loads(json.dumps(to_plain(match.view(seat))))
        assert {name: seen[name] for name in view} == view
    for _ in range(20):
        seat = sorted(match.turn)[0]
        move = rng.choice(match.actions(seat))
        assert table.act(seat, move, *runner_of(server, fact["table"]).time()).entries
        if not table.state.running or table.state.match is not match or not match.turn:
            break


@pytest.mark.parametrize("person", FACTS["people"], ids=lambda person: person["name"])
async def test_a_token_lets_its_owner_in_again(server: AppHarness, person: dict[str, Any]) -> None:
    reply = await server.arrive(protocol="table").ask(req.Resume(token=person["token"]))
    assert isinstance(reply, replies.Entered) and reply.name == person["name"]


async def test_a_password_lets_its_owner_in_again(server: AppHarness) -> None:
    name = FACTS["people"][0]["name"]
    request = req.SignIn(name=name, password=FACTS["password"])
    reply = await server.arrive(protocol="table").ask(request)
    assert isinstance(reply, replies.Entered) and (reply.name, reply.kind) == (name, "registered")


async def test_an_adjourned_match_can_be_loaded(server: AppHarness) -> None:
    people = [server.arrive(protocol="table") for _ in FACTS["people"]]
    for person, fact in zip(people, FACTS["people"], strict=True):
        await person.ask(req.Resume(token=fact["token"]))
    opened = await people[0].at(req.Open(game="doppelkopf", profile="house"))
    for person in people[1:]:
        await person.at(req.Join(invite=opened.joined.invite))
    loaded = await people[0].do(req.Load(token=FACTS["saved"]))
    assert loaded.events
    info = runner_of(server, opened.joined.snapshot.info.id).info()
    assert info.adjourned


async def test_the_archive_and_what_was_said_are_there(server: AppHarness) -> None:
    matches = [row async for row in server.store.all_matches()]
    assert {row.game for row in matches} == set(PLAYED)
    ada = server.arrive(protocol="table")
    await ada.ask(req.Resume(token=FACTS["people"][0]["token"]))
    at_table = await ada.at(req.Join(table=FACTS["running"][0]["table"]))
    assert [line.text for line in at_table.joined.snapshot.chat] == ["Good luck, everybody."]
