from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from stammtisch.bots.arena import Summary, simulate
from stammtisch.bots.bots import Decision, Reason, Uniform, bot_for
from stammtisch.bots.playing import PACE, Stuck, WrongMove, play_match, play_out
from stammtisch.games.game import Action, Deal, Event, Match, Observation, Refusal, Seat, Timeout
from stammtisch.games.mao.match import MaoMatch
from stammtisch.games.mao.records import Move, Spot, Talk, View
from stammtisch.games.mao.rules import MaoRules
from stammtisch.games.tiles.match import TILES
from stammtisch.games.tiles.records import Draw
from stammtisch.games.tiles.rules import TilesRules
from tests.games.hearts.match import HEARTS_GAME, HeartsMatch

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

    def choose(self, observation: Observation, rng: Random) -> Decision:
        view: View = observation.view
        assert view.hand is not None
        if view.mode == "play" and len(view.hand) == 1:
            return Decision(Move(Spot("hand", 0), Spot("deck")), Reason("Out."))
        return Decision(None, Reason("No hurry."))


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
    with pytest.raises(Stuck, match=f"All bots wait at {2 * PACE} ms"):
        play_out(match, [Patient(), Patient()], b"seed")


def test_the_number_of_processes_changes_no_number() -> None:
    levels = ("easy", "random", "easy", "medium")
    alone = untimed(played(levels, 60))
    assert alone == untimed(played(levels, 60, jobs=2))
    assert alone != untimed(played(levels, 60, seed=2))


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


# --- rounds, matches, and who has something to say ------------------------------------------------


def test_a_game_of_many_rounds_is_played_until_there_were_enough() -> None:
    rules = HEARTS_GAME.rules.named("quick")
    one = simulate(HEARTS_GAME, rules, ["easy", "random"] * 2, 20, 1)
    assert one.rounds >= 20 > one.matches > 1
    assert sum(bot.wins for bot in one.bots) >= one.matches - one.draws
    assert untimed(one) == untimed(simulate(HEARTS_GAME, rules, ["easy", "random"] * 2, 20, 1, 2))


class Announcing(HeartsMatch):
    """Whoever has not said so yet may announce something out of turn, all at once."""

    def __init__(self) -> None:
        super().__init__(HEARTS_GAME.rules.named("quick"), 4)
        self.announced: list[Seat] = []

    @property
    def speakers(self) -> tuple[Seat, ...]:
        if self.phase != "playing" or self.announced:
            return ()
        return tuple(seat for seat in range(4) if seat not in self.turn)

    def apply(self, seat: Seat | None, action: Action, at: int = 0) -> list[Event]:
        if isinstance(action, Talk):
            if self.announced:
                raise Refusal("too_late", "Somebody was faster.")
            assert seat is not None
            self.announced.append(seat)
            return []
        return super().apply(seat, action, at)


class Herald:
    level = "herald"

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, observation: Observation, rng: Random) -> Decision:
        if observation.seat in observation.turn:
            return Decision(observation.actions[0], Reason("What comes first."))
        self.asked += 1
        return Decision(Talk("I win"), Reason("It may help."))


def test_who_has_something_to_say_is_asked_once_after_a_step() -> None:
    match, herald = Announcing(), Herald()
    result = play_out(match, [herald] * 4, b"seed")
    assert len(match.announced) == 1
    assert herald.asked == 3, "all who might, and the later ones were too late"
    plain = play_out(HEARTS_GAME.new(match.rules, 4), [Herald()] * 4, b"seed")
    assert result.actions == plain.actions + 1


class Blindfolded:
    """Plays what comes first, and talks as often as it is told to."""

    level = "blindfolded"
    fills_in = True
    drifts = False

    def __init__(self, talks: float) -> None:
        self.talks = talks

    def choose(self, observation: Observation, rng: Random) -> Decision:
        raise AssertionError("it was shown something")

    def pick(self, actions: Sequence[Action], rng: Random) -> Action | None:
        return actions[0]

    def why(self, action: Action, count: int) -> str:
        return "It comes first."


def test_a_bot_that_need_not_look_is_shown_nothing() -> None:
    match = HEARTS_GAME.new(HEARTS_GAME.rules.named("quick"), 4)
    play_out(match, [Blindfolded(1.0)] * 4, b"seed")


class Chatting(HeartsMatch):
    """Seat 2 always has something to say."""

    said = 0

    @property
    def speakers(self) -> tuple[Seat, ...]:
        return () if 2 in self.turn or self.outcome else (2,)

    def apply(self, seat: Seat | None, action: Action, at: int = 0) -> list[Event]:
        if isinstance(action, Talk):
            self.said += 1
            return []
        return super().apply(seat, action, at)


