from __future__ import annotations

import pytest

from stammtisch.games.mao.cards import normal, says


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Have a NICE day!!", "have a nice day"),
        ("  Don't — stop… ", "dont stop"),
        ("Grüß Gott", "gruss gott"),
        ("...", ""),
        ("", ""),
    ],
)
def test_only_the_words_count(text: str, words: str) -> None:
    assert normal(text) == words


@pytest.mark.parametrize(
    ("said", "phrase", "right"),
    [
        ("meow", "meow", True),
        ("moew", "meow", False),
        ("have a nise day", "have a nice day", True),
        ("hvae a nice day", "have a nice day", True),
        ("have nice day", "have a nice day", True),
        ("have a nasty day", "have a nice day", False),
        ("have a very nice day", "have a nice day", False),
        ("", "have a nice day", False),
        ("thank yuo", "thank you", True),
        ("thank me", "thank you", False),
    ],
)
def test_small_slips_are_overlooked(said: str, phrase: str, right: bool) -> None:
    assert says(said, phrase) is right
