"""Some files are quicker as machine code: `python -m stammtisch.native` compiles them.

It needs a C compiler, mypyc and setuptools. Everything runs without, only slower.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from stammtisch.plain import GROUPS, ROOT, SUFFIX, is_compiled

_BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import setup

folder, group, *sources = sys.argv[1:]
setup(
    name="stammtisch-native",
    packages=[],
    ext_modules=mypycify(sources, opt_level="3", target_dir=folder + "/c", group_name=group),
    script_args=["-q", "build_ext", "--build-lib", folder + "/lib", "--build-temp", folder + "/o"],
)
"""


def build() -> str | None:
    """Compile what has changed; return why that was not possible, or None."""
    stale = [group for group in GROUPS if not all(map(is_compiled, group))]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = list(pool.map(_compile, stale))
    return next((problem for problem in problems if problem is not None), None)


def _compile(group: tuple[Path, ...]) -> str | None:
    """An extension module for each file, and one that they share, named for the first of them."""
    sources = [str(source.relative_to(ROOT)) for source in group]
    shared = ".".join(group[0].relative_to(ROOT).with_suffix("").parts)
    with tempfile.TemporaryDirectory() as folder:
        # A process of its own: a compiler that fails may end it as it likes.
        done = subprocess.run(
            [sys.executable, "-c", _BUILD, folder, shared, *sources],
            cwd=ROOT,
            # Several at once: in a cache that they share they lock each other out.
            env={**os.environ, "MYPY_CACHE_DIR": str(Path(folder, "mypy"))},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            return (done.stderr.strip().splitlines() or ["the compiler failed"])[-1]
        _put_in_place(Path(folder, "lib"))
    return None


def _put_in_place(made: Path) -> None:
    found = made.rglob(f"*{SUFFIX}")
    # What they share comes first: a group counts as compiled when its last file is there.
    for extension in sorted(found, key=lambda path: "__mypyc" not in path.name):
        target = ROOT / extension.relative_to(made)
        # Moved in one step: another process may be importing it.
        passing = target.with_name(f".{os.getpid()}.{target.name}")
        passing.write_bytes(extension.read_bytes())
        passing.replace(target)


if __name__ == "__main__":
    problem = build()
    if problem:
        print(f"Plain Python is used, because nothing could be compiled: {problem}")
