"""The project's own benchmarks. `python -m bench` lists them, `python -m bench NAME …` runs one."""

from __future__ import annotations

import runpy
import sys
from importlib import import_module
from pathlib import Path


def programs() -> list[str]:
    folder = Path(__file__).parent
    alone = {path.stem for path in folder.glob("[a-z]*.py")}
    return sorted(alone | {path.parent.name for path in folder.glob("[a-z]*/__main__.py")})


def main() -> int:
    names = programs()
    if len(sys.argv) < 2 or sys.argv[1] not in names:
        for name in names:
            about = (import_module(f"bench.{name}").__doc__ or "").splitlines()[0]
            print(f"{name:8}  {about}")
        return 0 if len(sys.argv) < 2 else 2
    name = sys.argv.pop(1)
    runpy.run_module(f"bench.{name}", run_name="__main__", alter_sys=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
