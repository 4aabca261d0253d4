"""No leak, shown from outside: two servers that differ only in cards which nobody who looks may
know send everybody who looks the same bytes at the same times.

Who looks: a seat, by events, by views and by its game's own protocol; onlookers; somebody who takes
the seat over; and whoever asks the REST interface and the metrics. `FAULTS` are leaks that were
planted, and what must notice them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import count
from random import Random
from typing import Any
from unittest.mock import PropertyMock, patch

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch import requests
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Dealt
from stammtisch.games.game import Rules
from stammtisch.games.games import GAMES
from stammtisch.games.mao.records import Moved
from stammtisch.games.tarock.records import CardPlayed
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.net.connection import Connection
from stammtisch.protocols.cg import cards
from stammtisch.protocols.mao.session import MaoSession
from stammtisch.protocols.table.session import TableSession
from stammtisch.protocols.tarock.session import TarockSession
from stammtisch.replies import Explanation, Hint, Past, TableInfo, Verdict
from stammtisch.tables import runner
from stammtisch.tables.bot_seats import BotSeats
from stammtisch.tables.events import EventBatch
from stammtisch.tables.runner import TableRunner
from stammtisch.tables.state import TableState
from tests.contract.variants import tables
from tests.properties import tried
from tests.system.noninterference import HIDDEN, Leak, Plan, compare, planned

PLAYED = ("doppelkopf", "tarock", "tiles", "mao")
#: Games of which earlier deals can be looked at while a match is on.
REVIEWED = ("doppelkopf", "tarock")
VARIANTS = 40
#: Rules by which cards are shown that were hidden, or time decides.
NOT_HERE = {"open_cards": False, "turn_clock": 0, "delay": 0}


def some_rules(game: str) -> list[Rules]:
    """All profiles, and some tables that chose otherwise."""
    of = GAMES[game]
    found = [of.rules.named(profile) for profile in of.rules.profiles]
    for rules in tables(of, VARIANTS):
        not_here = {name: value for name, value in NOT_HERE.items() if hasattr(rules, name)}
        found.append(of.rules.named(rules.profile, {**rules.changes(), **not_here}))
    return found


RULES = {game: some_rules(game) for game in PLAYED}


def some_plan(game: str, seed: int, rules: Rules | None = None, *, earlier: bool = False) -> Plan:
    """The first plan from that seed on; without an earlier deal where the rules have only one."""
    for number in range(seed, seed + 200):
        plan = planned(game, number, rules=rules, earlier=earlier and number < seed + 20)
        if plan is not None:
            return plan
    raise AssertionError(f"no plan for {rules}")


@pytest.mark.parametrize("game", PLAYED)
@given(seed=st.integers(0, 2**32))
@tried(4)
def test_nobody_is_sent_what_nobody_may_know(game: str, seed: int) -> None:
    rng = Random(seed)
    rules = rng.choice(RULES[game])
    plan = some_plan(game, seed, rules, earlier=game in REVIEWED and rng.random() < 0.3)
    told = compare(plan)
    native = told[f"seat, {game}"]
    assert len(native) > 1_000 and all(told.values())


@pytest.mark.parametrize("game", REVIEWED)
def test_an_earlier_deal_is_shown_during_the_match_and_the_running_one_is_not(game: str) -> None:
    told = compare(some_plan(game, 1, earlier=True))
    by_path = {name.partition("/api/matches/{match}")[2]: data for name, data in told.items()}
    assert by_path["/replay?round=0&seat={other}"].count(b"200 OK") > 5
    assert by_path["/advice/{past}"].count(b"200 OK") > 5
    assert b"200 OK" not in by_path["/replay?round={round}&seat={other}"]
    assert b"200 OK" not in by_path["/advice/{seq}"]


@pytest.mark.parametrize("poverty", ["sell", "circulate"])
@pytest.mark.parametrize(("takes_part", "seed"), [(False, 79), (True, 272)])
def test_the_cards_of_a_poverty_are_the_business_of_those_who_see_them(
    poverty: str, takes_part: bool, seed: int
) -> None:
    """The seed is the first with such a deal, so that the search is short."""
    rules = GAMES["doppelkopf"].rules.named("house", {"poverty": poverty})
    for number in count(seed):
        plan = planned("doppelkopf", number, rules=rules)
        sale = [deed.seat for deed in plan.deeds if deed.here.type in HIDDEN] if plan else []
        if plan is not None and len(sale) == 2 and (plan.observer in sale) == takes_part:
            compare(plan)
            return


# --- planted leaks -----------------------------------------------------------------------------


class Truth:
    """What no session may know: a number that depends on every card."""

    runner: TableRunner | None = None

    @property
    def secret(self) -> int:
        match = self.runner and self.runner.table.state.match
        return int(match.digest(), 16) % 997 if match else 0


@contextmanager
def knowing(truth: Truth) -> Iterator[None]:
    real = TableRunner._after_step

    def noted(one: TableRunner) -> None:
        truth.runner = one
        real(one)

    with patch.object(TableRunner, "_after_step", noted):
        yield


def whole(event: Any, seat: int | None) -> Any:
    """Redaction that does nothing."""
    return event


def _neighbours_observation(truth: Truth) -> Any:
    real = TableRunner._observation
    return patch.object(
        TableRunner, "_observation", lambda one, seat: real(one, ((seat or 0) + 1) % 4)
    )


def _neighbours_snapshot(truth: Truth) -> Any:
    real = TableRunner.snapshot

    def snapshot(one: TableRunner, seat: int | None, connection: str) -> Any:
        return real(one, None if seat is None else (seat + 1) % 4, connection)

    return patch.object(TableRunner, "snapshot", snapshot)


def _whole_batches_for_who_comes_back(truth: Truth) -> Any:
    def missed(one: TableRunner, since: int | None, seat: int | None) -> list[EventBatch] | None:
        if since is None:
            return None
        return [EventBatch(one.table.id, *what) for what in one._recent if what[0] > since]

    return patch.object(TableRunner, "missed", missed)


def _hint_of_the_truth(truth: Truth) -> Any:
    def advise(one: TableRunner, who: Any, ask: Any) -> Hint:
        reason = Explanation("odd", {}, f"Because of {truth.secret}.")
        return Hint(seq=one.table.state.seq, action=None, reason=reason)

    return patch.dict(runner._HANDLERS, {requests.AskHint: advise})


def _verdict_of_the_truth(truth: Truth) -> Any:
    def why(one: TableRunner, who: Any, ask: Any) -> Any:
        return Verdict(legal=bool(truth.secret % 2))

    return patch.dict(runner._HANDLERS, {requests.CheckAction: why})


def _record_of_the_running_deal(truth: Truth) -> Any:
    def past(one: TableState) -> Past | None:
        if not one.running:
            return None
        first, previous = one.chapter_seq, one.chapter_root.hex()
        return Past(game=one.game.name, first=first, until=one.seq + 1, previous=previous)

    return patch.object(TableState, "past", past)


def _padded_texts(truth: Truth) -> Any:
    """No field differs, only the size of a message does."""
    real = TableSession._tell_events

    def tell(session: TableSession, batch: EventBatch) -> None:
        real(session, batch)
        session.outbox[-1:] = [text + " " * (truth.secret % 9) for text in session.outbox[-1:]]

    return patch.object(TableSession, "_tell_events", tell)


def _pace_by_the_hand(truth: Truth) -> Any:
    pace = PropertyMock(side_effect=lambda: 800 + truth.secret)
    return patch.object(BotSeats, "_table_pace", pace)


def _counted_cards(truth: Truth) -> Any:
    real = Connection._ask

    def ask(link: Any, request: Any) -> None:
        link._registry.counters.refused[f"card {truth.secret}"] += 1
        real(link, request)

    return patch.object(Connection, "_ask", ask)


def _listed_cards(truth: Truth) -> Any:
    real = TableState.info

    def info(one: Any, spectators: int) -> TableInfo:
        return msgspec.structs.replace(real(one, spectators), name=f"Table {truth.secret}")

    return patch.object(TableState, "info", info)


def _ids_by_the_cards(truth: Truth) -> Any:
    return patch.object(cards, "Random", lambda _: Random(truth.secret))


def _top_of_the_main_stack(truth: Truth) -> Any:
    real = TilesMatch._status

    def status(match: TilesMatch) -> Any:
        said = real(match)
        return type(said)((match.main[-1], *said.tops[1:]), said.turn, said.deadline)

    return patch.object(TilesMatch, "_status", status)


def _padded_native(kind: type[Any]) -> Callable[[Truth], Any]:
    def fault(truth: Truth) -> Any:
        real = kind.notified

        def notified(session: Any, notice: Any) -> None:
            real(session, notice)
            session.outbox[-1:] = [text + " " * (truth.secret % 9) for text in session.outbox[-1:]]

        return patch.object(kind, "notified", notified)

    return fault


Fault = Callable[[Truth], AbstractContextManager[Any]]

#: A leak, the game in which it is planted, and who must be found to be sent it.
FAULTS: list[tuple[str, Fault, str, tuple[str, ...]]] = [
    (
        "events for all",
        lambda truth: patch.object(TableRunner, "seen", lambda one, told, seat: told),
        "tiles",
        ("seat, events", "seat, views", "onlooker, events", "onlooker, views", "heir"),
    ),
    (
        "a neighbour's observation",
        _neighbours_observation,
        "tarock",
        ("seat, views", "onlooker, views"),
    ),
    ("a neighbour's snapshot", _neighbours_snapshot, "tarock", ("seat, views", "heir")),
    ("whole batches", _whole_batches_for_who_comes_back, "tiles", ("seat, back",)),
    ("hints", _hint_of_the_truth, "tarock", ("seat, events",)),
    ("verdicts", _verdict_of_the_truth, "mao", ("seat, events",)),
    (
        "a record too early",
        _record_of_the_running_deal,
        "tarock",
        ("the seat: /api/matches/{match}/record",),
    ),
    (
        "a review too early",
        lambda truth: patch.object(DoppelkopfMatch, "deal_public", True),
        "doppelkopf",
        ("the seat: /api/matches/{match}/replay?round={round}&seat={other}", "onlooker, events"),
    ),
    ("sizes", _padded_texts, "tiles", ("seat, events", "onlooker, events")),
    ("a bot's time", _pace_by_the_hand, "doppelkopf", ("onlooker, events", "seat, doppelkopf")),
    ("metrics", _counted_cards, "tarock", ("a stranger: /metrics",)),
    (
        "listings",
        _listed_cards,
        "mao",
        ("a stranger: /api/tables", "a stranger: /api/tables/{table}", "heir"),
    ),
    ("order of cg's cards", _ids_by_the_cards, "doppelkopf", ("seat, doppelkopf",)),
    (
        "doppelkopf's deal",
        lambda truth: patch.object(Dealt, "seen_by", whole),
        "doppelkopf",
        ("onlooker, events",),
    ),
    (
        "tarock's playable cards",
        lambda truth: patch.object(CardPlayed, "seen_by", whole),
        "tarock",
        ("seat, tarock", "onlooker, events"),
    ),
    (
        "mao's drawn cards",
        lambda truth: patch.object(Moved, "seen_by", whole),
        "mao",
        ("seat, mao", "onlooker, mao", "onlooker, events"),
    ),
    ("tiles' next tile", _top_of_the_main_stack, "tiles", ("seat, tiles", "onlooker, events")),
    ("sizes in tarock", _padded_native(TarockSession), "tarock", ("seat, tarock",)),
    ("sizes in mao", _padded_native(MaoSession), "mao", ("seat, mao", "onlooker, mao")),
]


@pytest.mark.parametrize(
    ("fault", "game", "who"),
    [row[1:] for row in FAULTS],
    ids=[f"{name}, {game}" for name, _, game, _ in FAULTS],
)
def test_a_planted_leak_is_found(fault: Fault, game: str, who: tuple[str, ...]) -> None:
    missing = set(who)
    for seed in range(8):
        truth = Truth()
        with ExitStack() as stack:
            plan = some_plan(game, 100 * seed)
            stack.enter_context(knowing(truth))
            stack.enter_context(fault(truth))
            try:
                compare(plan)
            except Leak as leak:
                missing -= leak.found.keys()
        if not missing:
            return
    raise AssertionError(f"not found at {missing}")
