"""Every field that is published says what it is, and nothing is said of what is not there."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from stammtisch import __version__
from stammtisch.games.game import Game
from stammtisch.games.games import GAMES
from stammtisch.meanings import MEANINGS, described, meanings_of, records_in, summary_of
from stammtisch.net.api import ROUTES
from stammtisch.net.http import Error
from stammtisch.net.openapi import openapi
from stammtisch.protocols.table.messages import ASKS, TELLS
from stammtisch.protocols.table.schema import schemas
from stammtisch.tables.events import SeatInfo, TableEvent


def fields(found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, schema in found.items():
        for field, of in schema.get("properties", {}).items():
            yield f"{name}.{field}", of


#: Games of other packages need not say all.
OURS = [game for game in GAMES.values() if game.meanings]
OTHERS = tuple(f"{game.name}." for game in GAMES.values() if not game.meanings)


def test_every_field_of_the_protocol_has_a_description() -> None:
    found = dict(fields(schemas()))
    assert len(found) > 429
    bare = [name for name, of in found.items() if not of.get("description")]
    assert [name for name in bare if not name.startswith(OTHERS)] == []


def test_every_field_of_rest_has_a_description() -> None:
    found = openapi(ROUTES, __version__)["components"]["schemas"]
    assert [name for name, of in fields(found) if not of.get("description")] == []


def test_every_record_says_what_it_is() -> None:
    bare = [name for name, schema in schemas().items() if not schema.get("description")]
    assert [name for name in bare if not name.startswith(OTHERS)] == []


def test_a_description_is_what_the_docstring_says() -> None:
    assert meanings_of(SeatInfo)["person"] in schemas()["SeatInfo"]["properties"]["person"].values()
    assert schemas()["SeatInfo"]["description"] == summary_of(SeatInfo)
    drawn = schemas()["tiles.Drawn"]["properties"]
    assert drawn["left"]["description"] == "How many tiles the main stack still has."
    assert drawn["stack"]["description"].startswith("`main`")


class Base(msgspec.Struct):
    """Something that is there.

    It has: a second sentence.

    weight: How heavy it is,
        in kilograms; None is unknown.
    """

    weight: int | None
    name: str


class Derived(Base):
    """Something else.

    colour: Its colour.
    """

    colour: str


def test_a_description_of_several_lines_is_one_sentence_and_a_base_counts() -> None:
    assert summary_of(Base) == "Something that is there. It has: a second sentence."
    assert meanings_of(Derived) == {
        "weight": "How heavy it is, in kilograms; None is unknown.",
        "colour": "Its colour.",
    }


def test_what_a_record_says_goes_before_the_common_words() -> None:
    _, found = msgspec.json.schema_components([Derived])
    words = {"name": "What it is called.", "colour": "Any colour."}
    schema = described(found, [Derived], words)["Derived"]
    assert schema["description"] == "Something else."
    assert {name: of["description"] for name, of in schema["properties"].items()} == {
        "weight": "How heavy it is, in kilograms; null is unknown.",
        "name": "What it is called.",
        "colour": "Its colour.",
    }


def test_a_description_speaks_of_null_and_not_of_none() -> None:
    texts = [of["description"] for _, of in fields(schemas()) if "description" in of]
    texts += [schema.get("description", "") for schema in schemas().values()]
    words = {word.strip("`.,;:()") for text in texts for word in text.split()}
    assert "null" in words and "None" not in words


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_no_common_word_of_a_game_is_left_over(game: Game) -> None:
    kinds = [*game.actions.values(), *game.events.values(), game.view]
    assert set(game.meanings) <= words_wanted(kinds)


def answers() -> list[Any]:
    parts = [kind for route in ROUTES for kind in (route.answer, route.body) if kind is not None]
    return [*ASKS, *TELLS, TableEvent, Error, *parts]


def test_no_common_word_is_left_over() -> None:
    assert set(MEANINGS) - {"type", "id"} <= words_wanted(answers())


def words_wanted(kinds: list[Any]) -> set[str]:
    """Those for which some record has no words of its own."""
    return {name for kind in records_in(kinds) for name in _names(kind) - set(meanings_of(kind))}


def _names(kind: Any) -> set[str]:
    struct = hasattr(kind, "__struct_fields__")
    return set(kind.__struct_fields__ if struct else kind.__dataclass_fields__)


def test_no_docstring_describes_a_field_that_is_not_there() -> None:
    """Such a line would be taken for a part of what the record is."""
    kinds = answers()
    for game in OURS:
        kinds += [*game.actions.values(), *game.events.values(), game.view]
    for kind in records_in(kinds):
        lines = inspect.cleandoc(kind.__doc__ or "").splitlines()
        named = {found[1] for line in lines if (found := re.match(r"([a-z_]+): ", line))}
        assert named <= _names(kind), kind
