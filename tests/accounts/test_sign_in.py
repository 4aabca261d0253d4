"""Who comes in, and under which name."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Literal

import pytest
from argon2 import PasswordHasher

from stammtisch import replies, vocabulary
from stammtisch import requests as req
from stammtisch.accounts.names import LONGEST, variants
from stammtisch.accounts.passwords import MOST_WAITING, Passwords
from stammtisch.config import RateLimits
from stammtisch.games.game import Refusal
from stammtisch.records import Account
from stammtisch.replies import Entered, Refused
from stammtisch.store.changes import PutAccount
from tests.lobby.driver import HASHER, AppHarness, Person, harness

PASSWORD = "correct horse"


async def players(one: AppHarness) -> list[str]:
    listed = await one.arrive().ask(req.AskPlayers())
    assert isinstance(listed, replies.Players)
    return listed.names


async def entered(person: Person, request: vocabulary.Request) -> Entered:
    reply = await person.ask(request)
    assert isinstance(reply, Entered), reply
    return reply


# --- names ---------------------------------------------------------------------------------------


async def test_a_name_that_is_taken_gets_a_number() -> None:
    async with harness() as one:
        people = [await one.guest("ada") for _ in range(3)]
        assert [person.name for person in people] == ["ada", "ada_1", "ada_2"]
        people[1].depart()
        assert (await one.guest("ada", address="192.0.2.9")).name == "ada_1"
        assert await players(one) == ["ada", "ada_2", "ada_1"]


async def test_the_number_counts_in_the_length_of_a_name() -> None:
    async with harness() as one:
        longest = "n" * LONGEST
        people = [await one.guest(longest) for _ in range(12)]
        names = [person.name for person in people]
        assert names[0] == longest
        assert names[1] == "n" * (LONGEST - 2) + "_1"
        assert names[11] == "n" * (LONGEST - 3) + "_11"
        assert len(set(names)) == 12 and {len(name) for name in names} == {LONGEST}


def test_variants_of_a_short_name_keep_it_whole() -> None:
    each = variants("bo")
    assert [next(each) for _ in range(3)] == ["bo", "bo_1", "bo_2"]


@pytest.mark.parametrize(
    "name", ["", "n" * 31, "a b", "a\tb", "a\x00", 'a"b', "a'b", "a`b", "\u200e"]
)
async def test_what_is_no_name_is_refused(name: str) -> None:
    async with harness() as one:
        person = one.arrive()
        assert await person.refused(req.EnterFrom(name=name, protocol="tiles")) == "bad_name"
        assert await players(one) == []


INVISIBLE = ["a\u3164", "\u115f", "a\u2800", "a\ufe0f", "a\u034f", "a\u200d", "\uffa0"]
OWN = [
    *("server", "Server", "SERVER_1", "chairman", "Stammtisch", "admin", "easy_bot1", "hard_bot"),
    *("s\u0435rver", "\uff53\uff45\uff52\uff56\uff45\uff52", "cha1rman", "\u0421hairman"),
    *("s\u0301erver", "se-rver", "eas\u0443_b0t2"),
]
#: Each looks like "Mila" or "mila" to whoever reads it.
DOUBLES = ["\u041cila", "M\u0456la", "Mil\u0430", "Mi1a", "MiIa", "\uff2dila", "\u039cil\u03b1"]


@pytest.mark.parametrize("name", INVISIBLE)
async def test_letters_that_cannot_be_seen_are_refused_with_a_sentence(name: str) -> None:
    async with harness() as one:
        reply = await one.arrive().ask(req.Enter(name=name))
        assert isinstance(reply, Refused)
        assert (reply.code, "seen" in reply.message) == ("bad_name", True)


@pytest.mark.parametrize("name", OWN)
async def test_the_house_s_own_names_cannot_be_taken(name: str) -> None:
    async with harness() as one:
        for request in (
            req.Enter(name=name),
            req.EnterFrom(name=name, protocol="tiles"),
            req.Register(name=name, password=PASSWORD),
        ):
            assert await one.arrive().refused(request) == "reserved_name"
        ada = await one.guest("ada")
        assert await ada.refused(req.Rename(name=name)) == "reserved_name"


@pytest.mark.parametrize("name", ["Botho", "serverino", "Hausmann", "guest", "Иван", "Ærø", "李"])
async def test_names_that_only_resemble_the_house_s_own_are_free(name: str) -> None:
    async with harness() as one:
        assert (await one.guest(name)).name == name


@pytest.mark.parametrize("double", DOUBLES)
async def test_nobody_can_be_called_what_looks_like_somebody_else(double: str) -> None:
    async with harness() as one:
        await one.guest("Mila")
        assert (await one.guest(double)).name.endswith("_1")
        assert await one.arrive().refused(req.Register(name=double, password=PASSWORD)) == (
            "name_taken"
        )


async def test_a_registered_name_is_safe_from_doubles_while_its_owner_is_away(
    tmp_path: Path,
) -> None:
    async with harness(tmp_path / "house.db") as one:
        await one.arrive().ask(req.Register(name="Mila", password=PASSWORD))
    async with harness(tmp_path / "house.db", seed=2) as one:
        assert (await one.guest("Mil\u0430")).name == "Mil\u0430_1"
        owner = one.arrive()
        assert (await entered(owner, req.SignIn(name="Mila", password=PASSWORD))).name == "Mila"
        assert (await entered(owner, req.Rename(name="Milena"))).name == "Milena"
        owner.depart()
        assert (await one.guest("Milen\u0430")).name == "Milen\u0430_1"
        assert (await one.guest("Mil\u0430", address="192.0.2.9")).name == "Mil\u0430"


async def test_a_name_is_written_in_one_way() -> None:
    async with harness() as one:
        assert (await one.guest("\uff21\uff44\uff41")).name == "Ada"
        assert (await one.guest("Jose\u0301")).name == "Jos\u00e9"


async def test_accounts_keep_names_that_could_not_be_taken_today(tmp_path: Path) -> None:
    # Its guest came in 1970 and never played.
    async with harness(tmp_path / "house.db", guest_days=0) as one:
        for account_id, name, kind, origin in (
            ("a1", "server", "registered", None),
            ("a2", "chairman", "guest", "tiles 192.0.2.1"),
        ):
            account = Account(
                id=account_id,
                name=name,
                kind=kind,  # type: ignore[arg-type]
                created=0.0,
                password_hash=HASHER.hash(PASSWORD) if kind == "registered" else None,
                origin=origin,
            )
            one.store.submit(PutAccount(account), lambda error: None)
        signed = await entered(one.arrive(), req.SignIn(name="server", password=PASSWORD))
        assert (signed.name, signed.account) == ("server", "a1")
        chairman = one.arrive()
        assert (await chairman.enter("chairman")).account == "a2"
        assert await one.arrive().refused(req.EnterFrom(name="chairman", protocol="tiles")) == (
            "reserved_name"
        )


async def test_one_s_own_name_is_no_clash() -> None:
    async with harness() as one:
        ada = await one.guest("ada")
        assert (await entered(ada, req.Rename(name="ada"))).name == "ada"
        assert (await ada.enter("ada")).name == "ada"
        assert (await ada.enter("eva")).name == "eva"
        assert await players(one) == ["eva"]
        assert (await one.guest("ada")).name == "ada", "The old name is free again."


async def test_fifty_people_who_come_at_once_have_fifty_names() -> None:
    async with harness() as one:
        people = [one.arrive() for _ in range(50)]
        replies = await asyncio.gather(*(person.enter("ada") for person in people))
        assert len({reply.name for reply in replies}) == 50
        assert len({reply.account for reply in replies}) == 50
        assert sorted(await players(one)) == sorted(reply.name for reply in replies)


async def test_a_name_at_a_table_is_taken_also_while_its_owner_is_away(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db") as one:
        await one.match()
    async with harness(tmp_path / "house.db", seed=2) as one:
        assert (await one.guest("ada", address="192.0.2.99")).name == "ada_1"
        assert (await one.guest("ada")).name == "ada"


# --- coming back ---------------------------------------------------------------------------------


async def test_guests_without_tokens_come_back_to_their_seats_after_a_restart(
    tmp_path: Path,
) -> None:
    async with harness(tmp_path / "house.db") as one:
        before = await one.match()
        accounts = [person.peer.who().account for person in before]
    async with harness(tmp_path / "house.db", seed=2) as one:
        for seat, name in enumerate(("ada", "bo", "cy", "di")):
            person = await one.guest(name)
            assert person.peer.who().account == accounts[seat]
            joined = (await person.at(req.JoinNumber(game="tiles", number=1))).joined
            assert (joined.seat, joined.back) == (seat, True)


async def test_guests_of_one_name_and_address_all_come_back_to_some_of_their_seats(
    tmp_path: Path,
) -> None:
    async with harness(tmp_path / "house.db") as one:
        before = await one.match("ada", "ada", "ada", "ada")
        accounts = {person.peer.who().account for person in before}
    async with harness(tmp_path / "house.db", seed=2) as one:
        people = [one.arrive() for _ in range(4)]
        replies = await asyncio.gather(*(person.enter("ada") for person in people))
        assert {reply.account for reply in replies} == accounts
        for person in people:
            assert (await person.at(req.JoinNumber(game="tiles", number=1))).joined.back


async def test_a_guest_from_elsewhere_is_somebody_else() -> None:
    async with harness() as one:
        first = await one.guest("ada")
        account = first.peer.who().account
        first.depart()
        assert (await one.guest("ada", address="192.0.2.2")).peer.who().account != account
        other = one.arrive()
        assert (await other.enter("ada", protocol="cg")).account != account


async def test_a_guest_s_token_brings_back_name_and_account(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db") as one:
        first = await entered(one.arrive(), req.Enter(name="ada"))
        assert first.token is not None and first.kind == "guest"
    async with harness(tmp_path / "house.db", seed=2) as one:
        again = await entered(one.arrive(), req.Resume(token=first.token))
        assert (again.account, again.name) == (first.account, "ada")
        also = one.arrive(protocol="tarock")
        known = await entered(
            also, req.EnterFrom(name="other", protocol="tarock", token=first.token)
        )
        assert known.account == first.account
        assert await players(one) == ["ada"]
        assert await one.arrive().refused(req.Resume(token="wrong")) == "unknown_token"


@pytest.mark.parametrize("way", ["resume", "enter_from"])
async def test_a_guest_whose_name_was_taken_meanwhile_comes_back_with_a_number(way: str) -> None:
    async with harness() as one:
        gone = one.arrive()
        token = (await entered(gone, req.Enter(name="ada"))).token or ""
        gone.depart()
        await one.guest("ada")
        back: dict[str, vocabulary.Request] = {
            "resume": req.Resume(token=token),
            "enter_from": req.EnterFrom(name="ada", protocol="tarock", token=token),
        }
        assert (await entered(one.arrive(), back[way])).name == "ada_1"
        assert await players(one) == ["ada", "ada_1"]


async def test_a_guest_without_a_name_is_given_one() -> None:
    async with harness() as one:
        first = await entered(one.arrive(), req.Enter())
        second = await entered(one.arrive(), req.Enter())
        assert (first.name, second.name) == ("guest", "guest_1")
        assert first.token != second.token


async def test_who_is_in_cannot_come_in_again() -> None:
    async with harness() as one:
        ada = await one.guest("ada")
        for request in (
            req.Enter(name="bo"),
            req.Resume(token="x"),
            req.SignIn(name="bo", password=PASSWORD),
        ):
            assert await ada.refused(request) == "already_entered"


async def test_two_connections_of_one_account_are_one_player() -> None:
    async with harness() as one:
        first, second = one.arrive(), one.arrive()
        token = (await entered(first, req.Enter(name="ada"))).token or ""
        await entered(second, req.Resume(token=token))
        assert await players(one) == ["ada"]
        first.depart()
        assert await players(one) == ["ada"]
        second.depart()
        assert await players(one) == []


# --- registered accounts -------------------------------------------------------------------------


async def test_a_registered_name_is_its_owner_s_whatever_its_capitals(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db") as one:
        ada = await one.guest("ada")
        account = ada.peer.who().account
        made = await entered(ada, req.Register(name="Ada", password=PASSWORD))
        assert (made.account, made.name, made.kind) == (account, "Ada", "registered")
        assert made.token
        ada.depart()
        assert (await one.guest("ada")).name == "ada_1"
        assert (await one.guest("ADA")).name == "ADA_1"
        other = await one.guest("bo")
        taken = await other.refused(req.Register(name="aDa", password=PASSWORD))
        assert taken == "name_taken" and other.name == "bo"
        assert (await entered(other, req.Rename(name="ADA"))).name == "ADA_2"
    async with harness(tmp_path / "house.db", seed=2) as one:
        wrong = req.SignIn(name="ada", password="wrong horse")
        assert await one.arrive().refused(wrong) == "wrong_password"
        nobody = req.SignIn(name="nobody", password=PASSWORD)
        assert await one.arrive().refused(nobody) == "wrong_password"
        signed = await entered(one.arrive(), req.SignIn(name="ADA", password=PASSWORD))
        assert (signed.account, signed.name, signed.kind) == (account, "Ada", "registered")
        resumed = await entered(one.arrive(), req.Resume(token=signed.token or ""))
        assert resumed.account == account


async def test_signing_in_on_another_device_leaves_the_first_signed_in(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db") as one:
        as_guest = await entered(one.arrive(), req.Enter(name="ada"))
        phone = one.arrive()
        await entered(phone, req.Resume(token=as_guest.token or ""))
        registered = await entered(phone, req.Register(name="ada", password=PASSWORD))
        signed = await entered(one.arrive(), req.SignIn(name="ada", password=PASSWORD))
    tokens = [answer.token or "" for answer in (as_guest, registered, signed)]
    assert len(set(tokens)) == 3
    async with harness(tmp_path / "house.db", seed=2) as one:
        for token in tokens:
            again = await entered(one.arrive(), req.Resume(token=token))
            assert (again.account, again.kind) == (as_guest.account, "registered")


async def test_a_guest_does_not_come_back_under_a_name_that_is_registered_now() -> None:
    async with harness() as one:
        by_token = one.arrive()
        token = (await entered(by_token, req.Enter(name="ada"))).token or ""
        by_token.depart()
        (await one.guest("bo")).depart()
        for name in ("ada", "bo"):
            made = await entered(one.arrive(), req.Register(name=name, password=PASSWORD))
            assert made.name == name
        assert (await entered(one.arrive(), req.Resume(token=token))).name == "ada_1"
        assert (await one.guest("bo")).name == "bo_1"


async def test_a_registered_player_keeps_the_name_but_for_another_that_is_free() -> None:
    async with harness() as one:
        ada, bo = one.arrive(), one.arrive()
        await entered(ada, req.Register(name="ada", password=PASSWORD))
        await entered(bo, req.Register(name="bo", password=PASSWORD))
        assert (await ada.enter("eva")).name == "ada"
        for name in ("bo", "BO"):
            assert await ada.refused(req.Rename(name=name)) == "name_taken"
        assert (await entered(ada, req.Rename(name="Eva"))).name == "Eva"
        back = await entered(one.arrive(), req.SignIn(name="eva", password=PASSWORD))
        assert back.name == "Eva"
        assert await one.arrive().refused(req.SignIn(name="ada", password=PASSWORD))
        again = req.Register(name="eva", password=PASSWORD)
        assert await ada.refused(again) == "registered"


async def test_a_password_is_changed_by_who_knows_the_old_one() -> None:
    async with harness() as one:
        ada = one.arrive()
        await entered(ada, req.Register(name="ada", password=PASSWORD))
        change = req.ChangePassword(old="not this one", new="another one")
        assert await ada.refused(change) == "wrong_password"
        short = req.ChangePassword(old=PASSWORD, new="short")
        assert await ada.refused(short) == "bad_password"
        await entered(ada, req.ChangePassword(old=PASSWORD, new="another one"))
        stranger = one.arrive()
        assert await stranger.refused(req.SignIn(name="ada", password=PASSWORD)) == "wrong_password"
        await entered(stranger, req.SignIn(name="ada", password="another one"))
        guest = await one.guest("bo")
        change = req.ChangePassword(old=PASSWORD, new="another one")
        assert await guest.refused(change) == "not_registered"


async def test_people_are_found_whatever_the_capitals() -> None:
    async with harness() as one:
        ada, bo = await one.seated("Ada", "Bo")
        cy = await one.guest("Cy")
        assert await ada.ask(req.Invite(name="cY")) == replies.Talked(heard=True)
        assert isinstance(cy.notices[-1], replies.Invited)
        assert await bo.ask(req.Invite(name="nobody")) == replies.Talked(heard=False)


@pytest.mark.parametrize("password", ["", "1234567", "p" * 201])
async def test_a_password_has_8_to_200_characters(password: str) -> None:
    async with harness() as one:
        ada = await one.guest("ada")
        bad = req.Register(name="ada", password=password)
        assert await ada.refused(bad) == "bad_password"


async def test_of_two_who_register_a_name_at_once_one_gets_it() -> None:
    async with harness() as one:
        people = [one.arrive() for _ in range(6)]
        names = ["ada", "Ada", "ada", "ADA", "ada", "adA"]
        replies = await asyncio.gather(
            *(
                person.ask(req.Register(name=name, password=PASSWORD))
                for person, name in zip(people, names, strict=True)
            )
        )
        made = [reply for reply in replies if isinstance(reply, Entered)]
        assert len(made) == 1
        assert await players(one) == [made[0].name]


async def test_nobody_comes_in_under_a_name_that_is_just_being_registered() -> None:
    async with harness() as one:
        registering = one.arrive()
        guests = [one.arrive() for _ in range(20)]
        replies = await asyncio.gather(
            registering.ask(req.Register(name="ada", password=PASSWORD)),
            *(guest.enter("ada") for guest in guests),
        )
        names = [reply.name for reply in replies if isinstance(reply, Entered)]
        assert len(names) == len(set(names)) >= 20
        assert len(await players(one)) == len(names)


# --- leaving -------------------------------------------------------------------------------------

LOGINS: dict[str, vocabulary.Request] = {
    "guest": req.Enter(name="ghost"),
    "origin": req.EnterFrom(name="ghost", protocol="tiles"),
    "register": req.Register(name="ghost", password=PASSWORD),
}


@pytest.mark.parametrize("request_", LOGINS.values(), ids=LOGINS)
async def test_who_goes_while_coming_in_leaves_no_ghost(request_: vocabulary.Request) -> None:
    async with harness() as one:
        ghost = one.arrive()
        coming = asyncio.ensure_future(ghost.ask(request_))
        await asyncio.sleep(0)
        ghost.depart()
        await coming
        assert await players(one) == []
        assert one.app.counts().players == 0
        assert not one.app.signed_in.reserved
        if not isinstance(request_, req.Register):
            assert (await one.guest("ghost", address="192.0.2.77")).name == "ghost"


@pytest.mark.parametrize(
    "change", [req.Rename(name="ghost"), req.Register(name="ghost", password=PASSWORD)]
)
async def test_who_goes_while_changing_the_name_leaves_no_ghost(change: vocabulary.Request) -> None:
    async with harness() as one:
        person = await one.guest("ada")
        changing = asyncio.ensure_future(person.ask(change))
        await asyncio.sleep(0)
        person.depart()
        await changing
        assert await players(one) == []
        assert not one.app.signed_in.reserved


async def test_departing_twice_is_departing_once() -> None:
    async with harness() as one:
        ada = await one.guest("ada")
        ada.depart()
        ada.depart()
        assert await players(one) == []


# --- passwords -----------------------------------------------------------------------------------


class Counting(PasswordHasher):
    """Knows what it was asked for, and how many asked at once."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.asked: list[str] = []
        self.at_once = self.most_at_once = 0
        self._lock = threading.Lock()

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.asked.append("hash")
        return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        self.asked.append("verify")
        with self._lock:
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        time.sleep(0.005)
        with self._lock:
            self.at_once -= 1
        return super().verify(hash, password)


