"""What the terminal says: every language says everything, and all of it finds room."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len

import stammtisch.cli
from stammtisch.bots.bots import Reason
from stammtisch.i18n import LANGUAGES, Language
from stammtisch.i18n.texts import texts
from stammtisch.terminal.text import reason_told, speak, speech_of, t

GAMES = ("doppelkopf", "tarock", "tiles", "mao")
#: Cells and lines that a sheet has inside its frame, on the smallest screen.
SHEET, LINES = 74, 22
ROOM = Path(stammtisch.cli.__file__).parent
#: Two words of prose in a row; styles and style sheets have such, too.
PROSE = re.compile(r"[A-Za-z]{2,}[,;:]? [a-z]{2,}")
STYLE = re.compile(r"^((not )?bold|reverse|#\w+| |on|round|solid|\{|\})*$|[{;]\s*\w[\w-]*:|^bold ")
#: What is said to Mao's chairman, and by him before it is told.
CHAIRMAN = ("point of order", "end of point of order", "New rule: ")


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[Language]:
    speak(request.param)
    yield request.param
    speak("en")


def test_what_is_said_is_said_in_the_language_that_is_spoken(language: Language) -> None:
    assert t("you") == {"en": "You", "de": "Du", "sl": "Ti"}[language]


def test_the_reasons_of_bots_are_told_in_the_language_that_is_spoken(language: Language) -> None:
    told = {"en": "Kings first.", "de": "Könige zuerst.", "sl": "Najprej kralji."}
    assert reason_told(Reason("kings_first")) == told[language]


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_a_table_hide_no_words_of_the_page(game: str) -> None:
    page, ours = texts(game, "en"), texts("terminal", "en")
    hidden = {key for key in page.keys() & ours.keys() if page[key] != ours[key]}
    assert hidden == set()


@pytest.mark.parametrize("game", GAMES)
def test_help_finds_room_on_the_smallest_screen(game: str, language: Language) -> None:
    lines = speech_of(game)("help").split("\n")
    assert [line for line in lines if cell_len(line) > SHEET] == []
    assert len(lines) <= LINES


@pytest.mark.parametrize("game", GAMES)
def test_lines_of_keys_find_room_on_the_smallest_screen(game: str, language: Language) -> None:
    parts = (texts(f"terminal/{game}", language), texts("terminal", language))
    keys = [text for part in parts for key, text in part.items() if key.endswith("_keys")]
    assert [line for line in keys if cell_len(line) > SHEET + 2] == []


def written(file: Path) -> Iterator[str]:
    """The texts in a file of ours, but for docstrings and what only programmers read."""
    tree = ast.parse(file.read_text("utf-8"))
    passed: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr | ast.Assert | ast.Raise):
            passed.update(id(inner) for inner in ast.walk(node) if isinstance(inner, ast.Constant))
        # What is spoken is an expression, too: its arguments are looked at nevertheless.
        if isinstance(node, ast.Call):
            passed.difference_update(
                id(inner) for inner in ast.walk(node) if isinstance(inner, ast.Constant)
            )
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in passed
        ):
            yield node.value


@pytest.mark.parametrize("room", ["terminal", *GAMES])
def test_no_sentence_is_written_into_the_code(room: str) -> None:
    found = [
        (file.name, text)
        for file in sorted((ROOM / room).glob("*.py"))
        for text in written(file)
        if PROSE.search(text) and not STYLE.search(text) and text not in CHAIRMAN
    ]
    assert found == []


def test_a_word_of_a_newer_server_is_read_as_it_is_written() -> None:
    assert t("leaving.sing_first", name="Ada") == "sing first"
    with pytest.raises(KeyError):
        t("no_such_sentence")
