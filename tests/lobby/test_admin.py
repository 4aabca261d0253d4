"""What administrators do to people and tables, and what lasts of it."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from stammtisch import replies
from stammtisch import requests as req
from stammtisch.games.game import Refusal
from stammtisch.lobby import admin_commands
from stammtisch.lobby.admin_commands import AdminCommand, Administered, KnownPerson
from stammtisch.tables import events as news
from tests.lobby.driver import AppHarness, Person, harness

PASSWORD = "correct horse"


async def told_to(one: AppHarness, command: AdminCommand) -> Administered:
    answer = await one.app.administer(command, "the operator")
    assert isinstance(answer, Administered), answer
    return answer


async def people(one: AppHarness, which: admin_commands.Which = "inside") -> list[KnownPerson]:
    answer = await one.app.administer(admin_commands.ListPeople(which=which), "the operator")
    assert isinstance(answer, admin_commands.People), answer
    return answer.people


async def registered(one: AppHarness, name: str, **where: str) -> tuple[Person, str]:
    """Somebody who has registered, and their token."""
    person = one.arrive(**where)
    entered = await person.ask(req.Register(name=name, password=PASSWORD))
    assert isinstance(entered, replies.Entered) and entered.token is not None, entered
    return person, entered.token


def farewells(person: Person) -> list[str]:
    return [notice.reason for notice in person.notices if isinstance(notice, replies.Goodbye)]


# --- who may -------------------------------------------------------------------------------------


async def test_only_who_was_appointed_administers_over_the_wire() -> None:
    async with harness() as one:
        ada, token = await registered(one, "ada")
        bo = await one.guest("bo")
        ban = admin_commands.Ban(name="bo")
        assert await ada.refused(req.Administer(command=ban)) == "not_admin"
        with pytest.raises(Refusal, match="Only administrators"):
            await one.app.administrator(token)
        await told_to(one, admin_commands.GrantAdmin(name="ada"))
        assert isinstance(await ada.ask(req.Administer(command=ban)), Administered)
        assert farewells(bo)
        assert await one.app.administrator(token) == "ada"
        await told_to(one, admin_commands.Unban(name="bo"))
        await told_to(one, admin_commands.RevokeAdmin(name="ada"))
        assert await ada.refused(req.Administer(command=ban)) == "not_admin"


async def test_an_administrator_is_told_so_when_coming_in(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db") as one:
        _, token = await registered(one, "ada")
        await told_to(one, admin_commands.GrantAdmin(name="ada"))
    async with harness(tmp_path / "house.db", seed=2) as one:
        entered = await one.arrive().ask(req.Resume(token=token))
        assert isinstance(entered, replies.Entered) and entered.admin
        assert [person.name for person in await people(one, "admins")] == ["ada"]
        other = await one.arrive().ask(req.Enter(name="bo"))
        assert isinstance(other, replies.Entered) and not other.admin


async def test_a_guest_is_not_appointed() -> None:
    async with harness() as one:
        await one.guest("bo")
        with pytest.raises(Refusal, match="is a guest"):
            await told_to(one, admin_commands.GrantAdmin(name="bo"))


async def test_every_deed_is_logged_with_who_did_it(caplog: pytest.LogCaptureFixture) -> None:
    async with harness() as one:
        await one.guest("bo")
        with caplog.at_level(logging.INFO, "stammtisch.lobby.admin"):
            await told_to(one, admin_commands.Ban(name="bo"))
        assert "the operator: bo is banned." in caplog.text


# --- bans ----------------------------------------------------------------------------------------


async def test_a_ban_is_told_ends_connections_and_lasts(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db") as one:
        bo, token = await registered(one, "bo", address="192.0.2.7")
        await told_to(one, admin_commands.Ban(name="BO", reason="Shouting."))
        assert farewells(bo) == [
            "You may not come into this server any more (Shouting); ask whoever runs it."
        ]
        bo.depart()
        again = one.arrive()
        assert await again.refused(req.SignIn(name="bo", password=PASSWORD)) == "banned"
    async with harness(tmp_path / "house.db", seed=2) as one:
        again = one.arrive()
        assert await again.refused(req.Resume(token=token)) == "banned"
        assert await again.refused(req.SignIn(name="bo", password=PASSWORD)) == "banned"
        assert again.peer.account is None
        (banned,) = await people(one, "banned")
        assert (banned.name, banned.kind, banned.banned) == ("bo", "registered", "Shouting.")
        await told_to(one, admin_commands.Unban(name="bo"))
        assert isinstance(await again.ask(req.Resume(token=token)), replies.Entered)


async def test_a_banned_player_leaves_the_match_to_a_bot_and_the_others_play_on() -> None:
    async with harness() as one:
        players = await one.match()
        await one.settle()
        seat = 1
        gone = players[seat]
        await told_to(one, admin_commands.Ban(name=gone.name))
        await one.settle()
        assert farewells(gone) and gone.peer.table is None
        table = one.runner().table
        assert table.state.running
        left = [event for event in players[0].told() if isinstance(event, news.Left)]
        assert [event.seat for event in left] == [seat]
        gone.depart()
        for _ in range(3):
            while one.game().mover != seat:
                await one.move(players)
            for _ in range(60):
                await one.rest(1_000)
                if one.game().mover != seat:
                    break
            assert one.game().mover != seat, "a bot has moved for them"
        assert table.state.running


async def test_a_ban_of_an_address_keeps_guests_of_other_names_out() -> None:
    async with harness() as one:
        bo = await one.guest("bo", address="192.0.2.7")
        twin = await one.guest("twin", address="192.0.2.7")
        ada = await one.guest("ada", address="192.0.2.8")
        await told_to(one, admin_commands.Ban(name="bo", address=True))
        assert farewells(bo) and farewells(twin) and not farewells(ada)
        for request in (
            req.Enter(name="someone"),
            req.EnterFrom(name="someone", protocol="tiles"),
            req.Register(name="someone", password=PASSWORD),
        ):
            assert await one.arrive(address="192.0.2.7").refused(request) == "banned"
        (banned,) = await people(one, "banned")
        assert banned.addresses == ["192.0.2.7"]
        await told_to(one, admin_commands.Unban(name="bo"))
        assert (await one.guest("someone", address="192.0.2.7")).name == "someone"


async def test_without_its_address_a_guest_comes_back_under_another_name_only() -> None:
    async with harness() as one:
        bo = await one.guest("bo", address="192.0.2.7")
        await told_to(one, admin_commands.Ban(name="bo"))
        bo.depart()
        again = one.arrive(address="192.0.2.7")
        assert await again.refused(req.EnterFrom(name="bo", protocol="tiles")) == "banned"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (admin_commands.Ban(name="nobody"), "unknown_person"),
        (admin_commands.Ban(name="ada"), "is_admin"),
        (admin_commands.Ban(name="local", address=True), "own_address"),
        (admin_commands.Unban(name="ada"), "not_banned"),
        (admin_commands.ResetPassword(name="local"), "not_registered"),
        (admin_commands.ResetPassword(name="ada", password="short"), "bad_password"),
        (admin_commands.RenamePerson(name="ada", to="server"), "reserved_name"),
        (admin_commands.RevokeAdmin(name="local"), "not_admin"),
        (admin_commands.CloseTable(table="none"), "unknown_table"),
        (admin_commands.Announce(), "bad_message"),
    ],
)
async def test_what_cannot_be_done_is_refused_with_a_sentence(
    command: AdminCommand, code: str
) -> None:
    async with harness() as one:
        ada, _ = await registered(one, "ada")
        await one.guest("local", address="127.0.0.1")
        await told_to(one, admin_commands.GrantAdmin(name="ada"))
        assert await ada.refused(req.Administer(command=command)) == code


# --- people --------------------------------------------------------------------------------------


async def test_who_is_inside_is_listed_with_where_they_are() -> None:
    async with harness() as one:
        await one.seated("bo", "ada")
        listed = await people(one)
        assert [person.name for person in listed] == ["ada", "bo"]
        table = one.runner().table.id
        assert listed[0].tables == [table]
        assert listed[0].addresses == ["192.0.2.1"] and listed[0].protocols == ["tiles"]
        answer = await one.app.administer(admin_commands.ListTables(), "the operator")
        assert isinstance(answer, replies.Tables) and [one.id for one in answer.tables] == [table]


async def test_a_new_name_is_known_at_the_table_and_lasts(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db") as one:
        bo, token = await registered(one, "bo")
        ada = (await one.seated("ada"))[0]
        await bo.at(req.JoinNumber(game="tiles", number=1))
        done = await told_to(one, admin_commands.RenamePerson(name="bo", to="bob"))
        assert done.sentence == "bo is called bob now."
        await one.settle()
        assert bo.name == "bob"
        renamed = [event for event in ada.told() if isinstance(event, news.Renamed)]
        assert [event.name for event in renamed] == ["bob"]
    async with harness(tmp_path / "house.db", seed=2) as one:
        entered = await one.arrive().ask(req.Resume(token=token))
        assert isinstance(entered, replies.Entered) and entered.name == "bob"


async def test_a_new_password_signs_out_everywhere() -> None:
    async with harness() as one:
        ada, token = await registered(one, "ada")
        done = await told_to(one, admin_commands.ResetPassword(name="ada"))
        assert done.secret is not None and len(done.secret) >= 16
        assert farewells(ada)
        ada.depart()
        other = one.arrive()
        assert await other.refused(req.Resume(token=token)) == "unknown_token"
        assert await other.refused(req.SignIn(name="ada", password=PASSWORD)) == "wrong_password"
        signed_in = await other.ask(req.SignIn(name="ada", password=done.secret))
        assert isinstance(signed_in, replies.Entered)


# --- tables --------------------------------------------------------------------------------------


async def test_a_closed_table_is_gone_for_good(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db") as one:
        players = await one.match()
        table = one.runner().table.id
        await told_to(one, admin_commands.CloseTable(table=table, reason="Go to bed."))
        await one.settle()
        closed = [event for event in players[0].told() if isinstance(event, news.Closed)]
        assert [event.reason for event in closed] == ["Go to bed."]
        assert not one.app.lobby.has(table)
        await players[0].at(req.JoinNumber(game="tiles", number=1))
    async with harness(tmp_path / "house.db", seed=2) as one:
        assert not one.app.lobby.has(table)


# --- announcements -------------------------------------------------------------------------------


def heard(person: Person) -> list[str]:
    return [notice.text for notice in person.notices if isinstance(notice, replies.ChatMessage)]


async def test_everybody_hears_of_a_restart_and_hears_it_again() -> None:
    async with harness() as one:
        ada = await one.guest("ada")
        outside = one.arrive()
        await told_to(one, admin_commands.Announce(text="For an update.", minutes=7))
        assert heard(ada) == [
            "The server is restarted in 7 minutes; tables and seats come back as they are. "
            "For an update."
        ]
        assert heard(outside) == []
        await one.rest(2 * 60_000)
        late = one.arrive()
        await late.ask(req.Enter(name="late"))
        assert "in 5 minutes" in heard(late)[0]
        await one.rest(4 * 60_000)
        whens = ("in 7 minutes", "in 5 minutes", "in a minute")
        assert all(when in text for when, text in zip(whens, heard(ada), strict=True))
        await one.rest(60_000)
        after = one.arrive()
        await after.ask(req.Enter(name="after"))
        assert heard(after) == []


async def test_a_plain_announcement_is_said_once() -> None:
    async with harness() as one:
        ada = await one.guest("ada")
        done = await told_to(one, admin_commands.Announce(text="Cake!"))
        assert heard(ada) == ["Cake!"] and "1 connection hears" in done.sentence
