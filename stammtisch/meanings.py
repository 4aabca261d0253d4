"""What the fields of a record mean: the comments `#:` above them, as their author wrote them.

So schemas and tables of fields in the documentation say what the code says. Where the program was
installed without its sources there are no meanings, and nothing else is missing.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

MARK = "#:"


def meanings_of(kind: type[Any]) -> dict[str, str]:
    """For each field of the record that has one, its comment; a field of a base class counts."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        found.update(_in_module(base.__module__).get(base.__qualname__, {}))
    return found


@cache
def _in_module(name: str) -> dict[str, dict[str, str]]:
    """The comments of a module's classes, by class and field."""
    module = sys.modules.get(name)
    try:
        source = inspect.getsource(module) if module is not None else ""
    except (OSError, TypeError):
        return {}
    lines = source.splitlines()
    return {
        node.name: {field: text for field, line in _fields(node) if (text := _above(lines, line))}
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef)
    }


def _fields(node: ast.ClassDef) -> Iterator[tuple[str, int]]:
    """Each field's name, and the line on which it stands."""
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            yield part.target.id, part.lineno


def _above(lines: list[str], line: int) -> str:
    """The comment that ends just above that line."""
    words: list[str] = []
    for text in reversed(lines[: line - 1]):
        if not text.strip().startswith(MARK):
            break
        words.insert(0, text.strip().removeprefix(MARK).strip())
    return " ".join(words)
