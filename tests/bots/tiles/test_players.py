"""What all bots for tiles have in common, played through whole matches."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from stammtisch.bots.bots import Bot, bot_for
from stammtisch.games.game import Deal
from stammtisch.games.tiles.match import TilesMatch
from stammtisch.games.tiles.records import Draw, Put
from stammtisch.games.tiles.rules import TilesRules
from stammtisch.games.tiles.tile import JOKER, tile

THINKING = ("easy", "medium", "hard")
PROFILES = ("classic", "okey")


def positions(bot: Bot, profile: str, matches: int) -> Iterator[TilesMatch]:
    """Every position in which this bot, on all seats, must choose."""
    rng = Random(5)
    for number in range(matches):
        match = TilesMatch(TilesRules.named(profile), 4)
        match.apply(None, Deal(f"{profile} {number}".encode()))
        while match.outcome is None:
            yield match
            seat = match.turn[0]
            chosen = bot.choose(match.observation(seat), rng).action
            assert chosen is not None
            match.apply(seat, chosen)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("level", [*THINKING, "random"])
def test_every_choice_is_legal_and_has_a_reason(level: str, profile: str) -> None:
    bot = bot_for("tiles", level)
    for match in positions(bot, profile, 2):
        seat = match.turn[0]
        decision = bot.choose(match.observation(seat), Random(1))
        assert decision.action in match.actions(seat)
        assert decision.reason.sentence.endswith(".")


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("level", THINKING)
def test_hidden_tiles_change_nothing(level: str, profile: str) -> None:
    bot = bot_for("tiles", level)
    shuffle = Random(3)
    for match in positions(bot, profile, 1):
        seat = match.turn[0]
        other = match.resample(seat, shuffle)
        assert bot.choose(match.observation(seat), Random(1)) == bot.choose(
            other.observation(seat), Random(1)
        )


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("level", THINKING)
def test_a_win_is_taken_and_a_joker_kept(level: str, profile: str) -> None:
    bot = bot_for("tiles", level)
    wins = 0
    for match in positions(bot, profile, 4):
        seat = match.turn[0]
        actions = match.actions(seat)
        choice = bot.choose(match.observation(seat), Random(1)).action
        winning = [action for action in actions if isinstance(action, Put) and action.rack]
        if winning:
            wins += 1
            assert choice in winning
        elif isinstance(choice, Put):
            assert choice.tile != match.wild
            assert match.wild != JOKER or choice.tile < JOKER
    assert wins >= 2


@pytest.mark.parametrize("level", THINKING)
def test_the_tile_that_completes_a_group_is_taken(level: str) -> None:
    match = TilesMatch(TilesRules.named("classic"), 4)
    match.apply(None, Deal(b"anything"))
    seat = match.turn[0]
    rack = [tile(4, 0), tile(5, 0)]
    rack += [tile(number, number % 4) for number in (1, 2, 6, 7, 8, 10, 11, 12, 13)]
    match.racks[seat] = [*rack, *(None,) * (24 - len(rack))]
    match.must_put = False
    match.exchange[seat] = [tile(6, 0)]
    choice = bot_for("tiles", level).choose(match.observation(seat), Random(1))
    assert choice.action == Draw("exchange")
