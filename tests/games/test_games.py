"""Where games are found."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from stammtisch.games.game import Refusal
from stammtisch.games.games import GAMES, VARIABLE, game_named, games_in
from stammtisch.i18n import LANGUAGES, Words
from tests.games.hearts.match import HEARTS_GAME


def test_a_game_of_another_package_is_one_of_the_house() -> None:
    assert GAMES["hearts"] is game_named("hearts") is HEARTS_GAME
    assert list(games_in(" tests.games.hearts.match:HEARTS_GAME, ,")) == [HEARTS_GAME]


def test_a_child_process_knows_it_too() -> None:
    program = "from stammtisch.games.games import GAMES; print(*GAMES)"
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert said.split() == list(GAMES)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("tests.games.whist:WHIST", "names tests.games.whist:WHIST, which cannot be imported"),
        ("tests.games.hearts.match:WHIST", "but there is no WHIST in tests.games.hearts.match"),
        ("tests.games.hearts.match:SEATS", "which is no Game"),
        ("tests.games.hearts.match", "which is not written as module:NAME"),
    ],
)
def test_a_game_that_is_not_there_is_told_in_a_sentence(words: str, sentence: str) -> None:
    with pytest.raises(Refusal) as trouble:
        list(games_in(words))
    assert sentence in str(trouble.value)
    assert str(trouble.value).startswith(VARIABLE) and str(trouble.value).endswith(".")
    assert os.environ[VARIABLE]


def test_on_the_command_line_it_is_no_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "stammtisch.cli", "rules", "tiles"],
        env={**os.environ, VARIABLE: "tests.games.whist:WHIST"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"stammtisch: {VARIABLE} names tests.games.whist:WHIST, which")
    assert "Traceback" not in done.stderr


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refusal, match="There is no game 'chess' here; there is tiles, mao"):
        game_named("chess")


@pytest.mark.parametrize("game", ["doppelkopf", "tarock", "tiles", "mao"])
def test_the_names_of_cards_are_found_in_every_language(game: str) -> None:
    """And in English they are what the game itself calls them."""
    known = game_named(game).words
    assert known is not None
    for language in LANGUAGES:
        words = Words(language, "common", game)
        for card, name in known.cards.items():
            blanks = {blank: words.find(str(key)) or key for blank, key in name.blanks.items()}
            said = words.find(name.key, **blanks)
            assert (said is None) == (game == "doppelkopf" and card == "j0"), card
            assert language != "en" or said in (name.text, None), card


def test_cards_have_the_names_that_players_have_for_them() -> None:
    tarock, mao = game_named("tarock").words, game_named("mao").words
    assert tarock is not None and mao is not None
    assert [tarock.cards[card].text for card in ("T1", "T2", "T21", "TS", "H1", "CN")] == [
        *("pagat", "tarok 2", "mond", "skis", "one of hearts", "knight of clubs")
    ]
    assert [mao.cards[card].text for card in (0, 51)] == ["ace of clubs", "king of spades"]
