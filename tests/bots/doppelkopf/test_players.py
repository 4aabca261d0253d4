"""What all bots for Doppelkopf have in common, at tables of any rules."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from stammtisch.bots.bots import bot_for
from stammtisch.bots.playing import play_match
from stammtisch.games.doppelkopf.match import DOPPELKOPF, DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Pass, Play, Return, Say
from stammtisch.games.game import Action, Observation
from tests.bots.doppelkopf.positions import THINKING, asked, hasty, house_tables, round_of, tables
from tests.games.doppelkopf.playing import healthy, play, rules, say

__all__ = ["hasty"]

SENTENCE = re.compile(r"[A-Z].*\.")


def fits_a_form(observation: Observation, action: Action) -> bool:
    """Is it an example filled in otherwise, with cards that may be chosen?"""
    if not isinstance(action, Pass | Return):
        return False
    (form,) = observation.forms
    (field,) = form.fields
    fits = field.of is not None and not Counter(action.cards) - Counter(field.of)
    return form.action == action.type and fits and field.least <= len(action.cards) <= field.most


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("level", THINKING)
@pytest.mark.parametrize("number", range(3))
def test_every_choice_is_proper_and_has_a_reason(level: str, number: int) -> None:
    bot = bot_for("doppelkopf", level)
    done = 0
    for match in tables(number, 4, 60):
        for seat in asked(match):
            observation = match.observation(seat)
            decision = bot.choose(observation, Random(1))
            assert SENTENCE.fullmatch(decision.reason.sentence), decision.reason
            if decision.action is not None:
                done += 1
                assert decision.action in observation.actions or fits_a_form(
                    observation, decision.action
                )
                match.verify(seat, decision.action)
    assert done > 60


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("level", THINKING)
def test_hidden_cards_change_nothing(level: str) -> None:
    bot = bot_for("doppelkopf", level)
    shuffle = Random(3)
    compared = 0
    for match in tables(11, 4, 50):
        for seat in match.turn:
            other = match.resample(seat, shuffle)
            if other.hands == match.hands:
                continue
            compared += 1
            mine, theirs = match.observation(seat), other.observation(seat)
            assert bot.choose(mine, Random(1)) == bot.choose(theirs, Random(1))
    assert compared > 50


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("level", THINKING)
@pytest.mark.parametrize("profile", ["house", "lenient"])
def test_four_of_a_kind_play_matches_to_their_end(level: str, profile: str) -> None:
    bots = [bot_for("doppelkopf", level)] * 4
    result = play_match(DOPPELKOPF, rules(profile, rounds=2), bots, b"four of a kind")
    assert result.outcome.kind in ("won", "draw")
    assert sum(result.outcome.points) == 0
    assert result.actions >= 2 * 52
    assert result == play_match(DOPPELKOPF, rules(profile, rounds=2), bots, b"four of a kind")


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("level", THINKING)
def test_tournament_rules_are_played_with_all_four_compulsory_solos(level: str) -> None:
    bots = [bot_for("doppelkopf", level)] * 4
    result = play_match(DOPPELKOPF, rules("ddv", rounds=5), bots, b"ddv")
    assert result.outcome.kind in ("won", "draw")


@pytest.mark.parametrize("level", THINKING)
def test_who_is_asked_out_of_turn_does_not_think_long(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Imagining anything would already take too long: it is asked after every step."""

    def thinks(*_: object) -> None:
        raise AssertionError("thinks about it")

    matches = [match.copy() for match in house_tables(5, 3, 60)]
    observations = [match.observation(seat) for match in matches for seat in match.speakers]
    monkeypatch.setattr(DoppelkopfMatch, "sample_state", thinks)
    bot = bot_for("doppelkopf", level)
    assert len(observations) > 40
    for observation in observations:
        if observation.seat not in observation.turn:
            assert bot.choose(observation, Random(1)).action is None


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_the_partner_who_has_the_trick_is_fed(level: str) -> None:
    match = round_of("c9", "ca", "ck", "c10 c9")
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_fleshless")
    play(match, "c9 ca ck")
    assert bot_for("doppelkopf", level).choose(match.observation(3), Random(1)).action == Play(
        "c10"
    )


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("level", THINKING)
def test_pigs_that_were_called_are_led(level: str) -> None:
    match = round_of("da da cq sq ca ca c9 sa sk sk", pigs="two_on_play")
    healthy(match)
    say(match, "pigs")
    bot = bot_for("doppelkopf", level)
    while isinstance(action := bot.choose(match.observation(0), Random(1)).action, Say):
        match.apply(0, action)
    assert action == Play("da")


