from __future__ import annotations

from pathlib import Path

from tools.env_layouts import layouts, rewritten

PAGE = Path(__file__).parents[2] / "docs/research.md"


def test_the_documented_layouts_are_those_of_the_program() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert layouts() in page, "run python -m tools.env_layouts"
    assert rewritten(page) == page
