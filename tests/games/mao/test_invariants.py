"""What holds for every match of Mao."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from stammtisch.games.game import Deal, Event, Gone, Refusal, Timeout
from stammtisch.games.mao import chairman
from stammtisch.games.mao import rules as limits
from stammtisch.games.mao.book import Order, orders
from stammtisch.games.mao.cards import RANK, SUIT
from stammtisch.games.mao.language import rule as tree
from stammtisch.games.mao.match import MaoMatch
from stammtisch.games.mao.records import (
    Accept,
    Accuse,
    Accused,
    Cancel,
    Move,
    RuleWritten,
    Spot,
    Talk,
    WriteRule,
)
from stammtisch.games.mao.rules import MaoRules
from tests.games.mao.playing import DRAW, Runner, burn, fresh, hold, play, top, wander
from tests.properties import tried

seeds = st.integers(0, 10**9)
profiles = st.sampled_from(["free", "chaired", "school"])
quick = tried(40, suppress_health_check=[HealthCheck.function_scoped_fixture])


def wandered(seed: int, profile: str, steps: int = 60) -> Runner:
    rng = Random(seed)
    runner = fresh(profile, rng.randint(2, 5), rounds=4, seed=b"%d" % seed)
    if rng.random() < 0.5:
        # So that there are rules to keep secret.
        hold(runner.match, 0, "5C")
        top(runner.match, "5D")
        runner.win(0, rng.choice(['WHEN red card THEN say "x"', "WHEN king THEN skip", "be nice"]))
    return wander(runner, rng, rng.randint(0, steps))


@given(seeds, profiles)
@quick
def test_a_resampled_match_looks_the_same(seed: int, profile: str) -> None:
    match = wandered(seed, profile).match
    for seat in (*range(match.seats), None):
        twin = match.resample(seat, Random(seed))
        assert twin.view(seat) == match.view(seat)
        assert twin.turn == match.turn
        assert twin.open_deadline == match.open_deadline
        if seat is not None:
            assert twin.actions(seat) == match.actions(seat)
        assert list(map(len, twin.hands)) == list(map(len, match.hands))


@given(seeds, profiles)
@quick
def test_a_resample_depends_on_nothing_that_the_seat_cannot_know(seed: int, profile: str) -> None:
    """Swap what is hidden: the samples are the same."""
    match = wandered(seed, profile).match
    for seat in (*range(match.seats), None):
        twin = match.resample(seat, Random(seed + 1))
        again, once = twin.resample(seat, Random(5)), match.resample(seat, Random(5))
        assert again.state() == once.state()
        assert again.deck.seed != match.deck.seed


@given(seeds)
@quick
def test_what_a_seat_is_sent_does_not_depend_on_unseen_cards(seed: int) -> None:
    rng = Random(seed)
    runner = wandered(seed, "free")
    match = runner.match
    seat = rng.randrange(match.seats)
    twin = match.resample(seat, rng)
    others = [other for other in range(match.seats) if other != seat]
    for _ in range(30):
        if match.outcome or match.awaits_deal:
            break
        # Only what shows no card of another hand: to show one is to let it be known.
        other = rng.choice(others)
        action: Any = rng.choice([DRAW, burn(), Talk("hm"), Accuse(seat), Accept(), Cancel()])
        told = []
        for one in (match, twin):
            try:
                told.append([event.seen_by(seat) for event in one.apply(other, action, runner.now)])
            except Refusal as refusal:
                told.append([refusal.code])  # type: ignore[list-item]
        assert told[0] == told[1]
        assert match.view(seat) == twin.view(seat)


def test_a_card_thought_to_be_burnt_may_turn_up_again() -> None:
    runner = fresh(seats=2)
    for _ in range(2):
        runner.act(1, Move(Spot("deck"), Spot("pile")))
    runner.match.hands[0] = []
    for _ in range(2):
        runner.act(0, Move(Spot("pile"), Spot("hand")))
    runner.act(0, burn(1))
    runner.act(0, play(0))
    assert runner.match.mode == "lastChance"
    assert runner.match.resample(1, Random(1)).view(1) == runner.match.view(1)


# --- secret rules --------------------------------------------------------------------------------

SECRETS = [
    'WHEN red card THEN say "meow" WITHIN 3 SECONDS',
    'WHEN black card THEN next player says "woof"',
    "WHEN any card THEN stay silent WITHIN 20 SECONDS",
    "WHEN number card THEN next must play a club",
    "WHEN odd card THEN forbidden",
    "WHEN face card THEN skip",
    "WHEN drawing THEN everybody draws a card",
    "WHEN nine THEN wild",
    "WHEN second red card in a row THEN reverse",
    "WHEN purple THEN nonsense",
    "be nice to each other",
]


@pytest.fixture
def acted(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Grows as soon as a written rule does more than to lay a duty on somebody."""
    marks: list[bool] = []

    def watched(fitting: list[Any], persons: Any) -> list[Order]:
        found = orders(fitting, persons)
        alone = orders([one for one in fitting if one[0] < 0], persons)
        # It acts, or judges the card, or takes an older rule's place.
        speech = (tree.Say, tree.SayName, tree.Silent, tree.NextMust)
        if any(one.number >= 0 and not isinstance(one.duty, speech) for one in found):
            marks.append(True)
        if [one for one in found if one.number < 0] != alone:
            marks.append(True)
        return found

    monkeypatch.setattr(chairman, "orders", watched)
    return marks