class Speaking(Blindfolded):
    def __init__(self, talks: float, match: Match) -> None:
        super().__init__(talks)
        self._match = match

    def pick(self, actions: Sequence[Action], rng: Random) -> Action | None:
        return Talk("Well") if 2 not in self._match.turn else super().pick(actions, rng)


@pytest.mark.parametrize("others", [0.0, 0.1, 1.0])
@pytest.mark.parametrize(("talks", "least", "most"), [(0.0, 0, 0), (0.1, 0.02, 0.3), (1.0, 0.9, 1)])
def test_a_bot_that_need_not_look_is_asked_out_of_turn_as_often_as_it_wants(
    talks: float, least: float, most: float, others: float
) -> None:
    match = Chatting(HEARTS_GAME.rules.named("quick"), 4)
    bots = [Blindfolded(others), Blindfolded(others), Speaking(talks, match), Blindfolded(others)]
    result = play_out(match, bots, b"seed")
    cards = result.actions - match.said
    # It is asked after each step but those that make it its turn.
    assert least * cards * 3 / 4 <= match.said <= most * cards


def test_a_match_without_end_is_told() -> None:
    match = HEARTS_GAME.new(HEARTS_GAME.rules.named("plain"), 4)
    with pytest.raises(Stuck, match="not over after 1 rounds"):
        play_out(match, [Herald()] * 4, b"seed", most_rounds=1)


def test_forms_are_filled_in_at_random() -> None:
    match = HEARTS_GAME.new(HEARTS_GAME.rules.named("plain"), 4)
    match.apply(None, Deal(b"seed"))
    chosen = {Uniform().choose(match.observation(0), Random(seed)).action for seed in range(20)}
    assert len(chosen) > 15
    for action in chosen:
        assert action is not None
        match.verify(0, action)


# --- bots of other people -------------------------------------------------------------------------


class First:
    """Does what is listed first."""

    level = "first"

    def choose(self, observation: Observation, rng: Random) -> Decision:
        return Decision(observation.actions[0], Reason("It is the first."))


def test_a_bot_may_be_an_object_or_a_class_of_a_module() -> None:
    objects = simulate(TILES, CLASSIC, [First(), "easy", First(), "easy"], 4, 1)
    assert [bot.level for bot in objects.bots] == ["first", "easy", "first", "easy"]
    place = f"{__name__}:First"
    named = simulate(TILES, CLASSIC, [place, "easy"] * 2, 4, 1)
    assert [bot.level for bot in named.bots] == [place, "easy"] * 2
    assert named.actions == objects.actions
    assert untimed(named) == untimed(simulate(TILES, CLASSIC, [place, "easy"] * 2, 4, 1, jobs=2))


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("tests.bots.nowhere:First", "No module named"),
        ("tests.bots.test_arena:Second", "no attribute 'Second'"),
        ("tests.bots.test_arena:Summary", "missing"),
        ("tests.bots.test_arena:CLASSIC", "it has no level"),
    ],
)
def test_what_is_no_bot_is_refused_with_a_sentence(place: str, reason: str) -> None:
    with pytest.raises(Refusal, match=reason):
        simulate(TILES, CLASSIC, [place] * 4, 1, 1)


def test_a_bot_that_cannot_travel_plays_in_one_process() -> None:
    class Bound(First):
        pass

    assert simulate(TILES, CLASSIC, [Bound()] * 4, 1, 1).rounds == 1
    with pytest.raises(Refusal, match="pickled"):
        simulate(TILES, CLASSIC, [Bound()] * 4, 1, 1, jobs=2)


def test_a_bot_that_wants_what_it_may_not_is_named() -> None:
    class Greedy(First):
        level = "greedy"

        def choose(self, observation: Observation, rng: Random) -> Decision:
            return Decision(Draw("main"), Reason("More."))

    with pytest.raises(WrongMove, match=r"greedy on seat \d wants Draw.*You hold fifteen tiles"):
        simulate(TILES, CLASSIC, [Greedy()] * 4, 1, 1)


def test_ctrl_c_keeps_the_matches_that_were_finished() -> None:
    class Tired(First):
        def __init__(self) -> None:
            self.asked = 0

        def choose(self, observation: Observation, rng: Random) -> Decision:
            self.asked += 1
            if self.asked > 600:
                raise KeyboardInterrupt
            return super().choose(observation, rng)

    summary = simulate(TILES, CLASSIC, [Tired(), "random", "random", "random"], 1000, 1)
    assert summary.interrupted
    assert 0 < summary.matches < 1000
    whole = simulate(TILES, CLASSIC, [First(), "random", "random", "random"], summary.rounds, 1)
    assert whole.actions == summary.actions and not whole.interrupted
