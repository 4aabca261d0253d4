"""Blanks are filled as the page fills them: it reads the same sentences (`web/tests`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stammtisch.i18n.texts import Language, fill

FILLED = json.loads((Path(__file__).parent / "filled.json").read_text("utf-8"))


@pytest.mark.parametrize(("language", "sentence", "blanks", "said"), FILLED)
def test_a_sentence_is_filled_as_in_the_page(
    language: Language, sentence: str, blanks: dict[str, Any], said: str
) -> None:
    assert fill(sentence, blanks, language) == said
