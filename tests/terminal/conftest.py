from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet


@pytest.fixture(scope="session", autouse=True)
def styles_are_read_once() -> Iterator[None]:
    """Every app would read the same style sheets anew; what came of them is never changed."""
    known: dict[tuple[Any, ...], list[RuleSet]] = {}
    read = Stylesheet._parse_rules

    def kept(sheet: Stylesheet, *what: Any, **more: Any) -> list[RuleSet]:
        key = (what, *more.items(), *sheet._variables.items())
        if key not in known:
            known[key] = read(sheet, *what, **more)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", kept)
        yield
