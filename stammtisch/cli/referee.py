"""`stammtisch referee`: answers to positions of a game."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from pkgutil import resolve_name
from typing import Any

from stammtisch.cli.arguments import add_game, add_profile, game_of, rules_of
from stammtisch.cli.output import USAGE, CliError, read_bytes
from stammtisch.games.game import Refusal, Rules
from stammtisch.games.games import GAMES

#: Of (rules, kind, given): the answer, as plain values.
Referee = Callable[[Rules, str, Mapping[str, Any]], Any]

#: The kind of a position that names none.
USUAL_KIND = "score"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("file", metavar="FILE", help='JSON: {"vectors": [{"id", "kind", "given"}]}')
    add_profile(parser)


def run(asked: argparse.Namespace) -> int:
    game = game_of(asked.game)
    if game.referee is None:
        known = [one.name for one in GAMES.values() if one.referee is not None]
        raise CliError(
            f"No kinds of positions are defined for {game.name} that a referee could be asked "
            f"about; of the games here {' and '.join(known) or 'none'} has any.",
            USAGE,
        )
    plain = _read(asked.file)
    rules = rules_of(game, asked.profile or plain.get("profile"))
    judge: Referee = resolve_name(game.referee)
    answers = {}
    for name, kind, given in _vectors(plain):
        try:
            answers[name] = judge(rules, kind, given)
        except Refusal as refusal:
            raise CliError(f"{name}: {refusal.reason}") from None
    print(json.dumps({"answers": answers}, ensure_ascii=False))
    return 0


def _read(path: str) -> dict[str, Any]:
    try:
        plain = json.loads(read_bytes(path))
    except ValueError as error:
        raise CliError(f"{path} is not JSON: {error}.") from None
    if not isinstance(plain, dict) or not isinstance(plain.get("vectors"), list):
        raise CliError(f'{path} must hold an object with a list of "vectors".')
    return plain


def _vectors(plain: dict[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Id, kind and facts of each. Where there is no "given" the facts stand beside the id."""
    for item in plain["vectors"]:
        if not isinstance(item, dict) or "id" not in item:
            raise CliError('Each of the "vectors" must be an object with an "id".')
        facts = {key: value for key, value in item.items() if key not in ("id", "kind")}
        given = item.get("given", facts)
        if not isinstance(given, dict):
            raise CliError(f'{item["id"]}: what is "given" must be an object.')
        yield str(item["id"]), item.get("kind", USUAL_KIND), given
