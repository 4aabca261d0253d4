from __future__ import annotations

from collections.abc import Iterator

import pytest

from stammtisch.games.game import Event
from stammtisch.games.mao.match import MAO
from stammtisch.games.mao.records import (
    Accepted,
    Accused,
    Breach,
    Finale,
    Moved,
    PointOfOrder,
    RuleTold,
    RuleWritten,
    Spot,
    Talked,
    TurnChanged,
    VoteCalled,
)
from stammtisch.terminal.mao.words import _SENTENCES, sentence
from stammtisch.terminal.text import speak

NAMES = ("You", "Bo", "Cy")
HAND, DECK, SEVEN = Spot("hand"), Spot("deck"), 45
RULE = RuleTold(1, "WHEN king THEN skip", 1, True, (Breach(0, 2, 0), Breach(0, 2, 9)), 2)


def said(event: Event, pile: int = 3) -> str | None:
    return sentence(event, lambda seat: NAMES[seat], pile)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Moved(0, SEVEN, Spot("hand", 1), Spot("pile", 2), 4), "You played the seven of spades."),
        (
            Moved(1, SEVEN, HAND, Spot("pile", 0), 4),
            "Bo put the seven of spades into the pile.",
        ),
        (Moved(1, None, DECK, HAND, 4), "Bo drew a card."),
        (Moved(1, None, DECK, HAND, 4, "penalty"), "Bo took a card as a penalty."),
        (Moved(0, SEVEN, DECK, HAND, 4, "rule"), "You had to draw the seven of spades."),
        (Moved(1, SEVEN, Spot("pile", 2), HAND, 4, "return"), "Bo took the seven of spades back."),
        (Talked(None, "Talking."), "Chairman: “Talking.”"),
        (Accused(1, 0, "rudeness", 1), "Bo accused you: rudeness."),
        (Accused(0, 0, None, 1), "You accused yourself, and gave no reason."),
        (Accused(None, 2, "talking", 1), "The chairman accused Cy: talking."),
        (
            Accused(None, 2, "failure to smile", 1, 38),
            "The chairman accused Cy over the king of hearts: failure to smile.",
        ),
        (Accepted(1, 0, "vote"), "The others found you guilty."),
        (Accepted(None, 1, "time"), "Bo said nothing, which counts as admitting it."),
        (VoteCalled((0, 2), 1), "You and Cy decide: guilty or innocent?"),
        (RuleWritten(1, None), "Bo wrote a secret rule."),
        (
            RuleWritten(0, "x", False, "It has no WHEN."),
            "You wrote the rule “x”. The chairman does not understand it: "
            "people must enforce it. It has no WHEN.",
        ),
        (RuleWritten(0, "x"), "You wrote the rule “x”."),
        (PointOfOrder(None, False), "The point of order is over."),
        (
            Finale((RULE,), ()),
            "The rules were: “WHEN king THEN skip” by Bo, after round 1, "
            "broken by You (2×), found out first by Cy.",
        ),
        (TurnChanged(1, 1), None),
    ],
)
def test_what_happened_in_a_sentence(event: Event, words: str | None) -> None:
    assert said(event) == words


def test_all_events_but_the_turn_are_told() -> None:
    assert set(MAO.events.values()) - _SENTENCES.keys() == {Moved, TurnChanged}


@pytest.fixture
def german() -> Iterator[None]:
    speak("de")
    yield
    speak("en")


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Talked(None, "Talking."), "Vorsitzender: „Geredet.“"),
        (Talked(1, 'Failure to say "meow".'), "Bo: „Nicht gesagt: ‚meow‘.“"),
        (Talked(1, "I have done nothing wrong."), "Bo: „Ich habe nichts falsch gemacht.“"),
        (Accused(None, 2, "talking", 1), "Anklage, Der Vorsitzende gegen Cy: geredet."),
        (Accused(1, 2, "rudeness.", 1), "Anklage, Bo gegen Cy: rudeness."),
    ],
)
def test_the_court_speaks_the_language_of_who_reads_it(event: Event, words: str) -> None:
    assert said(event) == words


@pytest.mark.usefixtures("german")
def test_other_words_are_moves_and_stay_as_they_were_said() -> None:
    assert said(Talked(1, "No card fits.")) == "Bo: „No card fits.“"
