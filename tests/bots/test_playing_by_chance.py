"""Cards that chance plays by the dozen are those that random bots would have played one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from stammtisch.bots.bots import bot_for
from stammtisch.bots.playing import play_out
from stammtisch.games.game import Game, Luck, Match, Refusal, Rules
from stammtisch.games.games import game_named
from tests.contract.variants import tables

CARD_GAMES = ("doppelkopf", "tarock")
ROUNDS = {"doppelkopf": "rounds", "tarock": "deals"}
#: Where chance can play many cards.
PLAIN: dict[str, dict[str, Any]] = {
    "doppelkopf": {"pigs": "none", "superpigs": "none", "wrongmove": "prohibit"},
    "tarock": {"turn_clock": 0},
}
#: Of many solos one is always played, and a normal game never.
OTHERS: dict[str, dict[str, Any]] = {"doppelkopf": {"solos": ()}, "tarock": {}}


def some(game: Game) -> Iterator[Rules]:
    """Any tables of the game, with few rounds."""
    short = {ROUNDS[game.name]: 4}
    for at, rules in enumerate(tables(game, 60)):
        own = {option.name: getattr(rules, option.name) for option in rules.options()}
        changes = {**own, **short, **(PLAIN[game.name] if at % 4 else {})}
        changes |= OTHERS[game.name] if at % 2 else {}
        try:
            yield game.rules.named(game.usual_profile, changes)
        except Refusal:
            # These do not go together.
            continue


def end_of(game: Game, rules: Rules, seed: bytes) -> tuple[object, str]:
    match = game.new(rules, 4)
    result = play_out(match, [bot_for(game.name, "random")] * 4, seed)
    return result, match.digest()


@pytest.mark.parametrize("name", CARD_GAMES)
def test_chance_plays_as_random_bots_do(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named(name)
    quickly = [end_of(game, rules, b"%d" % at) for at, rules in enumerate(some(game))]
    monkeypatch.setattr(game.match, "play_by_chance", Match.play_by_chance)
    assert len(quickly) > 30
    assert quickly == [end_of(game, rules, b"%d" % at) for at, rules in enumerate(some(game))]


@pytest.mark.parametrize("name", CARD_GAMES)
def test_most_cards_are_left_to_chance(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named(name)
    cards: list[int] = []
    own = game.match.play_by_chance

    def counted(match: Match, luck: Luck, at: int) -> int:
        actions = own(match, luck, at)
        cards.append(actions)
        return actions

    monkeypatch.setattr(game.match, "play_by_chance", counted)
    rules = game.rules.named(game.usual_profile, {ROUNDS[name]: 12})
    result = play_out(game.new(rules, 4), [bot_for(name, "random")] * 4, b"seed")
    assert sum(cards) > result.actions / 2
    assert max(cards) > 40


@pytest.mark.parametrize("name", CARD_GAMES)
def test_nothing_is_left_to_chance_where_somebody_listens(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_named(name)
    own = game.match.play_by_chance
    told: list[bool] = []

    def listened(match: Match, luck: Luck, at: int) -> int:
        match.quiet = False
        told.append(own(match, luck, at) == 0)
        return 0

    monkeypatch.setattr(game.match, "play_by_chance", listened)
    rules = game.rules.named(game.usual_profile, {ROUNDS[name]: 1})
    play_out(game.new(rules, 4), [bot_for(name, "random")] * 4, b"seed")
    assert len(told) > 40 and all(told)
