from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

from stammtisch.bots.bots import bot_for
from stammtisch.bots.tarock.search import Tried, Worlds, try_all
from stammtisch.games.game import Deal, Seat
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import Announce, Bid, Play
from stammtisch.games.tarock.rules import TarockRules
from tests.games.tarock.playing import bid, dealt, strolled

COMMON = TarockRules.named("common", {"deals": 0, "pause": 60})


def fourth_to_the_last_but_one(tables: int) -> Iterator[TarockMatch]:
    """Two cards left, and the other three have played one of theirs."""
    for number in range(tables):
        rng = Random(number)
        match = TarockMatch(COMMON, 4)
        match.apply(None, Deal(rng.randbytes(16)))
        bid(match, "pass", "pass", "pass", rng.choice(["three", "solo_three"]))
        for _ in strolled(match, rng, silent=1.0):
            if match.phase == "play" and sum(match.view(None).counts) == 5:
                yield match
                break


def worth(match: TarockMatch, seat: Seat, card: str) -> float:
    """The seat's points less those of the others, if it plays that card and all what is left."""
    twin = match.copy()
    twin.apply(seat, Play(card))
    while twin.phase == "play":
        twin.apply(twin.mover, twin.actions(twin.mover)[0])
    scores = twin.sheet.results()[-1].scores
    return scores[seat] - (sum(scores) - scores[seat]) / 3


def test_the_better_of_the_last_two_cards_is_played_whenever_it_is_certain() -> None:
    bot = bot_for("tarock", "hard")
    certain = 0
    for match in fourth_to_the_last_but_one(120):
        seat = match.mover
        cards = [one.card for one in match.actions(seat) if isinstance(one, Play)]
        possible = [match.resample(seat, Random(number)) for number in range(12)]
        for better, worse in permutations(cards, 2):
            if all(worth(one, seat, better) > worth(one, seat, worse) for one in possible):
                certain += 1
                assert bot.choose(match.observation(seat), Random(1)).action == Play(better)
    assert certain >= 3


@pytest.mark.parametrize("number", range(2))
def test_the_same_luck_makes_the_same_decision(number: int) -> None:
    match = TarockMatch(COMMON, 4)
    match.apply(None, Deal(bytes([number]) * 32))
    bot = bot_for("tarock", "hard")
    while match.phase != "play":
        observation = match.observation(match.mover)
        decision = bot.choose(observation, Random(number))
        assert decision == bot.choose(observation, Random(number))
        assert decision.action is not None
        match.apply(match.mover, decision.action)
    observation = match.observation(match.mover)
    assert bot.choose(observation, Random(number)) == bot.choose(observation, Random(number))


def test_a_kontra_is_not_answered_for_ever() -> None:
    """Whatever the cards: from four times on, the bot says no more."""
    match = dealt(["", "TS T21 T1 T20 T19 T18 T17 T16 T15 CK CQ SK"])
    bid(match, "solo_without", "pass", "pass", "pass", "solo_without")
    match.apply(2, Announce((), ("game",)))
    match.apply(3, Announce())
    match.apply(0, Announce())
    match.apply(1, Announce((), ("game",)))
    match.apply(2, Announce((), ("game",)))
    match.apply(3, Announce())
    match.apply(0, Announce())
    assert match.observation(1).forms
    assert bot_for("tarock", "hard").choose(match.observation(1), Random(1)).action == Announce()


def test_a_high_bid_is_believed() -> None:
    match = dealt(["TS T20 T18 T16 T14 T12 T10 CK SK HK DK CQ"])
    bid(match, "beggar", "pass", "pass", "pass", "beggar")
    match.apply(2, Announce())
    match.apply(3, Announce())
    assert bot_for("tarock", "hard").choose(match.observation(0), Random(1)).action == Announce()


# --- the search --------------------------------------------------------------------------------


def test_what_falls_behind_is_tried_no_further() -> None:
    match = dealt([])
    worlds = Worlds(match.rules, match.view(1))
    luck = Random(2)
    means = {"good": 5.0, "bad": 0.0}

    def worth_of(table: TarockMatch, option: str) -> float:
        return means[option] + luck.random()

    tried = try_all(["bad", "good"], worlds, worth_of, 48, Random(1))
    assert [one.option for one in tried] == ["good", "bad"]
    assert tried[0].deals == 8


def test_choices_that_are_never_different_are_not_told_apart() -> None:
    assert Tried("one", [1.0, 2.0, 3.0]).is_behind(Tried("other", [1.0, 2.0, 3.0]))
    assert not Tried("one", [1.0, 9.0, 3.0]).is_behind(Tried("other", [9.0, 2.0, 3.0]))


def test_imagined_bidders_are_stronger_and_imagined_beggars_weaker() -> None:
    def taroks(contract: str) -> float:
        match = dealt(["", "", "T2 T5 T9 C7 C8 CN S7 SJ H4 HJ D4 DQ"])
        match.apply(1, Bid(contract))
        worlds, rng = Worlds(match.rules, match.view(2)), Random(5)
        return sum((worlds.draw(rng).hands[1] >> 32).bit_count() for _ in range(60)) / 60

    assert taroks("solo_two") > taroks("pass") + 1 > taroks("open_beggar") + 1.5
