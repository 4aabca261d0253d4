"""The bots that play Tarock."""

from __future__ import annotations

from collections.abc import Mapping

from stammtisch.bots.bots import Bot
from stammtisch.bots.tarock.easy import Easy, Stray
from stammtisch.bots.tarock.hard import Hard
from stammtisch.bots.tarock.medium import Medium

BOTS: Mapping[str, Bot] = {bot.level: bot for bot in (Easy(), Medium(), Hard(), Stray())}