def course(match: MaoMatch, rng: Random) -> tuple[int, Any]:
    """Something that people do: mostly they play well."""
    seat = match.view(None).turn or 0
    charge = match.charge
    if charge is not None:
        return charge.accused, Accept()
    if match.mode == "inBetweenRounds":
        assert match.winner is not None
        return match.winner, WriteRule("nothing special")
    if rng.random() < 0.3:
        return rng.randrange(match.seats), Talk(rng.choice(["meow", "woof", "hearts", "hello"]))
    if rng.random() < 0.05:
        return rng.randrange(match.seats), play(rng.randrange(3))
    over = match.pile[-1]
    fits = [
        at
        for at, card in enumerate(match.hands[seat])
        if SUIT[card] == SUIT[over] or RANK[card] == RANK[over]
    ]
    return seat, play(rng.choice(fits)) if fits and rng.random() < 0.8 else DRAW


def watched_by(seat: int | None, events: list[Event]) -> list[Event]:
    return [event.seen_by(seat) for event in events]


def attempt(runner: Runner, seat: int, action: Any) -> list[Any]:
    try:
        return list(runner.act(seat, action))
    except Refusal as refusal:
        return [Talk(refusal.code)]


@given(seed=seeds, one=st.sampled_from(SECRETS), two=st.sampled_from(SECRETS))
@tried(75, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_secret_rule_is_not_felt_before_it_is_enforced(
    acted: list[bool], seed: int, one: str, two: str
) -> None:
    """Two matches that differ in the secret rule only look the same to everybody but its author,
    in events, refusals, views, deadlines and actions, until the chairman enforces it."""
    pair = []
    for text in (one, two):
        runner = fresh("chaired", 3, b"%d" % seed, rounds=4, delay=30, talk_is_offence=False)
        hold(runner.match, 1, "5C")
        top(runner.match, "5D")
        runner.match.chair.turn = 1  # type: ignore[union-attr]
        runner.win(1, text)
        pair.append(runner)
    written = [event for event in pair[0].log if isinstance(event, RuleWritten)]
    assert written[0].seen_by(0).text is None
    for seat in (0, 2, None):
        assert watched_by(seat, pair[0].log) == watched_by(seat, pair[1].log)
    acted.clear()
    rng = Random(seed)
    for _ in range(40):
        pause = rng.choice((0, 500, 2_500, 9_000, 31_000))
        told: list[list[Any]] = [runner.pass_time(pause) for runner in pair]
        if not any(enforced(runner) for runner in pair):
            assert_same(pair, told)
        if any(enforced(runner) or runner.match.outcome for runner in pair):
            return
        seat, action = course(pair[0].match, rng)
        told = [attempt(runner, seat, action) for runner in pair]
        if acted or any(enforced(runner) for runner in pair):
            return
        assert_same(pair, told)
        for runner in pair:
            runner.deal_if_due()


def enforced(runner: Runner) -> bool:
    return bool(runner.match.written[0].broken)


def assert_same(pair: list[Runner], told: list[list[Any]]) -> None:
    one, two = pair
    for seat in (0, 2, None):
        shown = [
            [event.seen_by(seat) if isinstance(event, Event) else event for event in events]
            for events in told
        ]
        assert shown[0] == shown[1]
        assert one.match.view(seat) == two.match.view(seat)
        if seat is not None:
            assert one.match.actions(seat) == two.match.actions(seat)
    assert one.match.turn == two.match.turn
    assert one.match.open_deadline == two.match.open_deadline


# --- all or nothing, and the same again ----------------------------------------------------------

junk: Any = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 60), st.floats(allow_nan=False), st.text(max_size=3)
)
spots = st.builds(Spot, st.sampled_from(["hand", "pile", "deck", "sky"]), junk, st.just(0) | junk)
garbage: Any = st.one_of(
    st.builds(Move, spots, spots),
    st.builds(Accuse, junk, st.none() | junk),
    st.builds(Talk, junk | st.text(min_size=150, max_size=250)),
    st.builds(WriteRule, junk | st.text(min_size=150, max_size=250)),
    st.builds(Gone, junk),
    st.sampled_from([Accept(), Cancel(), Timeout(), Deal(b"x"), object(), None]),
)


