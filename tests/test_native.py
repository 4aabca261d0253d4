"""Machine code is used where it can be made, and nothing needs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from stammtisch import native, plain

WHICH = "import stammtisch.games.doppelkopf.kernel as kernel; print(kernel.__file__)"


def kernel_used(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", WHICH],
        env=os.environ | environment,
        cwd=plain.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_the_switch_makes_it_plain() -> None:
    assert kernel_used(STAMMTISCH_PLAIN="1").endswith("kernel.py")


def test_machine_code_older_than_its_source_does_not_count(tmp_path: Path) -> None:
    source = tmp_path / "kernel.py"
    source.write_text("")
    assert not plain.is_compiled(source)
    made = tmp_path / f"kernel{plain.SUFFIX}"
    made.write_text("")
    os.utime(source, (1000, 1000))
    assert plain.is_compiled(source)
    os.utime(made, (999, 999))
    assert not plain.is_compiled(source)


def test_without_a_compiler_it_says_why_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "stammtisch"
    package.mkdir()
    source = package / "kernel.py"
    source.write_text("def f(n: int) -> int:\n    return n\n")
    monkeypatch.setattr(native, "ROOT", tmp_path)
    monkeypatch.setattr(native, "GROUPS", ((source,),))
    monkeypatch.setenv("CC", "/no/such/compiler")
    problem = native.build()
    assert problem is not None and "compiler" in problem
    assert list(package.iterdir()) == [source]
