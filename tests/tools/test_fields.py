from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from stammtisch.games.games import GAMES, VARIABLE
from stammtisch.protocols.table.schema import schemas
from tools.fields import page

PAGE = Path(__file__).parents[2] / "docs/protocols/fields.md"


def test_the_page_is_what_the_types_say_today() -> None:
    made = subprocess.run(
        [sys.executable, "-m", "tools.fields"],
        # Without the games that only tests have.
        env={key: value for key, value in os.environ.items() if key != VARIABLE},
        check=True,
        capture_output=True,
    )
    assert PAGE.read_bytes() == made.stdout, "run python -m tools.fields > docs/protocols/fields.md"


def test_a_game_from_outside_has_its_part_of_the_page() -> None:
    _, _, section = page().partition("## Hearts\n")
    assert "### Hearts: actions" in section and "**`pass`**" in section


@pytest.mark.parametrize("game", [game.name for game in GAMES.values() if game.meanings])
def test_every_field_of_a_view_has_its_row(game: str) -> None:
    _, _, section = page().partition(f"## {game.capitalize()}\n")
    for name, of in schemas()[f"{game}.View"]["properties"].items():
        about = " ".join(of["description"].split())
        assert any(f"`{name}" in line and about in line for line in section.splitlines())