@pytest.mark.parametrize("level", THINKING)
def test_a_fox_is_not_thrown_to_the_other_side(level: str) -> None:
    match = round_of("h10", "dj", "dk", "da d9")
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_diamonds")
    play(match, "h10 dj dk")
    assert bot_for("doppelkopf", level).choose(match.observation(3), Random(1)).action != Play("da")


@pytest.mark.parametrize("level", THINKING)
def test_both_club_queens_are_married_in_an_ordinary_hand(level: str) -> None:
    match = round_of("cq cq d9 dk ck ck sk sk h9 h9 hk c9", "h10 h10 sq sq", "hq hq dq dq")
    bot = bot_for("doppelkopf", level)
    assert bot.choose(match.observation(0), Random(1)).action == Say("reservation_yes")
    say(match, "reservation_yes", *["reservation_no"] * 3)
    assert bot.choose(match.observation(0), Random(1)).action == Say("solo_no")
    say(match, "solo_no")
    assert bot.choose(match.observation(0), Random(1)).action == Say("wedding_yes")


@pytest.mark.parametrize("level", THINKING)
def test_a_poor_hand_is_sold_with_all_its_trumps(level: str) -> None:
    poor = "d9 dk ca ca ck ck sk sk h9 h9 ha hk"
    match = round_of(poor, "h10 h10 cq sq sq hq hq dq dq cj cj sj", poverty="sell")
    bot = bot_for("doppelkopf", level)
    assert bot.choose(match.observation(0), Random(1)).action == Say("reservation_yes")
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no")
    assert bot.choose(match.observation(0), Random(1)).action == Say("poverty_yes")
    say(match, "poverty_yes")
    assert bot.choose(match.observation(0), Random(1)).action == Pass(("ca",))
    match.apply(0, Pass(("ca",)))
    assert bot.choose(match.observation(1), Random(1)).action == Say("poverty_accept")
    say(match, "poverty_accept")
    returned = bot.choose(match.observation(1), Random(1)).action
    assert isinstance(returned, Return)
    assert not {"h10", "cq", "sq", "hq", "dq", "cj"} & set(returned.cards)
    match.apply(1, returned)
    amount = bot.choose(match.observation(1), Random(1)).action
    assert isinstance(amount, Say)
    match.apply(1, amount)
    assert match.game == "poverty"


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_an_overwhelming_hand_is_played_alone(level: str) -> None:
    match = round_of("cq cq sq sq hq hq dq dq ca ca sa sa")
    bot = bot_for("doppelkopf", level)
    say(match, "reservation_yes", *["reservation_no"] * 3)
    assert bot.choose(match.observation(0), Random(1)).action == Say("solo_queen")


@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize(
    ("hand", "says_re"),
    [
        ("h10 h10 cq sq sq hq hq dq dq ca ca d9", True),
        ("cq d9 d9 dk h9 h9 hk s9 sk sk c9 ck", False),
    ],
)
def test_re_is_said_with_a_strong_hand_only(level: str, hand: str, says_re: bool) -> None:
    """At the last moment: before the second card is played."""
    match = round_of(hand, "cq")
    healthy(match)
    play(match, "ca" if says_re else "c9")
    easy = bot_for("doppelkopf", "easy")
    while len(match.history) < 1 or match.turn != (0,):
        action = easy.choose(match.observation(match.turn[0]), Random(1)).action
        assert action is not None
        match.apply(match.turn[0], action)
    choice = bot_for("doppelkopf", level).choose(match.observation(0), Random(1)).action
    assert (choice == Say("re")) == says_re
