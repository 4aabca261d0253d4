"""What happens at a private table is the business of those who were there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from stammtisch import replies
from stammtisch import requests as req
from stammtisch.games.game import PRIVATE_NUMBERS
from stammtisch.games.games import game_named
from stammtisch.records import MatchRow
from stammtisch.replies import Refused
from stammtisch.store.changes import Archive
from tests.lobby.driver import AppHarness, Person, harness, opening, settings


async def registered(one: AppHarness, name: str) -> tuple[Person, str]:
    person = one.arrive()
    entered = await person.ask(req.Enter(name=name))
    assert isinstance(entered, replies.Entered) and entered.token is not None
    return person, entered.token


async def played(one: AppHarness, *, private: bool) -> tuple[dict[str, tuple[Person, str]], str]:
    """A match of four; the tokens of all who were there, by name, and the match's id."""
    people = {name: await registered(one, name) for name in ("ada", "bo", "cy", "di")}
    ada = people["ada"][0]
    opened = await ada.at(opening(settings(private=private)))
    for person, _ in list(people.values())[1:]:
        await person.at(req.Join(invite=opened.joined.invite))
    for person, _ in people.values():
        await person.do(req.Ready())
    runner = next(one.app.lobby.runners())
    match = runner.table.state.match_id
    assert match is not None
    runner.attempt(lambda: runner.table.abort("Enough.", *runner.time()))
    await one.settle()
    return people, match


async def test_the_record_of_a_public_table_is_for_everybody() -> None:
    async with harness() as one:
        _, match = await played(one, private=False)
        row = await one.app.matches.match(match, None, None)
        assert row is not None and not row.private


async def test_the_record_of_a_private_table_is_for_those_who_were_there() -> None:
    async with harness() as one:
        people, match = await played(one, private=True)
        _, stranger = await registered(one, "eve")
        for token in (None, "", "nonsense", stranger):
            assert await one.app.matches.match(match, token, None) is None
            assert await one.app.matches.match(match, token, "nonsense") is None
        for _, token in people.values():
            row = await one.app.matches.match(match, token, None)
            assert row is not None and row.private


async def test_one_of_them_may_share_it_and_nobody_else() -> None:
    async with harness() as one:
        people, match = await played(one, private=True)
        eve, _ = await registered(one, "eve")
        assert await eve.refused(req.Share(match=match)) == "unknown_match"
        assert await eve.ask(req.Share(match=match)) == await eve.ask(req.Share(match="none-1"))
        shared = await people["bo"][0].ask(req.Share(match=match))
        assert isinstance(shared, replies.Shared)
        row = await one.app.matches.match(match, None, shared.share)
        assert row is not None
        assert await one.app.matches.match(match, None, shared.share[:-1]) is None
        other = msgspec.structs.replace(row, id="other-1")
        await _archive(one, other)
        assert await one.app.matches.match("other-1", None, shared.share) is None


async def _archive(one: AppHarness, row: MatchRow) -> None:
    one.store.submit(Archive(row, 0, [], []), lambda error: None)
    await one.store.wait()


async def test_who_lost_the_seat_in_the_match_was_there_too() -> None:
    async with harness() as one:
        people, match = await played(one, private=True)
        row = await one.store.match(match)
        assert row is not None
        await _archive(one, msgspec.structs.replace(row, id="m-2", accounts=["x"] * 4))
        assert await one.app.matches.match("m-2", people["cy"][1], None) is not None


@pytest.mark.parametrize("private", [False, True])
async def test_high_scores_tell_no_match_of_a_private_table(private: bool) -> None:
    async with harness() as one:
        people = await one.match()
        one.runner().table.state.settings = msgspec.structs.replace(
            one.runner().table.state.settings, private=private
        )
        runner = next(one.app.lobby.runners())
        await one.win_honestly(people) if not private else await _win(one, people)
        await one.settle()
        scores = await people[0].ask(req.AskScores(game="tiles"))
        assert isinstance(scores, replies.Scores)
        (score,) = scores.scores
        assert (score.match is None) is private
        assert private or score.match == f"{runner.table.id}-1"


async def _win(one: AppHarness, people: list[Person]) -> None:
    """As `win_honestly`, at a table that is found by no number."""
    one.runner = lambda number=1: next(one.app.lobby.runners())  # type: ignore[method-assign]
    await one.win_honestly(people)


# --- tables that are not there -------------------------------------------------------------------


def join(number: int, **how: Any) -> req.JoinNumber:
    return req.JoinNumber(game="tiles", number=number, **how)


def numbers(one: AppHarness) -> list[int]:
    return sorted(runner.table.state.number for runner in one.app.lobby.runners())


async def test_nobody_opens_a_second_table_under_the_number_of_a_private_one(
    tmp_path: Path,
) -> None:
    async with harness(tmp_path / "house.db") as one:
        ada, eve = await one.guest("ada"), await one.guest("eve")
        await ada.at(join(7, keep=True))
        await ada.do(req.Configure(private=True))
        assert await eve.refused(join(7)) == "number_not_free"
        assert await eve.refused(join(7, create=False)) == "unknown_table"
        bo = await one.guest("bo")
        private = (await bo.at(opening(settings(private=True)))).joined.snapshot.info.number
        assert await eve.refused(join(private)) == "number_not_free"
        assert numbers(one) == [7, private]
    async with harness(tmp_path / "house.db", seed=2) as one:
        ada, eve = await one.guest("ada"), await one.guest("eve")
        for number in (7, private):
            assert await eve.refused(join(number)) == "number_not_free"
        back = await ada.at(join(7))
        assert back.joined.back and back.joined.snapshot.info.private
        # The number stays its own, also when everybody may see it again.
        await ada.do(req.Configure(private=False))
        assert (await eve.at(join(7))).joined.seat == 1
        assert numbers(one) == [7, private]


