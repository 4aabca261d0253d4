"""Writes the sample data of this version: `python -m tests.samples.make`.

What it has written is kept: `tests/test_samples.py` shows that today's program opens what older
ones have stored. Run it again only where a format has changed before its first release.

`server.db` is the data file of a server that was killed: of each game it has a finished match in
the archive, and a table in the middle of another. The records of the finished matches lie beside
it, a file for each game, and `facts.json` says what all of them hold, with the secrets of those who
played.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

from stammtisch import replies
from stammtisch import requests as req
from stammtisch.games.doppelkopf.records import Say as SayWord
from stammtisch.games.game import Match
from stammtisch.tables.bot_executor import choose
from stammtisch.tables.encoding import to_plain
from stammtisch.tables.runner import TableRunner
from tests.lobby.driver import AppHarness, Person, crash

FOLDER = Path(__file__).parent
DATABASE = FOLDER / "server.db"
FACTS = FOLDER / "facts.json"
PEOPLE = ("Ada", "Bo", "Cy", "Di")
PASSWORD = "correct horse battery staple"
#: Of each game a profile, and what is played otherwise: so that its match ends soon, and so that
#: an option differs from the profile's.
PLAYED: dict[str, tuple[str, dict[str, Any]]] = {
    "doppelkopf": ("house", {"rounds": 1, "fox": False}),
    "tarock": ("pagat", {"deals": 1, "kontra_max": 2}),
    "tiles": ("okey", {"turn_clock": 90}),
    "mao": ("chaired", {"rounds": 1, "delay": 4}),
}
#: As many moves of a match that is then left: past its first questions.
MOVES = 25
ADJOURN = SayWord("adjourn_yes")


class Company:
    """The four people, whatever table they are at."""

    def __init__(self, one: AppHarness, tokens: list[str]) -> None:
        self.one = one
        self.tokens = tokens
        self.rng = Random(22)
        self.people: list[Person] = []

    async def sit(self, settings: dict[str, Any]) -> str:
        """Open a table with these settings, begin a match there; the table's id."""
        for person in self.people:
            person.depart()
        self.people = [self.one.arrive(protocol="table") for _ in self.tokens]
        for person, token in zip(self.people, self.tokens, strict=True):
            assert isinstance(await person.ask(req.Resume(token=token)), replies.Entered)
        opened = await self.people[0].at(req.Open(**settings, leaver="wait"))
        for person in self.people[1:]:
            await person.at(req.Join(invite=opened.joined.invite))
        await self.people[1].ask(req.Say(text="Good luck, everybody."))
        for person in self.people:
            await person.do(req.Ready())
        return opened.joined.snapshot.info.id

    def runner(self, table: str) -> TableRunner:
        return next(each for each in self.one.app.lobby.runners() if each.table.id == table)

    async def play(self, table: str, most: int) -> Match:
        """As many moves as easy bots would make; the match as it is then."""
        runner = self.runner(table)
        for _ in range(most):
            match = runner.table.state.match
            assert match is not None
            if not runner.table.state.running:
                break
            for seat in self.rng.sample(sorted(match.turn), len(match.turn)):
                seen = match.observation(seat)
                move = choose(
                    runner.table.state.game.name, "easy", seen, self.rng.getrandbits(32)
                ).action
                if ADJOURN in match.actions(seat):
                    move = ADJOURN
                if move is not None:
                    await self.people[seat].do(req.Act(action=move))
                    break
            else:
                await self.one.rest(1000)
        assert match is not None
        return match


async def make() -> dict[str, Any]:
    DATABASE.unlink(missing_ok=True)
    one = AppHarness(DATABASE, seed=22, began=0, cheats=True)
    await one.app.open()
    entered = [await one.arrive(protocol="table").ask(req.Enter(name=name)) for name in PEOPLE]
    accounts = [each for each in entered if isinstance(each, replies.Entered)]
    people = Company(one, [account.token or "" for account in accounts])
    finished, running = [], []
    for game, (profile, options) in PLAYED.items():
        table = await people.sit({"game": game, "profile": profile, "options": options})
        match = await people.play(table, 5_000)
        assert match.outcome is not None
        won = {"kind": match.outcome.kind, "points": list(match.outcome.points)}
        finished.append({"game": game, "profile": profile, **won})
    table = await people.sit({"game": "doppelkopf", "profile": "house", "options": {}})
    await people.play(table, 5_000)
    saved = await people.people[0].ask(req.Save())
    assert isinstance(saved, replies.Saved), saved
    await people.people[0].ask(req.Register(name=PEOPLE[0], password=PASSWORD))
    for game, (profile, options) in PLAYED.items():
        table = await people.sit({"game": game, "profile": profile, "options": options})
        match = await people.play(table, MOVES)
        views = [to_plain(match.view(seat)) for seat in range(len(PEOPLE))]
        seq = people.runner(table).table.state.seq
        running.append({"table": table, "game": game, "seq": seq, "views": views})
    await one.settle()
    async for row in one.store.all_matches():
        if row.outcome != "adjourned":
            (FOLDER / f"{row.game}.json").write_bytes(row.body)
    await crash(one)
    return {
        "people": [{"name": each.name, "token": each.token} for each in accounts],
        "password": PASSWORD,
        "finished": finished,
        "running": running,
        "saved": saved.token,
    }


if __name__ == "__main__":
    FACTS.write_text(json.dumps(asyncio.run(make())) + "\n")