@given(seeds, profiles, st.lists(st.tuples(st.none() | st.integers(-1, 8), garbage), max_size=20))
@quick
def test_a_refused_action_changes_nothing(
    seed: int, profile: str, tries: list[tuple[int | None, Any]]
) -> None:
    runner = wandered(seed, profile, 30)
    match = runner.match
    for seat, action in tries:
        before = match.state()
        try:
            match.apply(seat, action, runner.now)
        except Refusal as refusal:
            assert refusal.reason.endswith(".")
            assert match.state() == before
            if refusal.code not in ("too_late", "too_early"):
                with pytest.raises(Refusal):
                    match.verify(seat, action)
        else:
            # Who says the same again at the same moment changes nothing either.
            assert match.state() != before or isinstance(action, Move | Talk)


@given(seeds, profiles)
@quick
def test_the_same_actions_give_the_same_match(seed: int, profile: str) -> None:
    one, two = wandered(seed, profile), wandered(seed, profile)
    assert one.log == two.log
    assert one.match.digest() == two.match.digest()


@given(seeds, profiles)
@quick
def test_a_copy_goes_its_own_way(seed: int, profile: str) -> None:
    runner = wandered(seed, profile, 30)
    before = runner.match.state()
    twin = Runner(runner.match.copy())
    twin.now = runner.now
    assert twin.match.state() == before
    wander(twin, Random(seed), 15)
    assert runner.match.state() == before
    other = Runner(runner.match)
    other.now = runner.now
    wander(other, Random(seed), 15)
    assert other.log == twin.log


@given(seeds, profiles)
@quick
def test_sizes_and_clocks_stay_in_bounds(seed: int, profile: str) -> None:
    runner = wandered(seed, profile, 120)
    match = runner.match
    assert all(len(hand) <= limits.HAND_CAP for hand in match.hands)
    assert all(0 <= card < 52 for hand in match.hands for card in hand)
    assert match.deadline is None or match.deadline > runner.now
    assert sum(match.points) <= match.round <= match.rules.rounds
    for seat in range(match.seats):
        known = list(match.known[seat])
        held = list(match.hands[seat])
        assert len(known) <= len(held)
    waiting = match.mode in ("accusation", "lastChance", "inBetweenRounds")
    assert (match.deadline is not None) or not waiting


def deadlines(runner: Runner) -> Iterator[int]:
    """Until nothing is due any more; the winner writes nothing."""
    while runner.match.deadline is not None:
        yield runner.match.deadline
        runner.pass_time(runner.match.deadline - runner.now)


@pytest.mark.parametrize("profile", ["free", "school"])
def test_without_players_the_clocks_come_to_rest(profile: str) -> None:
    runner = fresh(profile, 3, rounds=2)
    hold(runner.match, 0, "5C")
    top(runner.match, "5D")
    runner.act(0, play())
    assert len(list(deadlines(runner))) <= 3
    assert runner.match.round == 2


def test_a_timeout_is_always_felt() -> None:
    """A deadline that passed without a trace would tell of a secret rule."""
    rules = MaoRules.named("chaired", {"rounds": 3, "delay": 0})
    runner = Runner(MaoMatch(rules, 3))
    runner.house(Deal(b"x"))
    hold(runner.match, 0, "5C")
    top(runner.match, "5D")
    runner.win(0, 'WHEN any card THEN everybody says "x" WITHIN 60 SECONDS')
    for seat in range(3):
        hold(runner.match, seat, "5C 6C 9C")
    top(runner.match, "4C")
    runner.act(1, play())
    hold(runner.match, 2, "7D")
    while (deadline := runner.match.deadline) is not None and deadline < 400_000:
        runner.now = deadline
        events = runner.house(Timeout())
        assert any(isinstance(event, Accused) for event in events) or runner.match.charge is None
        assert events
