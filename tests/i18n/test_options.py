"""Every rule that people can choose has a name in each language of the house."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from stammtisch.games.doppelkopf.match import DOPPELKOPF
from stammtisch.games.game import Game
from stammtisch.games.mao.match import MAO
from stammtisch.games.tarock.match import TAROCK
from stammtisch.games.tiles.match import TILES
from stammtisch.i18n import LANGUAGES, Language
from stammtisch.i18n.texts import texts
from stammtisch.tables.settings import options_of

OURS = (TILES, MAO, DOPPELKOPF, TAROCK)


def needed(game: Game) -> Iterator[tuple[str, ...]]:
    """For each word that is needed the keys of which one is enough."""
    for option in options_of(game):
        yield (f"option.{game.name}.{option.name}",)
        if option.group:
            yield (f"group.{game.name}.{option.group}",)
        for choice in option.choices:
            if isinstance(choice, str):
                value = f"value.{game.name}."
                yield (f"{value}{option.name}.{choice}", f"{value}{choice}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_every_rule_and_value_has_a_name(game: Game, language: Language) -> None:
    known = texts("options", language)
    missing = [keys for keys in needed(game) if not any(key in known for key in keys)]
    assert missing == []


@pytest.mark.parametrize("language", ["de", "sl"])
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_every_rule_is_explained_in_languages_that_the_server_does_not_speak(
    game: Game, language: Language
) -> None:
    known = texts("options", language)
    for option in options_of(game):
        assert f"meaning.{game.name}.{option.name}" in known
