"""People, for every engine."""

from __future__ import annotations

import apsw
import pytest
from msgspec.structs import replace

from stammtisch.records import Token
from stammtisch.store.changes import (
    TOKENS,
    AddMatch,
    AddToken,
    DropToken,
    ForgetGuests,
    KeepSecret,
    PutAccount,
)
from stammtisch.store.errors import NameTaken
from stammtisch.store.store import Store
from tests.store.engines import asked, errors_of, guest, match, member, told


async def test_an_account_is_found_by_its_id_and_its_token(store: Store) -> None:
    anna = guest("a1", "Anna")
    await told(store.submit, PutAccount(anna))
    await told(store.submit, AddToken(b"secret", "a1", 3.25))
    assert await store.account("a1") == anna
    assert await store.account_by_token(b"secret") == anna
    assert await store.account("a2") is None
    assert await store.account_by_token(b"wrong") is None


async def test_every_token_of_an_account_finds_it_until_it_is_dropped(store: Store) -> None:
    for account in (guest("a1", "Anna"), guest("a2", "Bert")):
        await told(store.submit, PutAccount(account))
    for hashed, account_id in ((b"phone", "a1"), (b"other", "a2"), (b"laptop", "a1")):
        await told(store.submit, AddToken(hashed, account_id, 5.5))
    # What changes of the account itself leaves its tokens alone.
    anne = guest("a1", "Anne")
    await told(store.submit, PutAccount(anne))
    assert await store.account_by_token(b"phone") == anne
    assert await store.account_by_token(b"laptop") == anne
    assert await store.tokens("a1") == [
        Token(hash=b"phone", account="a1", created=5.5),
        Token(hash=b"laptop", account="a1", created=5.5),
    ]
    await told(store.submit, DropToken(b"phone"))
    await told(store.submit, DropToken(b"phone"))
    assert await store.account_by_token(b"phone") is None
    assert await store.account_by_token(b"laptop") == anne
    assert await store.account_by_token(b"other") == guest("a2", "Bert")


async def test_of_more_than_20_tokens_of_an_account_the_oldest_goes(store: Store) -> None:
    for account in (guest("a1"), guest("a2")):
        await told(store.submit, PutAccount(account))
    await told(store.submit, AddToken(b"of another", "a2", 1.0))
    hashes = [b"token %d" % number for number in range(TOKENS + 2)]
    for number, hashed in enumerate(hashes):
        # The clock on the wall may be put back: the oldest is the one that came first.
        await told(store.submit, AddToken(hashed, "a1", 1000.0 - number))
    assert TOKENS == 20
    assert [token.hash for token in await store.tokens("a1")] == hashes[2:]
    assert await store.account_by_token(b"of another") == guest("a2")


async def test_a_token_belongs_to_whoever_had_it_first(store: Store) -> None:
    for account in (guest("a1"), guest("a2")):
        await told(store.submit, PutAccount(account))
    await told(store.submit, AddToken(b"secret", "a1", 1.0))
    await told(store.submit, AddToken(b"secret", "a2", 2.0))
    assert await store.account_by_token(b"secret") == guest("a1")
    assert await store.tokens("a2") == []


async def test_a_token_of_nobody_is_refused_alone(store: Store) -> None:
    changes = [
        asked(store.submit, PutAccount(guest("a1"))),
        asked(store.submit, AddToken(b"of nobody", "a0", 1.0)),
        asked(store.submit, AddToken(b"secret", "a1", 1.0)),
    ]
    errors = await errors_of(changes)
    assert [type(error) for error in errors] == [type(None), apsw.ConstraintError, type(None)]
    assert await store.account_by_token(b"of nobody") is None
    assert await store.account_by_token(b"secret") == guest("a1")


async def test_a_guest_is_found_by_name_and_origin(store: Store) -> None:
    anna = guest("a1", "Anna", "tiles 192.0.2.7")
    for account in (anna, guest("a2", "Anna", "tiles 192.0.2.8"), guest("a3", "Anna")):
        await told(store.submit, PutAccount(account))
    assert await store.account_by_origin("Anna", "tiles 192.0.2.7") == anna
    assert await store.account_by_origin("anna", "tiles 192.0.2.7") is None


