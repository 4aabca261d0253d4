"""What comes from a house, in the language of whoever reads it."""

from __future__ import annotations

from stammtisch.cli.terminal.speech import Speech, spoken_now, t
from stammtisch.client import ClientError, Refused
from stammtisch.tables.answers import TableInfo
from stammtisch.words import reasoning


def trouble_told(trouble: ClientError, speech: Speech) -> str:
    """In English as the house says it; else a refusal is known by its code."""
    if isinstance(trouble, Refused) and spoken_now() != "en":
        return speech.refusal(trouble.code, str(trouble), trouble.data)
    return lost_told(str(trouble))


def lost_told(why: str) -> str:
    return why if spoken_now() == "en" else t("refusal.lost")


def reason_told(reason: str) -> str:
    """Bots, and the chairman of Mao, give their reasons in English."""
    return reasoning.reason_told(reason, spoken_now())


def rules_told(info: TableInfo) -> tuple[str, str]:
    """The game and its profile; in English by the names that the command line has for them."""
    if spoken_now() == "en":
        return info.game, info.profile
    game = t.find(f"game.{info.game}") or info.game
    return game, t.find(f"profile.{info.game}.{info.profile}") or info.profile
