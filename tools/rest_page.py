"""The routes of `docs/protocols/rest.md`, from the table that the server serves them by.

`python -m tools.rest_page` writes them there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stammtisch import __version__
from stammtisch.net.api import ROUTES
from stammtisch.net.openapi import openapi
from tools.fields import record, type_of

_BEGIN = "<!-- routes: written by `python -m tools.rest_page` -->\n"
_END = "<!-- end of routes -->\n"


def routes() -> str:
    return "\n".join(_routes()) + "\n"


def _routes() -> Iterator[str]:
    document = openapi(ROUTES, __version__)
    operations = [
        (f"{method.upper()} {path}", operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    for title, operation in operations:
        yield f"\n### `{title}`\n"
        yield operation["summary"] + "\n"
        responses = operation["responses"]
        schema = responses["200"]["content"]["application/json"]["schema"]
        if body := operation.get("requestBody"):
            yield f"Body: {type_of(body['content']['application/json']['schema'])}.\n"
        yield f"Answer: {type_of(schema)}. Errors: {_errors(responses)}.\n"
        if operation["parameters"]:
            yield "| parameter | where | type | meaning |"
            yield "|---|---|---|---|"
            for one in operation["parameters"]:
                # Which games there are depends on the server: other packages may add some.
                known = "string" if one["name"] == "game" else type_of(one["schema"])
                kind = known.replace("|", "\\|")
                kind += _bounds(one["schema"])
                yield f"| `{one['name']}` | {one['in']} | {kind} | {one['description']} |"
    yield "\n## What is sent\n"
    for name, schema in document["components"]["schemas"].items():
        yield from record(name, schema)


def _bounds(schema: dict[str, Any]) -> str:
    """From where to where, and what holds if it is not said."""
    found = ""
    if "minimum" in schema:
        found += f", {schema['minimum']} to {schema['maximum']}"
    if "maxLength" in schema:
        found += f", up to {schema['maxLength']} characters"
    if schema.get("default") not in (None, ""):
        found += f"; {schema['default']} unless said"
    return found


def _errors(responses: dict[str, object]) -> str:
    return ", ".join(sorted(status for status in responses if status != "200"))


def rewritten(page: str) -> str:
    """The page with its routes as they are now."""
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return before + _BEGIN + routes() + _END + after


if __name__ == "__main__":
    file = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/protocols/rest.md")
    file.write_text(rewritten(file.read_text(encoding="utf-8")), encoding="utf-8")
