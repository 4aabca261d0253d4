"""Reasons are told as the page tells them: it reads the same ones (`web/tests`)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stammtisch.i18n import Language
from stammtisch.i18n.reasoning import reason_told

REASONS = json.loads((Path(__file__).parent / "reasons.json").read_text("utf-8"))


@pytest.mark.parametrize(("language", "reason", "told"), REASONS)
def test_a_reason_is_told_as_in_the_page(language: Language, reason: str, told: str) -> None:
    assert reason_told(reason, language) == told
