from __future__ import annotations

import pytest

from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import Happening, Situation, applies
from tests.games.mao.playing import card, cards


def moment(played: str, before: str | None = None, hand: int = 5) -> Situation:
    """The newest card of `played` lies on `before`, or on the one played before it."""
    row = tuple(cards(played))
    under = card(before) if before else (row[-2] if len(row) > 1 else None)
    return Situation("play", hand, 4, 9, row, under)


@pytest.mark.parametrize(
    ("condition", "yes", "no"),
    [
        ("spade", "2S", "2H"),
        ("seven", "7D", "8D"),
        ("seven of spades", "7S", "7D"),
        ("red card", "2H", "2C"),
        ("black seven", "7C", "7H"),
        ("face card", "JC", "XC"),
        ("number card", "2C", "AC"),
        ("even card", "XH", "QH"),
        ("odd card", "AC", "KC"),
        ("card above 9", "XC", "9C"),
        ("card below 2", "AC", "2C"),
        ("heart above 12", "KH", "KS"),
        ("any card", "2C", None),
        ("not spade", "2H", "2S"),
        ("same suit", "2S 9S", "2S 9H"),
        ("same rank", "9S 9H", "8S 9H"),
        ("same colour", "2D 9H", "2D 9S"),
        ("higher than previous", "2D 3S", "3D 3S"),
        ("lower than previous", "2D AS", "2D 2S"),
        ("third red card in a row", "2C 2D 3D 2H", "2D 2C 3H 4H"),
        ("second spade in a row", "2S 3S", "3S"),
        ("spade and same suit", "2S 3S", "2H 3S"),
        ("5 cards left", "2C", None),
        ("more than 4 cards left", "2C", None),
        ("fewer than 6 cards left", "2C", None),
        ("left player holds 4 cards", "2C", None),
        ("right player holds more than 8 cards", "2C", None),
    ],
)
def test_a_condition_means_what_it_says(condition: str, yes: str, no: str | None) -> None:
    rule = parse(f"WHEN {condition} THEN skip")
    assert applies(rule, moment(yes))
    if no is not None:
        assert not applies(rule, moment(no))


@pytest.mark.parametrize(
    "condition",
    [
        "4 cards left",
        "last card",
        "left player holds one card",
        "right player holds fewer than 9 cards",
    ],
)
def test_hands_of_another_size_do_not_fit(condition: str) -> None:
    assert not applies(parse(f"WHEN {condition} THEN skip"), moment("2C"))


@pytest.mark.parametrize("happening", ["play", "draw", "penalty"])
def test_a_rule_listens_to_one_happening_only(happening: Happening) -> None:
    now = Situation(happening, 5, 4, 9, (0,) if happening == "play" else ())
    texts = {"play": "any card", "draw": "drawing", "penalty": "penalty"}
    for name, text in texts.items():
        assert applies(parse(f'WHEN {text} THEN say "x"'), now) is (name == happening)


def test_the_first_card_has_nothing_before_it() -> None:
    now = Situation("play", 5, 4, 9, (0,), None)
    for text in ("same suit", "higher than previous", "second any card in a row"):
        assert not applies(parse(f"WHEN {text} THEN skip"), now)
