"""The bots of Tarock, by level."""

from __future__ import annotations

from stammtisch.bots.bot import Bot
from stammtisch.bots.uniform import Uniform

BOTS: dict[str, Bot] = {"random": Uniform()}