async def test_a_private_table_that_is_left_gives_its_number_back() -> None:
    async with harness() as one:
        ada, eve = await one.guest("ada"), await one.guest("eve")
        await ada.at(join(7))
        await ada.do(req.Configure(private=True))
        await ada.do(req.Leave())
        one.clock.advance(1)
        # The store has not forgotten the table yet: who wants its number waits until it has.
        joined = await eve.at(join(7))
        assert joined.created and joined.joined.seat == 0
        assert numbers(one) == [7]


async def test_a_number_for_private_tables_is_refused_in_the_same_words_without_one() -> None:
    async with harness() as one:
        ada, eve = await one.guest("ada"), await one.guest("eve")
        opened = await ada.at(opening(settings(private=True)))
        number = opened.joined.snapshot.info.number
        assert number in PRIVATE_NUMBERS
        empty = await eve.ask(join(PRIVATE_NUMBERS[-1]))
        assert isinstance(empty, Refused) and await eve.ask(join(number)) == empty


@pytest.mark.parametrize("game", ["tiles", "mao", "doppelkopf", "tarock"])
async def test_no_two_tables_of_a_game_have_one_number(game: str) -> None:
    async with harness() as one:
        rules = game_named(game)
        usual = settings(game=game, profile=rules.usual_profile, seats=rules.seats[-1])
        opened = []
        for _ in range(45):
            for private in (False, True):
                of = msgspec.structs.replace(usual, private=private)
                table = one.app.lobby.open_table(of)
                opened.append(one.app.lobby.info(table).number)
        assert len(set(opened)) == len(opened)
        assert opened[1::2] == list(PRIVATE_NUMBERS[:45]), "those of private tables"
        assert all(number < 1000 for number in opened[::2])


async def test_no_gap_in_the_numbers_tells_of_a_private_table() -> None:
    async with harness() as one:
        numbers = []
        for name, private in (("ada", False), ("bo", True), ("cy", False)):
            guest = await one.guest(name)
            opened = await guest.at(opening(settings(private=private)))
            numbers.append(opened.joined.snapshot.info.number)
        assert (numbers[0], numbers[2]) == (1, 2)


async def test_a_private_table_and_none_are_refused_in_the_same_words() -> None:
    async with harness() as one:
        ada, eve = await one.guest("ada"), await one.guest("eve")
        locked = opening(settings(private=True), password="sesame")
        table = (await ada.at(locked)).joined.snapshot.info.id
        for how in ({}, {"watch": True}, {"password": "open"}, {"seat": 1}, {"seat": 99}):
            there, nowhere = [
                await eve.ask(req.Join(table=one, **how)) for one in (table, "nowhere")
            ]
            assert isinstance(there, Refused) and there == nowhere
        hidden = req.JoinNumber(game="tiles", number=1_000_001, create=False)
        empty = req.JoinNumber(game="tiles", number=1_000_002, create=False)
        assert await eve.ask(hidden) == await eve.ask(empty)


async def test_who_was_seen_out_cannot_sit_down_as_if_still_watching() -> None:
    async with harness() as one:
        ada, eve = await one.guest("ada"), await one.guest("eve")
        table = (await ada.at(opening(settings()))).joined.snapshot.info.id
        await eve.at(req.Join(table=table, watch=True))
        await ada.do(req.Configure(watch=False, password="sesame"))
        assert await eve.refused(req.Sit()) == "wrong_password"


# --- seats of running matches --------------------------------------------------------------------


async def test_a_dropped_connection_of_a_number_protocol_keeps_seat_and_hand() -> None:
    async with harness() as one:
        people = await one.match()
        held = one.game().held(1)
        people[1].depart()
        one.clock.advance(50)
        thief = await one.guest("eve")
        assert await thief.refused(req.JoinNumber(game="tiles", number=1)) == "running"
        owner = await one.guest("bo")
        back = await owner.at(req.JoinNumber(game="tiles", number=1))
        assert (back.joined.seat, back.joined.back) == (1, True)
        assert one.game().held(1) == held


async def test_who_lost_the_seat_is_told_when_they_come_in_again() -> None:
    async with harness() as one:
        people = await one.match()
        people[1].depart()
        await one.rest(120_000)
        taker = await one.guest("eve")
        assert (await taker.at(req.JoinNumber(game="tiles", number=1))).joined.seat == 1
        owner = await one.guest("bo")
        (heard,) = owner.notices
        assert isinstance(heard, replies.ChatMessage) and heard.reach == "person"
        assert heard.text.startswith("eve has taken over your seat")
        assert await owner.refused(req.JoinNumber(game="tiles", number=1)) == "taken_over"


async def test_who_has_a_seat_at_a_private_table_finds_it_again_and_nobody_else_does() -> None:
    async with harness() as one:
        ada, token = await registered(one, "ada")
        assert await ada.ask(req.AskTables(mine=True)) == replies.Tables(tables=[])
        await ada.at(opening(settings(private=True)))
        elsewhere = one.arrive()
        await elsewhere.ask(req.Resume(token=token))
        found = await elsewhere.ask(req.AskTables(mine=True))
        assert isinstance(found, replies.Tables)
        assert [info.id for info in found.tables] == [next(one.app.lobby.runners()).table.id]
        assert await elsewhere.ask(req.AskTables(mine=True, game="mao")) == replies.Tables(
            tables=[]
        )
        eve, _ = await registered(one, "eve")
        assert await eve.ask(req.AskTables(mine=True)) == replies.Tables(tables=[])
        assert await one.arrive().refused(req.AskTables(mine=True)) == "enter_first"
