"""The bots that play Doppelkopf: `players` has them, by level."""
