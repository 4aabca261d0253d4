"""Where the terminal keeps what is the user's own, as the platform has it."""

from __future__ import annotations

from pathlib import Path

import platformdirs


def tokens_file() -> Path:
    """Who one is at servers."""
    return platformdirs.user_config_path("stammtisch") / "tokens.json"


def matches_folder() -> Path:
    """The matches that were played on this machine without a server."""
    return platformdirs.user_data_path("stammtisch") / "matches"
