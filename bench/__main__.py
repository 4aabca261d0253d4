"""The project's own benchmarks. `python -m bench` lists them, `python -m bench NAME …` runs one."""

from __future__ import annotations

import runpy
import sys
from importlib import import_module
from pathlib import Path


def programs() -> dict[str, str]:
    """The module of each program, by its name."""
    folder = Path(__file__).parent
    found = {path.stem: f"bench.{path.stem}" for path in folder.glob("[a-z]*.py")}
    for path in folder.glob("[a-z]*/__main__.py"):
        found[path.parent.name] = f"bench.{path.parent.name}.__main__"
    return dict(sorted(found.items()))


def main() -> int:
    names = programs()
    if len(sys.argv) < 2 or sys.argv[1] not in names:
        for name, module in names.items():
            about = (import_module(module).__doc__ or "").splitlines()[0]
            print(f"{name:8}  {about}")
        return 0 if len(sys.argv) < 2 else 2
    module = names[sys.argv.pop(1)]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
