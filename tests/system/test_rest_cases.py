"""Schemathesis asks a server that has tables, matches, scores and ratings whatever its OpenAPI
document allows, and what it forbids, and compares every answer with it."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path

import pytest

from stammtisch import replies
from stammtisch import requests as req
from stammtisch.games.games import GAMES
from stammtisch.lobby import admin_commands
from stammtisch.records import HighScore, MatchRow, Rating
from stammtisch.store.changes import Archive
from stammtisch.tables.record import read_record, verify
from stammtisch.tables.settings import Settings
from tests.lobby.driver import AppHarness, harness, opening
from tests.properties import often
from tests.system.serving import serving, stammtisch

NAMES = ("ada", "bo", "cy", "di", "eve", "flo", "gus", "hal")
OURS = ("tiles", "mao", "doppelkopf", "tarock")


async def archived(one: AppHarness, game: str, body: bytes, accounts: list[str]) -> str:
    """Put a match into the archive, with a score and a rating; its id."""
    record = read_record(body)
    proof = verify(record)
    seats = len(proof.outcome.ranks)
    row = MatchRow(
        id=record.match,
        table=record.table,
        game=game,
        profile=proof.profile,
        started=1_000.0,
        ended=2_000.0,
        players=list(NAMES[:seats]),
        accounts=[*accounts, *(f"account-{seat}" for seat in range(seats))][:seats],
        outcome=proof.outcome.kind,
        ranks=list(proof.outcome.ranks),
        points=list(proof.outcome.points),
        private=bool(accounts),
        body=body,
    )
    score = HighScore(game=game, name="ada", at=2_000.0, score=4, match=row.id)
    rating = Rating(account="bot:hard", game=game, mu=27.0, sigma=3.0, played=5)
    done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    one.store.submit(Archive(row, 0, [score], [rating]), done.set_result)
    assert await done is None
    return row.id


async def fill(data: Path) -> tuple[str, list[str]]:
    """An administrator's token, and the ids of matches and tables."""
    bodies = {}
    for game in OURS:
        words = ("simulate", game, "--rounds", "1", "--bots", "easy", "--seed", "1", "--jobs", "1")
        status, _ = await stammtisch(*words, "--record", str(data / game))
        assert status == 0
        bodies[game] = (data / game).read_bytes().splitlines()[0]
    async with harness(data / "stammtisch.db") as one:
        ada = one.arrive(protocol="table")
        entered = await ada.ask(req.Register(name="ada", password="password"))
        assert isinstance(entered, replies.Entered) and entered.token is not None
        await one.app.administer(admin_commands.GrantAdmin(name="ada"), "the test")
        ids = [
            # One was played at a private table, and is hers to share.
            await archived(one, game, body, [entered.account] if game == "tarock" else [])
            for game, body in bodies.items()
        ]
        for number, game in enumerate(OURS):
            person = await one.guest(NAMES[number + 1])
            profile = next(iter(GAMES[game].rules.profiles))
            await person.at(opening(Settings(game=game, profile=profile)))
            assert person.peer.table is not None
            ids.append(person.peer.table)
        await one.settle()
        return entered.token, ids


@pytest.mark.cases
async def test_every_answer_is_as_the_document_says(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    token, ids = await fill(data)
    config = tmp_path / "schemathesis.toml"
    config.write_text(
        f"""
[auth.openapi.token]
bearer = "{token}"

[dictionaries.ids]
values = {json.dumps(ids)}

[[operations]]
include-path-regex = ".*id.*"
parameters = {{ "path.id" = {{ dictionary = "ids", probability = 0.8 }} }}
""",
        encoding="utf-8",
    )
    async with serving(data) as server:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"),
            *(f"http://127.0.0.1:{server.web}/api/openapi.json", "--checks", "all"),
            *("--seed", "1", "--generation-deterministic"),
            *("--max-examples", str(often(15)), "--no-color", "--warnings", "off"),
            cwd=tmp_path,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await process.communicate()
    assert process.returncode == 0, said.decode()
    generated = re.search(r"(\d+) generated", said.decode())
    assert generated is not None and int(generated[1]) >= often(250)
