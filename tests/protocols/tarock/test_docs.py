"""What docs/protocols/tarock.md shows is what the server understands and says."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest

from stammtisch.games.refusal import OF_EVERY_MATCH
from stammtisch.games.tarock.words import ERRORS, REFUSALS
from stammtisch.protocols.tarock import events, handlers, messages, room, session
from stammtisch.protocols.tarock.messages import COMMANDS, BadCommand, read

DOCS = (Path(__file__).parents[3] / "docs/protocols/tarock.md").read_text("utf-8")
SAID = "".join(inspect.getsource(module) for module in (handlers, room, session, events))
EVENTS = {f"game.tarock.{name}" for name in re.findall(r'_named\(\s*"([a-z_.]+)"', SAID)}
EVENTS |= set(re.findall(r'"((?:lobby|game)\.[a-z_.]+[a-z])"', SAID))
#: What no client of this protocol can bring about.
ELSEWHERE = {"already_dealt", "no_clock", "too_early", "bad_number", "no_number", "not_legal"}
ELSEWHERE |= {"unknown_kind", "bad_position", "over"}


def row(name: str) -> str:
    return next(line for line in DOCS.splitlines() if line.startswith(f"| `{name}`"))


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_and_its_parameters_stand_there(name: str) -> None:
    for field in COMMANDS[name].__struct_fields__:
        if field != "request_id":
            assert f"`{field}`" in row(name) or f"`{field}?`" in row(name)


def test_every_event_stands_there() -> None:
    assert len(EVENTS) > 25
    missing = {name for name in EVENTS if f"`{name}`" not in DOCS and f'"{name}"' not in DOCS}
    assert not missing


def test_every_error_stands_there() -> None:
    names = {
        ERRORS.get(code, code) for code in REFUSALS if code not in {*ELSEWHERE, *OF_EVERY_MATCH}
    }
    names |= {*messages.IN_GAME.values(), *messages.IN_LOBBY.values()}
    assert not {name for name in names if f"`{name}`" not in DOCS}


@pytest.mark.parametrize("text", [line[2:] for line in DOCS.splitlines() if line.startswith("> {")])
def test_the_examples_are_understood(text: str) -> None:
    said: Any = read(text)
    assert not isinstance(said, BadCommand)
    assert isinstance(said, COMMANDS[json.loads(text)["command"]])
