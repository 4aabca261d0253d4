"""The bots that play tiles."""

from __future__ import annotations

from stammtisch.bots.bots import Bot, Uniform
from stammtisch.bots.tiles.players import Easy, Hard, Medium

BOTS: dict[str, Bot] = {bot.level: bot for bot in (Easy(), Medium(), Hard(), Uniform())}
