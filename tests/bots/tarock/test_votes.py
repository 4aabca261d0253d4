"""How bots and people agree on what comes after a deal."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.bots.bots import bot_for
from stammtisch.games.game import Deal, Seat
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import Choice, Vote
from stammtisch.games.tarock.rules import TarockRules
from tests.bots.tarock.positions import THINKING


def after_a_deal() -> TarockMatch:
    match = TarockMatch(TarockRules.named("common", {"deals": 0}), 4)
    match.apply(None, Deal(b"seed" * 8))
    easy = bot_for("tarock", "easy")
    while match.phase != "scored":
        action = easy.choose(match.observation(match.mover), Random(1)).action
        assert action is not None
        match.apply(match.mover, action)
    return match


def ask_bots(match: TarockMatch, seats: tuple[Seat, ...], level: str = "easy") -> None:
    """Ask the bots at these seats as a table does, until none of them has anything to do."""
    bot, quiet = bot_for("tarock", level), False
    while not quiet and match.phase == "scored":
        quiet = True
        for seat in seats:
            if match.phase == "scored" and seat in match.turn:
                action = bot.choose(match.observation(seat), Random(1)).action
                if action is not None:
                    quiet = False
                    match.apply(seat, action)


@pytest.mark.parametrize("level", THINKING)
def test_four_bots_play_on(level: str) -> None:
    match = after_a_deal()
    ask_bots(match, (0, 1, 2, 3), level)
    assert match.awaits_deal


@pytest.mark.parametrize("level", THINKING)
@pytest.mark.parametrize("wish", ["end", "adjourn"])
def test_one_person_among_bots_decides(level: str, wish: Choice) -> None:
    match = after_a_deal()
    ask_bots(match, (0, 1, 3), level)
    assert match.votes == ["continue", "continue", None, "continue"]
    match.apply(2, Vote(wish))
    ask_bots(match, (0, 1, 3), level)
    assert match.outcome is not None
    assert match.outcome.kind == ("adjourned" if wish == "adjourn" else "won")


def test_bots_end_nothing_as_long_as_one_person_wants_to_play_on() -> None:
    match = after_a_deal()
    match.apply(0, Vote("continue"))
    match.apply(2, Vote("end"))
    ask_bots(match, (1, 3))
    assert (match.outcome, match.phase) == (None, "scored")


def test_bots_follow_people_who_agree_at_last() -> None:
    match = after_a_deal()
    match.apply(0, Vote("adjourn"))
    match.apply(2, Vote("end"))
    ask_bots(match, (1, 3))
    assert match.phase == "scored"
    match.apply(0, Vote("end"))
    ask_bots(match, (1, 3))
    assert match.outcome is not None
    assert match.outcome.kind == "won"
