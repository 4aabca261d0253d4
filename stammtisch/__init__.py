"""Stammtisch: a card-table server that people host themselves."""

__version__ = "0.1.0"
