"""The bots that play Tarock."""

from __future__ import annotations

from collections.abc import Mapping

from stammtisch.bots.bot import Bot
from stammtisch.bots.tarock.easy import Easy
from stammtisch.bots.tarock.hard import Hard
from stammtisch.bots.tarock.medium import Medium
from stammtisch.bots.tarock.stray import Stray

BOTS: Mapping[str, Bot] = {bot.level: bot for bot in (Easy(), Medium(), Hard(), Stray())}
