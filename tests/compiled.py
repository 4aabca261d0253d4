"""Compiled modules as plain Python and as machine code, for tests that want to see both."""

from __future__ import annotations

import importlib
import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from functools import cache, partial
from types import ModuleType

import pytest

from stammtisch import plain


def both(name: str) -> dict[str, Callable[[], ModuleType]]:
    return {"plain": partial(plain_module, name), "native": partial(native_module, name)}


@cache
def plain_module(name: str) -> ModuleType:
    source = plain.ROOT / f"{name.replace('.', '/')}.py"
    assert source in plain.SOURCES
    name = f"plain_{name.replace('.', '_')}"
    spec = importlib.util.spec_from_file_location(name, source)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def native_module(name: str) -> ModuleType:
    if os.environ.get(plain.SWITCH):
        pytest.skip(f"{plain.SWITCH} is set")
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    module = importlib.import_module(name)
    assert str(module.__file__).endswith(plain.SUFFIX), "not compiled: run make .venv/.native"
    return module
