"""Stammtisch: a card-table server that people host themselves."""

from stammtisch.plain import pass_over

__version__ = "0.1.0"

pass_over()
