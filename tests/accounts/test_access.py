"""A house that is closed to strangers: who needs a key, and which keys fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch import requests as req
from stammtisch.config import RateLimits
from stammtisch.lobby import admin_commands
from stammtisch.lobby.admin_commands import Administered
from stammtisch.replies import Entered
from stammtisch.vocabulary import Request
from tests.lobby.driver import AppHarness, harness

KEY = "open sesame"
PASSWORD = "correct horse"


def newcomers(key: str | None) -> list[Request]:
    return [
        req.Enter(name="ada", key=key),
        req.Enter(key=key),
        req.EnterFrom(name="bo", protocol="tiles", key=key),
        req.Register(name="cy", password=PASSWORD, key=key),
    ]


async def invitation(one: AppHarness, **how: int) -> str:
    made = await one.app.administer(admin_commands.MakeInvitation(**how), "the operator")
    assert isinstance(made, Administered) and made.secret is not None
    return made.secret


async def test_whoever_is_new_needs_the_password() -> None:
    async with harness(password=KEY) as one:
        for request in newcomers(None):
            assert await one.arrive().refused(request) == "key_needed"
        for request in newcomers("open window"):
            assert await one.arrive().refused(request) == "wrong_key"
        for request in newcomers(KEY):
            assert isinstance(await one.arrive().ask(request), Entered)


async def test_an_open_house_minds_no_key() -> None:
    async with harness() as one:
        for request in newcomers("whatever"):
            assert isinstance(await one.arrive().ask(request), Entered)


async def test_where_only_the_invited_come_in_an_empty_password_opens_nothing() -> None:
    async with harness(invite_only=True) as one:
        for key, code in ((None, "key_needed"), ("", "wrong_key"), ("x", "wrong_key")):
            for request in newcomers(key):
                assert await one.arrive().refused(request) == code


async def test_an_invitation_is_good_so_often_and_so_long() -> None:
    async with harness(invite_only=True) as one:
        code = await invitation(one, uses=2, days=1)
        for name in ("ada", "bo"):
            entered = await one.arrive().ask(req.Enter(name=name, key=code.upper()))
            assert isinstance(entered, Entered)
        used = one.arrive()
        assert await used.refused(req.Enter(name="cy", key=code)) == "wrong_key"
        late = await invitation(one, uses=1, days=1)
        one.clock.advance(86_400_000)
        assert await used.refused(req.Enter(name="cy", key=late)) == "wrong_key"


async def test_a_refused_name_uses_no_invitation() -> None:
    async with harness(invite_only=True) as one:
        code = await invitation(one)
        person = one.arrive()
        assert await person.refused(req.Enter(name="server", key=code)) == "reserved_name"
        assert isinstance(await person.ask(req.Enter(name="ada", key=code)), Entered)


async def test_invitations_outlive_a_restart_and_can_be_revoked(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db", invite_only=True) as one:
        codes = [await invitation(one, uses=2) for _ in range(2)]
        assert isinstance(await one.arrive().ask(req.Enter(name="ada", key=codes[0])), Entered)
    async with harness(tmp_path / "house.db", seed=2, invite_only=True) as one:
        assert isinstance(await one.arrive().ask(req.Enter(name="bo", key=codes[0])), Entered)
        assert await one.arrive().refused(req.Enter(name="cy", key=codes[0])) == "wrong_key"
        revoked = await one.app.administer(admin_commands.RevokeInvitations(), "the operator")
        assert isinstance(revoked, Administered) and "1 invitation is" in revoked.sentence
        assert await one.arrive().refused(req.Enter(name="cy", key=codes[1])) == "wrong_key"


async def test_who_came_in_by_a_key_comes_back_without_and_may_register(tmp_path: Path) -> None:
    async with harness(tmp_path / "house.db", password=KEY) as one:
        entered = await one.arrive().ask(req.Enter(name="ada", key=KEY))
        assert isinstance(entered, Entered) and entered.token is not None
        tiles = one.arrive()
        await tiles.ask(req.EnterFrom(name="bo", protocol="tiles", key=KEY))
        tiles.depart()
    async with harness(tmp_path / "house.db", seed=2, password=KEY) as one:
        ada = one.arrive()
        assert isinstance(await ada.ask(req.Resume(token=entered.token)), Entered)
        assert isinstance(await ada.ask(req.Register(name="ada", password=PASSWORD)), Entered)
        back = await one.arrive().ask(req.EnterFrom(name="bo", protocol="tiles"))
        assert isinstance(back, Entered) and back.name == "bo"


@pytest.mark.parametrize("before", ["", "an older password"])
async def test_guests_from_before_the_house_was_closed_so_are_strangers(
    before: str, tmp_path: Path
) -> None:
    async with harness(tmp_path / "house.db", password=before) as one:
        guest = await one.arrive().ask(req.Enter(name="ada", key=before or None))
        member = await one.arrive().ask(
            req.Register(name="cy", password=PASSWORD, key=before or None)
        )
        tiles = one.arrive()
        await tiles.ask(req.EnterFrom(name="bo", protocol="tiles", key=before or None))
        assert isinstance(guest, Entered) and isinstance(member, Entered)
        assert guest.token is not None and member.token is not None
    async with harness(tmp_path / "house.db", seed=2, began=10_000, password=KEY) as one:
        assert await one.arrive().refused(req.Resume(token=guest.token)) == "key_needed"
        with_key = await one.arrive().ask(req.Resume(token=guest.token, key=KEY))
        assert isinstance(with_key, Entered) and with_key.account == guest.account
        assert isinstance(await one.arrive().ask(req.Resume(token=guest.token)), Entered)
        assert (
            await one.arrive().refused(req.EnterFrom(name="bo", protocol="tiles")) == "key_needed"
        )
        back = await one.arrive().ask(req.EnterFrom(name="bo", protocol="tiles", key=KEY))
        assert isinstance(back, Entered) and back.name == "bo"
        assert isinstance(await one.arrive().ask(req.Resume(token=member.token)), Entered)
        signed_in = await one.arrive().ask(req.SignIn(name="cy", password=PASSWORD))
        assert isinstance(signed_in, Entered)


async def test_keys_can_be_guessed_no_faster_than_passwords() -> None:
    rate_limits = RateLimits(sign_ins_per_address=6)
    async with harness(password=KEY, rate_limits=rate_limits) as one:
        codes = [
            await one.arrive().refused(req.Enter(name="eve", key=f"guess {n}")) for n in range(8)
        ]
        assert "too_many_tries" in codes
        assert await one.arrive().refused(req.Enter(name="eve", key=KEY)) == "too_many_tries"
