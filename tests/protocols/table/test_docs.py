"""What docs/protocols/table.md shows is what the server understands and says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from stammtisch.protocols.table.codec import decode
from stammtisch.protocols.table.messages import ASKS, TELLS
from stammtisch.protocols.table.schema import json_schema

DOCS = (Path(__file__).parents[3] / "docs/protocols/table.md").read_text("utf-8")

#: Lines of example sessions that are shown whole.
SHOWN = [line for line in DOCS.splitlines() if line[:2] in ("> ", "< ") and "…" not in line]
SENT = [line[2:] for line in SHOWN if line.startswith("> ")]
TOLD = [line[2:] for line in SHOWN if line.startswith("< ")]


def test_the_examples_are_found() -> None:
    assert len(SENT) >= 10
    assert len(TOLD) >= 10


@pytest.mark.parametrize("text", SENT)
def test_an_ask_of_the_example_is_understood(text: str) -> None:
    assert decode(text)[0] == json.loads(text)["id"]


@pytest.mark.parametrize("text", TOLD)
def test_a_tell_of_the_example_fits_its_schema(text: str) -> None:
    message = json.loads(text)
    kind = next(tell for tell in TELLS if tell.__struct_config__.tag == message["type"])
    jsonschema_rs.Draft202012Validator(json_schema(kind)).validate(message)


@pytest.mark.parametrize("message", [*ASKS, *TELLS], ids=lambda message: message.__name__)
def test_every_message_is_told_of(message: type[Any]) -> None:
    assert f"`{message.__struct_config__.tag}`" in DOCS


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: ask.__name__)
def test_every_field_of_an_ask_stands_in_its_row(ask: type[Any]) -> None:
    tag = ask.__struct_config__.tag
    row = next(line for line in DOCS.splitlines() if line.startswith(f"| `{tag}` |"))
    for field in ask.__struct_fields__:
        if field != "id":
            assert f"`{field}`" in row or f"`{field}?`" in row
