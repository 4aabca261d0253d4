"""Every field that is published says what it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from stammtisch import __version__
from stammtisch.games.games import GAMES
from stammtisch.meanings import meanings_of
from stammtisch.net.api import ROUTES
from stammtisch.net.http import Error
from stammtisch.net.openapi import openapi
from stammtisch.protocols.table.glossary import GAME_WORDS, WORDS
from stammtisch.protocols.table.messages import ASKS, TELLS
from stammtisch.protocols.table.schema import records_in, schemas
from stammtisch.tables.events import SeatInfo, TableEvent


def fields(found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, schema in found.items():
        for field, of in schema.get("properties", {}).items():
            yield f"{name}.{field}", of


#: Games of other packages have their own comments, and need not have all.
OURS = tuple(f"{game}." for game in GAMES if game not in GAME_WORDS)


def test_every_field_of_the_protocol_has_a_description() -> None:
    found = dict(fields(schemas()))
    assert len(found) > 429
    bare = [name for name, of in found.items() if not of.get("description")]
    assert [name for name in bare if not name.startswith(OURS)] == []


def test_every_field_of_rest_has_a_description() -> None:
    found = openapi(ROUTES, __version__)["components"]["schemas"]
    assert [name for name, of in fields(found) if not of.get("description")] == []


def test_a_description_is_the_comment_in_the_type() -> None:
    assert meanings_of(SeatInfo)["person"] in schemas()["SeatInfo"]["properties"]["person"].values()
    drawn = schemas()["tiles.Drawn"]["properties"]
    assert drawn["left"]["description"] == "How many tiles the main stack still has."
    assert drawn["stack"]["description"].startswith("`main`")


def test_a_comment_of_several_lines_is_one_sentence_and_a_base_counts() -> None:
    view = meanings_of(GAMES["tiles"].view)
    assert view["known"].startswith("The tiles of each seat") and view["known"].endswith("winner.")
    assert "\n" not in view["known"] and "#" not in view["known"]


def test_a_description_speaks_of_null_and_not_of_none() -> None:
    texts = [of["description"] for _, of in fields(schemas()) if "description" in of]
    texts += [schema.get("description", "") for schema in schemas().values()]
    words = {word.strip("`.,;:()") for text in texts for word in text.split()}
    assert "null" in words and "None" not in words


@pytest.mark.parametrize("game", GAME_WORDS)
def test_no_word_of_a_glossary_is_left_over(game: str) -> None:
    kinds = [*GAMES[game].actions.values(), *GAMES[game].events.values(), GAMES[game].view]
    assert set(GAME_WORDS[game]) <= words_wanted(kinds)


def test_no_common_word_is_left_over() -> None:
    answers = [kind for route in ROUTES for kind in (route.answer, route.body) if kind is not None]
    assert set(WORDS) - {"type"} <= words_wanted([*ASKS, *TELLS, TableEvent, Error, *answers])


def words_wanted(kinds: list[Any]) -> set[str]:
    """Those for which some record has no comment of its own."""
    wanted = set()
    for kind in records_in(kinds):
        struct = hasattr(kind, "__struct_fields__")
        names = kind.__struct_fields__ if struct else kind.__dataclass_fields__
        for name in set(names) - set(meanings_of(kind)):
            wanted |= {name, f"{kind.__name__}.{name}"}
    return wanted