async def test_an_unknown_name_takes_as_much_work_as_a_wrong_password() -> None:
    hasher = Counting()
    async with harness(hasher=hasher) as one:
        await one.arrive().ask(req.Register(name="ada", password=PASSWORD))
        await one.arrive().refused(req.SignIn(name="ada", password="wrong"))
        for name in ("ada", "nobody"):
            hasher.asked.clear()
            refused = await one.arrive().refused(req.SignIn(name=name, password="wrong"))
            assert (refused, hasher.asked) == ("wrong_password", ["verify"])


async def test_the_first_unknown_name_takes_no_longer_than_the_first_known_one() -> None:
    asked = []
    for name in ("ada", "nobody"):
        hasher = Counting()
        async with harness(hasher=hasher) as one:
            await one.arrive().ask(req.Register(name="ada", password=PASSWORD))
            await one.arrive().refused(req.SignIn(name=name, password="wrong"))
        asked.append(hasher.asked)
    assert asked[0] == asked[1]


async def test_one_password_is_checked_after_the_other_and_not_too_many_wait() -> None:
    hasher = Counting()
    async with harness(hasher=hasher) as one:
        await one.arrive().ask(req.Register(name="ada", password=PASSWORD))
        people = [one.arrive() for _ in range(MOST_WAITING + 20)]
        tries = (person.refused(req.SignIn(name="ada", password="wrong")) for person in people)
        refusals = Counter(await asyncio.gather(*tries))
        assert hasher.most_at_once == 1
        assert hasher.asked.count("hash") == 2, "hers, and what others are compared with"
        assert refusals.keys() == {"wrong_password", "busy"}
        assert refusals["wrong_password"] <= MOST_WAITING + 1


