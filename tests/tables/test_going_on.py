"""Matches without a bound on their deals, and matches that are taken up again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stammtisch.bots.bots import Uniform
from stammtisch.requests import Act, Arrange, Configure, Join, Leave, Ready
from stammtisch.tables import events as news
from stammtisch.tables import fairness
from stammtisch.tables.consequences import NO_MORE_DEALS
from stammtisch.tables.entries import Deal, Start, decode
from stammtisch.tables.record import read_record, verify
from tests.tables.harness import PEOPLE, TableHarness, settings, who
from tests.tables.test_hosting import code

RNG = Random(4)


def hearts(**how: Any) -> TableHarness:
    return TableHarness(settings(game="hearts", profile="plain", **how))


def ready(harness: TableHarness) -> None:
    for name in PEOPLE:
        harness.ask(who(name), Ready())


def move(harness: TableHarness) -> None:
    match = harness.table.state.match
    assert match is not None
    seat = match.turn[0]
    action = Uniform().choose(match.observation(seat), RNG).action
    name = harness.table.state.places[seat].name
    assert name is not None
    harness.ask(who(name), Act(action=action))


def deals(harness: TableHarness) -> int:
    return sum(isinstance(decode(entry.payload), Deal) for entry in harness.journal.entries)


def play_to_deal(harness: TableHarness, number: int) -> None:
    while deals(harness) < number and harness.table.state.running:
        move(harness)


def carried_into(harness: TableHarness) -> Any:
    starts = [decode(entry.payload) for entry in harness.journal.entries]
    return [entry.carry for entry in starts if isinstance(entry, Start)][-1]


def broken_off(harness: TableHarness) -> Any:
    """Di goes, which ends the match, and comes back; what the match would go on from."""
    match = harness.table.state.match
    assert match is not None
    left = match.carried()
    harness.ask(who("di"), Leave())
    assert not harness.table.state.running
    harness.join("di")
    return left


def test_a_match_that_was_broken_off_goes_on_where_it_was() -> None:
    harness = hearts(leaver="end")
    for name in PEOPLE:
        harness.join(name)
    ready(harness)
    play_to_deal(harness, 3)
    left = broken_off(harness)
    assert left is not None
    assert harness.runner.info().adjourned
    again = TableHarness.again(harness)
    for name in PEOPLE:
        again.join(name)
    ready(again)
    assert carried_into(again) == left and not again.runner.info().adjourned
    for heard in again.heard.values():
        started = [one for batch in heard for one in batch.events if isinstance(one, news.Started)]
        assert all(one.continued for one in started)
    while again.table.state.running:
        move(again)
    (finished,) = again.finished_matches
    assert verify(read_record(again.record(finished))).continued


@pytest.mark.parametrize("change", ["rules", "people", "order", "anew"])
def test_other_people_or_other_rules_begin_anew(change: str) -> None:
    harness = hearts(leaver="end")
    for name in PEOPLE:
        harness.join(name)
    ready(harness)
    play_to_deal(harness, 2)
    broken_off(harness)
    host = who(next(place.name or "" for place in harness.table.state.places))
    assert code(harness.ask(host, Arrange(order=[1, 0, 2, 3]))) == "adjourned"
    if change == "rules":
        limit = next(iter(harness.table.state.rules.options()))
        harness.ask(host, Configure(options={limit.name: limit.least or limit.most or 1}))
    elif change == "anew":
        harness.ask(host, Configure(anew=True))
        assert not harness.runner.info().adjourned
    elif change == "order":
        for name in ("bo", "cy"):
            harness.ask(who(name), Leave())
        assert [harness.join(name).seat for name in ("cy", "bo")] == [1, 2]
    else:
        harness.ask(who("di"), Leave())
        harness.ask(who("eve"), Join())
    for name in (*PEOPLE, "eve"):
        harness.ask(who(name), Ready())
    assert harness.table.state.running and carried_into(harness) is None


def test_when_all_deals_are_used_up_the_match_is_adjourned_and_can_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fairness, "MOST_DEALS", 3)
    harness = hearts(options={})
    for name in PEOPLE:
        harness.join(name)
    ready(harness)
    while harness.table.state.running:
        move(harness)
    told = [one for heard in harness.heard.values() for batch in heard for one in batch.events]
    ended = [one for one in told if isinstance(one, news.Ended)]
    assert ended and all(one.reason == NO_MORE_DEALS for one in ended)
    assert deals(harness) == 3
    left = harness.table.state.carry
    ready(harness)
    assert left is not None and carried_into(harness) == left.state


def test_each_secret_of_a_long_chain_leads_to_the_one_before() -> None:
    chain = fairness.Secrets(b"s" * 32, 7, None)
    assert chain.rounds == fairness.MOST_DEALS
    commitment = fairness.commitment_to(chain.of(1))
    for number in (1, 2, 63, 64, 65, 1000, 4095, 4096):
        assert fairness.keeps_commitment(commitment, chain.of(number), number)
    assert not fairness.keeps_commitment(commitment, chain.of(64), 65)
