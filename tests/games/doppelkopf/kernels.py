"""The kernel as plain Python and as machine code."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from stammtisch.games.doppelkopf.cards import order_of
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from tests.compiled import both

KERNELS = both("stammtisch.games.doppelkopf.kernel")


def order_in(kernel: ModuleType, rules: DoppelkopfRules, game: str) -> Any:
    """The order of the game as an object of that kernel."""
    ours = order_of(rules, game)
    if type(ours) is kernel.Order:
        return ours
    copy = kernel.Order.__new__(kernel.Order)
    for name in ("group", "strength", "groups", "follow", "beats", "beats_last"):
        setattr(copy, name, getattr(ours, name))
    return copy
