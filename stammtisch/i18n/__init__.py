"""What is said to people at a table, in the languages of the server.

A part (a game, its rules, what all games share) is a folder with a JSON file for each language;
the page is built from the same files. English has the keys. Refusals and the meanings of rules are
in other languages only: in English the games say them themselves, as bots do their reasons.
"""

from stammtisch.i18n.texts import LANGUAGES, Language, Words, language_of

__all__ = ["LANGUAGES", "Language", "Words", "language_of"]
