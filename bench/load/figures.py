"""How a benchmark says what it measured: a table for people, or one JSON object."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Mapping, Sequence
from importlib.metadata import version

import apsw

Value = float | int | str


def conditions() -> dict[str, Value]:
    """Where and when it was measured."""
    return {
        "date": time.strftime("%Y-%m-%d %H:%M"),
        "cores": len(os.sched_getaffinity(0)),
        "load": round(os.getloadavg()[0], 2),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "uvloop": version("uvloop"),
        "sqlite": apsw.sqlite_lib_version(),
        "stammtisch": version("stammtisch"),
    }


def quantile(took: Sequence[float], part: float) -> float:
    """The value below which that part of the (sorted) durations lies."""
    return took[min(len(took) - 1, int(len(took) * part))] if took else 0.0


def show(rows: Mapping[str, Mapping[str, Value]], as_json: bool) -> None:
    """Print named rows of figures: one column for each row's name, a line for each figure."""
    around = conditions()
    if as_json:
        print(json.dumps({"conditions": around, "figures": rows}))
        return
    print(", ".join(f"{name} {value}" for name, value in around.items()))
    names = list(dict.fromkeys(figure for row in rows.values() for figure in row))
    first = max(map(len, names))
    width = max(12, *(len(name) + 2 for name in rows))
    print(" " * first + "".join(f"{name:>{width}}" for name in rows))
    for figure in names:
        cells = (_cell(row.get(figure, "")) for row in rows.values())
        print(f"{figure:{first}}" + "".join(f"{cell:>{width}}" for cell in cells))


def _cell(value: Value) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else value
