from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.protocols.table.glossary import GAME_WORDS
from stammtisch.protocols.table.schema import schemas
from tools.fields import page

PAGE = Path(__file__).parents[2] / "docs/protocols/fields.md"


def test_the_page_is_what_the_types_say_today() -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert written == page() + "\n", "run python -m tools.fields > docs/protocols/fields.md"


@pytest.mark.parametrize("game", GAME_WORDS)
def test_every_field_of_a_view_has_its_row(game: str) -> None:
    _, _, section = page().partition(f"## {game.capitalize()}\n")
    for name, of in schemas()[f"{game}.View"]["properties"].items():
        about = " ".join(of["description"].split())
        assert any(f"`{name}" in line and about in line for line in section.splitlines())
