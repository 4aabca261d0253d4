"""The kernel as plain Python and as machine code, for tests that want to see both."""

from __future__ import annotations

import importlib
import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from stammtisch import plain
from stammtisch.games.doppelkopf.orders import order_of
from stammtisch.games.doppelkopf.rules import DoppelkopfRules

NAME = "stammtisch.games.doppelkopf.kernel"


@cache
def plain_kernel() -> ModuleType:
    spec = importlib.util.spec_from_file_location("plain_kernel", plain.SOURCES[0])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["plain_kernel"] = module
    spec.loader.exec_module(module)
    return module


def native_kernel() -> ModuleType:
    if os.environ.get(plain.SWITCH):
        pytest.skip(f"{plain.SWITCH} is set")
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    module = importlib.import_module(NAME)
    assert str(module.__file__).endswith(plain.SUFFIX), "not compiled: run make .venv/.native"
    return module


KERNELS: dict[str, Callable[[], ModuleType]] = {"plain": plain_kernel, "native": native_kernel}


def order_in(kernel: ModuleType, rules: DoppelkopfRules, game: str) -> Any:
    """The order of the game as an object of that kernel."""
    ours = order_of(rules, game)
    if type(ours) is kernel.Order:
        return ours
    copy = kernel.Order.__new__(kernel.Order)
    for name in ("group", "strength", "groups", "follow", "beats", "beats_last"):
        setattr(copy, name, getattr(ours, name))
    return copy
