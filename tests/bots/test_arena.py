from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from stammtisch.bots.arena import PACE, Stuck, Summary, play_match, play_out, simulate
from stammtisch.bots.bot import Decision
from stammtisch.bots.bots import bot_for
from stammtisch.games.game import Action, Event, Refusal, Seat, Sight, Timeout
from stammtisch.games.mao.match import MaoMatch
from stammtisch.games.mao.records import Move, Spot, View
from stammtisch.games.mao.rules import MaoRules
from stammtisch.games.tiles.match import TILES
from stammtisch.games.tiles.rules import TilesRules

CLASSIC = TilesRules.named("classic")


def played(levels: Sequence[str], rounds: int, *, seed: int = 1, jobs: int = 1) -> Summary:
    return simulate(TILES, CLASSIC, levels, rounds, seed, jobs)


def untimed(summary: Summary) -> Summary:
    return replace(summary, seconds=0.0, cpu_s=0.0)


def test_a_match_is_decided_by_its_seed() -> None:
    bots = [bot_for("tiles", "easy")] * 4
    first = play_match(TILES, CLASSIC, bots, b"seed")
    assert first == play_match(TILES, CLASSIC, bots, b"seed")
    assert first.outcome.kind in ("won", "draw")
    others = [play_match(TILES, CLASSIC, bots, bytes([n])) for n in range(8)]
    assert len({(other.actions, other.outcome) for other in others}) > 4


class Patient:
    """Goes out when it can, and waits otherwise."""

    level = "patient"

    def choose(self, sight: Sight, rng: Random) -> Decision:
        view: View = sight.view
        assert view.hand is not None
        if view.mode == "play" and len(view.hand) == 1:
            return Decision(Move(Spot("hand", 0), Spot("deck")), "Out.")
        return Decision(None, "No hurry.")


class Timed(MaoMatch):
    """Two players with one card each; notes when something was done."""

    def __init__(self) -> None:
        super().__init__(MaoRules.named("free", {"rounds": 1}), 2)
        self.times: list[tuple[str, int]] = []
        self.held = 1

    def apply(self, seat: Seat | None, action: Action, at: int = 0) -> list[Event]:
        events = super().apply(seat, action, at)
        self.times.append((action.type, at))
        if action.type == "deal":
            self.hands = [hand[: self.held] for hand in self.hands]
        return events


def test_bots_are_asked_at_a_pace_and_the_clock_jumps_when_all_wait() -> None:
    match = Timed()
    result = play_out(match, [Patient(), Patient()], b"seed")
    assert match.times == [("deal", 0), ("move", PACE), (Timeout.type, PACE + 10_000)]
    assert result.actions == 1
    assert result.outcome.points == (1, 0)


def test_when_all_bots_wait_and_no_clock_runs_the_arena_says_so() -> None:
    match = Timed()
    match.held = 2
    with pytest.raises(Stuck, match="All bots wait"):
        play_out(match, [Patient(), Patient()], b"seed")


def test_the_number_of_processes_changes_no_number() -> None:
    levels = ("easy", "random", "easy", "medium")
    assert untimed(played(levels, 60)) == untimed(played(levels, 60, jobs=2))
    assert untimed(played(levels, 60)) != untimed(played(levels, 60, seed=2))


def test_progress_counts_up_to_all_rounds() -> None:
    told: list[int] = []
    simulate(TILES, CLASSIC, ["easy"] * 4, 60, 1, 1, told.append)
    assert told == sorted(told)
    assert told[-1] == 60


def test_bots_are_summed_up_by_their_place_in_the_list_wherever_they_sat() -> None:
    # The random bot never wins: were the seats mixed up, another bot would have its zeros.
    for place in range(4):
        levels = ["easy"] * 4
        levels[place] = "random"
        summary = played(levels, 16)
        assert [bot.level for bot in summary.bots] == levels
        assert [bot.wins == 0 for bot in summary.bots] == [at == place for at in range(4)]


def test_the_mean_is_the_share_of_wins_with_its_confidence_interval() -> None:
    summary = played(["easy"] * 4, 40)
    assert sum(bot.wins for bot in summary.bots) + summary.draws == 40
    for bot in summary.bots:
        share = bot.wins / 40
        assert bot.mean == share
        assert bot.ci95 == pytest.approx(1.96 * math.sqrt(share * (1 - share) / 39))


def test_plain_has_what_the_command_line_promises() -> None:
    plain = played(["easy"] * 4, 4).plain()
    promised = "game profile seed rounds actions seconds cpu_s rounds_per_s actions_per_s bots"
    assert set(promised.split()) <= set(plain)
    assert plain["rounds"] == 4
    assert plain["rounds_per_s"] == pytest.approx(4 / plain["seconds"])
    for seat, bot in enumerate(plain["bots"]):
        assert {"seat", "level", "mean", "ci95"} <= set(bot)
        assert (bot["seat"], bot["level"]) == (seat, "easy")


def test_nothing_is_played_when_a_level_or_the_number_of_seats_is_wrong() -> None:
    with pytest.raises(Refusal, match="no bot level 'clever'"):
        played(["easy", "easy", "easy", "clever"], 1)
    with pytest.raises(Refusal, match="tiles is played by 4 players"):
        played(["easy"] * 3, 1)


@pytest.mark.parametrize(
    ("stronger", "weaker", "rounds", "margin"),
    [("easy", "random", 12, 10), ("medium", "easy", 80, 15), ("hard", "medium", 160, 15)],
)
def test_each_level_beats_the_one_below(
    stronger: str, weaker: str, rounds: int, margin: int
) -> None:
    summary = played([stronger, weaker] * 2, rounds, seed=7)
    wins = dict.fromkeys((stronger, weaker), 0)
    for bot in summary.bots:
        wins[bot.level] += bot.wins
    assert wins[stronger] >= wins[weaker] + margin
