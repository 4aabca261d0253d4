"""Keys that are written on the screen are pressed by a click at them."""

from __future__ import annotations

import pytest

from stammtisch.i18n import LANGUAGES, Language
from stammtisch.terminal.text import pressable, speak, t


def pressed(line: str) -> dict[str, str]:
    """What each part of the line that can be clicked does."""
    text = pressable(line)
    return {
        text.plain[span.start : span.end]: span.style.meta["@click"]
        for span in text.spans
        if not isinstance(span.style, str)
    }


def test_every_key_of_a_line_is_pressed_where_it_is_written() -> None:
    assert pressed("Enter next round   v review   Esc table") == {
        "Enter next round": "app.simulate_key('enter')",
        "v review": "app.simulate_key('v')",
        "Esc table": "app.simulate_key('escape')",
    }


def test_what_is_no_single_key_is_not_pressed() -> None:
    assert pressed("up/down: another round   PgUp/PgDn: scroll   Esc: back") == {
        "Esc: back": "app.simulate_key('escape')"
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_are_the_same_in_every_language(language: Language) -> None:
    speak(language)
    try:
        keys = list(pressed(t("leave_keys")).values())
    finally:
        speak("en")
    assert keys == ["app.simulate_key('y')", "app.simulate_key('n')"]
