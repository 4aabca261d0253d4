from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from stammtisch.net.http import _CODES
from stammtisch.net.pages import PATHS
from stammtisch.net.routes import make_app
from stammtisch.net.settings import Settings
from tools.rest_page import rewritten, routes

PAGE = (Path(__file__).parents[2] / "docs/protocols/rest.md").read_text(encoding="utf-8")


def test_the_page_is_what_the_routes_say_today() -> None:
    assert routes() in PAGE, "run python -m tools.rest_page"
    assert rewritten(PAGE) == PAGE


def paths_of_the_server() -> set[str]:
    nobody: Any = SimpleNamespace(
        settings=Settings(), counters=None, app=None, draining=False, links=list
    )
    page = cast("Any", SimpleNamespace(show=_any, file=_any, worker=_any, about=_any))
    return {resource.canonical for resource in make_app(nobody, [], page).router.resources()}


async def _any(request: Any) -> Any:
    raise AssertionError("it is not asked")


def test_every_route_of_the_server_is_told_of() -> None:
    found = paths_of_the_server()
    assert {"/api/games", "/healthz", "/relay", "/"} <= found
    # The page's own paths are those that its links have, and stand together.
    own = {path for path in PATHS if f"`{path}`" not in PAGE}
    assert len(own) < len(PATHS)
    named = {path.replace(":.+", "") for path in found - own}
    assert {path for path in named if path not in PAGE} == set()


def test_every_code_of_an_error_is_told_of() -> None:
    for code in (*_CODES.values(), "bad_number", "operators_only", "too_often", "our_fault"):
        assert f"`{code}`" in PAGE
