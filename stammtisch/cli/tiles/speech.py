"""What is said at a table of tiles."""

from stammtisch.cli.terminal.speech import speech_of

t = speech_of("tiles")
