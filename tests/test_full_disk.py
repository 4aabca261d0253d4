"""Without room on the disk the house stands still, says so, and goes on by itself later."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from stammtisch import app as house_module
from stammtisch import replies
from stammtisch import requests as req
from stammtisch.records import ReadOnly
from stammtisch.replies import Accepted
from stammtisch.store.changes import AddToken, Archive, Call, DropTable, NoteTime
from stammtisch.store.group_commit import Journal
from stammtisch.store.store import Done
from stammtisch.tables.events import Closed
from tests.lobby.driver import AppHarness, crash, harness, opening, settings, submitting

SENTENCE = "The disk is full: nothing can be saved until there is room again."


async def limit(one: AppHarness, pages: int) -> None:
    """SQLite itself then finds the disk full."""

    def set_limit(journal: Journal) -> None:
        journal.connection.execute(f"PRAGMA max_page_count = {pages}")

    done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    assert one.store._writer is not None
    one.store._writer.submit(Call(set_limit), done.set_result)
    await done


async def fill(one: AppHarness) -> None:
    """From now on the file grows no more; and somebody has noticed."""
    await limit(one, 1)
    for number in range(100):
        answer = await (await one.guest(f"noisy{number}")).ask(opening(settings()))
        if one.app.trouble is not None:
            assert answer is not None
            return
    raise AssertionError("the disk never was full")


async def second(one: AppHarness) -> None:
    """A second passes, and what it brings about is done."""
    one.clock.advance(1000)
    await one.store.last_beat()


async def test_everything_that_changes_something_is_refused_with_a_sentence(
    tmp_path: Path,
) -> None:
    async with harness(tmp_path / "house.db") as one:
        people = await one.match()
        await fill(one)
        assert one.app.trouble == SENTENCE
        seq, digest = one.runner().table.state.seq, one.game().digest()
        mover = people[one.game().mover]
        for request in (
            req.Act(action=one.game().actions(one.game().mover)[0]),
            req.Say(text="Hello?"),
            req.Ready(),
            req.Leave(),
        ):
            assert await mover.refused(request) == "cannot_write"
        newcomer = one.arrive(protocol="table")
        for entering in (
            req.Enter(name="eve"),
            req.EnterFrom(name="eve", protocol="tiles"),
            req.Register(name="eve", password="correct horse"),
        ):
            reply = await newcomer.ask(entering)
            assert (reply.code, reply.message) == ("cannot_write", SENTENCE)  # type: ignore[attr-defined]
        assert (one.runner().table.state.seq, one.game().digest()) == (seq, digest)
        # Coming back is no change.
        people[0].depart()
        again = await one.guest("ada")
        assert (await again.at(req.JoinNumber(game="tiles", number=1))).joined.seat == 0
        assert not any(isinstance(told, Closed) for person in people for told in person.told())


async def test_the_house_goes_on_by_itself_when_there_is_room_again(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db", cheats=True) as one:
        people = await one.match()
        await fill(one)
        for _ in range(3):
            await second(one)
            assert one.app.trouble == SENTENCE
        await limit(one, 1 << 30)
        await second(one)
        assert one.app.trouble is None
        for _ in range(6):
            await one.move(people)
        assert isinstance(await people[0].ask(req.Say(text="There you are.")), Accepted)
        facts = one.runner().table.state.seq, one.runner().table.state.hash
        await crash(one)
        async with harness(tmp_path / "house.db", seed=2) as other:
            assert (other.runner().table.state.seq, other.runner().table.state.hash) == facts


async def test_a_match_that_could_not_be_archived_is_archived_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with harness(tmp_path / "house.db", cheats=True) as one:
        people = await one.match()
        with monkeypatch.context() as full:
            disk_full = ReadOnly("The disk is full.")
            fail = submitting(one.store, Archive, lambda change, done: done(disk_full))
            full.setattr(one.store, "submit", fail)
            await one.win_by_cheating(people)
            await one.settle()
        assert await one.store.matches() == []
        one.app.writing.failed(ReadOnly("The disk is full."))
        await one.rest(1000)
        assert len(await one.store.matches()) == 1


async def test_a_number_is_never_given_twice(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    one = AppHarness(path, seed=1, began=0)
    await one.app.open()
    (ada,) = await one.seated("ada", number=1)
    dropped: list[Any] = []
    silent = submitting(one.store, DropTable, lambda change, done: dropped.append(change))
    one.store.submit = silent  # type: ignore[method-assign, assignment]
    await ada.do(req.Leave())
    await one.rest(1)
    assert dropped, "it is taken away, but the store does not say so"
    assert one.app.lobby.taken_numbers("tiles") == set(), "who asks for it waits, and gets it"
    bo = await one.guest("bo")
    waiting = asyncio.ensure_future(bo.ask(req.JoinNumber(game="tiles", number=1)))
    cy = await one.guest("cy")
    assert (await cy.at(opening(settings()))).joined.snapshot.info.number == 2
    assert not waiting.done()
    one.app.writing.failed(ReadOnly(SENTENCE))
    assert (await waiting).code == "cannot_write"  # type: ignore[attr-defined]
    await crash(one)
    async with harness(path, seed=2) as other:
        numbers = [stored.row.number for stored in await other.store.tables()]
        assert sorted(numbers) == [1, 2]


async def test_a_number_is_free_again_once_the_store_has_forgotten_its_table() -> None:
    async with harness() as one:
        (ada,) = await one.seated("ada", number=1)
        await ada.do(req.Leave())
        one.clock.advance(1)
        again = await ada.at(req.JoinNumber(game="tiles", number=1))
        assert again.created
        await one.settle()
        assert [stored.row.number for stored in await one.store.tables()] == [1]


async def test_a_table_that_could_not_be_opened_is_not_there(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db") as one:
        await limit(one, 1)
        tables = 0
        for number in range(100):
            person = await one.guest(f"p{number}")
            answer = await person.ask(opening(settings()))
            if not isinstance(answer, replies.AtTable):
                break
            tables += 1
        assert (await person.refused(req.Ready())) in ("not_at_table", "unknown_table")
        assert one.app.counts().tables == tables == len(await one.store.tables())
        await limit(one, 1 << 30)
        await second(one)
        opened = await person.at(opening(settings()))
        assert opened.joined.snapshot.info.number == tables + 1


async def test_who_waits_for_a_disk_that_is_silent_is_told_so_and_may_try_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with harness() as one:
        monkeypatch.setattr(house_module, "PATIENCE", 0.05)
        person = one.arrive(protocol="table")
        with monkeypatch.context() as silent:
            forget = submitting(one.store, AddToken, lambda change, done: None)
            silent.setattr(one.store, "submit", forget)
            assert await person.refused(req.Enter(name="ada")) == "cannot_write"
        monkeypatch.undo()
        entered = await person.ask(req.Enter(name="ada"))
        assert isinstance(entered, replies.Entered) and entered.name == "ada"


async def test_nobody_there_means_that_the_time_is_noted_once_a_minute(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db") as one:
        noted: list[int] = []
        submit = one.store.submit

        def note(change: NoteTime, done: Done) -> None:
            noted.append(change.server_time)
            submit(change, done)

        one.store.submit = submitting(one.store, NoteTime, note)  # type: ignore[method-assign, assignment]
        for _ in range(600):
            one.clock.advance(1000)
        assert len(noted) == 10
        ada = await one.guest("ada")
        noted.clear()
        for _ in range(60):
            one.clock.advance(1000)
        assert len(noted) == 60
        ada.depart()
        one.clock.advance(1000)
        noted.clear()
        for _ in range(600):
            one.clock.advance(1000)
        assert len(noted) == 10
