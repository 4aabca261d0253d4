"""Matches without a bound on their deals, and matches that are taken up again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stammtisch.bots.bots import Uniform
from stammtisch.tables import events as news
from stammtisch.tables import fairness
from stammtisch.tables.entries import Deal, Start, decode
from stammtisch.tables.record import read_record, verify
from stammtisch.tables.requests import Act, Arrange, Configure, Join, Leave, Ready
from stammtisch.tables.table import NO_MORE_DEALS
from tests.tables.sitting import PEOPLE, Sitting, settings, who
from tests.tables.test_hosting import code

RNG = Random(4)


def hearts(**how: Any) -> Sitting:
    return Sitting(settings(game="hearts", profile="plain", **how))


def ready(sitting: Sitting) -> None:
    for name in PEOPLE:
        sitting.ask(who(name), Ready())


def move(sitting: Sitting) -> None:
    match = sitting.table.match
    assert match is not None
    seat = match.turn[0]
    action = Uniform().choose(match.sight(seat), RNG).action
    name = sitting.table.places[seat].name
    assert name is not None
    sitting.ask(who(name), Act(action=action))


def deals(sitting: Sitting) -> int:
    return sum(isinstance(decode(entry.payload), Deal) for entry in sitting.journal.entries)


def play_to_deal(sitting: Sitting, number: int) -> None:
    while deals(sitting) < number and sitting.table.running:
        move(sitting)


def carried_into(sitting: Sitting) -> Any:
    starts = [decode(entry.payload) for entry in sitting.journal.entries]
    return [entry.carry for entry in starts if isinstance(entry, Start)][-1]


def broken_off(sitting: Sitting) -> Any:
    """Di goes, which ends the match, and comes back; what the match would go on from."""
    match = sitting.table.match
    assert match is not None
    left = match.carried()
    sitting.ask(who("di"), Leave())
    assert not sitting.table.running
    sitting.join("di")
    return left


def test_a_match_that_was_broken_off_goes_on_where_it_was() -> None:
    sitting = hearts(leaver="end")
    for name in PEOPLE:
        sitting.join(name)
    ready(sitting)
    play_to_deal(sitting, 3)
    left = broken_off(sitting)
    assert left is not None
    assert sitting.runner.info().adjourned
    again = Sitting.again(sitting)
    for name in PEOPLE:
        again.join(name)
    ready(again)
    assert carried_into(again) == left and not again.runner.info().adjourned
    for heard in again.heard.values():
        started = [one for batch in heard for one in batch.events if isinstance(one, news.Started)]
        assert all(one.continued for one in started)
    while again.table.running:
        move(again)
    (finished,) = again.finished_matches
    assert verify(read_record(again.record(finished))).continued


@pytest.mark.parametrize("change", ["rules", "people", "order", "anew"])
def test_other_people_or_other_rules_begin_anew(change: str) -> None:
    sitting = hearts(leaver="end")
    for name in PEOPLE:
        sitting.join(name)
    ready(sitting)
    play_to_deal(sitting, 2)
    broken_off(sitting)
    host = who(next(place.name or "" for place in sitting.table.places))
    assert code(sitting.ask(host, Arrange(order=[1, 0, 2, 3]))) == "adjourned"
    if change == "rules":
        limit = next(iter(sitting.table.rules.options()))
        sitting.ask(host, Configure(options={limit.name: limit.least or limit.most or 1}))
    elif change == "anew":
        sitting.ask(host, Configure(anew=True))
        assert not sitting.runner.info().adjourned
    elif change == "order":
        for name in ("bo", "cy"):
            sitting.ask(who(name), Leave())
        assert [sitting.join(name).seat for name in ("cy", "bo")] == [1, 2]
    else:
        sitting.ask(who("di"), Leave())
        sitting.ask(who("eve"), Join())
    for name in (*PEOPLE, "eve"):
        sitting.ask(who(name), Ready())
    assert sitting.table.running and carried_into(sitting) is None


def test_when_all_deals_are_used_up_the_match_is_adjourned_and_can_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fairness, "MOST_DEALS", 3)
    sitting = hearts(options={})
    for name in PEOPLE:
        sitting.join(name)
    ready(sitting)
    while sitting.table.running:
        move(sitting)
    told = [one for heard in sitting.heard.values() for batch in heard for one in batch.events]
    ended = [one for one in told if isinstance(one, news.Ended)]
    assert ended and all(one.reason == NO_MORE_DEALS for one in ended)
    assert deals(sitting) == 3
    left = sitting.table.carry
    ready(sitting)
    assert left is not None and carried_into(sitting) == left.state


def test_each_secret_of_a_long_chain_leads_to_the_one_before() -> None:
    chain = fairness.Secrets(b"s" * 32, 7, None)
    assert chain.rounds == fairness.MOST_DEALS
    commitment = fairness.commitment_to(chain.of(1))
    for number in (1, 2, 63, 64, 65, 1000, 4095, 4096):
        assert fairness.keeps_commitment(commitment, chain.of(number), number)
    assert not fairness.keeps_commitment(commitment, chain.of(64), 65)
