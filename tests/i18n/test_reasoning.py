"""Reasons are told as the page tells them: it reads the same ones (`web/tests`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stammtisch.games.mao.chairman import DISPUTE, OFFENCES, UNSAID
from stammtisch.i18n import Language
from stammtisch.i18n.reasoning import find_reason, find_said
from stammtisch.i18n.texts import texts

TOLD = json.loads((Path(__file__).parent / "reasons.json").read_text("utf-8"))


@pytest.mark.parametrize(("language", "code", "data", "told"), TOLD["reasons"])
def test_a_reason_is_told_as_in_the_page(
    language: Language, code: str, data: dict[str, Any], told: str | None
) -> None:
    assert find_reason(code, data, language) == told


@pytest.mark.parametrize(("language", "said", "told"), TOLD["said"])
def test_what_the_chairman_says_is_told_as_in_the_page(
    language: Language, said: str, told: str | None
) -> None:
    assert find_said(said, language) == told


def test_the_english_of_offences_is_what_the_chairman_calls_them() -> None:
    english = {
        code.removeprefix("offence."): text
        for code, text in texts("reasons", "en").items()
        if code.startswith("offence.")
    }
    assert english == {**OFFENCES, "unsaid": UNSAID}
    assert texts("reasons", "en")["court.disputed"] == DISPUTE
