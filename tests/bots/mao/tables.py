"""Tables of Mao to test bots with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from stammtisch.bots.bots import Decision, bot_for
from stammtisch.bots.mao.conditions import TRAITS
from stammtisch.bots.mao.lore import Pasts
from stammtisch.bots.mao.mind import Mind
from stammtisch.games.game import Deal, Seat, Timeout
from stammtisch.games.mao.book import Written
from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.match import MaoMatch
from stammtisch.games.mao.records import Move, Spot, Talk
from stammtisch.games.mao.rules import MaoRules
from tests.games.mao.playing import Runner, card, fresh

LEVELS = ("easy", "medium", "hard", "random")
PROFILES = ("free", "chaired", "school")


def positions(
    levels: Sequence[str], profile: str, *, rounds: int = 2, seed: int = 1
) -> Iterator[tuple[MaoMatch, Seat]]:
    """Every moment of a match in which one of these bots is asked."""
    rng = Random(f"{levels} {profile} {seed}")
    match = MaoMatch(MaoRules.named(profile, {"rounds": rounds}), len(levels))
    now = waited = 0
    seat = -1
    while match.outcome is None:
        if match.awaits_deal:
            match.apply(None, Deal(rng.randbytes(32)), now)
        elif match.deadline is not None and (
            waited >= len(match.turn) or match.deadline <= now + 800
        ):
            now, waited = max(now, match.deadline), 0
            match.apply(None, Timeout(), now)
        else:
            now, waited = now + 800, waited + 1
            seat = min(match.turn, key=lambda other: (other <= seat, other))
            yield match, seat
            action = asked(match, seat, levels[seat], rng).action
            if action is not None:
                match.apply(seat, action, now)
                waited = 0


def asked(match: MaoMatch, seat: Seat, level: str, rng: Random | None = None) -> Decision:
    return bot_for("mao", level).choose(match.observation(seat), Random(1) if rng is None else rng)


def mind(runner: Runner, seat: Seat, level: str = "hard") -> Mind:
    view, traits = runner.match.view(seat), TRAITS[level]
    return Mind(view, traits, Pasts().of(view, traits.recall))


def with_rules(*texts: str, author: Seat = 0, profile: str = "chaired", seats: int = 4) -> Runner:
    """A dealt match in which somebody has written these rules already. No other words are due."""
    changes = {} if profile == "free" else {"spade_is_named": False, "delay": 0}
    runner = fresh(profile, seats, b"seed", **changes)
    for text in texts:
        runner.match.written.append(Written(author, text, 0, parse(text), understood=True))
    return runner


def does(
    runner: Runner, seat: Seat, name: str, words: str | None = None, *, rest: int = 30_000
) -> None:
    """The seat plays that card, whatever lies there and whosever turn it is, says something in
    time or not, and time passes: by default until all is settled."""
    match = runner.match
    if match.chair is not None:
        match.chair.turn = seat
    match.hands[seat][:] = [card(name), *match.hands[seat][:5]]
    match.pile[-1] = card(("K" if name[0] != "K" else "Q") + name[-1])
    runner.act(seat, Move(Spot("hand", 0), Spot("pile")))
    runner.pass_time(3000)
    if words is not None:
        runner.act(seat, Talk(words))
    runner.pass_time(rest)
