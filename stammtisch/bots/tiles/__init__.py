"""The bots that play tiles."""

from __future__ import annotations

from stammtisch.bots.bot import Bot
from stammtisch.bots.tiles.easy import Easy
from stammtisch.bots.tiles.hard import Hard
from stammtisch.bots.tiles.medium import Medium
from stammtisch.bots.uniform import Uniform

BOTS: dict[str, Bot] = {bot.level: bot for bot in (Easy(), Medium(), Hard(), Uniform())}
