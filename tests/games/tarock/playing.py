"""Matches of Tarock for tests: random play, and cards dealt as a test wants them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from stammtisch.games.game import Action, Deal, Event, Option, Refusal, Seat, Timeout
from stammtisch.games.tarock.cards import NAMES, NUMBERS, named
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import Announce, Bid, Exchange, Play
from stammtisch.games.tarock.rules import TarockRules


def any_value(option: Option, rng: Random) -> Any:
    if option.choices:
        return rng.choice(option.choices)
    if option.kind == "switch":
        return rng.random() < 0.5
    assert option.least is not None and option.most is not None
    return rng.randrange(option.least, option.most + 1, option.step)


def any_rules(rng: Random, **fixed: Any) -> TarockRules:
    """Options at random, with no contradictions."""
    while True:
        values = {one.name: any_value(one, rng) for one in TarockRules.options()} | fixed
        rules = TarockRules(profile="common", **values)
        if not list(rules.contradictions()):
            return rules


def any_action(match: TarockMatch, seat: Seat, rng: Random, silent: float = 0.6) -> Action:
    """A legal action, with forms filled in at random."""
    listed = match.actions(seat)
    # Who bids at random bids a valat: here, low bids are likelier.
    action = listed[min(int(rng.expovariate(0.6)), len(listed) - 1)]
    if match.phase != "bidding":
        action = rng.choice(listed)
    forms = {form.number: form for form in match.forms(seat)}
    form = forms.get(match.number(action))
    if form is None:
        return action
    if isinstance(action, Announce):
        if rng.random() < silent:
            return action
        words = {
            field.name: tuple(word for word in field.of or () if rng.random() < 0.3)
            for field in form.fields
        }
        return Announce(words.get("bonuses", ()), words.get("kontra", ()))
    assert isinstance(action, Exchange)
    (field,) = form.fields
    for _ in range(20):
        filled = replace(action, cards=tuple(rng.sample(field.of or (), field.least)))
        try:
            match.verify(seat, filled)
        except Refusal:
            continue
        return filled
    return action


def strolled(
    match: TarockMatch, rng: Random, steps: int = 10_000, silent: float = 0.6
) -> Iterator[tuple[Seat | None, Action, list[Event]]]:
    """Random play until the match is over, step by step."""
    at = 0
    for _ in range(steps):
        if match.outcome is not None:
            return
        at += 100
        seat: Seat | None = None
        action: Action
        if match.awaits_deal:
            action = Deal(rng.randbytes(16))
        elif match.deadline is not None and match.deadline <= at:
            action = Timeout()
        else:
            seat = rng.choice(match.turn)
            action = any_action(match, seat, rng, silent)
        yield seat, action, match.apply(seat, action, at)


def dealt(
    hands: Sequence[str], talon: str = "", rules: TarockRules | None = None, **options: Any
) -> TarockMatch:
    """A match whose first deal has these cards; seat 3 deals, seat 0 is forehand. What is not
    named is filled up with the cards that are left, lowest first."""
    if rules is None:
        rules = TarockRules.named("common", options)
    match = TarockMatch(rules, 4)
    wanted = [hand.split() for hand in hands] + [[] for _ in range(4 - len(hands))]
    cards = talon.split()
    used = {card for hand in wanted for card in hand} | set(cards)
    assert len(used) == sum(map(len, wanted)) + len(cards), "a card is there twice"
    rest = [name for name in NAMES if name not in used]
    while len(cards) < 6:
        cards.append(rest.pop(0))
    for hand in wanted:
        while len(hand) < 12:
            hand.append(rest.pop(0))
    match.lay([named(hand) for hand in wanted], [NUMBERS[card] for card in cards])
    return match


def bid(match: TarockMatch, *said: str) -> None:
    """The next ones bid that, in order."""
    for word in said:
        match.apply(match.mover, Bid(word))


def play(match: TarockMatch, cards: str) -> list[Event]:
    """The next ones play these cards, in order; nobody announces anything before."""
    events: list[Event] = []
    for card in cards.split():
        while match.phase == "announcing":
            events += match.apply(match.mover, Announce())
        events += match.apply(match.mover, Play(card))
    return events
