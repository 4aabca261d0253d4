from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from stammtisch.bots.arena import simulate
from stammtisch.bots.bots import Bot, Decision, Reason, bot_for
from stammtisch.games.game import Game, Observation
from stammtisch.games.games import GAMES
from stammtisch.research import Position, positions, recorder, records_of
from stammtisch.tables.entries import Act
from stammtisch.tables.record import InvalidRecord, decoded, verify

#: Short matches: a few rounds at most.
OPTIONS: dict[str, dict[str, object]] = {
    "tiles": {},
    "mao": {"rounds": 1},
    "doppelkopf": {"rounds": 2},
    "tarock": {"deals": 2},
}


def recorded(game: Game, bots: list[str | Bot], seed: int = 1, jobs: int = 1) -> list[bytes]:
    lines: list[bytes] = []
    rules = game.rules.named(game.usual_profile, OPTIONS[game.name])
    simulate(game, rules, bots, 2, seed, jobs, recorder=recorder, keep=lines.append)
    return lines


@pytest.mark.parametrize("name", OPTIONS)
def test_a_simulated_match_is_proven_like_any_other(name: str) -> None:
    lines = recorded(GAMES[name], ["random"] * 4)
    assert lines
    for record in records_of(lines):
        proof = verify(record)
        assert (proof.game, proof.rounds) == (name, OPTIONS[name].get("rounds", proof.rounds))
        assert proof.outcome.kind in ("won", "draw")
        assert set(proof.nonces_from) == {"server"}


def test_the_same_seed_gives_the_same_file_whatever_the_number_of_processes() -> None:
    one = recorded(GAMES["tiles"], ["easy", "random"] * 2)
    assert one == recorded(GAMES["tiles"], ["easy", "random"] * 2, jobs=2)
    assert one != recorded(GAMES["tiles"], ["easy", "random"] * 2, seed=2)


def test_positions_are_what_each_player_knew_and_did() -> None:
    class Watched:
        level = "watched"

        def __init__(self) -> None:
            self.chosen: list[tuple[Observation, object]] = []

        def choose(self, observation: Observation, rng: Random) -> Decision:
            decision = bot_for("tarock", "easy").choose(observation, rng)
            self.chosen.append((observation, decision.action))
            return decision

    bot = Watched()
    lines = recorded(GAMES["tarock"], [bot] * 4)
    found = list(positions(lines))
    assert [(one.observation, one.action) for one in found] == bot.chosen
    assert {one.bot for one in found} == {"watched"}
    assert {one.round for one in found} == {1, 2}
    outcome = verify(next(records_of(lines))).outcome
    for one in found:
        assert one.outcome == outcome
        assert one.view.seat == one.seat
        assert one.number in one.observation.numbers and one.legal == one.observation.actions


def reasons_of(lines: list[bytes]) -> list[Reason | None]:
    """The reasons of all actions in the records."""
    entries = (decoded(entry) for record in records_of(lines) for entry in record.entries)
    return [entry.reason for entry in entries if isinstance(entry, Act)]


@pytest.mark.parametrize("level", ["random", "easy"])
@pytest.mark.parametrize("name", OPTIONS)
def test_every_action_has_its_bots_reason(name: str, level: str) -> None:
    class Watched:
        level = "watched"

        def __init__(self) -> None:
            self.reasons: list[Reason] = []

        def choose(self, observation: Observation, rng: Random) -> Decision:
            decision = bot_for(name, level).choose(observation, rng)
            if decision.action is not None:
                self.reasons.append(decision.reason)
            return decision

    bot = Watched()
    told = reasons_of(recorded(GAMES[name], [bot] * 4))
    assert told and all(told)
    # Somebody who speaks out of turn may come too late: then there is a reason without an action.
    later: Iterator[Reason | None] = iter(bot.reasons)
    assert all(reason in later for reason in told)
    lines = recorded(GAMES[name], [level] * 4)
    told = reasons_of(lines)
    assert told and all(told)
    assert [one.reason for one in positions(lines)] == told


def test_a_move_that_was_changed_is_noticed() -> None:
    line = recorded(GAMES["tiles"], ["random"] * 4)[0]
    assert line.count(b"main") > 1
    with pytest.raises(InvalidRecord, match="chain is broken"):
        list(positions([line.replace(b"main", b"exchange", 1)]))


def test_a_match_that_is_cut_short_is_noticed() -> None:
    record = next(records_of(recorded(GAMES["tiles"], ["random"] * 4)))
    short = msgspec.structs.replace(record, entries=record.entries[:-1])
    with pytest.raises(InvalidRecord, match="ends before the match does"):
        list(positions([msgspec.json.encode(short)]))


def test_what_is_no_match_is_told() -> None:
    with pytest.raises(InvalidRecord, match="no line of a match"):
        list(positions([b"match\n"]))
    assert list(positions([b"\n", b'{"kind": "account", "account": {}}\n'])) == []


def test_a_position_names_all_that_is_needed() -> None:
    names = {field.name for field in dataclasses.fields(Position)}
    assert {"observation", "action", "number", "outcome", "seat"} <= names
