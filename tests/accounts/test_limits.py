"""How often one may ask what; and that everybody can be told something without a table waiting."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from stammtisch import replies, vocabulary
from stammtisch import requests as req
from stammtisch.accounts.limits import FORGOTTEN, WORDS, TokenBuckets, kind_of
from stammtisch.config import LENIENT, RateLimits
from stammtisch.lobby.notices import MOST_FROM_ONE, MOST_WAITING, SLICE
from stammtisch.replies import Accepted, Refused
from stammtisch.vocabulary import DECLARED
from tests.lobby.driver import AppHarness, Person, harness, opening, settings

HOME = "192.0.2.1"
EVERYBODY = req.Say(text="hello", reach="everyone")
TABLE = req.Say(text="hello")


async def allowed(person: Person, request: vocabulary.Request, tries: int = 100) -> int:
    """How many of so many at once are not refused as too often."""
    done = 0
    for _ in range(tries):
        reply = await person.ask(request)
        if isinstance(reply, Refused) and reply.code == "too_often":
            assert reply.message.endswith(" s."), reply
            assert reply.data["seconds"] >= 1
            return done
        done += 1
    return done


def test_everything_but_leaving_and_talk_has_a_kind() -> None:
    asked = {kind: said.rate for kind, said in DECLARED.items() if said.sender != "server"}
    assert {kind for kind, rate in asked.items() if rate is None} == {req.Leave, req.Ping}
    assert callable(asked.pop(req.Say))
    assert set(asked.values()) - {None} <= WORDS.keys()
    lenient = dataclasses.asdict(LENIENT)
    assert all(not lenient[kind] for kind in WORDS)


async def test_one_cannot_speak_to_everybody_all_the_time() -> None:
    async with harness(rate_limits=RateLimits(shouts=12)) as one:
        ada, bo = await one.guest("ada"), await one.guest("bo")
        assert await allowed(ada, EVERYBODY) == 3
        assert len(bo.notices) == 3
        assert await allowed(bo, EVERYBODY) == 3, "Others may go on."
        one.clock.advance(5_000)
        assert await allowed(ada, EVERYBODY) == 1


@pytest.mark.parametrize("reach", ["everyone", "person", "table", "onlooker"])
async def test_who_talks_as_people_do_never_meets_a_limit(reach: str) -> None:
    """A dozen short lines in one go, one a second for five minutes, and a dozen once more."""
    async with harness(rate_limits=RateLimits()) as one:
        await one.seated("bo")
        talker = await one.guest("ada")
        watch = reach == "onlooker"
        await talker.at(req.JoinNumber(game="tiles", number=1, watch=watch))
        said: dict[str, Any] = {
            "everyone": {"reach": "everyone"},
            "person": {"reach": "person", "to": "bo"},
        }
        line = req.Say(text="hello", **said.get(reach, {}))
        for pause in (*[0] * 12, *[1_000] * 300, 5_000, *[0] * 12):
            one.clock.advance(pause)
            assert isinstance(await talker.ask(line), replies.Talked | Accepted)


async def test_who_only_looks_on_may_say_less_than_who_plays() -> None:
    async with harness(rate_limits=RateLimits(says=120, onlooker_says=20)) as one:
        (ada,) = await one.seated("ada")
        onlooker = await one.guest("ono")
        await onlooker.at(req.JoinNumber(game="tiles", number=1, watch=True))
        assert await allowed(ada, TABLE) == 20
        assert await allowed(onlooker, TABLE) == 3
        await onlooker.at(req.Sit())
        assert await allowed(onlooker, TABLE) == 20, "Whoever sits down plays."


async def test_a_match_goes_on_however_much_somebody_talks() -> None:
    async with harness(rate_limits=RateLimits(says=6)) as one:
        people = await one.match()
        await allowed(people[0], TABLE)
        for _ in range(20):
            await one.move(people)


async def test_a_new_connection_from_the_same_address_is_no_new_start() -> None:
    async with harness(rate_limits=RateLimits(shouts=12, address_times=2)) as one:
        heard = [await allowed(await one.guest("ada"), EVERYBODY) for _ in range(4)]
        assert heard == [3, 3, 0, 0]
        assert await allowed(await one.guest("bo", address="192.0.2.9"), EVERYBODY) == 3
        assert await allowed(await one.guest("cy", address="127.0.0.1"), EVERYBODY) == 3
        assert await allowed(await one.guest("di", address="127.0.0.1"), EVERYBODY) == 3
        assert await allowed(await one.guest("eva", address="127.0.0.1"), EVERYBODY) == 3


async def test_this_machine_counts_like_any_other_if_it_is_not_spared() -> None:
    rate_limits = RateLimits(shouts=12, address_times=1, spare_loopback=False)
    async with harness(rate_limits=rate_limits) as one:
        assert await allowed(await one.guest("cy", address="127.0.0.1"), EVERYBODY) == 3
        assert await allowed(await one.guest("di", address="127.0.0.2"), EVERYBODY) == 3
        assert await allowed(await one.guest("eva", address="127.0.0.1"), EVERYBODY) == 0


@pytest.mark.parametrize(
    ("request_", "kind"),
    [(req.AskTables(), "looks"), (req.Rename(name="ada"), "entries"), (req.AskHint(), "hints")],
)
async def test_each_kind_has_a_limit_of_its_own(request_: vocabulary.Request, kind: str) -> None:
    numbers: Any = {kind: 18}
    async with harness(rate_limits=dataclasses.replace(LENIENT, **numbers)) as one:
        (ada,) = await one.seated("ada")
        one.clock.advance(60_000)
        assert kind_of(ada.peer, request_) == kind
        assert await allowed(ada, request_) == 3
        assert isinstance(await ada.ask(TABLE), Accepted)


async def test_a_table_opened_by_its_number_counts_as_opened() -> None:
    async with harness(rate_limits=dataclasses.replace(LENIENT, openings=18)) as one:
        ada = await one.guest("ada")
        for number in range(3):
            await ada.at(req.JoinNumber(game="tiles", number=number))
            await ada.do(req.Leave())
        assert await ada.refused(req.JoinNumber(game="tiles", number=9)) == "too_often"
        assert await ada.refused(opening(settings())) == "too_often"


def test_buckets_that_are_full_again_are_forgotten() -> None:
    rates = TokenBuckets(60)
    for number in range(1000):
        rates.wait(number, number / 10)
    assert len(rates) <= FORGOTTEN * 10 + 1


# --- telling everybody ---------------------------------------------------------------------------


async def crowd(one: AppHarness, size: int) -> list[Person]:
    return [await one.guest("guest") for _ in range(size)]


async def test_everybody_hears_it_a_few_at_a_time_and_in_order() -> None:
    async with harness() as one:
        people = await crowd(one, 3 * SLICE + 2)
        speaker = people.pop()
        for text in ("one", "two"):
            await speaker.ask(req.Say(text=text, reach="everyone"))
        heard = [len(person.notices) for person in people]
        assert sum(heard) == SLICE, "The others let the tables go first."
        people.pop().depart()
        for _ in range(10):
            one.clock.advance(5)
        for person in people:
            lines = [one for one in person.notices if isinstance(one, replies.ChatMessage)]
            texts = [line.text for line in lines]
            assert texts == ["one", "two"]


async def test_what_waits_to_be_told_to_everybody_is_bounded() -> None:
    async with harness() as one:
        people = await crowd(one, SLICE + 2)
        for _ in range(MOST_FROM_ONE):
            assert isinstance(await people[0].ask(EVERYBODY), replies.Talked)
        assert await people[1].refused(EVERYBODY) == "too_loud"
        for number in range(MOST_WAITING - MOST_FROM_ONE):
            other = await one.guest("other", address=f"192.0.3.{number}")
            assert isinstance(await other.ask(EVERYBODY), replies.Talked)
            other.depart()
        latest = await one.guest("latest", address="192.0.4.1")
        assert await latest.refused(EVERYBODY) == "too_loud"
        for _ in range(2 * MOST_WAITING):
            one.clock.advance(5)
        assert isinstance(await people[1].ask(EVERYBODY), replies.Talked)


async def test_who_floods_the_house_only_makes_their_own_words_wait() -> None:
    async with harness() as one:
        people = await crowd(one, 3 * SLICE)
        quiet = await one.guest("quiet", address="192.0.2.9")
        for number in range(MOST_FROM_ONE + 1):
            await people[0].ask(req.Say(text=f"flood {number}", reach="everyone"))
        for number in range(3):
            said = await quiet.ask(req.Say(text=f"word {number}", reach="everyone"))
            assert isinstance(said, replies.Talked)
        for _ in range(4 * MOST_FROM_ONE):
            one.clock.advance(5)
        for person in people[1:]:
            lines = [one for one in person.notices if isinstance(one, replies.ChatMessage)]
            texts = [line.text for line in lines]
            assert texts[:6] == ["flood 0", "word 0", "flood 1", "word 1", "flood 2", "word 2"]
            assert texts[6:] == [f"flood {number}" for number in range(3, MOST_FROM_ONE)]


# --- tables --------------------------------------------------------------------------------------


async def test_nobody_can_open_more_tables_than_an_account_may_have() -> None:
    async with harness(tables_per_account=2) as one:
        ada = await one.guest("ada")
        registered = await one.arrive().ask(req.Register(name="reg", password="correct horse"))
        assert isinstance(registered, replies.Entered) and registered.token is not None
        people = [one.arrive() for _ in range(3)]
        for person in people:
            await person.ask(req.Resume(token=registered.token))
        for person in people[:2]:
            await person.at(opening(settings()))
        assert await people[2].refused(opening(settings())) == "too_many_tables"
        await ada.at(opening(settings()))
        await people[0].do(req.Leave())
        await one.rest(0)
        await people[2].at(opening(settings()))


async def test_nobody_can_open_more_tables_than_an_address_may_have() -> None:
    async with harness(tables_per_address=2) as one:
        for name in ("ada", "bo"):
            await (await one.guest(name)).at(opening(settings()))
        cy = await one.guest("cy")
        assert await cy.refused(req.JoinNumber(game="tiles", number=7)) == "too_many_tables"
        await (await one.guest("di", address="192.0.2.9")).at(opening(settings()))
        for name in ("eva", "fritz", "gus"):
            await (await one.guest(name, address="127.0.0.1")).at(opening(settings()))


@pytest.mark.parametrize("bots", [0, 2])
async def test_a_table_that_was_never_played_at_is_gone_in_a_minute(bots: int) -> None:
    async with harness(tables_per_address=1) as one:
        ada = await one.guest("ada")
        await ada.at(opening(settings()))
        for _ in range(bots):
            await ada.do(req.AddBot(level="random"))
        bo = await one.guest("bo")
        await bo.at(req.JoinNumber(game="tiles", number=one.app.tables()[0].number))
        await one.rest(30_000)
        ada.depart()
        bo.depart()
        await one.rest(61_000)
        assert one.app.tables() == []
        await (await one.guest("cy")).at(opening(settings()))
