"""What may be looked at of a match that is on: the deals that are over, by those who are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch import requests as req
from stammtisch.games.game import Match, Refusal
from stammtisch.lobby.archive import Shown
from stammtisch.tables import entries as journal
from stammtisch.tables.record import decoded, read_record
from stammtisch.tables.replay import Replay, advised, play_again
from stammtisch.tables.runner import TableRunner
from tests.lobby.driver import AppHarness, Person, crash, harness, opening, settings
from tests.lobby.test_private import registered

TABLES: dict[str, dict[str, object]] = {
    "doppelkopf": {"profile": "ddv"},
    # With a pause after a deal, so that it can be looked at before the next one.
    "tarock": {"profile": "common", "options": {"pause": 30}},
}


class PlayedTable:
    """Four people in a match, who do whatever is listed first."""

    def __init__(self, one: AppHarness, people: list[tuple[Person, str]]) -> None:
        self.one = one
        self.people = people
        self.tokens = [token for _, token in people]

    @classmethod
    async def of(cls, one: AppHarness, game: str, **changes: object) -> PlayedTable:
        people = [await registered(one, name) for name in ("ada", "bo", "cy", "di")]
        how = settings(game=game, seats=4, **TABLES[game], **changes)
        opened = await people[0][0].at(opening(how))
        for person, _ in people[1:]:
            await person.at(req.Join(invite=opened.joined.invite))
        played = cls(one, people)
        for person, _ in people:
            if not played.runner.table.state.running:
                await person.do(req.Ready())
        return played

    @property
    def runner(self) -> TableRunner:
        return next(self.one.app.lobby.runners())

    @property
    def table(self) -> Match:
        match = self.runner.table.state.match
        assert isinstance(match, Match)
        return match

    @property
    def id(self) -> str:
        return str(self.runner.table.state.match_id)

    async def play(self, until: str) -> None:
        """On, until the match is in that phase."""
        while self.table.view(None).phase != until:
            seat = self.table.turn[0]
            await self.people[seat][0].do(req.Act(action=self.table.actions(seat)[0]))
        await self.one.settle()

    async def shown(self, token: str | None) -> Shown | None:
        return await self.one.app.matches.shown(self.id, token, None)

    async def deal(self, number: int, seat: int | None, by: int = 0) -> Replay:
        shown = await self.shown(self.tokens[by])
        assert shown is not None
        return play_again(read_record(shown.body), number).seen_by(seat)


@pytest.mark.parametrize(("game", "end"), [("doppelkopf", "end"), ("tarock", "scored")])
async def test_a_deal_that_is_over_can_be_looked_at_with_all_eyes(game: str, end: str) -> None:
    async with harness() as one:
        played = await PlayedTable.of(one, game)
        assert await played.shown(played.tokens[0]) is None
        held = [played.table.view(seat).hand for seat in range(4)]
        await played.play(end)
        for seat in range(4):
            looked = await played.deal(1, seat, by=2)
            assert (looked.match, looked.rounds) == (played.id, 1)
            assert looked.steps[0].view["hand"] == held[seat]
            assert looked.steps[-1].view["phase"] == end


@pytest.mark.parametrize(
    ("game", "end", "begun"),
    [("doppelkopf", "end", "reservations"), ("tarock", "scored", "bidding")],
)
async def test_of_the_deal_that_is_on_nothing_is_told(game: str, end: str, begun: str) -> None:
    async with harness() as one:
        played = await PlayedTable.of(one, game)
        await played.play(end)
        await played.play(begun)
        last = played.runner.table.state.seq
        shown = await played.shown(played.tokens[0])
        assert shown is not None
        record = read_record(shown.body)
        assert isinstance(decoded(record.entries[-1]), journal.Reveal)
        assert record.entries[-1].seq < last
        assert sum(isinstance(decoded(line), journal.Deal) for line in record.entries) == 1
        with pytest.raises(Refusal, match="1 deals"):
            play_again(record, 2)
        with pytest.raises(Refusal, match="no entry"):
            advised(shown.body, last, 1)
        await played.play(end)
        assert await played.deal(0, 1) == await played.deal(2, 1)
        assert (await played.deal(2, 1)).rounds == 2


@pytest.mark.parametrize("private", [False, True])
async def test_only_those_who_are_there_may_look(private: bool) -> None:
    async with harness() as one:
        played = await PlayedTable.of(one, "doppelkopf", private=private)
        watcher, watching = await registered(one, "eve")
        _, stranger = await registered(one, "sam")
        code = played.runner.table.state.invite
        await watcher.at(req.Join(invite=code, watch=True))
        await played.play("end")
        for token in (*played.tokens, watching):
            assert await played.shown(token) is not None
        for nobody in (None, "", "nonsense", stranger):
            assert await played.shown(nobody) is None
        await watcher.do(req.Leave())
        assert await played.shown(watching) is None
        # What is over is told by its own name only.
        library, token = one.app.matches, played.tokens[0]
        for other in ("", "-", "-1", played.id[:-1], f"{played.id}0", f"{played.id[:-1]}2"):
            assert await library.shown(other, token, None) is None
        # It is not finished: neither listed nor shared.
        assert await library.match(played.id, token, None) is None
        with pytest.raises(Refusal):
            await library.share_for(played.id, token)


async def test_it_can_be_looked_at_after_a_restart_and_when_the_match_is_over(
    tmp_path: Path,
) -> None:
    path = tmp_path / "house.db"
    async with harness(path) as one:
        played = await PlayedTable.of(one, "doppelkopf")
        await played.play("end")
        before = await played.deal(1, 3)
        await crash(one)
    async with harness(path) as again:
        back = PlayedTable(again, [])
        person = again.arrive()
        await person.ask(req.Resume(token=played.tokens[0]))
        assert await back.shown(played.tokens[0]) is None
        await person.at(req.Join(table=back.runner.table.id))
        back.tokens = played.tokens
        assert await back.deal(1, 3) == before
        match, runner = back.id, back.runner
        runner.attempt(lambda: runner.table.abort("Enough.", *runner.time()))
        await again.settle()
        shown = await again.app.matches.shown(match, played.tokens[1], None)
        assert shown is not None and play_again(read_record(shown.body), 1).seen_by(3) == before


async def test_the_next_match_of_a_table_begins_with_nothing_to_look_at() -> None:
    async with harness() as one:
        played = await PlayedTable.of(one, "doppelkopf")
        await played.play("end")
        first, runner = played.id, played.runner
        runner.attempt(lambda: runner.table.abort("Enough.", *runner.time()))
        for person, _ in played.people:
            await person.do(req.Ready())
        assert played.id != first
        assert runner.table.state.past() is None
        assert await played.shown(played.tokens[0]) is None
