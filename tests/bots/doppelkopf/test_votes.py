"""How bots and people agree on what comes after a round."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.bots.bots import bot_for
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Complain, Say
from stammtisch.games.game import Seat
from tests.bots.doppelkopf.positions import THINKING, round_of
from tests.games.doppelkopf.playing import healthy, new, play_out


def after_a_round() -> DoppelkopfMatch:
    match = round_of("cq", "cq")
    healthy(match)
    play_out(match)
    assert match.phase == "end"
    return match


def ask_bots(match: DoppelkopfMatch, seats: tuple[Seat, ...], level: str = "easy") -> None:
    """Ask the bots at these seats as a table does, until none of them has anything to do."""
    bot, quiet = bot_for("doppelkopf", level), False
    while not quiet and match.outcome is None and match.phase == "end":
        quiet = True
        for seat in seats:
            if match.phase != "end" or (seat not in match.turn and seat not in match.speakers):
                continue
            action = bot.choose(match.observation(seat), Random(1)).action
            if action is not None:
                quiet = False
                match.apply(seat, action)


@pytest.mark.parametrize("level", THINKING)
def test_four_bots_play_on(level: str) -> None:
    match = after_a_round()
    ask_bots(match, (0, 1, 2, 3), level)
    assert match.awaits_deal


@pytest.mark.parametrize("wish", ["end", "adjourn", "cancel"])
def test_one_person_among_bots_decides(wish: str) -> None:
    match = after_a_round()
    ask_bots(match, (0, 1, 3))
    assert match.votes == ["continue", "continue", None, "continue"]
    match.apply(2, Say(f"{wish}_yes"))
    ask_bots(match, (0, 1, 3))
    assert match.outcome is not None


def test_bots_end_nothing_as_long_as_one_person_wants_to_play_on() -> None:
    match = after_a_round()
    match.apply(0, Say("continue_yes"))
    match.apply(2, Say("end_yes"))
    ask_bots(match, (1, 3))
    assert match.outcome is None and not match.awaits_deal
    assert match.votes == ["continue", None, "end", None]
    match.apply(2, Say("continue_yes"))
    ask_bots(match, (1, 3))
    assert match.awaits_deal


def test_bots_agree_when_the_last_person_does() -> None:
    match = after_a_round()
    ask_bots(match, (1, 3))
    match.apply(2, Say("end_yes"))
    ask_bots(match, (1, 3))
    assert match.outcome is None
    match.apply(0, Say("end_yes"))
    ask_bots(match, (1, 3))
    assert match.outcome is not None


@pytest.mark.parametrize("level", THINKING)
def test_bots_convict_nobody(level: str) -> None:
    match = round_of("cq", "cq", profile="lenient")
    healthy(match)
    match.apply(0, Complain(1, "external"))
    decision = bot_for("doppelkopf", level).choose(match.observation(2), Random(1))
    assert decision.action == Say("accusation_no")


def test_there_is_nothing_to_do_before_the_deal() -> None:
    assert bot_for("doppelkopf", "hard").choose(new().observation(0), Random(1)).action is None
