"""Matches as data: `simulate` writes them, and they are read back as a stream of positions."""

from stammtisch.research.positions import Position, positions, records_of
from stammtisch.research.recording import recorder

__all__ = ["Position", "positions", "recorder", "records_of"]
