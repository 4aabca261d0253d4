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

import pytest

from stammtisch import plain

NAME = "stammtisch.games.tarock.kernel"


@cache
def plain_kernel() -> ModuleType:
    source = plain.ROOT / "stammtisch/games/tarock/kernel.py"
    assert source in plain.SOURCES
    spec = importlib.util.spec_from_file_location("plain_tarock_kernel", source)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["plain_tarock_kernel"] = module
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