async def test_a_house_that_closes_does_not_wait_for_passwords_that_wait() -> None:
    hasher = Counting()
    async with harness(hasher=hasher) as one:
        await one.arrive().ask(req.Register(name="ada", password=PASSWORD))
        wrong = req.SignIn(name="ada", password="wrong")
        assert await one.arrive().refused(wrong) == "wrong_password"
        people = [one.arrive() for _ in range(50)]
        tries = [asyncio.create_task(person.refused(wrong)) for person in people]
        await asyncio.wait(tries, return_when=asyncio.FIRST_COMPLETED)
    refusals = Counter(await asyncio.gather(*tries))
    assert refusals.keys() == {"wrong_password", "busy"}
    assert hasher.asked.count("verify") == 1 + refusals["wrong_password"]


async def test_a_password_that_comes_after_the_house_has_closed_is_refused() -> None:
    passwords = Passwords(HASHER)
    passwords.close()
    with pytest.raises(Refusal) as refusal:
        await passwords.hashed(PASSWORD)
    assert refusal.value.code == "busy"


@pytest.mark.parametrize("name", ["ada", "nobody"])
async def test_one_cannot_try_many_passwords_for_a_name(name: str) -> None:
    rate_limits = RateLimits(sign_ins_per_name=18)
    async with harness(rate_limits=rate_limits) as one:
        await one.arrive().ask(req.Register(name="ada", password=PASSWORD))

        async def tried(name: str, number: int) -> str:
            stranger = one.arrive(address=f"203.0.113.{number}")
            return await stranger.refused(req.SignIn(name=name, password="wrong"))

        assert [await tried(name, number) for number in range(3)] == ["wrong_password"] * 3
        assert await tried(name.upper(), 9) == "too_many_tries"
        assert await tried("somebody", 9) == "wrong_password"
        one.clock.advance(60_000)
        assert await tried(name, 9) == "wrong_password"


