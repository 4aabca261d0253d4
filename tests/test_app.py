"""The way through the house: tables opened, found, joined, left, and brought back."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from stammtisch import replies, vocabulary
from stammtisch import requests as req
from stammtisch.config import Timings
from stammtisch.games.tiles.records import Draw
from stammtisch.lobby.handlers import MOST_WAITING, ROWS
from stammtisch.records import Entry
from stammtisch.replies import Actions, Refused, TableInfo, Verdict
from stammtisch.store.changes import Append
from stammtisch.tables.events import Closed, EventBatch, Renamed
from stammtisch.tables.runner import TableRunner
from tests.lobby.driver import PEOPLE, AppHarness, Person, crash, harness, opening, settings

# --- opening and finding -------------------------------------------------------------------------


async def test_a_table_is_opened_by_number_once_and_then_joined() -> None:
    async with harness() as one:
        ada, bo = await one.guest("ada"), await one.guest("bo")
        first = await ada.at(req.JoinNumber(game="tiles", number=42))
        second = await bo.at(req.JoinNumber(game="tiles", number=42))
        assert (first.created, second.created) == (True, False)
        assert (first.joined.seat, second.joined.seat) == (0, 1)
        (info,) = one.app.tables()
        assert (info.number, info.game, info.phase) == (42, "tiles", "open")


async def test_one_finds_a_private_table_by_its_code_and_ones_own_seat_again() -> None:
    async with harness() as one:
        ada, bo = await one.guest("ada"), await one.guest("bo")
        opened = await ada.at(opening(settings(private=True)))
        info, invite = opened.joined.snapshot.info, opened.joined.invite
        found = await bo.ask(req.FindTables(game="tiles", table=invite))
        assert isinstance(found, replies.Tables) and [each.id for each in found.tables] == [info.id]
        for nowhere in (
            req.FindTables(game="tiles", table=info.id),
            req.FindTables(game="mao", table=info.id),
            req.FindTables(game="tiles", table="nowhere"),
        ):
            assert await bo.ask(nowhere) == replies.Tables(tables=[])
        assert await bo.ask(req.FindTables(game="tiles")) == replies.Tables(tables=[])
        own = await ada.ask(req.FindTables(game="tiles"))
        assert isinstance(own, replies.Tables) and [each.id for each in own.tables] == [info.id]


async def test_opened_tables_get_the_lowest_free_number() -> None:
    async with harness() as one:
        people = [await one.guest(name) for name in PEOPLE]
        await people[0].at(req.JoinNumber(game="tiles", number=2))
        numbers = []
        for person in people[1:]:
            at_table = await person.at(opening(settings()))
            numbers.append(at_table.joined.snapshot.info.number)
        assert numbers == [1, 3, 4]


async def test_a_private_table_is_listed_nowhere_and_joined_by_invitation() -> None:
    async with harness() as one:
        ada, bo, cy = [await one.guest(name) for name in ("ada", "bo", "cy")]
        opened = await ada.at(opening(settings(private=True)))
        info = opened.joined.snapshot.info
        assert one.app.tables() == []
        assert await bo.refused(req.Join(table=info.id)) == "unknown_table"
        assert await bo.refused(req.Join(table=info.id, watch=True)) == "unknown_table"
        assert await bo.refused(req.Join(invite="wrong")) == "unknown_invite"
        joined = await bo.at(req.Join(invite=opened.joined.invite))
        assert joined.joined.seat == 1 and joined.joined.invite == opened.joined.invite
        watching = await cy.at(req.Join(invite=opened.joined.invite, watch=True))
        assert watching.joined.seat is None
        token_less = await one.guest("bo")
        assert token_less.name == "bo_1"
        assert await token_less.refused(req.Join(table=info.id)) == "unknown_table"


async def test_the_owner_of_a_seat_needs_no_invitation_to_come_back() -> None:
    async with harness() as one:
        ada, phone = one.arrive(), one.arrive()
        entered = await ada.ask(req.Enter(name="ada"))
        assert isinstance(entered, replies.Entered)
        opened = await ada.at(opening(settings(private=True)))
        await phone.ask(req.Resume(token=entered.token or ""))
        back = await phone.at(req.Join(table=opened.joined.snapshot.info.id))
        assert back.joined.back and back.joined.seat == 0


async def test_invitations_and_numbers_last_over_a_restart(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db") as one:
        ada = await one.guest("ada")
        opened = await ada.at(opening(settings(private=True)))
    async with harness(tmp_path / "house.db", seed=2) as one:
        bo = await one.guest("bo")
        joined = await bo.at(req.Join(invite=opened.joined.invite))
        assert joined.joined.snapshot.info.number == opened.joined.snapshot.info.number


async def test_one_is_at_one_table_at_a_time() -> None:
    async with harness() as one:
        ada = await one.guest("ada")
        first = await ada.at(req.JoinNumber(game="tiles", number=1))
        assert await ada.refused(req.JoinNumber(game="tiles", number=2)) == "at_table"
        assert await ada.refused(opening(settings())) == "at_table"
        again = await ada.at(req.Join(table=first.joined.snapshot.info.id))
        assert again.joined.back
        await ada.do(req.Leave())
        await ada.at(req.JoinNumber(game="tiles", number=2))


async def test_what_needs_a_name_or_a_table_says_so() -> None:
    async with harness() as one:
        nobody, ada = one.arrive(), await one.guest("ada")
        at_a_table: list[vocabulary.Request] = [
            req.Ready(),
            req.Act(action=Draw("main")),
            req.AskActions(),
            req.CheckAction(action=Draw("main")),
            req.AddBot(level="easy"),
            req.RemoveBot(seat=1),
            req.Leave(),
            req.Say(text="Hello."),
        ]
        for request in at_a_table:
            assert await nobody.refused(request) == "enter_first"
            assert await ada.refused(request) == "not_at_table"
        assert await nobody.refused(req.JoinNumber(game="tiles", number=1)) == "enter_first"
        assert await nobody.refused(req.Rename(name="ada")) == "enter_first"
        assert await ada.refused(req.Join(table="none")) == "unknown_table"
        assert await ada.refused(req.JoinNumber(game="chess", number=1)) == "unknown_game"
        assert await ada.refused(req.AskScores(game="chess")) == "unknown_game"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"profile": "strange"}, "unknown_profile"),
        ({"options": {"turn_clock": 601}}, "bad_option"),
        ({"options": {"luck": True}}, "unknown_option"),
        ({"options": {"cheats": True}}, "no_cheats"),
        ({"pace": 100}, "too_quick"),
        ({"pace": 10_001}, "bad_pace"),
        ({"seats": 3}, "bad_seats"),
        ({"fill_after": -1.0}, "bad_filling"),
        ({"leaver": "out"}, "cannot_go_on"),
    ],
)
async def test_a_table_that_cannot_be_is_not_opened(changes: dict[str, Any], code: str) -> None:
    async with harness() as one:
        ada = await one.guest("ada")
        assert await ada.refused(opening(settings(**changes))) == code
        assert one.app.counts().tables == 0
        await ada.at(opening(settings()))


async def test_nobody_opens_a_table_that_nobody_would_be_at() -> None:
    async with harness() as one:
        ada = await one.guest("ada")
        closed = opening(settings(watch=False), sit=False)
        assert await ada.refused(closed) == "no_watching"
        assert one.app.counts().tables == 0
        watching = await ada.at(opening(settings(), sit=False))
        assert watching.joined.seat is None


async def test_a_full_house_opens_no_more_tables() -> None:
    async with harness(tables=1) as one:
        ada, bo = await one.guest("ada"), await one.guest("bo")
        await ada.at(req.JoinNumber(game="tiles", number=1))
        assert await bo.refused(req.JoinNumber(game="tiles", number=2)) == "house_full"
        await bo.at(req.JoinNumber(game="tiles", number=1))


async def test_cheats_are_the_host_s_decision() -> None:
    for cheats in (True, False):
        async with harness(cheats=cheats) as one:
            ada = await one.guest("ada")
            joined = await ada.at(req.JoinNumber(game="tiles", number=1))
            assert joined.joined.snapshot.info.options["cheats"] is cheats


# --- at the table --------------------------------------------------------------------------------


async def test_everybody_hears_what_happens_and_the_asker_reads_it_in_the_answer() -> None:
    async with harness() as one:
        people = await one.match()
        for person in people:
            person.notices.clear()
        mover = one.game().mover
        put = one.game().actions(mover)[0]
        accepted = await people[mover].do(req.Act(action=put))
        for seat, person in enumerate(people):
            if seat == mover:
                assert person.notices == []
            else:
                (batch,) = person.notices
                assert isinstance(batch, EventBatch)
                assert (batch.seq, batch.events) == (accepted.seq, accepted.events)


async def test_one_can_ask_what_is_legal_and_why_not() -> None:
    async with harness() as one:
        people = await one.match()
        mover = people[one.game().mover]
        waiting = people[one.game().mover - 1]
        actions = await mover.ask(req.AskActions())
        assert isinstance(actions, Actions) and actions.observation is not None
        legal, numbers = actions.observation.actions, actions.observation.numbers
        assert legal and len(legal) == len(numbers) == len(set(numbers))
        before = one.game().digest()
        verdict = await waiting.ask(req.CheckAction(action=legal[0]))
        assert isinstance(verdict, Verdict)
        assert not verdict.legal and verdict.code == "not_your_turn"
        assert await mover.ask(req.CheckAction(action=legal[0])) == Verdict(legal=True)
        assert one.game().digest() == before


async def test_a_new_name_is_heard_at_the_table_by_everybody() -> None:
    async with harness() as one:
        ada, bo = await one.seated("ada", "bo")
        await ada.ask(req.Rename(name="eva"))
        await one.settle()
        for person in (ada, bo):
            renamed = person.told()[-1]
            assert isinstance(renamed, Renamed)
            assert (renamed.seat, renamed.name) == (0, "eva")
        assert one.app.tables()[0].seats[0].name == "eva"


async def test_talk_reaches_the_table_everyone_or_one_person() -> None:
    async with harness() as one:
        ada, bo = await one.seated("ada", "bo")
        cy = await one.guest("cy")
        nobody = one.arrive()
        for person in (ada, bo, cy):
            person.notices.clear()
        await ada.do(req.Say(text="at the table"))
        assert await ada.ask(req.Say(text="all", reach="everyone")) == replies.Talked(heard=True)
        to_cy = req.Say(text="you", reach="person", to="cy")
        assert await ada.ask(to_cy) == replies.Talked(heard=True)
        lost = req.Say(text="you", reach="person", to="nobody")
        assert await ada.ask(lost) == replies.Talked(heard=False)
        heard_by_bo, heard_by_cy = bo.notices, cy.notices
        everyone = replies.ChatMessage(reach="everyone", text="all", sender="ada")
        assert [type(notice) for notice in heard_by_bo] == [EventBatch, replies.ChatMessage]
        assert heard_by_bo[1] == everyone
        assert heard_by_cy == [
            everyone,
            replies.ChatMessage(reach="person", text="you", sender="ada"),
        ]
        assert ada.notices == nobody.notices == []


async def test_who_is_cut_off_before_a_match_leaves_the_lobby() -> None:
    async with harness() as one:
        ada, bo = await one.seated("ada", "bo")
        ada.depart()
        await one.settle()
        assert [seat.name for seat in one.app.tables()[0].seats] == [None, "bo", None, None]
        assert bo.told()[-1].seat == 0  # type: ignore[union-attr]


async def test_an_empty_table_is_forgotten_by_server_and_store(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db") as one:
        ada = await one.guest("ada")
        await ada.at(req.JoinNumber(game="tiles", number=1))
        await ada.do(req.Leave())
        await one.rest(1)
        assert one.app.counts().tables == 0
        assert await one.store.tables() == []
        again = await ada.at(req.JoinNumber(game="tiles", number=1))
        assert again.created


async def test_a_person_who_departs_while_joining_leaves_no_ghost() -> None:
    async with harness() as one:
        ada = await one.guest("ada")
        joining = asyncio.ensure_future(ada.ask(req.JoinNumber(game="tiles", number=1)))
        await asyncio.sleep(0)
        ada.depart()
        await joining
        await one.rest(1)
        assert one.app.counts().tables == one.app.counts().players == 0


# --- when the journal fails ----------------------------------------------------------------------


async def test_a_table_whose_journal_fails_closes_and_others_do_not_notice() -> None:
    async with harness() as one:
        ada, bo = await one.seated("ada", "bo", number=1)
        cy, di = await one.seated("cy", "di", number=2)
        # Somebody else has written this table's journal: this house no longer owns it.
        runner = one.runner(1)
        done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        foreign = Entry(runner.table.state.seq + 1, b"{}", b"")
        one.store.submit(Append(runner.table.id, [foreign]), done.set_result)
        assert await done is None
        assert await ada.refused(req.Ready()) == "not_saved"
        assert isinstance(bo.told()[-1], Closed) and isinstance(ada.told()[-1], Closed)
        await cy.do(req.Ready())
        await di.do(req.Ready())
        assert not any(isinstance(told, Closed) for told in (*cy.told(), *di.told()))
        assert one.app.counts().tables == 1
        assert await ada.refused(req.Ready()) == "unknown_table"
        await bo.at(req.JoinNumber(game="tiles", number=3))


# --- after a restart -----------------------------------------------------------------------------


async def test_a_killed_house_comes_back_with_all_that_was_acknowledged(tmp_path: Path) -> None:
    one = AppHarness(tmp_path / "house.db", seed=1, began=0, cheats=True)
    await one.app.open()
    people = await one.match()
    for _ in range(7):
        await one.move(people)
    await people[0].do(req.Say(text="Good luck."))
    table = one.runner().table
    facts = (table.state.seq, table.state.hash, one.game().digest(), table.state.places)
    await crash(one)
    async with harness(tmp_path / "house.db", seed=2) as other:
        table = other.runner().table
        assert (
            table.state.seq,
            table.state.hash,
            other.game().digest(),
            table.state.places,
        ) == facts
        again = [await other.guest(name) for name in PEOPLE]
        for seat, person in enumerate(again):
            joined = (await person.at(req.JoinNumber(game="tiles", number=1))).joined
            assert joined.seat == seat
            assert [line.text for line in joined.snapshot.chat] == ["Good luck."]
        await other.move(again)


async def test_server_time_and_turn_clocks_go_on_where_they_stopped(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db") as one:
        people = [await one.guest(name) for name in PEOPLE]
        slow = settings(options={"turn_clock": 30}, leaver="wait")
        opened = await people[0].at(opening(slow))
        for person in people[1:]:
            await person.at(req.Join(table=opened.joined.snapshot.info.id))
        for person in people:
            await person.do(req.Ready())
        await one.rest(20_000)
        stopped, seq = one.clock.now(), one.runner().table.state.seq
    async with harness(tmp_path / "house.db", seed=2) as one:
        assert one.clock.now() == stopped
        await one.rest(9_999)
        assert one.runner().table.state.seq == seq
        await one.rest(1)
        assert one.runner().table.state.seq == seq + 1


async def test_after_a_crash_server_time_is_not_before_the_last_entry(tmp_path: Path) -> None:
    one = AppHarness(tmp_path / "house.db", seed=1, began=0)
    await one.app.open()
    people = await one.match()
    one.clock.advance(700)
    await one.move(people)
    at = one.runner().table.state.at
    assert at == 700
    await crash(one)
    async with harness(tmp_path / "house.db", seed=2) as other:
        assert other.clock.now() == at


async def test_one_damaged_table_stays_closed_and_the_others_come_back(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    async with harness(path) as one:
        await one.seated("ada", "bo", number=1)
        await one.seated("cy", "di", number=2)
        await one.seated("eve", "fay", number=3)
        broken = [one.runner(number).table.id for number in (1, 3)]
    with sqlite3.connect(path) as file:
        change = (
            "UPDATE journal SET payload = ? WHERE table_no = (SELECT no FROM tables WHERE id = ?)"
            " AND seq = (SELECT max(seq) FROM journal AS own WHERE own.table_no = journal.table_no)"
        )
        file.execute(change, (b"\xff", broken[0]))
        file.execute(change, (b'{"kind":"stand","at":1,"seat":0}', broken[1]))
    async with harness(path, seed=2) as one:
        assert [info.number for info in one.app.tables()] == [2]
        assert [table in " ".join(one.app.damaged) for table in broken] == [True, True]
        ada = await one.guest("ada")
        # It may be mended: nobody else gets its number.
        assert await ada.refused(req.JoinNumber(game="tiles", number=1)) == "unknown_table"
        assert one.app.lobby.taken_numbers("tiles") == {1, 2, 3}
        assert (await ada.at(opening(settings()))).joined.snapshot.info.number == 4


async def test_closing_says_goodbye_and_answers_nothing_new() -> None:
    async with harness() as one:
        ada = await one.guest("ada")
    assert ada.notices == [replies.Goodbye(reason="The server closes.")]
    assert await ada.refused(req.AskPlayers()) == "closed"


async def test_the_house_counts_what_it_holds() -> None:
    async with harness() as one:
        people = await one.match()
        await one.move(people)
        counts = one.app.counts()
        assert (counts.tables, counts.seats, counts.players, counts.waiting) == (1, 4, 4, 0)
        assert counts.counters.actions == 1


async def test_who_lost_the_race_for_the_last_seat_is_refused_and_may_go_elsewhere() -> None:
    async with harness() as one:
        people = [await one.guest(name) for name in (*PEOPLE, "eve")]
        first = await people[0].at(req.JoinNumber(game="tiles", number=1))
        assert first.created

        async def join(person: Person) -> vocabulary.Reply:
            return await person.ask(req.JoinNumber(game="tiles", number=1))

        replies = await asyncio.gather(*(join(person) for person in people[1:]))
        refused = [reply for reply in replies if isinstance(reply, Refused)]
        assert [reply.code for reply in refused] == ["full"]
        loser = people[1 + replies.index(refused[0])]
        assert loser.peer.table is None
        await loser.at(req.JoinNumber(game="tiles", number=2))


# --- people ------------------------------------------------------------------------------------


async def test_a_person_is_invited_by_name_and_comes_to_a_private_table() -> None:
    async with harness() as one:
        ada, bo = await one.guest("ada"), await one.guest("bo")
        opened = await ada.at(opening(settings(private=True)))
        assert await ada.ask(req.Invite(name="nobody")) == replies.Talked(heard=False)
        assert await ada.ask(req.Invite(name="bo")) == replies.Talked(heard=True)
        (invited,) = bo.notices
        assert isinstance(invited, replies.Invited)
        assert (invited.name, invited.game) == ("ada", "tiles")
        joined = await bo.at(req.Join(invite=invited.invite))
        assert joined.joined.snapshot.info.id == opened.joined.snapshot.info.id
        assert await one.arrive().refused(req.Invite(name="bo")) == "enter_first"


async def test_who_was_sent_away_is_free_for_another_table() -> None:
    async with harness() as one:
        ada, bo = await one.guest("ada"), await one.guest("bo")
        opened = await ada.at(opening(settings()))
        table = opened.joined.snapshot.info.id
        await bo.at(req.Join(table=table))
        await ada.do(req.Kick(seat=1, reason="Too loud."))
        assert await bo.refused(req.Join(table=table)) == "dismissed"
        await bo.at(opening(settings()))


async def test_a_person_can_be_looked_up() -> None:
    async with harness() as one:
        ada, bo = await one.guest("ada"), await one.guest("bo")
        found = await bo.ask(req.AskPerson(name="ada"))
        assert isinstance(found, replies.Person)
        assert (found.name, found.kind, found.here) == ("ada", "guest", True)
        assert await bo.ask(req.AskPerson(person=found.person)) == found
        at_table = await ada.at(opening(settings()))
        assert at_table.joined.snapshot.info.seats[0].person == found.person
        await ada.ask(req.Register(name="ada", password="long enough"))
        ada.depart()
        gone = await bo.ask(req.AskPerson(name="Ada"))
        assert isinstance(gone, replies.Person) and not gone.here and gone.person == found.person
        assert await bo.refused(req.AskPerson(name="nobody")) == "unknown_person"
        assert await bo.refused(req.AskPerson()) == "bad_message"


async def test_signing_out_makes_tokens_worthless() -> None:
    async with harness() as one:
        person = one.arrive()
        entered = await person.ask(req.Enter(name="ada"))
        assert isinstance(entered, replies.Entered) and entered.token is not None
        assert await person.ask(req.SignOut(token="another's")) == replies.Talked(heard=False)
        assert await person.ask(req.SignOut(token=entered.token)) == replies.Talked(heard=True)
        assert await one.arrive().refused(req.Resume(token=entered.token)) == "unknown_token"


async def test_what_a_host_changes_must_be_allowed_in_the_house() -> None:
    async with harness() as one:
        ada = await one.guest("ada")
        await ada.at(opening(settings()))
        assert await ada.refused(req.Configure(options={"cheats": True})) == "no_cheats"
        assert await ada.refused(req.Configure(pace=199)) == "too_quick"
        await ada.ask(req.Configure(pace=200))
        [table], _ = await one.app.listing.page("tiles", 0, 10)
        assert table.pace == 200


@pytest.mark.parametrize("timings", [Timings(bot_pace_least=0), Timings(bot_pace=0)])
async def test_a_table_may_be_as_quick_as_the_house_allows(timings: Timings) -> None:
    async with harness(timings=timings) as one:
        ada = await one.guest("ada")
        await ada.at(opening(settings(pace=0)))


# --- lists ---------------------------------------------------------------------------------------


async def test_tables_are_listed_a_page_at_a_time() -> None:
    async with harness() as one:
        ids = [one.app.lobby.open_table(settings()) for _ in range(7)]
        one.app.lobby.open_table(settings(private=True))
        peer, found, sizes = one.arrive(), [], []
        more: int | None = 0
        while more is not None:
            page = await peer.ask(req.AskTables(after=more, limit=3))
            assert isinstance(page, replies.Tables)
            found += [table.id for table in page.tables]
            sizes.append(len(page.tables))
            if more == 0:
                # One that is gone meanwhile takes nothing else along.
                one.app.lobby.is_deserted(one.app.lobby._tables[ids[2]].runner)
            more = page.more
        assert (found, sizes) == (ids, [3, 3, 1])


async def test_a_page_makes_no_more_rows_than_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    async with harness() as one:
        ids = [one.app.lobby.open_table(settings()) for _ in range(60)]
        made = []
        info = TableRunner.info

        def counted(runner: TableRunner) -> TableInfo:
            made.append(runner)
            return info(runner)

        monkeypatch.setattr(TableRunner, "info", counted)
        assert len(one.app.lobby.page(None, 0, 5)[0]) == len(made) == 5
        assert one.app.lobby.public(ids[50]) is not None
        assert len(made) == 6


async def test_a_long_list_is_made_a_few_rows_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async with harness() as one:
        for _ in range(2 * ROWS + 5):
            one.app.lobby.open_table(settings())
        page, sizes = one.app.lobby.page, []

        def counted(game: str | None, after: int, limit: int) -> tuple[list[TableInfo], int | None]:
            rows, more = page(game, after, limit)
            sizes.append(len(rows))
            return rows, more

        monkeypatch.setattr(one.app.lobby, "page", counted)
        listed = await one.arrive().ask(req.AskTables(limit=500))
        assert isinstance(listed, replies.Tables) and listed.more is None
        assert len(listed.tables) == 2 * ROWS + 5
        assert sizes == [ROWS, ROWS, 5]


async def test_not_too_many_lists_wait_to_be_made() -> None:
    async with harness() as one:
        for _ in range(2 * ROWS):
            one.app.lobby.open_table(settings())
        people = [one.arrive() for _ in range(MOST_WAITING + 5)]
        answers = await asyncio.gather(*(person.ask(req.AskTables()) for person in people))
        made = [reply for reply in answers if isinstance(reply, replies.Tables)]
        assert len(made) == MOST_WAITING
        assert all(len(reply.tables) == 2 * ROWS for reply in made)
        refused = [reply for reply in answers if isinstance(reply, Refused)]
        assert {reply.code for reply in refused} == {"busy"}
