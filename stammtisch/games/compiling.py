"""What mypyc has to be told of files that it compiles. It means nothing to Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    #: A number that fits into 64 bits, and is calculated with as such.
    i64 = int

    def mypyc_attr(**_: Any) -> Any:
        return lambda kind: kind