async def test_a_registered_account_is_not_entered_by_its_origin(store: Store) -> None:
    anna = guest("a1", "Anna", "tiles 192.0.2.7")
    await told(store.submit, PutAccount(anna))
    await told(
        store.submit, PutAccount(replace(anna, kind="registered", password_hash="$argon2id$…"))
    )
    assert await store.account_by_origin("Anna", "tiles 192.0.2.7") is None


async def test_a_registered_name_is_found_whatever_its_capitals(store: Store) -> None:
    await told(store.submit, PutAccount(member("a1", "Änne Groß")))
    for name in ("Änne Groß", "änne groß", "ÄNNE GROSS"):
        assert await store.registered(name) == member("a1", "Änne Groß")
    assert await store.registered("Anne Groß") is None


async def test_a_registered_name_belongs_to_one_account(store: Store) -> None:
    await told(store.submit, PutAccount(member("a1", "Anna")))
    with pytest.raises(NameTaken, match=r"^The name ANNA is taken\.$"):
        await told(store.submit, PutAccount(member("a2", "ANNA")))
    assert await store.account("a2") is None
    await told(store.submit, PutAccount(guest("a3", "Anna")))
    with pytest.raises(NameTaken):
        await told(store.submit, PutAccount(replace(guest("a3", "Anna"), kind="registered")))
    assert await store.account("a3") == guest("a3", "Anna")


async def test_an_account_is_replaced_by_its_newer_self(store: Store) -> None:
    await told(store.submit, PutAccount(member("a1", "Anna")))
    await told(store.submit, PutAccount(member("a1", "anna")))
    await told(store.submit, PutAccount(member("a1", "Anne")))
    assert await store.registered("anna") is None
    assert await store.account("a1") == member("a1", "Anne")
    await told(store.submit, PutAccount(member("a2", "Anna")))


async def test_a_taken_name_does_not_touch_the_rest_of_its_group(store: Store) -> None:
    heard: list[Exception | None] = []
    for account in (member("a1", "Anna"), member("a2", "Anna"), member("a3", "Bert")):
        store.submit(PutAccount(account), heard.append)
    await store.wait()
    assert [type(error) for error in heard] == [type(None), NameTaken, type(None)]
    assert await store.registered("Bert") == member("a3", "Bert")


async def test_the_names_of_registered_accounts_are_known(store: Store) -> None:
    for account in (member("a1", "Anna"), guest("a2", "Gast"), member("a3", "Bert")):
        store.submit(PutAccount(account), lambda error: None)
    assert await store.registered_names() == {"Anna": "a1", "Bert": "a3"}


async def test_all_accounts_are_exported(store: Store) -> None:
    accounts = [guest(f"a{number:03}", f"Gast {number}") for number in range(120)]
    for account in accounts:
        store.submit(PutAccount(account), lambda error: None)
    seen = [account async for account in store.all_accounts()]
    assert sorted(seen, key=lambda account: account.id) == accounts


async def test_the_first_secret_of_a_name_stays(store: Store) -> None:
    assert await store.write(KeepSecret("signing", b"first")) == b"first"
    assert await store.write(KeepSecret("signing", b"second")) == b"first"
    assert await store.write(KeepSecret("other", b"second")) == b"second"


async def test_guests_who_never_played_are_forgotten_after_a_while(store: Store) -> None:
    came = {"old": 1.0, "older": 0.5, "here": 1.0, "played": 1.0, "new": 9.0}
    for who, created in came.items():
        await told(store.submit, PutAccount(replace(guest(who), created=created)))
    await told(store.submit, PutAccount(replace(member("member", "Anna"), created=1.0)))
    await told(store.submit, AddToken(b"t", "old", 1.0))
    await store.write(AddMatch(match("m1", accounts=("played", "bot:hard"))))
    assert await store.write(ForgetGuests(5.0, ["here"], 1)) == 1
    assert await store.write(ForgetGuests(5.0, ["here"], 9)) == 1
    assert await store.write(ForgetGuests(5.0, ["here"], 9)) == 0
    left = {account.id async for account in store.all_accounts()}
    assert left == {"here", "played", "new", "member"}
    assert await store.account_by_token(b"t") is None
