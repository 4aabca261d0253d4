"""Whether a game's table of refusals is that of its code."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from stammtisch.games.game import Game
from stammtisch.games.refusal import OF_EVERY_MATCH

#: Code, sentence, and the names of the data.
Raised = tuple[str, str, frozenset[str]]


def has_table(source: str) -> bool:
    """It makes all refusals of a game, from a table of its own."""
    return "\ndef refusal(" in source and 'Refusal("' not in source


def raised_in(source: str) -> Iterator[Raised]:
    """Every `Refusal(...)` that is written in a file; code and sentence must be there in full."""
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal"):
            continue
        written = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
        assert len(written) == 2, f"line {node.lineno}: a refusal has a code and a sentence"
        code, sentence = written
        assert isinstance(code, str), f"line {node.lineno}: the code must be written out"
        assert isinstance(sentence, str), f"line {node.lineno}: put what varies into the data"
        yield code, sentence, frozenset(keyword.arg or "" for keyword in node.keywords)


def blanks(sentence: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name)


def check_raised(table: dict[str, str], raised: list[Raised]) -> None:
    found: dict[str, str] = {}
    for code, sentence, data in raised:
        assert found.setdefault(code, sentence) == sentence, f"{code} has two sentences"
        assert blanks(sentence) == data, f"{code} has other blanks than data"
        assert sentence.endswith("."), f"{code} is no sentence"
    assert found == table


def check_by_table(table: dict[str, str], sources: dict[str, str]) -> None:
    """Of a game whose refusals are all made by its own `refusal(code, **data)` from its table: each
    code that is written down there is in the table, and each of the table is used somewhere."""
    words: set[str] = set()
    for name, source in sources.items():
        tree = ast.parse(source)
        if has_table(source):
            # The table itself uses no code.
            tree.body = [one for one in tree.body if isinstance(one, ast.FunctionDef)]
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
                continue
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "refusal"):
                continue
            for one in ast.walk(node.args[0]):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    assert one.value in table, f"{name}, line {node.lineno}: {one.value}"
                    data = frozenset(keyword.arg or "" for keyword in node.keywords)
                    assert "" in data or blanks(table[one.value]) <= data, f"{one.value}: {data}"
    assert all(sentence.endswith(".") for sentence in table.values())
    assert set(table) <= words | set(OF_EVERY_MATCH)


def check_refusals(game: Game) -> None:
    folder = Path(inspect.getfile(game.match)).parent
    assert OF_EVERY_MATCH.items() <= game.refusals.items()
    sources = {path.name: path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
    if any(map(has_table, sources.values())):
        check_by_table(dict(game.refusals), sources)
        return
    raised = [one for _, source in sorted(sources.items()) for one in raised_in(source)]
    table = {code: text for code, text in game.refusals.items() if code not in OF_EVERY_MATCH}
    check_raised(table, [one for one in raised if (one[0], one[1]) not in OF_EVERY_MATCH.items()])
