"""The bots that play Doppelkopf."""

from __future__ import annotations

from collections.abc import Mapping

from stammtisch.bots.bot import Bot
from stammtisch.bots.uniform import Uniform

BOTS: Mapping[str, Bot] = {level: Uniform(level) for level in ("easy", "medium", "hard", "random")}
