"""Every action has a number, and every number its action."""

from __future__ import annotations

import pytest

from stammtisch.games.doppelkopf import words
from stammtisch.games.doppelkopf.records import Complain, Pass, Play, PointOut, Say, Withdraw
from stammtisch.games.doppelkopf.words import WORDS
from stammtisch.games.game import Refusal
from tests.games.doppelkopf.playing import dealt, healthy, new


def test_the_words_have_the_first_numbers() -> None:
    assert [words.number_of(Say(word)) for word in WORDS] == list(range(len(WORDS)))
    assert len(set(WORDS)) == len(WORDS) <= 100


@pytest.mark.parametrize(
    ("action", "number"),
    [
        (Say("reservation_yes"), 0),
        (Say("re"), words.number_of(Say("superpigs")) + 1),
        (Play("c9"), 100),
        (Play("da"), 123),
        (Play("j0"), 124),
        (Pass(("cq", "cq", "dj")), 125),
        (Withdraw(), 127),
        (Complain(0, "wrong_card"), 128),
        (Complain(3, "external"), 143),
        (PointOut(None, "card", "cq"), 144),
        (PointOut(7, "card", "cq"), 152),
    ],
)
def test_numbers_stay_what_they_are(action: object, number: int) -> None:
    assert words.number_of(action) == number  # type: ignore[arg-type]


def test_what_is_no_action_has_no_number() -> None:
    with pytest.raises(Refusal, match="no number"):
        new().number(Say("hello"))
    with pytest.raises(Refusal, match="no number"):
        new().number(Play(["cq"]))  # type: ignore[arg-type]


def test_a_number_is_played_like_its_action() -> None:
    match = dealt(("cq", "cq"))
    healthy(match)
    assert match.action(0, 100 + 2) == Play("cq")
    with pytest.raises(Refusal) as refused:
        match.action(0, 100 + 23)
    assert refused.value.code in ("not_your_card", "wrong_card")
    with pytest.raises(Refusal) as unknown:
        match.action(0, 10**6)
    assert unknown.value.code == "bad_number"
