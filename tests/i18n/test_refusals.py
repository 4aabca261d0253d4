"""Whatever house and tables refuse is said in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import stammtisch
from stammtisch.i18n import LANGUAGES, Language
from stammtisch.i18n.texts import texts

ROOM = Path(stammtisch.__file__).parent
RAISED = re.compile(r'(?:Refusal|Refused)\(\s*(?:code=)?"(\w+)"')

#: Only programs meet these: they are about what no page and no terminal sends.
FOR_PROGRAMS = {
    "bad_action",
    "bad_event",
    "bad_hash",
    "bad_message",
    "bad_nonce",
    "bad_order",
    "bad_save",
    "bad_seats",
    "failed",
    "no_such_round",
    "no_such_step",
    "not_asked",
    "nothing_saved",
    "old_save",
    "other_game",
    "other_nonce",
    "unknown",
    "unknown_action",
}


def raised() -> set[str]:
    files = [
        file for room in ("", "accounts", "lobby", "tables") for file in (ROOM / room).glob("*.py")
    ]
    return {code for file in files for code in RAISED.findall(file.read_text("utf-8"))}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_what_is_refused_to_people_is_said_in_their_language(language: Language) -> None:
    said = {key.removeprefix("refusal.") for key in texts("common", language)}
    assert len(raised()) > 60
    assert raised() - FOR_PROGRAMS - said == set()


def test_nothing_is_kept_from_people_that_is_not_refused_any_more() -> None:
    assert FOR_PROGRAMS - raised() == set()
