"""What is said to people at a table, in the languages of the house.

A part (a game, its rules, what all games share) is a folder with a JSON file for each language;
the page is built from the same files. English has the keys. Refusals and the meanings of rules are
in other languages only: in English the games say them themselves, as bots do their reasons.
"""

from stammtisch.words.languages import LANGUAGES, Language, language_of
from stammtisch.words.words import Words

__all__ = ["LANGUAGES", "Language", "Words", "language_of"]
