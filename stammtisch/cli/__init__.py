"""The command line."""

from stammtisch.cli.commands import main

__all__ = ["main"]