async def test_one_address_cannot_try_many_passwords() -> None:
    async with harness(rate_limits=RateLimits(sign_ins_per_address=18)) as one:
        for number in range(3):
            refused = await one.arrive().refused(req.SignIn(name=f"n{number}", password="wrong"))
            assert refused == "wrong_password"
        for request in (
            req.SignIn(name="n9", password="wrong"),
            req.Register(name="n9", password=PASSWORD),
        ):
            assert await one.arrive().refused(request) == "too_many_tries"
        elsewhere = one.arrive(address="203.0.113.9")
        await entered(elsewhere, req.Register(name="n9", password=PASSWORD))


async def test_guests_who_never_played_are_forgotten_unless_they_are_here() -> None:
    async with harness(guest_days=2) as one:
        ada, bo = await one.seated("ada", "bo")
        cy = await one.guest("cy")
        bo.depart()
        cy.depart()
        day = 86_400_000
        await one.sleep(day)
        dan = await one.guest("dan")
        dan.depart()
        for _ in range(25):
            await one.sleep(3_600_000)
            await asyncio.sleep(0.01)
        names = {account.name async for account in one.store.all_accounts()}
        # Of those who came two days ago, ada is still here; bo's seat was given up long since.
        assert names == {"ada", "dan"}
        assert ada.name == "ada"
