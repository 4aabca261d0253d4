"""A new option leaves what exists as it was: records, tables and saves that know nothing of it."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from stammtisch.bots.arena import simulate
from stammtisch.games.game import Game, Refusal, Rules, option
from stammtisch.games.games import GAMES
from stammtisch.research import recorder, records_of
from stammtisch.tables.record import InvalidRecord, verify
from stammtisch.tables.settings import Settings

#: Short matches of each game of the server.
SHORT: dict[str, dict[str, object]] = {
    "tiles": {},
    "mao": {"rounds": 1},
    "doppelkopf": {"rounds": 2},
    "tarock": {"deals": 2},
}


def grown(game: Game, default: bool = False) -> Game:
    """The game as it will be when it has one more option."""
    added: Any = option(default, "Everybody sings.", group="The table")
    rules = dataclasses.make_dataclass(
        "GrownRules", [("singing", bool, added)], bases=(game.rules,), frozen=True
    )
    return dataclasses.replace(game, rules=rules)


def profiles(game: Game) -> list[Rules]:
    return [game.rules.named(profile) for profile in game.rules.profiles]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_new_option_at_its_default_changes_no_digest(game: Game) -> None:
    for before, after in zip(profiles(game), profiles(grown(game)), strict=True):
        assert after.values() == {**before.values(), "singing": False}
        assert after.digest == before.digest


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_each_option_that_is_not_at_its_default_changes_the_digest(game: Game) -> None:
    rules = grown(game).rules
    plain = rules(profile=game.usual_profile)
    for one in rules.options():
        others: list[Any] = [value for value in one.choices if value != one.default]
        if one.kind == "set":
            others = [tuple(one.choices)] if one.default != one.choices else [()]
        elif one.kind == "switch":
            others = [not one.default]
        elif not one.choices:
            assert isinstance(one.default, int)
            others = [one.default + one.step]
        changed = [dataclasses.replace(plain, **{one.name: other}) for other in others]
        digests = {plain.digest, *(rules.digest for rules in changed)}
        assert len(digests) == len(others) + 1, one.name


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_profiles_of_a_game_that_differ_in_an_option_differ_in_their_digests(
    game: Game,
) -> None:
    values = {repr(sorted(rules.values().items())) for rules in profiles(game)}
    assert len({rules.digest for rules in profiles(game)}) == len(values)


@pytest.mark.parametrize("name", SHORT)
def test_a_record_of_today_verifies_when_there_is_one_more_option(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES[name]
    lines: list[bytes] = []
    rules = game.rules.named(game.usual_profile, SHORT[name])
    simulate(game, rules, ["random"] * 4, 1, seed=3, recorder=recorder, keep=lines.append)
    monkeypatch.setitem(GAMES, game.name, grown(game))
    (record,) = records_of(lines)
    assert verify(record).outcome.kind in ("won", "draw")
    monkeypatch.setitem(GAMES, game.name, grown(game, default=True))
    assert verify(record).game == game.name, "what the default is makes no difference either"


def test_a_stored_table_without_the_option_has_it_at_its_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stored = Settings(game="tiles", profile="okey", options={"turn_clock": 30})
    _, before = stored.checked()
    monkeypatch.setitem(GAMES, "tiles", grown(GAMES["tiles"]))
    _, after = stored.checked()
    assert after.values() == {**before.values(), "singing": False}
    assert after.digest == before.digest
    chosen = Settings(game="tiles", profile="okey", options={"turn_clock": 30, "singing": True})
    assert chosen.checked()[1].digest != before.digest


def test_a_record_by_an_option_that_is_not_known_here_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As an older server sees what a newer one has written."""
    lines: list[bytes] = []
    newer = grown(GAMES["tiles"])
    with monkeypatch.context() as changed:
        changed.setitem(GAMES, "tiles", newer)
        rules = newer.rules.named("classic", {"singing": True})
        simulate(newer, rules, ["random"] * 4, 1, seed=3, recorder=recorder, keep=lines.append)
    (record,) = records_of(lines)
    with pytest.raises((InvalidRecord, Refusal), match="singing"):
        verify(record)
