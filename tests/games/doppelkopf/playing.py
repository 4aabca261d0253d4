"""Tables of Doppelkopf for tests: with hands as wanted, with any rules, and played at random."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Any

from stammtisch.games.doppelkopf import reservations, rounds
from stammtisch.games.doppelkopf.cards import members, name, named
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Complain, Pass, Play, Return, Say
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.game import Action, Deal, Event, Form, Match, Refusal, Seat, Timeout


def rules(profile: str = "house", /, **options: Any) -> DoppelkopfRules:
    return DoppelkopfRules.named(profile, options)


def seed(number: int) -> bytes:
    return hashlib.sha256(f"doppelkopf {number}".encode()).digest()


def new(profile: str = "house", /, **options: Any) -> DoppelkopfMatch:
    return DoppelkopfMatch(rules(profile, **options), 4)


def dealt(
    hands: Sequence[str], profile: str = "house", /, *, first: Seat = 0, **options: Any
) -> DoppelkopfMatch:
    """A match whose first round begins with these cards, as far as they are named; each hand is
    filled up with what is left, the lowest cards first."""
    match = new(profile, **options)
    match.first = first
    put(match, hands)
    return match


def put(match: DoppelkopfMatch, hands: Sequence[str]) -> list[Event]:
    """Deal, but these cards."""
    rounds.deal(match, seed(0))
    match.news = []
    left = match.rules.deck
    held = []
    for hand in (*hands, "", "", "", "")[:4]:
        cards = 0
        for one in hand.split():
            card = named(left, one, match.joker)
            assert card >= 0, f"{one} is dealt already"
            cards |= 1 << card
            left ^= 1 << card
        held.append(cards)
    rest = members(left)
    for seat in range(4):
        while held[seat].bit_count() < match.size:
            held[seat] |= 1 << next(rest)
    match.hands = held
    match.dealt = held[:]
    match.start = held[:]
    reservations.begin(match)
    return match.tell()


def say(match: Match, *said: str) -> list[Event]:
    """Let whoever is asked say these words, one after the other."""
    events: list[Event] = []
    for word in said:
        events += match.apply(match.turn[0], Say(word))
    return events


def healthy(match: Match) -> list[Event]:
    return say(match, *["reservation_no"] * 4)


def play(match: Match, cards: str) -> list[Event]:
    """Let whoever's turn it is play these cards, one after the other."""
    events: list[Event] = []
    for card in cards.split():
        events += match.apply(match.turn[0], Play(card))
    return events


def turn(match: Match) -> tuple[Seat, ...]:
    """Whose turn it is by now."""
    return match.turn


def held(match: Match) -> list[str]:
    """What whoever's turn it is may play."""
    return [one.card for one in match.actions(match.turn[0]) if isinstance(one, Play)]


def play_trick(match: DoppelkopfMatch, which: int = 0) -> list[Event]:
    """Play until the trick is full, always the first of the playable cards, or another."""
    events = play(match, held(match)[which])
    while match.trick:
        events += play(match, held(match)[which])
    return events


def play_out(match: DoppelkopfMatch, choose: Any = min) -> list[Event]:
    """Play all cards that are left; `choose` takes one of the playable ones' names."""
    events: list[Event] = []
    while match.phase == "tricks" and match.asking is None:
        seat = match.turn[0]
        cards = [one for one in match.actions(seat) if isinstance(one, Play)]
        events += match.apply(seat, choose(cards, key=lambda one: one.card))
    return events


def refused(match: Match, seat: Seat | None, action: Action) -> str:
    """The code of the refusal, and nothing has changed."""
    before = match.state()
    try:
        match.apply(seat, action)
    except Refusal as refusal:
        assert match.state() == before
        return refusal.code
    raise AssertionError(f"{action} was not refused")


def any_rules(rng: Random) -> DoppelkopfRules:
    """Any options that go together."""
    while True:
        changes: dict[str, Any] = {}
        for option in DoppelkopfRules.options():
            if option.kind == "switch":
                changes[option.name] = rng.random() < 0.5
            elif option.kind == "choice":
                changes[option.name] = rng.choice(option.choices)
            elif option.kind == "set":
                share = rng.random()
                changes[option.name] = [one for one in option.choices if rng.random() < share]
            elif option.choices:
                changes[option.name] = rng.choice(option.choices)
        changes["rounds"] = rng.choice((0, 4, 5))
        changes["penalty_points"] = rng.randrange(21)
        try:
            return rules("house", **changes)
        except Refusal:
            continue


def fill(form: Form, example: Action, rng: Random) -> Action:
    """Any three cards; a poor player's trumps must stay, so of those only the example is sure."""
    field = form.fields[0]
    assert field.of is not None
    if isinstance(example, Return):
        return Return(tuple(rng.sample(field.of, 3)))
    return example


def choose(match: DoppelkopfMatch, seat: Seat, rng: Random) -> Action:
    """Something proper at random; votes agree, and games are rather normal than solos."""
    actions = match.actions(seat)
    if match.phase == "end":
        return Say("continue_yes")
    if match.asking in ("reservation", "solo") and rng.random() < 0.7:
        actions = [
            one for one in actions if isinstance(one, Say) and one.word.endswith("_no")
        ] or actions
    action = rng.choice(actions)
    if isinstance(action, Pass | Return):
        (form,) = match.forms(seat)
        return fill(form, action, rng)
    return action


def mischief(match: DoppelkopfMatch, rng: Random) -> tuple[Seat, Action] | None:
    """Something that only a lenient table accepts, or a complaint; None if it is refused."""
    seat = rng.randrange(4)
    hand = [name(card, match.joker) for card in members(match.hands[seat])]
    tries: list[Action] = [Say(word) for word in ("re", "kontra", "no90", "no60", "black", "pigs")]
    tries += [Play(card) for card in hand]
    tries += [Say("wedding_yes"), Say("poverty_yes"), Say("reservation_yes"), Say("throw_yes")]
    kinds = ("wrong_card", "wrong_announcement", "played_early", "external")
    tries += [Complain(rng.randrange(4), rng.choice(kinds))]  # type: ignore[arg-type]
    action = rng.choice(tries)
    try:
        match.verify(seat, action)
    except Refusal:
        return None
    return seat, action


def step(match: DoppelkopfMatch, rng: Random, now: int = 0) -> list[Event]:
    """One thing that happens at a table of random players."""
    if match.awaits_deal:
        return match.apply(None, Deal(rng.randbytes(32)), now)
    if match.deadline is not None and rng.random() < 0.1:
        return match.apply(None, Timeout(), match.deadline)
    if not match.strict and rng.random() < 0.15:
        deed = mischief(match, rng)
        if deed is not None:
            return match.apply(*deed, now)
    if match.speakers and rng.random() < 0.15:
        seat = rng.choice(match.speakers)
    else:
        seat = rng.choice(match.turn)
    return match.apply(seat, choose(match, seat, rng), now)
