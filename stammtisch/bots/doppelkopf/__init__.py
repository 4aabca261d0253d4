"""The bots that play Doppelkopf."""

from __future__ import annotations

from collections.abc import Mapping

from stammtisch.bots.bots import Bot
from stammtisch.bots.doppelkopf.easy import Chance, Easy
from stammtisch.bots.doppelkopf.hard import Hard
from stammtisch.bots.doppelkopf.medium import Medium

BOTS: Mapping[str, Bot] = {bot.level: bot for bot in (Easy(), Medium(), Hard(), Chance())}
