"""Finished matches: in the archive once, with what they mean for ratings and high scores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stammtisch import replies
from stammtisch import requests as req
from stammtisch.records import MatchRow
from stammtisch.store.changes import AddMatch, Archive, DropTable
from stammtisch.store.sqlite import SqliteStore
from stammtisch.store.store import Done
from stammtisch.tables import state
from stammtisch.tables.record import read_record, verify
from tests.lobby.driver import (
    PEOPLE,
    AppHarness,
    Person,
    crash,
    harness,
    opening,
    settings,
    submitting,
)


async def archived(one: AppHarness) -> list[MatchRow]:
    await one.settle()
    return await one.store.matches()


async def played(one: AppHarness, people: list[Person]) -> dict[str, int]:
    """How many matches of each account are rated."""
    accounts = [person.peer.who().account for person in people]
    ratings = await one.store.ratings("tiles", accounts)
    return {account: rating.played for account, rating in ratings.items()}


async def test_a_finished_match_is_archived_with_a_sound_record() -> None:
    async with harness() as one:
        people = await one.match()
        winner = await one.win_honestly(people)
        (row,) = await archived(one)
        assert row.players == list(PEOPLE) and row.outcome == "won"
        assert row.accounts == [person.peer.who().account for person in people]
        assert row.ranks[people.index(winner)] == 1
        (stored,) = await one.store.tables()
        assert len(stored.entries) == 1, "The finished chapter has left the live journal."


async def test_the_record_of_an_ordinary_match_can_be_verified() -> None:
    async with harness() as one:
        people = await one.match()
        await one.play_out(people)
        (row,) = await archived(one)
        full = await one.store.match(row.id)
        assert full is not None
        proof = verify(read_record(full.body))
        assert (proof.players, proof.outcome.kind) == (list(PEOPLE), "draw")


async def test_a_match_of_very_many_moves_is_read_back_from_its_journal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(state, "MOST_ENTRIES", 20)
    async with harness() as one:
        people = await one.match()
        await one.play_out(people)
        (row,) = await archived(one)
        full = await one.store.match(row.id)
        assert full is not None
        assert verify(read_record(full.body)).moves > 20


async def test_a_win_is_a_high_score_and_rates_everybody() -> None:
    async with harness() as one:
        people = await one.match()
        winner = await one.win_honestly(people)
        score = one.game().draws // 4 + 1
        await one.settle()
        scores = await winner.ask(req.AskScores(game="tiles"))
        assert isinstance(scores, replies.Scores)
        assert [(one.name, one.score) for one in scores.scores] == [(winner.name, score)]
        ratings = await winner.ask(req.AskRatings(game="tiles"))
        assert isinstance(ratings, replies.Ratings)
        assert ratings.ratings[0].name == winner.name
        assert [rating.played for rating in ratings.ratings] == [1, 1, 1, 1]


async def test_a_cheated_win_counts_for_nothing() -> None:
    async with harness(cheats=True) as one:
        people = await one.match()
        await one.win_by_cheating(people)
        (row,) = await archived(one)
        assert row.outcome == "won"
        assert await one.store.high_scores("tiles", 9) == []
        assert await played(one, people) == {}


async def test_a_bot_s_win_is_no_high_score_but_rates() -> None:
    async with harness() as one:
        ada = await one.guest("ada")
        await ada.at(opening(settings()))
        for _ in range(3):
            await ada.do(req.AddBot(level="easy"))
        for _ in range(5):
            await ada.do(req.Ready())
            while one.runner().table.state.running:
                if one.game().mover == 0:
                    await one.move([ada])
                else:
                    await one.rest(800)
            row = (await archived(one))[0]
            if row.outcome == "won":
                break
        assert row.outcome == "won" and row.ranks[0] == 2
        assert await one.store.high_scores("tiles", 9) == []
        rated = await one.store.best_rated("tiles", 9)
        assert {rating.account for rating in rated} == {"bot:easy", ada.peer.who().account}


async def test_a_match_in_which_a_newcomer_took_over_is_not_rated() -> None:
    async with harness() as one:
        people = await one.match()
        away = (one.game().mover + 1) % 4
        await people[away].do(req.Leave())
        people[away] = await one.guest("eve")
        await people[away].at(req.JoinNumber(game="tiles", number=1))
        await one.win_honestly(people)
        (row,) = await archived(one)
        assert "eve" in row.players
        assert await played(one, people) == {}
        assert await one.store.high_scores("tiles", 9) == []


async def test_many_matches_at_once_are_all_rated() -> None:
    async with harness() as one:
        people = await one.match()
        for _ in range(5):
            await one.win_honestly(people)
            for person in people:
                await person.do(req.Ready())
        assert len(await archived(one)) == 5
        assert set((await played(one, people)).values()) == {5}


async def dies_before_archiving(path: Path) -> tuple[MatchRow, list[Person]]:
    """The match is over and durable in its journal, and the process dies before the next step."""
    one = AppHarness(path, seed=1, began=0)
    await one.app.open()
    people = await one.match()
    taken: list[MatchRow] = []
    keep = submitting(one.store, Archive, lambda change, done: taken.append(change.match))
    one.store.submit = keep  # type: ignore[method-assign, assignment]
    await one.win_honestly(people)
    while not taken:
        await one.store.wait()
    for task in one.app.archiver._tasks:
        task.cancel()
    await crash(one)
    return taken[0], people


async def test_a_match_is_archived_once_even_if_the_house_died_just_before(tmp_path: Path) -> None:
    _, people = await dies_before_archiving(tmp_path / "house.db")
    for seed in (2, 3):
        async with harness(tmp_path / "house.db", seed=seed) as again:
            (row,) = await archived(again)
            assert row.outcome == "won" and row.players == list(PEOPLE)
            assert set((await played(again, people)).values()) == {1}
            assert len(await again.store.high_scores("tiles", 9)) == 1
            (stored,) = await again.store.tables()
            assert len(stored.entries) == 1


async def test_a_match_that_is_in_the_archive_already_is_not_counted_again(tmp_path: Path) -> None:
    row, people = await dies_before_archiving(tmp_path / "house.db")
    store = SqliteStore(tmp_path / "house.db")
    await store.open()
    assert await store.write(AddMatch(row))
    await store.close()
    async with harness(tmp_path / "house.db", seed=2) as again:
        assert len(await archived(again)) == 1
        assert await played(again, people) == {}
        (stored,) = await again.store.tables()
        assert len(stored.entries) == 1


async def test_a_table_is_not_forgotten_before_its_match_is_in_the_archive(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db") as one:
        people = await one.match()
        order: list[str] = []
        submit = one.store.submit
        waiting: list[Any] = []

        def drop(change: DropTable, done: Done) -> None:
            order.append("drop")
            submit(change, done)

        for kind, instead in ((Archive, lambda *what: waiting.append(what)), (DropTable, drop)):
            one.store.submit = submitting(one.store, kind, instead)  # type: ignore[method-assign, assignment]
        await one.win_honestly(people)
        for person in people:
            await person.do(req.Leave())
        while not waiting:
            await one.store.wait()
        one.clock.advance(1)
        await one.store.wait()
        assert one.app.counts().tables == 0 and order == []
        submit(*waiting[0])
        (row,) = await archived(one)
        assert row.outcome == "won" and order == ["drop"]
        assert await one.store.tables() == []


async def test_a_match_that_could_not_be_archived_is_taken_next_time(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db") as one:
        people = await one.match()
        fail = submitting(
            one.store, Archive, lambda change, done: done(OSError("The disk is full."))
        )
        one.store.submit = fail  # type: ignore[method-assign, assignment]
        await one.win_honestly(people)
        for person in people:
            await person.do(req.Leave())
        await one.rest(1)
        assert one.app.counts().tables == 0
        assert await archived(one) == []
    async with harness(tmp_path / "house.db", seed=2) as one:
        (row,) = await archived(one)
        assert row.outcome == "won"
        await one.rest(1)
        assert await one.store.tables() == []
